// Marks plain loops over arrays of numbers that compilers vectorize.
#pragma once

#include <cstddef>  // defines __GLIBC__

/// Put before a function of such loops. The function is compiled once for AVX2 and once for every processor; the
/// program picks one when it starts. The loops must not sum doubles, as the order of additions would differ. Without
/// sums both versions give the same bits.
/// Expands to nothing where the compiler or linker lacks such functions. clang wants the attribute on the first
/// declaration.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define HULLBAKE_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#define HULLBAKE_MULTIVERSION
#endif
