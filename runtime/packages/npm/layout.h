/* Tables of the C interface's structs: see layout.c. */
#ifndef HULLBAKE_LAYOUT_H
#define HULLBAKE_LAYOUT_H

#include "hullbake/hullbake.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HullbakeMemberFlag = 0, /* uint8_t, 0 or 1 */
    HullbakeMemberU8 = 1,
    HullbakeMemberU32 = 2,
    HullbakeMemberU64 = 3,
    HullbakeMemberF64 = 4,
    HullbakeMemberVec3 = 5,
    HullbakeMemberVec3x3 = 6, /* three HullbakeVec3 */
    HullbakeMemberPlanes = 7, /* as many HullbakeVec3 as the member `planeCount` says */
    HullbakeMemberText = 8,   /* HullbakeText */
    HullbakeMemberChars8 = 9, /* up to eight characters, then zeros */
    HullbakeMemberStruct = 10
};

typedef struct HullbakeMember {
    const char* name;
    const char* structName; /* of a nested struct, or null */
    uint32_t offset;
    uint32_t kind;
} HullbakeMember;

typedef struct HullbakeLayout {
    const char* name; /* without "Hullbake" */
    uint32_t size;
    uint32_t isSized;    /* 1: its first member is its size */
    const void* initial; /* what its _INIT macro gives */
    const HullbakeMember* members;
    uint32_t memberCount;
} HullbakeLayout;

HULLBAKE_API const HullbakeLayout* hullbakeLayouts(uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
