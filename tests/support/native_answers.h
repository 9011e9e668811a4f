/* What programs share that write a native library's answers for another language to compare: the numbers of their
 * questions, which the other language draws alike, and doubles to the standard output. */
#ifndef HULLBAKE_TESTS_NATIVE_ANSWERS_H
#define HULLBAKE_TESTS_NATIVE_ANSWERS_H

#include <stdint.h>
#include <stdio.h>

#include "hullbake/hullbake.h"

static uint32_t next(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static double between(double low, double high) {
    return low + (high - low) * (next() / 4294967296.0);
}

static void put(double value) {
    fwrite(&value, sizeof value, 1, stdout);
}

static void putVector(HullbakeVec3 v) {
    put(v.x);
    put(v.y);
    put(v.z);
}

#endif
