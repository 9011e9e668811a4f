// Detects vector instructions: SSE2 from the compiler's settings (every x86-64 has it), AVX and AVX-512 from the
// processor when the program starts. Each vector path has a scalar twin that gives the same answers to the last bit.
#pragma once

#if defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define HULLBAKE_SSE2 1
#include <emmintrin.h>
#endif

#if defined(HULLBAKE_SSE2) && (defined(__GNUC__) || defined(__clang__))
#define HULLBAKE_AVX 1
#define HULLBAKE_AVX512 1
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns about variables that its own intrinsics leave uninitialised on purpose (its bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif
#elif defined(HULLBAKE_SSE2) && defined(_MSC_VER)
#define HULLBAKE_AVX 1
#define HULLBAKE_AVX512 1
#include <immintrin.h>
#include <intrin.h>
#endif

// Sections of code for a vector target stand between HULLBAKE_BEGIN_AVX, HULLBAKE_BEGIN_AVX2 or HULLBAKE_BEGIN_AVX512
// and HULLBAKE_END_TARGET, at namespace scope. Clang allows none within a class. MSVC needs none for intrinsics.
// Never include a header within a section. The linker could choose the AVX copy of an inline function for processors
// without AVX.
#if defined(HULLBAKE_AVX) && defined(__clang__)
#define HULLBAKE_BEGIN_AVX _Pragma("clang attribute push(__attribute__((target(\"avx\"))), apply_to = function)")
#define HULLBAKE_BEGIN_AVX2 _Pragma("clang attribute push(__attribute__((target(\"avx2\"))), apply_to = function)")
#define HULLBAKE_BEGIN_AVX512 \
    _Pragma("clang attribute push(__attribute__((target(\"avx512f,avx512dq,avx512vl\"))), apply_to = function)")
#define HULLBAKE_END_TARGET _Pragma("clang attribute pop")
#elif defined(HULLBAKE_AVX) && defined(__GNUC__)
#define HULLBAKE_BEGIN_AVX _Pragma("GCC push_options") _Pragma("GCC target(\"avx\")")
#define HULLBAKE_BEGIN_AVX2 _Pragma("GCC push_options") _Pragma("GCC target(\"avx2\")")
#define HULLBAKE_BEGIN_AVX512 _Pragma("GCC push_options") _Pragma("GCC target(\"avx512f,avx512dq,avx512vl\")")
#define HULLBAKE_END_TARGET _Pragma("GCC pop_options")
#else
#define HULLBAKE_BEGIN_AVX
#define HULLBAKE_BEGIN_AVX2
#define HULLBAKE_BEGIN_AVX512
#define HULLBAKE_END_TARGET
#endif

// Always inlines: the function is called from code compiled for AVX and must be compiled with it.
#if defined(_MSC_VER) && !defined(__clang__)
#define HULLBAKE_INLINE __forceinline
#elif defined(__GNUC__) || defined(__clang__)
#define HULLBAKE_INLINE inline __attribute__((always_inline))
#else
#define HULLBAKE_INLINE inline
#endif

// Inlines everything this function calls, except functions marked HULLBAKE_NOINLINE. Compilers weigh the length of a
// function, not how often it runs.
#if defined(__GNUC__) || defined(__clang__)
#define HULLBAKE_FLATTEN __attribute__((flatten))
#else
#define HULLBAKE_FLATTEN
#endif

// Never inlines: inside an AVX-512 function the compiler could contract a*b+c to FMA and change the result.
#if defined(_MSC_VER) && !defined(__clang__)
#define HULLBAKE_NOINLINE __declspec(noinline)
#elif defined(__GNUC__) || defined(__clang__)
#define HULLBAKE_NOINLINE __attribute__((noinline))
#else
#define HULLBAKE_NOINLINE
#endif

namespace hullbake::detail {

#ifdef HULLBAKE_AVX
/// Returns true if the processor and the operating system support 256-bit vectors.
inline bool detectAvx() {
#if defined(_MSC_VER) && !defined(__clang__)
    int words[4];
    __cpuid(words, 1);
    constexpr int kOsSaves = 1 << 27, kAvx = 1 << 28;
    return (words[2] & kOsSaves) != 0 && (words[2] & kAvx) != 0 && (_xgetbv(0) & 6) == 6;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx") != 0;
#endif
}
/// True if AVX is available. Until it is initialised, at program start, the narrower path runs and gives the same bits.
inline const bool kHasAvx = detectAvx();

/// Returns true if the processor also has AVX2.
inline bool detectAvx2() {
#if defined(_MSC_VER) && !defined(__clang__)
    int words[4];
    __cpuid(words, 0);
    if (!detectAvx() || words[0] < 7) return false;
    __cpuidex(words, 7, 0);
    return (words[1] & 1 << 5) != 0;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
#endif
}
inline const bool kHasAvx2 = detectAvx2();

/// Returns true if the processor and the operating system support 512-bit vectors with AVX-512 F, DQ and VL.
inline bool detectAvx512() {
#if defined(_MSC_VER) && !defined(__clang__)
    int words[4];
    __cpuid(words, 0);
    if (!detectAvx() || words[0] < 7 || (_xgetbv(0) & 0xe6) != 0xe6) return false;
    __cpuidex(words, 7, 0);
    constexpr unsigned kNeeded = 1u << 16 | 1u << 17 | 1u << 31;  // F, DQ, VL
    return (static_cast<unsigned>(words[1]) & kNeeded) == kNeeded;
#else
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0;
#endif
}
inline const bool kHasAvx512 = detectAvx512();

HULLBAKE_BEGIN_AVX
/// Selects lane by lane: `yes` where the mask is set, `no` elsewhere. Uses and/andnot because compilers turn a blend
/// into a branch for each lane where there is no AVX2.
inline __m256d choose(__m256d mask, __m256d yes, __m256d no) {
    return _mm256_or_pd(_mm256_and_pd(mask, yes), _mm256_andnot_pd(mask, no));
}
HULLBAKE_END_TARGET
#else
inline constexpr bool kHasAvx = false;
#endif

}  // namespace hullbake::detail
