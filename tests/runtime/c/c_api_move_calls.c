#include <math.h>
#include <string.h>

#include "c_api_check.h"

static HullbakeSlideInput fallingInput(HullbakeVec3 start) {
    HullbakeSlideInput input = HULLBAKE_SLIDE_INPUT_INIT;
    input.origin = start;
    input.velocity.z = -512;
    input.seconds = 1;
    return input;
}

static void checkSlide(const HullbakeMap* map, HullbakeVec3 start) {
    HullbakeProbe probe = firstHull();
    HullbakeSlideInput input = fallingInput(start);
    HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(result.size == sizeof result && result.status == HullbakeSlideMoved && result.blocked == 1);
    CHECK(result.planeCount >= 1 && result.planes[0].z > 0 && result.pathPoints >= 2 && result.traces > 0);
    CHECK(result.origin.z < start.z && result.origin.z > start.z - 256 && result.velocity.z > -1);
    CHECK(hullbakeSlide(NULL, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(result.status == HullbakeSlideInvalid && sameVector(result.origin, start) && result.velocity.z == -512);
    CHECK(hullbakeSlide(map, NULL, &input, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeSlide(map, &probe, NULL, &result, NULL, 0, 0) == HullbakeStatusNullArgument && result.origin.y == 0);
    CHECK(hullbakeSlide(map, &probe, &input, NULL, NULL, 0, 0) == HullbakeStatusNullArgument);
    probe.size = 4;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    CHECK(result.status == HullbakeSlideInvalid && sameVector(result.origin, start));
    probe.size = HULLBAKE_PROBE_MIN; /* the other members have their defaults */
    probe.model = 12345;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusOk && result.blocked == 1);
    probe.size = sizeof probe;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    probe.model = HULLBAKE_ALL_MODELS;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusOk && result.blocked == 1);
    input.mode = HullbakeSlideModeClassic;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusOk && result.blocked == 1);
    input.mode = 2;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    CHECK(result.status == HullbakeSlideInvalid && sameVector(result.origin, start));
    input = fallingInput(start);
    input.seconds = (double)NAN;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    input.size = HULLBAKE_SLIDE_INPUT_MIN - 8;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusBadSize && result.origin.y == 0);
    input = fallingInput(start);
    result.size = 8;
    result.traces = 77;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusBadSize && result.traces == 77);
}

/* A tilted capsule falls to the ground, and stands on its lower end. */
static void checkTiltedCapsule(const HullbakeMap* map, HullbakeVec3 start) {
    const HullbakeVec3 end = {0, 0, 1}, otherEnd = {1, 0, 2};
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeShape capsule = HULLBAKE_SHAPE_INIT;
    const HullbakeSlideInput input = fallingInput(start);
    HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
    HullbakeWalkResult walked = HULLBAKE_WALK_RESULT_INIT;
    HullbakeGround ground = HULLBAKE_GROUND_INIT;
    CHECK(hullbakeCapsule(end, otherEnd, 1, &capsule) == HullbakeStatusOk);
    probe.shape = &capsule;
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(result.status == HullbakeSlideMoved && result.blocked == 1 && result.planes[0].z == 1);
    CHECK(hullbakeGroundBelow(map, &probe, start, 256, 0.7, &ground) == HullbakeStatusOk && ground.found == 1);
    CHECK(fabs(start.z - ground.gap + probe.skin - result.origin.z) < 1e-9);
    state.origin = result.origin;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 0.1, &walked, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(walked.status == HullbakeSlideMoved && state.onGround == 1 && state.groundNormal.z == 1);
}

static void checkPath(const HullbakeMap* map, HullbakeVec3 start) {
    const HullbakeProbe probe = firstHull();
    const HullbakeSlideInput input = fallingInput(start);
    HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
    HullbakePathPoint path[8];
    const size_t stride = sizeof *path;
    memset(path, 0xff, sizeof path);
    CHECK(hullbakeSlide(map, &probe, &input, &result, path, stride, 8) == HullbakeStatusOk);
    CHECK(result.pathPoints >= 2 && result.pathPoints <= 8 && path[0].size == stride);
    CHECK(path[0].event == HullbakePathBump && path[0].normal.z > 0 && path[0].contents != 0);
    CHECK(path[0].time > 0 && path[0].time < 1 && path[0].model == 0);
    CHECK(path[result.pathPoints - 1].event == HullbakePathEnd && path[result.pathPoints - 1].time == 1);
    CHECK(sameVector(path[result.pathPoints - 1].position, result.origin));
    path[0].model = 77;
    path[1].size = 77;
    CHECK(hullbakeSlide(map, &probe, &input, &result, path, HULLBAKE_PATH_POINT_MIN, 1) == HullbakeStatusOk);
    CHECK(path[0].size == HULLBAKE_PATH_POINT_MIN && path[0].model == 77 && path[1].size == 77);
    CHECK(hullbakeSlide(map, &probe, &input, &result, NULL, stride, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeSlide(map, &probe, &input, &result, path, stride - 1, 1) == HullbakeStatusBadSize);
    CHECK(hullbakeSlide(map, &probe, &input, &result, path, 8, 1) == HullbakeStatusBadSize);
    CHECK(result.status == HullbakeSlideInvalid && sameVector(result.origin, start));
}

static void checkWalk(const HullbakeMap* map, HullbakeVec3 start) {
    HullbakeProbe probe = firstHull();
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT, before;
    HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
    HullbakePathPoint path[8];
    state.origin = start;
    before = state;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 0, &result, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(memcmp(&state, &before, sizeof state) == 0 && result.status == HullbakeSlideMoved);
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 2, &result, path, sizeof *path, 8) == HullbakeStatusOk);
    CHECK(state.onGround == 1 && state.groundNormal.z >= rules.groundNormal && state.groundContents != 0);
    CHECK(state.size == sizeof state && state.origin.z < start.z && result.size == sizeof result);
    CHECK(result.landed == 1 && result.landingSpeed > 50 && result.pathPoints >= 2 && result.planeCount >= 1);
    CHECK(path[result.pathPoints - 1].event == HullbakePathEnd);
    before = state;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusOk && result.landed == 0);
    CHECK(sameVector(state.origin, before.origin)); /* a mover at rest does not move */
    before = state;
    CHECK(hullbakeWalk(NULL, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeWalk(map, NULL, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeWalk(map, &probe, NULL, &state, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeWalk(map, &probe, &rules, NULL, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, NULL, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, sizeof *path, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, path, 24, 1) == HullbakeStatusBadSize);
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 11, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeWalk(map, &probe, &rules, &state, (double)NAN, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    CHECK(result.status == HullbakeSlideInvalid);
    rules.mode = 2;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    rules.size = HULLBAKE_WALK_RULES_MIN + 4;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    rules.size = HULLBAKE_WALK_RULES_MIN; /* the other members have their defaults */
    rules.mode = HullbakeSlideModeRobust;
    rules.gravity = -1;
    state.size = HULLBAKE_WALK_STATE_MIN - 8;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    state.size = sizeof state;
    probe.skin = -1;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    CHECK(memcmp(&state, &before, sizeof state) == 0);
    probe.skin = HULLBAKE_DEFAULT_SKIN;
    state.size = HULLBAKE_WALK_STATE_MIN;
    state.groundDist = 77;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(state.onGround == 1 && state.groundDist == 77 && state.size == HULLBAKE_WALK_STATE_MIN);
    result.size = sizeof result + 8;
    result.steps = 77;
    CHECK(hullbakeWalk(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    CHECK(result.steps == 77);
}

static void checkGroundBelow(const HullbakeMap* map, HullbakeVec3 start) {
    const HullbakeVec3 nowhere = {0, (double)NAN, 0};
    const double walkable = HULLBAKE_GROUND_NORMAL;
    HullbakeProbe probe = firstHull();
    HullbakeGround ground = HULLBAKE_GROUND_INIT;
    CHECK(hullbakeGroundBelow(map, &probe, start, 256, walkable, &ground) == HullbakeStatusOk && ground.found == 1);
    CHECK(ground.walkable == 1 && ground.gap >= 8 && ground.gap <= 256 && ground.normal.z >= walkable);
    CHECK(ground.surface.found == 1 && ground.surface.size == sizeof ground.surface && ground.contents != 0);
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, walkable, &ground) == HullbakeStatusOk && ground.found == 0);
    CHECK(ground.size == sizeof ground && ground.gap == 0 && ground.surface.texture.length == 0);
    CHECK(hullbakeGroundBelow(map, &probe, start, 0, walkable, &ground) == HullbakeStatusOk && ground.found == 0);
    CHECK(hullbakeGroundBelow(map, &probe, nowhere, 4, walkable, &ground) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeGroundBelow(map, &probe, start, -1, walkable, &ground) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeGroundBelow(map, &probe, start, (double)NAN, walkable, &ground) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, 0, &ground) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, 1.5, &ground) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeGroundBelow(NULL, &probe, start, 4, walkable, &ground) == HullbakeStatusNullArgument);
    CHECK(hullbakeGroundBelow(map, NULL, start, 4, walkable, &ground) == HullbakeStatusNullArgument);
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, walkable, NULL) == HullbakeStatusNullArgument);
    probe.hull = hullbakeHullCount(map);
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, walkable, &ground) == HullbakeStatusInvalidQuery);
    probe.size = UINT32_MAX;
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, walkable, &ground) == HullbakeStatusBadSize);
    ground.size = HULLBAKE_GROUND_MIN - 8;
    CHECK(hullbakeGroundBelow(map, &probe, start, 4, walkable, &ground) == HullbakeStatusBadSize);
}

static void checkChangeHull(const HullbakeMap* map, HullbakeVec3 start) {
    const HullbakeVec3 nowhere = {(double)INFINITY, 0, 0};
    const HullbakeBox point = {{0, 0, 0}, {0, 0, 0}}, tall = {{0, 0, -512}, {0, 0, 0}};
    HullbakeProbe from = firstHull(), to = firstHull();
    HullbakeHullChange change = HULLBAKE_HULL_CHANGE_INIT;
    const HullbakeAnchor origin = HullbakeAnchorOrigin;
    to.boxed = 1;
    to.box = point;
    CHECK(hullbakeChangeHull(map, &from, &to, start, origin, 0, &change) == HullbakeStatusOk && change.fits == 1);
    CHECK(sameVector(change.origin, start) && change.size == sizeof change);
    to.box = tall; /* down through the ground */
    CHECK(hullbakeChangeHull(map, &from, &to, start, origin, 0, &change) == HullbakeStatusOk && change.fits == 0);
    CHECK(sameVector(change.origin, start));
    to.box = point;
    CHECK(hullbakeChangeHull(map, &from, &to, start, 4, 0, &change) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeChangeHull(map, &from, &to, nowhere, origin, 0, &change) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeChangeHull(map, &from, &to, start, origin, -1, &change) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeChangeHull(NULL, &from, &to, start, origin, 0, &change) == HullbakeStatusNullArgument);
    CHECK(hullbakeChangeHull(map, NULL, &to, start, origin, 0, &change) == HullbakeStatusNullArgument);
    CHECK(hullbakeChangeHull(map, &from, NULL, start, origin, 0, &change) == HullbakeStatusNullArgument);
    CHECK(change.fits == 0 && sameVector(change.origin, start));
    CHECK(hullbakeChangeHull(map, &from, &to, start, origin, 0, NULL) == HullbakeStatusNullArgument);
    to.box.maxs.y = -1; /* inverted */
    CHECK(hullbakeChangeHull(map, &from, &to, start, origin, 0, &change) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeChangeHull(map, &to, &from, start, origin, 0, &change) == HullbakeStatusInvalidQuery);
    to.size = sizeof to + 8;
    CHECK(hullbakeChangeHull(map, &from, &to, start, origin, 0, &change) == HullbakeStatusBadSize);
    change.size = HULLBAKE_HULL_CHANGE_MIN - 8;
    CHECK(hullbakeChangeHull(map, &from, &from, start, origin, 0, &change) == HullbakeStatusBadSize);
}

static void checkBounce(const HullbakeMap* map, HullbakeVec3 start) {
    HullbakeProbe probe = firstHull();
    HullbakeBounceRules rules = HULLBAKE_BOUNCE_RULES_INIT;
    HullbakeBounceState state = HULLBAKE_BOUNCE_STATE_INIT, before;
    HullbakeBounceResult result = HULLBAKE_BOUNCE_RESULT_INIT;
    HullbakeBounceHit hits[8];
    const size_t stride = sizeof *hits;
    state.origin = start;
    before = state;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 0, &result, NULL, 0, 0) == HullbakeStatusOk);
    CHECK(memcmp(&state, &before, sizeof state) == 0 && result.status == HullbakeSlideMoved && result.hits == 0);
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 10, &result, hits, stride, 8) == HullbakeStatusOk);
    CHECK(result.size == sizeof result && result.hits >= 2 && result.hits <= 8 && result.traces > 0);
    CHECK(state.resting == 1 && state.size == sizeof state && state.velocity.z == 0 && state.origin.z < start.z);
    CHECK(hits[0].size == stride && hits[0].before.z < 0 && hits[0].after.z >= 0 && hits[0].time > 0);
    CHECK(hits[0].normal.z > 0 && hits[0].contents != 0 && hits[0].model == 0);
    CHECK(hits[0].member == HULLBAKE_NO_MEMBER);
    CHECK(hits[result.hits - 1].event == HullbakeBounceRest);
    CHECK(sameVector(hits[result.hits - 1].position, state.origin));
    before = state;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusOk && result.hits == 0);
    CHECK(memcmp(&state, &before, sizeof state) == 0); /* a projectile at rest does not move */
    CHECK(hullbakeBounce(NULL, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeBounce(map, NULL, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeBounce(map, &probe, NULL, &state, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeBounce(map, &probe, &rules, NULL, 1, &result, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, NULL, NULL, 0, 0) == HullbakeStatusNullArgument);
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, stride, 1) == HullbakeStatusNullArgument);
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, hits, 24, 1) == HullbakeStatusBadSize);
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 11, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    CHECK(result.status == HullbakeSlideInvalid && result.refusal != 0);
    rules.restitution = 2;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusInvalidQuery);
    rules.size = HULLBAKE_BOUNCE_RULES_MIN; /* the other members have their defaults */
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusOk);
    rules.size = 4;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    rules.size = sizeof rules + 8;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    rules.size = sizeof rules;
    state.size = HULLBAKE_BOUNCE_STATE_MIN - 8;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
    result.size = HULLBAKE_BOUNCE_RESULT_MIN - 8;
    CHECK(hullbakeBounce(map, &probe, &rules, &state, 1, &result, NULL, 0, 0) == HullbakeStatusBadSize);
}

void checkMoves(const HullbakeMap* map, HullbakeVec3 start) {
    checkSlide(map, start);
    checkTiltedCapsule(map, start);
    checkPath(map, start);
    checkWalk(map, start);
    checkGroundBelow(map, start);
    checkChangeHull(map, start);
    checkBounce(map, start);
}
