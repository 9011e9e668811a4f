// Which vector instructions there are: SSE2 by the compiler's settings (every x86-64 has it), AVX by asking the
// processor when the program starts. Each vector path has a scalar twin that answers the same to the last bit.
#pragma once

#if defined(__SSE2__) || defined(_M_X64) || (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#define HULLBAKE_SSE2 1
#include <emmintrin.h>
#endif

#if defined(HULLBAKE_SSE2) && (defined(__GNUC__) || defined(__clang__))
#define HULLBAKE_AVX 1
#define HULLBAKE_WITH_AVX __attribute__((target("avx")))
#define HULLBAKE_AVX512 1
#define HULLBAKE_WITH_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl")))
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 takes what its own intrinsics leave undefined on purpose for a mistake (its bug 105593).
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
#define HULLBAKE_WITH_AVX  // intrinsics need no leave there
#define HULLBAKE_AVX512 1
#define HULLBAKE_WITH_AVX512
#include <immintrin.h>
#include <intrin.h>
#endif

// For what must become part of a function that may use more than the rest of the program.
#if defined(_MSC_VER) && !defined(__clang__)
#define HULLBAKE_INLINE __forceinline
#elif defined(__GNUC__) || defined(__clang__)
#define HULLBAKE_INLINE inline __attribute__((always_inline))
#else
#define HULLBAKE_INLINE inline
#endif

// For functions that all they call must become part of, but for what is marked otherwise: compilers count how long a
// function gets, not how often it is called.
#if defined(__GNUC__) || defined(__clang__)
#define HULLBAKE_FLATTEN __attribute__((flatten))
#else
#define HULLBAKE_FLATTEN
#endif

// For what must not become part of a function that may use more: a compiler might fuse its products with its sums
// there.
#if defined(_MSC_VER) && !defined(__clang__)
#define HULLBAKE_NOINLINE __declspec(noinline)
#elif defined(__GNUC__) || defined(__clang__)
#define HULLBAKE_NOINLINE __attribute__((noinline))
#else
#define HULLBAKE_NOINLINE
#endif

namespace hullbake::detail {

#ifdef HULLBAKE_AVX
/// Whether processor and operating system know 256-bit vectors.
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
/// Until it is set, as the program starts, the narrower path answers, with the same bits.
inline const bool kHasAvx = detectAvx();

/// Whether they know 512-bit vectors, with masks and in shorter vectors, too.
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

/// Lane by lane, where a mask is set or not. Compilers that turn a blend into a choice of their own branch on each lane
/// where there is no AVX2.
HULLBAKE_WITH_AVX inline __m256d choose(__m256d mask, __m256d yes, __m256d no) {
    return _mm256_or_pd(_mm256_and_pd(mask, yes), _mm256_andnot_pd(mask, no));
}
#else
inline constexpr bool kHasAvx = false;
#endif

}  // namespace hullbake::detail
