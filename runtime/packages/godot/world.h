/* A world as a dictionary: the lists `models`, `movers` and `bodies`, which hullbake_world.h and hullbake_scene.h
 * describe. Dictionaries are shared, so a step writes what it moves into those that it was given. */
#ifndef HULLBAKE_GODOT_WORLD_H
#define HULLBAKE_GODOT_WORLD_H

#include "fields.h"

/* The arrays of a world, of its own. All zero has none. */
typedef struct WorldRoom {
    HullbakePlacedModel* models;
    HullbakeMover* movers;
    HullbakeBody* bodies;
    HullbakePassenger* passengers;
    size_t modelCount, moverCount, bodyCount;
} WorldRoom;

/* A probe, and the scene that it sees. */
typedef struct ClipProbe {
    HullbakeProbe probe;
    HullbakeScene scene;
    WorldRoom room;
} ClipProbe;

/* Reads the lists of a world. Whether it returns null or an error, the room is to be freed. */
const char* readWorld(const Fields* world, WorldRoom* room);
void freeWorld(WorldRoom* room);

/* Makes a probe of the name of a hull, or of the fields hull, or mins and maxs; model (-1 is all), mask, skin; and
 * world, self (-1 is none), stopped_by. Whether it returns null or an error, the probe is to be freed. */
const char* readProbe(const ClipMap* map, const Engine* engine, const Value* value, ClipProbe* probe);
void freeProbe(ClipProbe* probe);

/* Moves what is in the dictionary `world`. */
const char* runStepMovers(const ClipCall* call, Value* answer);
const char* runPushBody(const ClipCall* call, Value* answer);

#endif
