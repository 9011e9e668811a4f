/* Checks written in C: every function of hullbake.h, and misuse by C callers. */
#ifndef HULLBAKE_TESTS_C_API_CALLS_H
#define HULLBAKE_TESTS_C_API_CALLS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void CheckFailed(const char* expression, const char* file, int line);

/* `block` contains a .hull file in which a box of hull 0 that falls from (0 -192 96) to (0 -192 -160) hits something.
 * Calls `failed` for every check that fails. Returns the number of checks. */
int checkCApi(const void* block, size_t size, CheckFailed* failed);

#ifdef __cplusplus
}
#endif

#endif
