/* Moves of the C interface: slide, walk, find the ground, change the hull, as hullbake/slide.hpp, and projectiles, as
 * hullbake/bounce.hpp. hullbake/hullbake.h includes this header and says what holds for every call. */
#ifndef HULLBAKE_MOVES_H
#define HULLBAKE_MOVES_H

#include <stddef.h>
#include <stdint.h>

#include "hullbake/export.h"
#include "hullbake/hullbake_queries.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HULLBAKE_MAX_PATH_POINTS 256   /* one call writes at most so many, and counts all */
#define HULLBAKE_MAX_MOVE_PLANES 32    /* upper bound of the planes of one position */
#define HULLBAKE_MAX_MOVE_SECONDS 10.0 /* longest time of one move */
#define HULLBAKE_DEFAULT_UNSTICK 2.0   /* units that a box in solid may be moved to get out */
#define HULLBAKE_GROUND_NORMAL 0.7     /* z of the normal of the steepest walkable slope */

typedef uint32_t HullbakeSlideMode;
enum {
    HullbakeSlideModeRobust = 0, /* obeys all touched planes at once: passes none, never freezes */
    HullbakeSlideModeClassic = 1 /* as the original engines did, with their traps */
};

/* Parameters of the classic mode. Robust moves ignore them, but they must be in range. */
typedef struct HullbakeClassicRules {
    uint32_t bumps; /* hits after which a move still goes on, 1 to 64 */
    uint32_t reserved;
    double overbounce; /* factor of the speed into a plane that is subtracted, 1 to 2 */
    double stopSpeed;  /* units a second: components of a clipped velocity that are slower become zero */
} HullbakeClassicRules;

typedef struct HullbakeSlideInput {
    uint32_t size;
    HullbakeSlideMode mode;
    HullbakeVec3 origin;       /* of the box */
    HullbakeVec3 velocity;     /* units a second */
    double seconds;            /* 0 to HULLBAKE_MAX_MOVE_SECONDS */
    HullbakeVec3 acceleration; /* units a second squared, (0, 0, -800) for gravity */
    HullbakeClassicRules classic;
    double unstick; /* 0: a box that starts in solid stays there */
} HullbakeSlideInput;
#define HULLBAKE_SLIDE_INPUT_MIN 64 /* up to `seconds`: no acceleration */

typedef uint32_t HullbakePathEvent;
enum {
    HullbakePathEnd = 0,      /* the end of the move */
    HullbakePathBump = 1,     /* hit something */
    HullbakePathLand = 2,     /* came from the air to walkable ground */
    HullbakePathGround = 3,   /* another plane became the ground */
    HullbakePathStepUp = 4,   /* lifted, to try a step */
    HullbakePathStepOver = 5, /* moved forward over the step */
    HullbakePathStepDown = 6, /* put down on the step */
    HullbakePathDrop = 7,     /* put down on lower ground */
    HullbakePathFall = 8,     /* left the ground */
    HullbakePathClear = 9,    /* moved away from planes nearer than the skin */
    HullbakePathUnstick = 10, /* moved out of solid, not along a straight path */
    HullbakePathBend = 11     /* met nothing: the way bends in liquid, on a ladder or in the air */
};

/* A bend of a path. The box came there in a straight line from the point before. */
typedef struct HullbakePathPoint {
    uint32_t size;
    HullbakePathEvent event;
    HullbakeVec3 position;
    double time;         /* seconds since the start of the move */
    HullbakeVec3 normal; /* of the plane hit; zero without one */
    double dist;         /* of that plane, at the box's origin */
    HullbakeContents contents;
    uint32_t model;
    uint32_t member; /* of the probe's scene, or HULLBAKE_NO_MEMBER */
    uint32_t reserved;
} HullbakePathPoint;
#define HULLBAKE_PATH_POINT_MIN 40 /* up to `time` */

typedef uint32_t HullbakeSlideStatus;
enum {
    HullbakeSlideMoved = 0,  /* moved until its time or its way ended */
    HullbakeSlideStuck = 1,  /* the start is in solid and no free place is near enough: the box stays */
    HullbakeSlideInvalid = 2 /* refused: the box stays */
};

/* `planes` are the normals of the planes hit at the last place: `velocity` points into none of them. */
typedef struct HullbakeSlideResult {
    uint32_t size;
    HullbakeSlideStatus status;
    HullbakeVec3 origin, velocity;
    uint8_t blocked;         /* 1: something was hit */
    HullbakeRefusal refusal; /* why it is invalid, or why a stuck box found no way out */
    uint8_t reserved[2];
    uint32_t pathPoints; /* bends of the path and its end; those past the caller's room are counted too */
    uint32_t traces;     /* made by this move */
    uint32_t touchings;  /* lists of planes made by this move, each as expensive as a hundred traces */
    uint32_t planeCount;
    uint32_t reserved2;
    HullbakeVec3 planes[HULLBAKE_MAX_MOVE_PLANES]; /* a shorter struct gets the first of them */
} HullbakeSlideResult;
#define HULLBAKE_SLIDE_RESULT_MIN 64 /* up to `pathPoints` */

/* Abilities of a walker. */
typedef struct HullbakeWalkRules {
    uint32_t size;
    HullbakeSlideMode mode;
    double gravity;      /* units a second squared, downwards, 0 to a million */
    double stepHeight;   /* highest step taken up or down, 0 or more */
    double groundNormal; /* z of the normal of the steepest walkable slope, over 0 to 1 */
    HullbakeClassicRules classic;
    double unstick; /* as HullbakeSlideInput's */
    uint32_t swims; /* 1: robust walkers swim; 0: liquids are air */
    HullbakeContents liquids;
    HullbakeContents ladders; /* what robust walkers climb, HullbakeContentsLadder; none by default */
    uint32_t reserved;
    double ladderReach; /* units in front of the box at which a ladder holds it */
    double buoyancy;    /* units a second squared, upwards, of a box that is all in liquid, 0 to a million */
    double drag;        /* part of the speed lost in a second by a box that is all in liquid, 0 to a million */
    double ledge;       /* units above the surface of the highest ground that a swimmer gets onto */
} HullbakeWalkRules;
#define HULLBAKE_WALK_RULES_MIN 8 /* up to `mode` */

/* A walker between two ticks. To jump, set the velocity's z, and `onGround` to 0. The flags are 0 or 1. */
typedef struct HullbakeWalkState {
    uint32_t size;
    uint8_t onGround;
    uint8_t wedged;   /* held between planes that are too steep to walk on: not on the ground, and not falling */
    uint8_t swimming; /* the middle of the box is in liquid; never on the ground */
    uint8_t climbing; /* held by a ladder; never on the ground */
    HullbakeVec3 origin;
    HullbakeVec3 velocity;     /* on the ground its length is the speed and its horizontal part the heading */
    HullbakeVec3 groundNormal; /* of the plane it stands on */
    double groundDist;         /* of that plane, at the box's origin */
    HullbakeContents groundContents;
    uint32_t groundModel;
    uint32_t groundMember; /* of the tick's scene, or HULLBAKE_NO_MEMBER */
    uint32_t reserved2;
    HullbakeVec3 ladder; /* normal of the side of the ladder that holds it; zero without one */
} HullbakeWalkState;
#define HULLBAKE_WALK_STATE_MIN 56 /* up to `velocity`: every tick searches the ground */

/* The flags are 0 or 1. */
typedef struct HullbakeWalkResult {
    uint32_t size;
    HullbakeSlideStatus status;
    uint8_t landed;          /* from the air, in this move */
    uint8_t leftGround;      /* in this move: off an edge, by a jump, or because the ground has gone */
    uint8_t blocked;         /* hit a wall that no step leads over */
    HullbakeRefusal refusal; /* as HullbakeSlideResult's */
    uint32_t pathPoints;     /* as HullbakeSlideResult's */
    double landingSpeed;     /* units a second, into the ground */
    double climbed;          /* units up steps, in this move; 0 without steps */
    uint32_t steps;          /* steps climbed */
    uint32_t traces, touchings;
    uint32_t planeCount; /* the ground among them */
    HullbakeVec3 planes[HULLBAKE_MAX_MOVE_PLANES];
} HullbakeWalkResult;
#define HULLBAKE_WALK_RESULT_MIN 32 /* up to `climbed` */

/* The ground under a box. The flags are 0 or 1. */
typedef struct HullbakeGround {
    uint32_t size;
    uint8_t found;
    uint8_t walkable;
    HullbakeRefusal refusal; /* why nothing was searched */
    uint8_t reserved;
    double gap; /* units straight down to the contact */
    HullbakeVec3 normal;
    double dist; /* of the plane, at the box's origin */
    HullbakeContents contents;
    uint32_t model;
    HullbakeSurface surface;
    uint32_t member; /* of the probe's scene, or HULLBAKE_NO_MEMBER */
    uint32_t reserved2;
} HullbakeGround;
#define HULLBAKE_GROUND_MIN 48 /* up to `dist` */

/* The point that keeps its position when one box replaces another. */
typedef uint32_t HullbakeAnchor;
enum { HullbakeAnchorFeet = 0, HullbakeAnchorOrigin = 1, HullbakeAnchorCentre = 2, HullbakeAnchorHead = 3 };

typedef struct HullbakeHullChange {
    uint32_t size;
    uint8_t fits;            /* 0 or 1 */
    HullbakeRefusal refusal; /* why the call decided nothing */
    uint8_t reserved[2];
    HullbakeVec3 origin; /* for the new box; the old origin when it does not fit */
} HullbakeHullChange;
#define HULLBAKE_HULL_CHANGE_MIN 32

#define HULLBAKE_MAX_BOUNCE_HITS 128 /* one call writes at most so many, and counts all */

/* How a projectile flies, bounces and slides: hullbake/bounce.hpp has the meaning of each number. */
typedef struct HullbakeBounceRules {
    uint32_t size;
    uint32_t reserved;
    HullbakeVec3 acceleration; /* units a second squared, at most 1e6 long */
    double restitution;        /* fraction of the speed into a plane that comes back out, 0 to 1 */
    double friction;           /* Coulomb's coefficient, 0 to 1000 */
    double restSpeed;          /* units a second: what would come out more slowly slides */
    double floorNormal;        /* least part of a floor's normal against the acceleration, over 0 to 1 */
    double unstick;            /* as HullbakeSlideInput's */
} HullbakeBounceRules;
#define HULLBAKE_BOUNCE_RULES_MIN 8 /* up to `reserved` */

/* A projectile between two moves. To set one in motion that rests, set its velocity. */
typedef struct HullbakeBounceState {
    uint32_t size;
    uint8_t resting; /* 1: lies still */
    uint8_t reserved[3];
    HullbakeVec3 origin, velocity;
} HullbakeBounceState;
#define HULLBAKE_BOUNCE_STATE_MIN 56

typedef uint32_t HullbakeBounceEvent;
enum {
    HullbakeBounceOff = 0,   /* hit something, and came back out of it */
    HullbakeBounceSlide = 1, /* hit something, and goes on along it */
    HullbakeBounceRest = 2,  /* lies still from here on */
    HullbakeBounceFall = 3   /* lay still, and what it lay on has gone */
};

typedef struct HullbakeBounceHit {
    uint32_t size;
    HullbakeBounceEvent event;
    double time; /* seconds since the start of the move */
    HullbakeVec3 position;
    HullbakeVec3 before, after; /* the velocity, just before and just after */
    HullbakeVec3 normal;        /* of the plane hit */
    double dist;                /* of that plane, at the box's origin */
    HullbakeContents contents;
    uint32_t model;
    uint32_t member; /* of the probe's scene, or HULLBAKE_NO_MEMBER */
    uint32_t padding;
} HullbakeBounceHit;
#define HULLBAKE_BOUNCE_HIT_MIN 88 /* up to `after` */

typedef struct HullbakeBounceResult {
    uint32_t size;
    HullbakeSlideStatus status;
    HullbakeRefusal refusal; /* as HullbakeSlideResult's */
    uint8_t reserved[3];
    uint32_t hits; /* events; those past the caller's room are counted too */
    uint32_t traces, touchings;
} HullbakeBounceResult;
#define HULLBAKE_BOUNCE_RESULT_MIN 16 /* up to `hits` */

/* clang-format off */
#define HULLBAKE_CLASSIC_RULES_INIT \
    {4, 0, 1.001, 0.1}
#define HULLBAKE_SLIDE_INPUT_INIT \
    {(uint32_t)sizeof(HullbakeSlideInput), 0, {0, 0, 0}, {0, 0, 0}, 0, {0, 0, 0}, HULLBAKE_CLASSIC_RULES_INIT, \
    HULLBAKE_DEFAULT_UNSTICK}
#define HULLBAKE_PATH_POINT_INIT \
    {(uint32_t)sizeof(HullbakePathPoint), 0, {0, 0, 0}, 0, {0, 0, 0}, 0, 0, 0, HULLBAKE_NO_MEMBER, 0}
#define HULLBAKE_SLIDE_RESULT_INIT \
    {(uint32_t)sizeof(HullbakeSlideResult), (uint32_t)HullbakeSlideInvalid, {0, 0, 0}, {0, 0, 0}, 0, 0, {0, 0}, 0, 0, \
    0, 0, 0, {{0, 0, 0}}}
#define HULLBAKE_WALK_RULES_INIT \
    {(uint32_t)sizeof(HullbakeWalkRules), 0, 800, 18, HULLBAKE_GROUND_NORMAL, HULLBAKE_CLASSIC_RULES_INIT, \
    HULLBAKE_DEFAULT_UNSTICK, 0, HullbakeMaskLiquid, 0, 0, 1, 800, 1, 18}
#define HULLBAKE_WALK_STATE_INIT \
    {(uint32_t)sizeof(HullbakeWalkState), 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, \
    HULLBAKE_NO_MEMBER, 0, {0, 0, 0}}
#define HULLBAKE_WALK_RESULT_INIT \
    {(uint32_t)sizeof(HullbakeWalkResult), (uint32_t)HullbakeSlideInvalid, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
    {{0, 0, 0}}}
#define HULLBAKE_GROUND_INIT \
    {(uint32_t)sizeof(HullbakeGround), 0, 0, 0, 0, 0, {0, 0, 0}, 0, 0, 0, HULLBAKE_SURFACE_INIT, HULLBAKE_NO_MEMBER, 0}
#define HULLBAKE_HULL_CHANGE_INIT \
    {(uint32_t)sizeof(HullbakeHullChange), 0, 0, {0, 0}, {0, 0, 0}}
#define HULLBAKE_BOUNCE_RULES_INIT \
    {(uint32_t)sizeof(HullbakeBounceRules), 0, {0, 0, -800}, 0.5, 0.25, 20, HULLBAKE_GROUND_NORMAL, \
    HULLBAKE_DEFAULT_UNSTICK}
#define HULLBAKE_BOUNCE_STATE_INIT \
    {(uint32_t)sizeof(HullbakeBounceState), 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
#define HULLBAKE_BOUNCE_HIT_INIT \
    {(uint32_t)sizeof(HullbakeBounceHit), 0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, \
    HULLBAKE_NO_MEMBER, 0}
#define HULLBAKE_BOUNCE_RESULT_INIT \
    {(uint32_t)sizeof(HullbakeBounceResult), (uint32_t)HullbakeSlideInvalid, 0, {0, 0, 0}, 0, 0, 0}
/* clang-format on */

/* Moves a box for some time: straight on, and along whatever it hits. The call writes the first `room` points of the
 * path. Point i lies i * stride bytes behind the first, and the call sets its size. With room 0 it ignores `path` and
 * the stride. A stuck box is HullbakeStatusOk with `result->status` HullbakeSlideStuck. */
HULLBAKE_API HullbakeStatus hullbakeSlide(const HullbakeMap* map, const HullbakeProbe* probe,
                                          const HullbakeSlideInput* input, HullbakeSlideResult* result,
                                          HullbakePathPoint* path, size_t stride, size_t room);

/* Walks, falls and lands for one tick of 0 to HULLBAKE_MAX_MOVE_SECONDS. Reads and updates `state`; on any error it
 * stays as it is. */
HULLBAKE_API HullbakeStatus hullbakeWalk(const HullbakeMap* map, const HullbakeProbe* probe,
                                         const HullbakeWalkRules* rules, HullbakeWalkState* state, double seconds,
                                         HullbakeWalkResult* result, HullbakePathPoint* path, size_t stride,
                                         size_t room);

/* Finds the ground within `reach` units below (0 to HULLBAKE_MAX_COORDINATE). Walkable ground within reach wins over
 * steep ground that is hit first but stands beside it. Without ground the status is HullbakeStatusOk and
 * `ground->found` is 0. */
HULLBAKE_API HullbakeStatus hullbakeGroundBelow(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                                double reach, double groundNormal, HullbakeGround* ground);

/* Stands up or crouches: decides whether `to` is free where `from` stands at `origin`, and finds its origin there. If
 * it is not free and `nudge` is over 0, finds the nearest free place within so many units, not behind a wall. */
HULLBAKE_API HullbakeStatus hullbakeChangeHull(const HullbakeMap* map, const HullbakeProbe* from,
                                               const HullbakeProbe* to, HullbakeVec3 origin, HullbakeAnchor anchor,
                                               double nudge, HullbakeHullChange* change);

/* Moves a projectile for 0 to HULLBAKE_MAX_MOVE_SECONDS: it flies, bounces, slides and comes to rest. Reads and updates
 * `state`; on any error it stays as it is. The call writes the first `room` events, as hullbakeSlide does its path. */
HULLBAKE_API HullbakeStatus hullbakeBounce(const HullbakeMap* map, const HullbakeProbe* probe,
                                           const HullbakeBounceRules* rules, HullbakeBounceState* state, double seconds,
                                           HullbakeBounceResult* result, HullbakeBounceHit* hits, size_t stride,
                                           size_t room);

#ifdef __cplusplus
}
#endif

#endif
