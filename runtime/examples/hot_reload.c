/* A game in C that follows its level: it opens the .hull file anew when `hullbake watch` has replaced it.
 *
 *   hullbake watch maps/demo/demo.map -o demo.hull
 *   hot_reload_c demo.hull [LEVELS]
 *
 * Prints where the player's box stops in each level that it opens, and ends after so many of them. docs/integrating.md
 * quotes the struct and its function. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L /* nanosleep */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hullbake/hullbake.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

typedef struct {
    const char* path;
    uint64_t* bytes;
    uint64_t hash;
    HullbakeStorage storage;
    const HullbakeMap* map;
} Level;

/* Returns 1 if a new level was opened. A file that is missing or damaged leaves the old one. */
static int refresh(Level* level) {
    uint64_t header[8]; /* of every .hull file: [2] is its size, [3] the hash of its bytes */
    HullbakeStorage storage;
    const HullbakeMap* map = NULL;
    FILE* file = fopen(level->path, "rb");
    uint64_t* bytes = NULL;
    if (file == NULL) return 0;
    if (fread(header, 1, sizeof header, file) == sizeof header && header[3] != level->hash && header[2] >= 64 &&
        header[2] < (uint64_t)1 << 30 && (bytes = malloc((size_t)header[2])) != NULL) {
        memcpy(bytes, header, sizeof header);
        if (fread(bytes + 8, 1, (size_t)header[2] - 64, file) != header[2] - 64 ||
            hullbakeOpen(bytes, (size_t)header[2], &storage, sizeof storage, &map, NULL) != HullbakeStatusOk) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    if (bytes == NULL) return 0;
    free(level->bytes);
    level->bytes = bytes;
    level->hash = header[3];
    /* The map lies in its storage, so it is opened once more where it is to stay. */
    return hullbakeOpen(bytes, (size_t)header[2], &level->storage, sizeof level->storage, &level->map, NULL) ==
           HullbakeStatusOk;
}

static void waitForNextFrame(void) {
#ifdef _WIN32
    Sleep(16);
#else
    const struct timespec frame = {0, 16000000};
    nanosleep(&frame, NULL);
#endif
}

int main(int argc, char** argv) {
    Level level = {0};
    int left = argc > 2 ? atoi(argv[2]) : 1;
    if (argc < 2) {
        fprintf(stderr, "usage: hot_reload_c FILE.hull [LEVELS]\n");
        return 2;
    }
    level.path = argv[1];
    while (left > 0) {
        HullbakeProbe player = HULLBAKE_PROBE_INIT;
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        const HullbakeVec3 start = {0, -192, 32}, end = {0, 512, 32};
        waitForNextFrame();
        if (!refresh(&level)) continue;
        --left;
        hullbakeFindHull(level.map, "player", &player.hull);
        hullbakeTrace(level.map, &player, start, end, &trace);
        printf("stops at y = %g\n", trace.endpos.y);
        fflush(stdout);
    }
    free(level.bytes);
    return 0;
}
