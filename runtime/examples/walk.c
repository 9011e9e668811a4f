/* A small game loop in C: a player's box walks through the demo level, with gravity, sliding along what it hits, and
 * prints its path. walk.cpp is the same in C++ and prints the same.
 *
 *   hullbake compile maps/demo/demo.map -o demo.hull
 *   walk_c demo.hull
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hullbake/hullbake.h"

typedef HullbakeVec3 Vec3;

/* Up the stairs, over the edge, around the pillars, and into the water of the cistern. */
typedef struct Leg {
    double degrees; /* 0 is +x, 90 is +y */
    int ticks;
} Leg;
static const Leg kRoute[] = {{90, 60}, {90, 150}, {180, 60}, {-60, 90}, {-120, 90}, {180, 60}, {-90, 15}, {180, 150}};

/* All that the game knows of the world. */
typedef struct Game {
    const HullbakeMap* map;
    HullbakeProbe player;
    Vec3 origin, velocity;
} Game;

static const double kTick = 1.0 / 60, kGravity = 800, kSpeed = 320; /* seconds, units */

static Vec3 plus(Vec3 a, Vec3 b, double scale) {
    Vec3 sum = {a.x + b.x * scale, a.y + b.y * scale, a.z + b.z * scale};
    return sum;
}
static double dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static Vec3 cross(Vec3 a, Vec3 b) {
    Vec3 product = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return product;
}

/* Doors, lifts and walls stop the player; triggers do not. */
static int isSolidModel(const HullbakeMap* map, uint32_t model) {
    HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
    hullbakeModel(map, model, &info);
    return model == 0 || (info.classname.length > 5 && memcmp(info.classname.data, "func_", 5) == 0);
}

/* The nearest hit in the world and in every model that is solid. */
static HullbakeTrace traceAll(const Game* game, Vec3 start, Vec3 end) {
    HullbakeTrace nearest = HULLBAKE_TRACE_INIT;
    HullbakeProbe probe = game->player;
    hullbakeTrace(game->map, &probe, start, end, &nearest);
    for (probe.model = 1; probe.model < hullbakeModelCount(game->map); ++probe.model) {
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        if (!isSolidModel(game->map, probe.model)) continue;
        hullbakeTrace(game->map, &probe, start, end, &trace);
        if (trace.hitFraction < nearest.hitFraction) nearest = trace;
    }
    return nearest;
}

/* Removes the part of the velocity that points into the planes touched so far. */
static Vec3 clipVelocity(Vec3 velocity, const Vec3* normals, int count) {
    const Vec3 none = {0, 0, 0};
    int i, k;
    for (i = 0; i < count; ++i) {
        const Vec3 clipped = plus(velocity, normals[i], -dot(velocity, normals[i]));
        for (k = 0; k < count && dot(clipped, normals[k]) > -1e-9; ++k) continue;
        if (k == count) return clipped;
    }
    if (count == 2) { /* along the crease of the two */
        const Vec3 crease = cross(normals[0], normals[1]);
        return plus(none, crease, dot(velocity, crease) / dot(crease, crease));
    }
    return none;
}

static void slide(Game* game) {
    Vec3 normals[4];
    double left = kTick;
    int count = 0;
    while (count < 4) {
        const HullbakeTrace trace = traceAll(game, game->origin, plus(game->origin, game->velocity, left));
        game->origin = trace.endpos;
        if (!trace.hit || trace.allsolid) return;
        left -= left * trace.fraction;
        normals[count++] = trace.normal;
        game->velocity = clipVelocity(game->velocity, normals, count);
    }
}

static int standsOnGround(const Game* game) {
    const Vec3 down = {0, 0, -1};
    const HullbakeTrace trace = traceAll(game, game->origin, plus(game->origin, down, 0.25));
    return trace.hit && trace.normal.z > 0.7;
}

static void walk(Game* game, double degrees, int ticks) {
    const double turn = degrees * (3.14159265358979 / 180);
    int i, ground = 0;
    HullbakeContents contents = 0;
    for (i = 0; i < ticks; ++i) {
        ground = standsOnGround(game);
        if (ground) {
            game->velocity.x = cos(turn) * kSpeed;
            game->velocity.y = sin(turn) * kSpeed;
        }
        game->velocity.z -= kGravity * kTick;
        slide(game);
    }
    hullbakeContentsAt(game->map, &game->player, game->origin, &contents);
    printf("%4.0f degrees to %9.3f %9.3f %9.3f  %s in %s\n", degrees, game->origin.x, game->origin.y, game->origin.z,
           ground ? "walks" : "falls", hullbakeContentsName(contents));
}

/* The bytes of a file in memory from malloc, or null. */
static void* readFile(const char* name, size_t* size) {
    FILE* file = fopen(name, "rb");
    void* bytes = NULL;
    long length = -1;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) length = ftell(file);
    if (length > 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)length);
    if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

int main(int argc, char** argv) {
    HullbakeStorage storage;
    HullbakeFault fault = HULLBAKE_FAULT_INIT;
    Game game = {NULL, HULLBAKE_PROBE_INIT, {0, -192, 96}, {0, 0, 0}};
    size_t size = 0;
    void* bytes;
    int i;
    if (argc != 2) {
        fprintf(stderr, "usage: walk_c FILE.hull\n");
        return 2;
    }
    bytes = readFile(argv[1], &size);
    if (hullbakeOpen(bytes, size, &storage, sizeof storage, &game.map, &fault) != HullbakeStatusOk ||
        hullbakeFindHull(game.map, "player", &game.player.hull) != HullbakeStatusOk) {
        fprintf(stderr, "%s: %s\n", argv[1], fault.status ? hullbakeStatusText(fault.status) : "no hull \"player\"");
        free(bytes);
        return 1;
    }
    for (i = 0; i < (int)(sizeof kRoute / sizeof kRoute[0]); ++i) walk(&game, kRoute[i].degrees, kRoute[i].ticks);
    free(bytes); /* the map was a view of these bytes: nothing else is to be freed */
    return 0;
}
