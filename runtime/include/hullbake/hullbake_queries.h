/* Queries of the C interface: open a map, traces, contents, neighbours, moved models. hullbake/hullbake.h includes this
 * header and says what holds for every call. */
#ifndef HULLBAKE_QUERIES_H
#define HULLBAKE_QUERIES_H

#include <stddef.h>
#include <stdint.h>

#include "hullbake/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t HullbakeStatus;
enum {
    HullbakeStatusOk = 0,
    /* Faults that hullbakeOpen finds in the block. */
    HullbakeStatusTooSmall = 1,     /* fewer bytes than a header */
    HullbakeStatusMisaligned = 2,   /* the block does not start at a multiple of 8 bytes */
    HullbakeStatusWrongMagic = 3,   /* not a .hull file, or damaged by a text-mode copy */
    HullbakeStatusWrongVersion = 4, /* another major version */
    HullbakeStatusWrongEndian = 5,
    HullbakeStatusWrongSize = 6,    /* shorter or longer than its header says: truncated */
    HullbakeStatusHashMismatch = 7, /* bytes were altered */
    HullbakeStatusBadSectionTable = 8,
    HullbakeStatusMissingSection = 9,
    HullbakeStatusBadRecord = 10, /* an index, count or number out of its range */
    HullbakeStatusBadTree = 11,   /* nodes that are not a tree in the file's order */
    HullbakeStatusTooDeep = 12,   /* deeper than a query's stack */
    /* Errors of any call. */
    HullbakeStatusNullArgument = 64,
    HullbakeStatusBadSize = 65,       /* this library does not know a struct's `size` */
    HullbakeStatusBadStorage = 66,    /* too small, or not at a multiple of 8 bytes */
    HullbakeStatusInvalidQuery = 67,  /* refused: HullbakeRefusal says why */
    HullbakeStatusNotFound = 68,      /* nothing has that name, or the trace entered no brush */
    HullbakeStatusMalformedValue = 69 /* the value of an entity's key is of another type */
};

/* Reason why a query or move was refused: the first in this list that applies. The status is then
 * HullbakeStatusInvalidQuery. hullbakeRefusalText returns a sentence for each. Later versions may add numbers. */
typedef uint8_t HullbakeRefusal;
enum {
    HullbakeRefusalNone = 0,
    HullbakeRefusalBadArguments = 1, /* a null pointer, or a struct of an unknown size: the status says which */
    HullbakeRefusalNoMap = 2,
    HullbakeRefusalNoHull = 3, /* neither a hull nor a box */
    HullbakeRefusalUnknownHull = 4,
    HullbakeRefusalUnknownModel = 5,
    HullbakeRefusalBoxOutOfRange = 6, /* a corner is not finite, or beyond +-HULLBAKE_MAX_COORDINATE */
    HullbakeRefusalBoxInverted = 7,
    HullbakeRefusalBoxTooLarge = 8, /* a side is longer than HULLBAKE_MAX_BOX_SIZE */
    HullbakeRefusalBadSkin = 9,
    HullbakeRefusalNotFinite = 10,       /* a position is NaN or infinite */
    HullbakeRefusalOutOfRange = 11,      /* a position is beyond +-HULLBAKE_MAX_COORDINATE */
    HullbakeRefusalBadTransform = 12,    /* no rotation, not finite or out of range */
    HullbakeRefusalMovedAllModels = 13,  /* a transform together with HULLBAKE_ALL_MODELS */
    HullbakeRefusalTurnedHull = 14,      /* a baked hull and a transform that turns */
    HullbakeRefusalUnturnableModel = 15, /* see hullbakeTurnable */
    HullbakeRefusalTurnedModel = 16,     /* neighbours and moves take no transform that turns */
    HullbakeRefusalModelOutOfRange = 17, /* seen from the moved model, a position is out of range */
    HullbakeRefusalBadDistance = 18,     /* not within 0 to HULLBAKE_MAX_COORDINATE */
    HullbakeRefusalBadTime = 19,         /* not within 0 to HULLBAKE_MAX_MOVE_SECONDS */
    HullbakeRefusalBadVelocity = 20,     /* not finite */
    HullbakeRefusalBadRules = 21,        /* a rule, mode or anchor of a move is out of its range */
    HullbakeRefusalBadGround = 22,       /* the ground of a walker's state is not finite */
    HullbakeRefusalTooManyBrushes = 23,  /* no longer given: any number of brushes may meet */
    HullbakeRefusalTooMuchWork = 24,     /* more steps than one query may take */
    HullbakeRefusalBadScene = 25,        /* an enabled member of the scene, near the probe, is not valid */
    HullbakeRefusalBadShape = 26,        /* the shape is not valid */
    HullbakeRefusalShapeNotTaken = 27    /* no query refuses a probe for this any more */
};

/* Contents of space, a bit mask. */
typedef uint32_t HullbakeContents;
enum {
    HullbakeContentsEmpty = 0,
    HullbakeContentsSolid = 1,
    HullbakeContentsSky = 2,
    HullbakeContentsClip = 4,
    HullbakeContentsPlayerclip = 8,
    HullbakeContentsMonsterclip = 16,
    HullbakeContentsLava = 32,
    HullbakeContentsSlime = 64,
    HullbakeContentsWater = 128,
    HullbakeContentsIllusionary = 256, /* this bit and all that follow stop nothing */
    HullbakeContentsFog = 512,
    HullbakeContentsLadder = 1024,
    HullbakeContentsTrigger = 2048,
    HullbakeContentsAreaportal = 4096,
    HullbakeContentsBotclip = 8192,
    HullbakeContentsCurrentEast = 16384,
    HullbakeContentsCurrentNorth = 32768,
    HullbakeContentsCurrentWest = 65536,
    HullbakeContentsCurrentSouth = 131072,
    HullbakeContentsCurrentUp = 262144,
    HullbakeContentsCurrentDown = 524288,
    HullbakeContentsUser1 = 1048576, /* the game's rules give the user bits their meaning */
    HullbakeContentsUser2 = 2097152,
    HullbakeContentsUser3 = 4194304,
    HullbakeContentsUser4 = 8388608,
    HullbakeContentsUser5 = 16777216,
    HullbakeContentsUser6 = 33554432,
    HullbakeContentsUser7 = 67108864,
    HullbakeContentsUser8 = 134217728,
    HullbakeMaskBlocking = 31, /* solid, sky and the clips: the default of a trace */
    HullbakeMaskLiquid = 224,  /* lava, slime, water */
    HullbakeMaskAll = 268435455,
    HullbakeMaskPassable = 268435424 /* contents that stop nothing: liquids, fog, ladders and the like */
};

#define HULLBAKE_DEFAULT_SKIN (1.0 / 32)   /* distance kept from what was hit */
#define HULLBAKE_MAX_COORDINATE 262144.0   /* positions lie within +-this on every axis */
#define HULLBAKE_MAX_BOX_SIZE 512.0        /* longest side of a box that is expanded at query time */
#define HULLBAKE_SURFACE_TOLERANCE 0.00001 /* units; a position no deeper in solid counts as outside */
#define HULLBAKE_NO_HULL 0xffffffffu       /* every query refuses it */
#define HULLBAKE_ALL_MODELS 0xffffffffu    /* all models of the file, each where the map draws it */
#define HULLBAKE_NO_MEMBER 0xffffffffu     /* the probe's own model, or nothing */
#define HULLBAKE_BODY_MEMBER 0x80000000u   /* this bit and the index of a body; models have their index */
#define HULLBAKE_MAX_CONTACTS 256          /* the same for contacts */
#define HULLBAKE_MAX_OVERLAPS 1024         /* one call writes at most so many, and counts all */
#define HULLBAKE_MAX_TOUCHED_PLANES 256    /* one call finds at most so many */

typedef struct HullbakeVec3 {
    double x, y, z;
} HullbakeVec3;

typedef struct HullbakeBox {
    HullbakeVec3 mins, maxs;
} HullbakeBox;

/* A part of the block, without a zero at its end: printf("%.*s", (int)text.length, text.data). */
typedef struct HullbakeText {
    const char* data; /* never null */
    size_t length;
} HullbakeText;

/* An opened map, in the caller's storage. */
typedef struct HullbakeMap HullbakeMap;

/* Storage for one map, on the stack or inside a struct of the caller's. */
typedef struct HullbakeStorage {
    uint64_t reserved[64];
} HullbakeStorage;

/* The place and kind of the first fault in a block. */
typedef struct HullbakeFault {
    uint32_t size;
    HullbakeStatus status;
    uint64_t offset; /* bytes from the start of the block */
    char section[8]; /* four-character id of the section with a zero behind it; empty for the header */
} HullbakeFault;
#define HULLBAKE_FAULT_MIN 8

typedef struct HullbakeHullInfo {
    uint32_t size;
    uint32_t reserved;
    HullbakeText name;
    HullbakeBox box; /* corners relative to the box's origin */
} HullbakeHullInfo;
#define HULLBAKE_HULL_INFO_MIN 8

typedef struct HullbakeModelInfo {
    uint32_t size;
    uint32_t entity; /* number of the entity in the map */
    HullbakeText classname;
    HullbakeBox bounds;  /* of the bare brushes */
    HullbakeVec3 origin; /* the entity's own origin */
    uint32_t brushCount;
    uint32_t reserved;
} HullbakeModelInfo;
#define HULLBAKE_MODEL_INFO_MIN 8

/* Place of a model in the game: world = pivot + displacement + axes[0] * q.x + axes[1] * q.y + axes[2] * q.z with
 * q = model - pivot, where model space is where the map draws it. The axes must be a rotation within 1e-6 of right
 * angles and unit length, not mirrored; displacement and pivot within the range of coordinates. */
typedef struct HullbakeTransform {
    HullbakeVec3 displacement;
    HullbakeVec3 axes[3]; /* where the model's x, y and z point in the world */
    HullbakeVec3 pivot;   /* the point that a turn leaves in place, in model space */
} HullbakeTransform;

struct HullbakeShape; /* hullbake_shapes.h */

/* The subject of every query and move: a hull, a box or a shape, the model it moves through, the contents that stop it.
 * Flags are 0 or 1. */
typedef struct HullbakeProbe {
    uint32_t size;
    uint32_t hull;         /* from hullbakeFindHull; ignored if `boxed` is 1 */
    uint32_t model;        /* 0 is the world; HULLBAKE_ALL_MODELS, where the map draws them */
    HullbakeContents mask; /* what stops it */
    double skin;     /* distance that an end keeps from what was hit; of moves 0 to 1; 0 gives the exact contact */
    HullbakeBox box; /* any box, expanded at query time, instead of the hull */
    uint8_t boxed;   /* 1: `box` replaces the hull */
    uint8_t placed;  /* 1: `transform` places the model; not with HULLBAKE_ALL_MODELS */
    uint8_t reserved[6];
    HullbakeTransform transform;       /* baked hulls, neighbours and moves take only transforms that do not turn */
    const struct HullbakeScene* scene; /* what the game has put into the map; null for nothing */
    const struct HullbakeShape* shape; /* if not null, a shape instead of hull and box; not with a
                                          scene */
} HullbakeProbe;
#define HULLBAKE_PROBE_MIN 8 /* up to `hull`; then: the world, HullbakeMaskBlocking, the default skin */

/* Start and end of a trace: two positions of the box's origin. */
typedef struct HullbakeSegment {
    HullbakeVec3 start, end;
} HullbakeSegment;

/* The answer of a trace. Flags are 0 or 1. */
typedef struct HullbakeTrace {
    uint32_t size;
    uint8_t hit;        /* something stopped the trace */
    uint8_t startsolid; /* the start was deeper in solid than HULLBAKE_SURFACE_TOLERANCE */
    uint8_t allsolid;   /* the trace never left solid; fraction is 0 */
    uint8_t invalid;    /* nothing was traced */
    double fraction;    /* endpos = start + fraction * (end - start); 1 without a hit */
    double hitFraction; /* the exact contact, before the pull-back by the skin */
    HullbakeVec3 endpos;
    HullbakeVec3 normal; /* of the plane hit, facing the mover; zero without one */
    double dist;         /* of the plane hit, at the box's origin */
    HullbakeContents contents;
    uint32_t model;          /* the model hit; without a hit the probe's, or 0 for HULLBAKE_ALL_MODELS */
    HullbakeRefusal refusal; /* why it is invalid */
    uint8_t reserved[7];
    uint32_t member; /* of the probe's scene that was hit, or HULLBAKE_NO_MEMBER */
    uint32_t reserved2;
} HullbakeTrace;
#define HULLBAKE_TRACE_MIN 48 /* up to `endpos`; hullbakeSurface needs it up to `model`, 88 bytes */

/* The side of a brush that a trace entered. Flags are 0 or 1. */
typedef struct HullbakeSurface {
    uint32_t size;
    uint8_t found;
    uint8_t bevel; /* the plane entered is a bevel: no face of the brush is parallel to it */
    uint8_t reserved[2];
    HullbakeText texture;
    uint32_t brush;  /* number of the brush within its entity, from 0 */
    uint32_t side;   /* number of the face within the brush; for a bevel, one of the faces at its edge */
    uint32_t line;   /* line of that face in the map, from 1 */
    uint32_t entity; /* number of the entity in the map, from 0 */
} HullbakeSurface;
#define HULLBAKE_SURFACE_MIN 8

/* A brush that the box touches or overlaps. */
typedef struct HullbakeOverlap {
    uint32_t size;
    uint32_t model;
    uint32_t brush;  /* number of the brush within its entity, from 0 */
    uint32_t line;   /* line of the brush in the map, from 1 */
    uint32_t entity; /* number of the entity in the map, from 0 */
    HullbakeContents contents;
    uint8_t touches; /* 1: it only touches, no deeper than HULLBAKE_SURFACE_TOLERANCE */
    uint8_t reserved[3];
    uint32_t member; /* of the probe's scene, or HULLBAKE_NO_MEMBER */
} HullbakeOverlap;
#define HULLBAKE_OVERLAP_MIN 24 /* up to `contents` */

/* How deep a body is in one brush. */
typedef struct HullbakeBrushContact {
    uint32_t size;
    uint32_t model;
    uint32_t brush;  /* number of the brush within its entity, from 0 */
    uint32_t line;   /* line of the brush in the map, from 1 */
    uint32_t entity; /* number of the entity in the map, from 0 */
    HullbakeContents contents;
    double depth;        /* the least move out, units; down to -HULLBAKE_SURFACE_TOLERANCE where it only touches */
    HullbakeVec3 normal; /* unit, away from the brush: a move by `normal * depth` makes the body touch it */
    HullbakeVec3 point;  /* on the brush, where they touch after that move */
    uint8_t exact;       /* 1: no other direction has a shorter way out, but for rounding */
    uint8_t reserved[3];
    uint32_t member; /* of the probe's scene, or HULLBAKE_NO_MEMBER; a body has no brush, line and entity */
} HullbakeBrushContact;
#define HULLBAKE_BRUSH_CONTACT_MIN 56 /* up to `normal` */

/* A plane of a grown brush that the box is near. */
typedef struct HullbakeTouchedPlane {
    uint32_t size;
    uint32_t model;
    HullbakeVec3 normal; /* unit length, facing the box */
    double dist;         /* of the plane, at the box's origin */
    double distance;     /* from the origin to the plane; down to -HULLBAKE_SURFACE_TOLERANCE */
    double gap;          /* from the origin to the face itself; more than `distance` beside the face */
    HullbakeContents contents;
    uint32_t member;         /* of the probe's scene, or HULLBAKE_NO_MEMBER */
    HullbakeSurface surface; /* of the face; for a bevel, of one of the faces at its edge */
} HullbakeTouchedPlane;
#define HULLBAKE_TOUCHED_PLANE_MIN 64 /* up to `contents` */

typedef uint32_t HullbakeUnstickStatus;
enum {
    HullbakeUnstickFree = 0,   /* the box is free where it is */
    HullbakeUnstickFound = 1,  /* the nearest free place was found */
    HullbakeUnstickNone = 2,   /* no free place within the distance, or none found by the work of one query */
    HullbakeUnstickInvalid = 3 /* refused: nothing was searched */
};

/* The shortest move out of solid. */
typedef struct HullbakeUnstick {
    uint32_t size;
    HullbakeUnstickStatus status;
    HullbakeVec3 direction; /* unit length; zero unless found */
    double distance;
    HullbakeVec3 position;   /* origin + direction * distance; the origin unless found */
    HullbakeRefusal refusal; /* why it is invalid */
    uint8_t reserved[7];
} HullbakeUnstick;
#define HULLBAKE_UNSTICK_MIN 64

/* Initial values of each struct: HullbakeTrace trace = HULLBAKE_TRACE_INIT; */
/* clang-format off */
#define HULLBAKE_FAULT_INIT \
    {(uint32_t)sizeof(HullbakeFault), 0, 0, {0}}
#define HULLBAKE_HULL_INFO_INIT \
    {(uint32_t)sizeof(HullbakeHullInfo), 0, {"", 0}, {{0, 0, 0}, {0, 0, 0}}}
#define HULLBAKE_MODEL_INFO_INIT \
    {(uint32_t)sizeof(HullbakeModelInfo), 0, {"", 0}, {{0, 0, 0}, {0, 0, 0}}, {0, 0, 0}, 0, 0}
#define HULLBAKE_TRANSFORM_INIT \
    {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}}
#define HULLBAKE_PROBE_INIT \
    {(uint32_t)sizeof(HullbakeProbe), HULLBAKE_NO_HULL, 0, (uint32_t)HullbakeMaskBlocking, HULLBAKE_DEFAULT_SKIN, \
    {{0, 0, 0}, {0, 0, 0}}, 0, 0, {0, 0, 0, 0, 0, 0}, HULLBAKE_TRANSFORM_INIT, NULL, NULL}
#define HULLBAKE_TRACE_INIT \
    {(uint32_t)sizeof(HullbakeTrace), 0, 0, 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0, 0}, \
    HULLBAKE_NO_MEMBER, 0}
#define HULLBAKE_SURFACE_INIT \
    {(uint32_t)sizeof(HullbakeSurface), 0, 0, {0, 0}, {"", 0}, 0, 0, 0, 0}
#define HULLBAKE_OVERLAP_INIT \
    {(uint32_t)sizeof(HullbakeOverlap), 0, 0, 0, 0, 0, 0, {0, 0, 0}, HULLBAKE_NO_MEMBER}
#define HULLBAKE_BRUSH_CONTACT_INIT \
    {(uint32_t)sizeof(HullbakeBrushContact), 0, 0, 0, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0, {0, 0, 0}, \
    HULLBAKE_NO_MEMBER}
#define HULLBAKE_TOUCHED_PLANE_INIT \
    {(uint32_t)sizeof(HullbakeTouchedPlane), 0, {0, 0, 0}, 0, 0, 0, 0, HULLBAKE_NO_MEMBER, HULLBAKE_SURFACE_INIT}
#define HULLBAKE_UNSTICK_INIT \
    {(uint32_t)sizeof(HullbakeUnstick), (uint32_t)HullbakeUnstickInvalid, {0, 0, 0}, 0, {0, 0, 0}, 0, \
    {0, 0, 0, 0, 0, 0, 0}}
/* clang-format on */

/* Returns the bytes of storage that this library needs, at most sizeof(HullbakeStorage) for the header it came with. */
HULLBAKE_API size_t hullbakeStorageSize(void);

/* Checks the block in one pass and builds a map in `storage` (at least hullbakeStorageSize() bytes, at a multiple of
 * 8). On any error *map is null, and `fault`, which may be null, says where. */
HULLBAKE_API HullbakeStatus hullbakeOpen(const void* block, size_t blockSize, void* storage, size_t storageSize,
                                         const HullbakeMap** map, HullbakeFault* fault);

/* Returns a sentence for any number, with a zero at its end; never null. */
HULLBAKE_API const char* hullbakeStatusText(HullbakeStatus status);

/* Returns a sentence for any number, with a zero at its end; never null. */
HULLBAKE_API const char* hullbakeRefusalText(HullbakeRefusal refusal);

/* Returns why queries refuse the probe at that position, or HullbakeRefusalNone. Ask it after hullbakeContentsAt and
 * the lists of neighbours, whose answers carry no reason. It does not see their other reasons: a distance, a transform
 * that turns, too much work. */
HULLBAKE_API HullbakeRefusal hullbakeRefusal(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 position);

/* Returns how many hulls or models the map has, 0 for a null map. Numbers start at 0; model 0 is the world. */
HULLBAKE_API uint32_t hullbakeHullCount(const HullbakeMap* map);
HULLBAKE_API uint32_t hullbakeModelCount(const HullbakeMap* map);

/* Finds the hull of that name, compared exactly. On any error *hull is HULLBAKE_NO_HULL. */
HULLBAKE_API HullbakeStatus hullbakeFindHull(const HullbakeMap* map, const char* name, uint32_t* hull);
HULLBAKE_API HullbakeStatus hullbakeHull(const HullbakeMap* map, uint32_t hull, HullbakeHullInfo* info);
HULLBAKE_API HullbakeStatus hullbakeModel(const HullbakeMap* map, uint32_t model, HullbakeModelInfo* info);

/* Moves the probe from start to end. `trace->size` must be set. */
HULLBAKE_API HullbakeStatus hullbakeTrace(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start,
                                          HullbakeVec3 end, HullbakeTrace* trace);

/* Traces `count` segments. Each answer equals that of hullbakeTrace, so threads may share out a batch anywhere. Trace i
 * lies i * stride bytes behind the first. The stride is the caller's sizeof, and the call sets the sizes. The arrays
 * must not overlap. Every segment is answered, and the status is the first that is not HullbakeStatusOk. A stride that
 * is no multiple of 8, or shorter than HULLBAKE_TRACE_MIN, is HullbakeStatusBadSize: nothing is answered. With count 0
 * the arrays may be null. */
HULLBAKE_API HullbakeStatus hullbakeTraceBatch(const HullbakeMap* map, const HullbakeProbe* probe,
                                               const HullbakeSegment* segments, HullbakeTrace* traces, size_t stride,
                                               size_t count);

/* Finds the contents that the probe overlaps at `origin`, inside and outside its mask. Touching is not overlapping. */
HULLBAKE_API HullbakeStatus hullbakeContentsAt(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                               HullbakeContents* contents);

/* Finds the brush side that `trace` entered: the probe's answer from start to end. */
HULLBAKE_API HullbakeStatus hullbakeSurface(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start,
                                            HullbakeVec3 end, const HullbakeTrace* trace, HullbakeSurface* surface);

/* Lists the brushes that the probe touches or overlaps at `origin`, in the order of model, entity and brush. The call
 * writes the first `room` of them; element i lies i * stride bytes behind the first, and its size is set by the call.
 * *count is how many there are. With room 0 `overlaps` may be null. */
HULLBAKE_API HullbakeStatus hullbakeOverlap(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                            HullbakeOverlap* overlaps, size_t stride, size_t room, size_t* count);

/* Lists how deep the probe's shape or box is in each brush that it touches or overlaps, as hullbakeOverlap does. Takes
 * every valid shape, and transforms that turn. The models, and those of the scene nearby, must be hullbakeTurnable. */
HULLBAKE_API HullbakeStatus hullbakeContacts(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                             HullbakeBrushContact* contacts, size_t stride, size_t room, size_t* count);

/* Returns the shortest move that leads along each contact's normal by its depth or farther. Contact i lies i * stride
 * bytes behind the first, and has `normal`. HullbakeStatusNotFound if they push against each other, or a number in them
 * is not finite; then the move is zero. What is promised is said in hullbake/neighbours.hpp. */
HULLBAKE_API HullbakeStatus hullbakeLeastMoveOut(const HullbakeBrushContact* contacts, size_t stride, size_t count,
                                                 HullbakeVec3* move);

/* Lists the planes of visible faces within `distance` of the probe, the nearest first, as hullbakeOverlap does. */
HULLBAKE_API HullbakeStatus hullbakeTouching(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                             double distance, HullbakeTouchedPlane* planes, size_t stride, size_t room,
                                             size_t* count);

/* Finds the nearest place where the probe is free, at most `maxDistance` away and not through a wall. */
HULLBAKE_API HullbakeStatus hullbakeUnstick(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                            double maxDistance, HullbakeUnstick* way);

/* Makes a transform that turns by pitch (positive looks down), yaw and roll, in degrees, as Quake's engines do. It sets
 * the axes and the pivot, and no displacement. Angles that are not finite are HullbakeStatusInvalidQuery. */
HULLBAKE_API HullbakeStatus hullbakeRotation(HullbakeVec3 angles, HullbakeVec3 pivot, HullbakeTransform* transform);

/* Returns 1 if boxes can be traced against the model when it is turned, else 0: for a model with a brush of more than
 * 256 faces, and for the world of a file older than version 1.2. */
HULLBAKE_API int hullbakeTurnable(const HullbakeMap* map, uint32_t model);

/* Return the map's entities (keys and values in .map syntax, without brushes) and the settings of the compile (JSON).
 * Empty for a null map. */
HULLBAKE_API HullbakeText hullbakeEntityText(const HullbakeMap* map);
HULLBAKE_API HullbakeText hullbakeMetaText(const HullbakeMap* map);

/* Returns one name for a set of bits, by priority, with a zero at its end: "solid", "sky", "clip", "playerclip",
 * "monsterclip", "lava", "slime", "water", "empty". */
HULLBAKE_API const char* hullbakeContentsName(HullbakeContents contents);
/* Finds the bits of such a name. On any error *contents is 0. */
HULLBAKE_API HullbakeStatus hullbakeContentsFromName(const char* name, HullbakeContents* contents);

#ifdef __cplusplus
}
#endif

#endif
