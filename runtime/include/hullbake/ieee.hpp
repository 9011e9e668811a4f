// Rejects builds that are not C++20, with one clear line, and builds whose arithmetic is not IEEE 754: answers and
// output bytes would depend on the compiler. Every public header includes this before it declares anything. No macro
// reveals contraction: builds for targets with fused multiply-add must set -ffp-contract=off themselves.
#pragma once

#if defined(_MSVC_LANG) ? _MSVC_LANG <= 201703L : __cplusplus <= 201703L
#error "hullbake needs C++20: build with -std=c++20 or /std:c++20"
#include <hullbake needs C++20>  // no such file: ends the build here, before hundreds of errors
#endif

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "hullbake needs IEEE arithmetic: build without -ffast-math, -Ofast or /fp:fast"
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "hullbake needs IEEE arithmetic: build without -ffinite-math-only, NaN and infinity must be told from numbers"
#elif defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "hullbake needs IEEE arithmetic: build without -funsafe-math-optimizations or any part of it"
#elif FLT_EVAL_METHOD == 2
#error "hullbake needs arithmetic in double precision: build with -mfpmath=sse, not for the x87 unit"
#endif

namespace hullbake {

static_assert(std::numeric_limits<double>::is_iec559, "hullbake needs IEEE arithmetic in double precision");

}  // namespace hullbake
