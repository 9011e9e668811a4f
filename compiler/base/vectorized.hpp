// Marks plain loops over arrays of numbers, which compilers turn into vector code.
#pragma once

#include <cstddef>  // tells of the C library

/// Before a function of such loops: it is compiled once for AVX2 and once for every processor, and which of them runs
/// is settled when the program starts. No sum of doubles may lie in them, as its order would differ; then both give the
/// same bits. Nothing where compiler or linker know no such functions (clang wants it on the first declaration).
#if defined(__x86_64__) && defined(__ELF__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define HULLBAKE_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#define HULLBAKE_MULTIVERSION
#endif
