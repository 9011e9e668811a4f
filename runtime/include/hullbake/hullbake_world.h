/* The C interface, movers: doors, lifts and trains that push, carry and stop, as hullbake/world.hpp, which has the
 * rules. hullbake/hullbake.h includes this header and says what holds for every call.
 *
 * The arrays of a world and of its events are read and written where they are, so their structs have no `size` and keep
 * their members. Flags are 0 or 1. */
#ifndef HULLBAKE_WORLD_H
#define HULLBAKE_WORLD_H

#include "hullbake/hullbake_scene.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HULLBAKE_NO_MOVER 0xffffffffu
#define HULLBAKE_NO_TEAM 0xffffffffu
#define HULLBAKE_MAX_MOVERS 4096
#define HULLBAKE_MAX_WORLD_BODIES 65536
#define HULLBAKE_MAX_MOVER_DEPTH 8
#define HULLBAKE_MAX_LEG_SECONDS 1e9   /* longest leg */
#define HULLBAKE_MAX_TURN 1e9          /* farthest turn, degrees */
#define HULLBAKE_MAX_TURN_PIECES 4096u /* upper bound of the pieces of one step in which something turns */

/* What happens when a body is squeezed. */
enum { HullbakeBlockedStop = 0, HullbakeBlockedCrush = 1, HullbakeBlockedThrough = 2, HullbakeBlockedRollback = 3 };

/* A placed model that moves along one leg: straight, turning, or both. */
typedef struct HullbakeMover {
    uint32_t model;        /* index into `models`; each model has one mover at most */
    uint32_t team;         /* movers of one number stop together, or HULLBAKE_NO_TEAM */
    uint32_t parent;       /* index of the mover that carries it, or HULLBAKE_NO_MOVER */
    uint32_t pushes;       /* the kinds of bodies that it pushes */
    HullbakeVec3 from, to; /* displacement of the model's pivot at the leg's ends, units */
    HullbakeVec3 axis;     /* it turns about this axis through its pivot; zero: it does not turn */
    double fromDegrees;    /* at the leg's ends, counter-clockwise where the axis points at one */
    double toDegrees;
    double seconds;  /* of the leg, 0 to HULLBAKE_MAX_LEG_SECONDS */
    double clock;    /* the same; it stands still while the mover is stopped */
    uint8_t blocked; /* HullbakeBlockedStop and so on */
    uint8_t enabled; /* 0: its clock stands still */
    uint8_t jumped;  /* 1: it came here without a way: the step tells what it overlaps now */
    uint8_t reserved;
} HullbakeMover;

/* How a body takes part. */
typedef struct HullbakePassenger {
    uint32_t ground; /* the member that it stands on, or HULLBAKE_NO_MEMBER */
    HullbakeContents mask;
    uint32_t stoppedBy; /* the kinds of models and bodies that stop it */
    uint8_t pushable;   /* 0: it does not give way */
    uint8_t rides;      /* 1: it is carried by its ground */
    uint8_t reserved[2];
} HullbakePassenger;

enum {
    HullbakeWorldArrived = 0,
    HullbakeWorldContact = 1,
    HullbakeWorldScraped = 2,
    HullbakeWorldLeftGround = 3,
    HullbakeWorldBlocked = 4,
    HullbakeWorldCrushed = 5,
    HullbakeWorldOverlapped = 6
};

typedef struct HullbakeWorldEvent {
    double time;  /* seconds since the start of the step */
    uint8_t kind; /* HullbakeWorldArrived and so on */
    uint8_t reserved[3];
    uint32_t mover;        /* or HULLBAKE_NO_MOVER */
    uint32_t body, other;  /* members, or HULLBAKE_NO_MEMBER */
    HullbakeVec3 position; /* of the body's origin, or of the mover's displacement */
    HullbakeVec3 normal;   /* of the plane that the body meets, facing it; zero without one */
    double dist;           /* of that plane, at the body's origin */
} HullbakeWorldEvent;

/* Working memory of a step. */
typedef struct HullbakeWorldScratch {
    uint64_t words[160];
} HullbakeWorldScratch;

/* The state, and the room of a step. */
typedef struct HullbakeWorld {
    uint32_t size;
    uint32_t reserved;
    HullbakePlacedModel* models;
    size_t modelCount;
    HullbakeMover* movers;
    size_t moverCount;
    HullbakeBody* bodies;
    const HullbakePassenger* passengers; /* as many as bodies */
    size_t bodyCount;
    HullbakeWorldScratch* scratch;
    size_t scratchCount; /* at least moverCount + bodyCount */
    HullbakeWorldEvent* events;
    size_t eventRoom;
    double* turned; /* as many as bodies, or NULL: a step adds the degrees of yaw that carried each of them */
} HullbakeWorld;

typedef struct HullbakeWorldRules {
    uint32_t size;
    uint32_t reserved;
    double skin;    /* units that what is pushed keeps from all that it meets; 0 to 1 */
    double reach;   /* units beyond the skin within which a body still stands on its ground; 0 to 16 */
    double follow;  /* units that a rider is carried down in one step, at most; 0 or more */
    double sagitta; /* units that a piece of a turn may be off the arc; 1e-6 to 1 */
} HullbakeWorldRules;
#define HULLBAKE_WORLD_RULES_MIN 8 /* none of the rules */

typedef struct HullbakeStepResult {
    uint32_t size;
    HullbakeRefusal refusal;
    uint8_t rolledBack; /* nothing was changed, as a mover that rolls back was blocked */
    uint8_t tooMuch;    /* more events than a step may take: everything stopped there */
    uint8_t reserved;
    double stopped;  /* seconds since the start of the step: when it was too much, or rolled back */
    double fraction; /* hullbakePushBody: of the way that was gone */
    uint64_t events; /* also those past the caller's room */
    uint32_t casts;  /* sweeps of a body through a model or the world */
    uint32_t padding;
} HullbakeStepResult;
#define HULLBAKE_STEP_RESULT_MIN 16 /* up to `stopped` */

/* clang-format off */
#define HULLBAKE_MOVER_INIT \
    {0, HULLBAKE_NO_TEAM, HULLBAKE_NO_MOVER, 0xffffffffu, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0, 1, 0, 0}
#define HULLBAKE_PASSENGER_INIT \
    {HULLBAKE_NO_MEMBER, HullbakeMaskBlocking, 0xffffffffu, 1, 1, {0, 0}}
#define HULLBAKE_WORLD_INIT \
    {(uint32_t)sizeof(HullbakeWorld), 0, NULL, 0, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, 0, NULL}
#define HULLBAKE_WORLD_RULES_INIT \
    {(uint32_t)sizeof(HullbakeWorldRules), 0, 0.03125, 0.25, 18, 1.0 / 1024}
#define HULLBAKE_STEP_RESULT_INIT \
    {(uint32_t)sizeof(HullbakeStepResult), 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Moves all movers for `seconds`, 0 to 10. Writes the world's arrays, its events, and `result`. */
HULLBAKE_API HullbakeStatus hullbakeStepMovers(const HullbakeMap* map, const HullbakeWorldRules* rules,
                                               const HullbakeWorld* world, double seconds, HullbakeStepResult* result);

/* Moves one body by `way`, units, along with what stands on it and what it pushes, while all movers rest. */
HULLBAKE_API HullbakeStatus hullbakePushBody(const HullbakeMap* map, const HullbakeWorldRules* rules,
                                             const HullbakeWorld* world, uint32_t body, HullbakeVec3 way,
                                             HullbakeStepResult* result);

/* Writes the velocity of what carries a body, at the middle of the bottom of its box: of its ground's mover and of that
   one's parents, turning included. A body on bodies has that of the lowest one. Zero where nothing carries it. */
HULLBAKE_API HullbakeStatus hullbakeCarrierVelocity(const HullbakeWorld* world, uint32_t body, HullbakeVec3* velocity);

/* Returns "arrived", "contact" and so on, or "". The text lives for ever. */
HULLBAKE_API const char* hullbakeWorldEventName(uint8_t kind);

#ifdef __cplusplus
}
#endif

#endif
