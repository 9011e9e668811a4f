/* The C interface, volumes that stop nothing: how deep a box stands in liquids, as hullbake/water.hpp, and what it
 * enters and leaves on its way, as hullbake/triggers.hpp. hullbake/hullbake.h includes this header and says what holds
 * for every call. */
#ifndef HULLBAKE_VOLUMES_H
#define HULLBAKE_VOLUMES_H

#include <stddef.h>
#include <stdint.h>

#include "hullbake/hullbake_moves.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct HullbakeWaterRules {
    uint32_t size;
    HullbakeContents liquids; /* what counts as liquid */
    double eyes;              /* height of the eyes above the box's origin, units */
    double band;              /* units: only with an answer from before */
} HullbakeWaterRules;
#define HULLBAKE_WATER_RULES_MIN 8 /* up to `liquids` */

/* What the vertical line through the middle of a box finds. The flags are 0 or 1. */
typedef struct HullbakeWaterLevel {
    uint32_t size;
    uint8_t level; /* of the highest mark in liquid: 1 the feet, 2 the middle, 3 the eyes; 0: none */
    uint8_t feet, middle, eyes;
    HullbakeContents contents; /* of all liquids between the box's bottom and its top */
    uint8_t invalid;           /* nothing was searched */
    HullbakeRefusal refusal;
    uint8_t reserved[2];
    double depth;   /* units of the line from the box's bottom to its top that are in liquid */
    double surface; /* z of the surface over the highest of these; the bottom's if there is none */
} HullbakeWaterLevel;
#define HULLBAKE_WATER_LEVEL_MIN 32

#define HULLBAKE_MAX_TRIGGER_EVENTS 256 /* one call tells at most so many, and counts all */

/* A volume: the union of brushes of a model, or a box. The flags are 0 or 1. */
typedef struct HullbakeTrigger {
    uint32_t size;
    uint32_t model;            /* whose brushes it is */
    HullbakeContents contents; /* only brushes with one of these bits */
    uint32_t kinds;            /* the kinds of bodies that it takes notice of, a bit each */
    int32_t priority;          /* at one time, the higher one is told first */
    uint8_t enabled;           /* 0: nobody is in it */
    uint8_t jumped;            /* 1: it came here without a way */
    uint8_t stops;             /* 1: the first time that a body enters it ends the path there */
    uint8_t boxed;             /* 1: it is `box`, in the world, instead of a model */
    HullbakeBox box;
    HullbakeVec3 moved;          /* its way during the path, straight and even, units */
    HullbakeTransform transform; /* where it is when the path starts; a box must not be turned */
} HullbakeTrigger;
#define HULLBAKE_TRIGGER_MIN 24 /* up to `boxed`, which must be 0 */

/* What a body did. Its path is HullbakePath. The flags are 0 or 1. */
typedef struct HullbakePassage {
    uint32_t size;
    uint32_t kind;      /* the kinds that it is of, a bit each */
    HullbakeVec3 start; /* of the body's origin */
    double seconds;     /* so long, if that is after the last point, the body stays there */
    uint8_t enabled;    /* 0: it is in no trigger */
    uint8_t jumped;     /* 1: it came to `start` without a way */
    uint8_t reserved[6];
} HullbakePassage;
#define HULLBAKE_PASSAGE_MIN 40 /* up to `seconds` */

/* Arrays of the caller's. Struct i lies i * stride bytes behind the first. */
typedef struct HullbakePath {
    const HullbakePathPoint* first;
    size_t stride, count; /* at most HULLBAKE_MAX_PATH_POINTS */
} HullbakePath;
typedef struct HullbakeTriggers {
    const HullbakeTrigger* first;
    size_t stride, count;
    uint64_t* inside; /* the state: bit i % 64 of word i / 64 is set while the body is in trigger i; 0 at first */
    size_t words;     /* at least (count + 63) / 64 */
} HullbakeTriggers;

typedef uint8_t HullbakeTriggerReason;
enum {
    HullbakeTriggerCrossed = 0, /* on its way, or that of the trigger */
    HullbakeTriggerJumped = 1,  /* one of them came there without a way */
    HullbakeTriggerStarted = 2, /* entered: inside when the path starts, and was not told before */
    HullbakeTriggerGone = 3,    /* left: outside when the path starts, without having left */
    HullbakeTriggerDisabled = 4 /* left: trigger or body is disabled, or of another kind */
};

typedef struct HullbakeTriggerEvent {
    uint32_t size;
    uint32_t trigger;
    double time;    /* seconds since the start of the path */
    uint8_t enters; /* 1: Enter, 0: Leave */
    HullbakeTriggerReason reason;
    uint8_t reserved[2];
    uint32_t point;        /* index of the path's point to which the body was going */
    double fraction;       /* of the way there */
    HullbakeVec3 position; /* of the body's origin */
    HullbakeVec3 velocity; /* of the body: the mean of this piece of the path */
} HullbakeTriggerEvent;
#define HULLBAKE_TRIGGER_EVENT_MIN 24 /* up to `point` */

typedef struct HullbakeTouchResult {
    uint32_t size;
    HullbakeRefusal refusal;
    uint8_t told;    /* 1: all events were told, and `inside` is up to date */
    uint8_t stopped; /* 1: a trigger ended the path */
    uint8_t reserved;
    uint64_t events;       /* all of them, also those past the caller's room */
    double time;           /* seconds: where the path was ended; else its end */
    HullbakeVec3 position; /* of the body there */
} HullbakeTouchResult;
#define HULLBAKE_TOUCH_RESULT_MIN 16 /* up to `events` */

#define HULLBAKE_WATER_RULES_INIT \
    { (uint32_t)sizeof(HullbakeWaterRules), HullbakeMaskLiquid, 22, 0.0625 }
#define HULLBAKE_WATER_LEVEL_INIT \
    { (uint32_t)sizeof(HullbakeWaterLevel), 0, 0, 0, 0, 0, 0, 0, {0, 0}, 0, 0 }
#define HULLBAKE_TRIGGER_INIT                                                                                     \
    {                                                                                                             \
        (uint32_t)sizeof(HullbakeTrigger), 0, HullbakeMaskAll, UINT32_MAX, 0, 1, 0, 0, 0, {{0, 0, 0}, {0, 0, 0}}, \
            {0, 0, 0}, HULLBAKE_TRANSFORM_INIT                                                                    \
    }
#define HULLBAKE_PASSAGE_INIT                                       \
    {                                                               \
        (uint32_t)sizeof(HullbakePassage), 1, {0, 0, 0}, 0, 1, 0, { \
            0, 0, 0, 0, 0, 0                                        \
        }                                                           \
    }
#define HULLBAKE_TRIGGER_EVENT_INIT                                                    \
    {                                                                                  \
        (uint32_t)sizeof(HullbakeTriggerEvent), 0, 0, 0, 0, {0, 0}, 0, 0, {0, 0, 0}, { \
            0, 0, 0                                                                    \
        }                                                                              \
    }
#define HULLBAKE_TOUCH_RESULT_INIT                                 \
    {                                                              \
        (uint32_t)sizeof(HullbakeTouchResult), 0, 0, 0, 0, 0, 0, { \
            0, 0, 0                                                \
        }                                                          \
    }

/* Returns how deep the probe's box stands in liquids at `origin`. With `useBefore` 1, `level` is the last answer, and
 * levels do not flicker: hullbake/water.hpp. Otherwise only its size is read. Writes the answer to `level`. */
HULLBAKE_API HullbakeStatus hullbakeWaterLevel(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                               const HullbakeWaterRules* rules, uint8_t useBefore,
                                               HullbakeWaterLevel* level);

/* Tells which triggers a body enters and leaves on its way, in the order of time. `path` may be null: the body stays.
 * The call writes the first `room` events, as hullbakeSlide does its path; if there are more, `told` is 0 and the
 * words of `inside` stay as they were. */
HULLBAKE_API HullbakeStatus hullbakeTouchTriggers(const HullbakeMap* map, const HullbakeProbe* body,
                                                  const HullbakePassage* passage, const HullbakePath* path,
                                                  const HullbakeTriggers* triggers, HullbakeTouchResult* result,
                                                  HullbakeTriggerEvent* events, size_t stride, size_t room);

#ifdef __cplusplus
}
#endif

#endif
