#include <math.h>
#include <stddef.h>

#include "c_api_check.h"

/* Checks what the calls of neighbours and moves say of the body below the point. */
static void checkAround(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 on) {
    HullbakeTouchedPlane plane = HULLBAKE_TOUCHED_PLANE_INIT;
    HullbakeOverlap overlap = HULLBAKE_OVERLAP_INIT;
    HullbakeBrushContact contact = HULLBAKE_BRUSH_CONTACT_INIT;
    HullbakeGround ground = HULLBAKE_GROUND_INIT;
    HullbakeContents contents = 0;
    size_t count = 0;
    CHECK(hullbakeTouching(map, probe, on, 0.5, &plane, sizeof plane, 1, &count) == HullbakeStatusOk && count >= 1);
    CHECK(plane.member == (HULLBAKE_BODY_MEMBER | 1u) && plane.surface.found == 0);
    CHECK(hullbakeOverlap(map, probe, on, &overlap, sizeof overlap, 1, &count) == HullbakeStatusOk && count == 1);
    CHECK(overlap.member == (HULLBAKE_BODY_MEMBER | 1u) && overlap.touches == 1);
    CHECK(hullbakeGroundBelow(map, probe, on, 4, 0.7, &ground) == HullbakeStatusOk && ground.found == 1);
    CHECK(ground.member == (HULLBAKE_BODY_MEMBER | 1u));
    on.z -= 1;
    CHECK(hullbakeContentsAt(map, probe, on, &contents) == HullbakeStatusOk && contents == HullbakeContentsSolid);
    CHECK(hullbakeContacts(map, probe, on, &contact, sizeof contact, 1, &count) == HullbakeStatusOk && count == 1);
    CHECK(contact.member == (HULLBAKE_BODY_MEMBER | 1u) && contact.normal.z == 1 && contact.line == 0);
    CHECK(contact.depth > 0.999 && contact.depth < 1.001 && contact.exact == 1);
}

/* Checks that a ball meets the second body of the probe's scene, two units below the start. */
static void checkBall(const HullbakeMap* map, HullbakeProbe probe, HullbakeVec3 start, HullbakeVec3 end) {
    HullbakeShape ball = HULLBAKE_SHAPE_INIT;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeContactPoint contact = HULLBAKE_CONTACT_POINT_INIT;
    HullbakeUnstick way = HULLBAKE_UNSTICK_INIT;
    const HullbakeVec3 none = {0, 0, 0};
    CHECK(hullbakeBall(1, none, &ball) == HullbakeStatusOk);
    probe.shape = &ball;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk);
    CHECK(trace.member == (HULLBAKE_BODY_MEMBER | 1u) && trace.endpos.z == start.z - 1);
    CHECK(hullbakeContactPoint(map, &probe, start, end, &trace, &contact) == HullbakeStatusOk);
    CHECK(contact.feature == HullbakeFeatureFace && contact.point.z == start.z - 2 && contact.surfaces[0].found == 0);
    start.z -= 2;
    CHECK(hullbakeUnstick(map, &probe, start, 4, &way) == HullbakeStatusOk);
    CHECK(way.status == HullbakeUnstickFound && fabs(way.distance - 1) < 1e-4);
}

/* Checks that the second body is a ball now: its box has a corner where nothing stops the point. */
static void checkRoundBody(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeBody* body, HullbakeVec3 start,
                           HullbakeVec3 end) {
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeTouchedPlane plane = HULLBAKE_TOUCHED_PLANE_INIT;
    HullbakeContents contents = 0;
    size_t count = 0;
    body->form = HULLBAKE_BODY_CAPSULE;
    CHECK(hullbakeTrace(map, probe, start, end, &trace) == HullbakeStatusOk);
    CHECK(trace.member == (HULLBAKE_BODY_MEMBER | 1u) && fabs(trace.endpos.z - (start.z - 2)) < 1e-9);
    start.x = end.x = start.x + 1.75;
    start.y = end.y = start.y + 1.75;
    CHECK(hullbakeTrace(map, probe, start, end, &trace) == HullbakeStatusOk && trace.member == HULLBAKE_NO_MEMBER);
    start.z -= 4;
    CHECK(hullbakeContentsAt(map, probe, start, &contents) == HullbakeStatusOk && contents == 0);
    CHECK(hullbakeTouching(map, probe, start, 1, &plane, sizeof plane, 1, &count) == HullbakeStatusOk && count == 1);
    CHECK(plane.member == (HULLBAKE_BODY_MEMBER | 1u) && fabs(plane.gap - (1.75 * sqrt(2.0) - 2)) < 1e-9);
    body->form = 9;
    CHECK(hullbakeTrace(map, probe, start, end, &trace) == HullbakeStatusInvalidQuery);
    CHECK(trace.refusal == HullbakeRefusalBadScene);
    body->form = HULLBAKE_BODY_BOX;
}

/* Checks that an index changes no answer, and what callers may get wrong with it. */
static void checkIndex(const HullbakeMap* map, HullbakeProbe probe, HullbakeScene scene, HullbakeVec3 start,
                       HullbakeVec3 end) {
    HullbakeSceneSlot slots[5];
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    size_t used = 0;
    probe.scene = &scene;
    CHECK(hullbakeIndexScene(map, &scene, 16, slots, 5, &used) == HullbakeStatusOk && used == 4);
    scene.index = slots;
    scene.indexCount = used;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk);
    CHECK(trace.member == (HULLBAKE_BODY_MEMBER | 1u) && trace.endpos.z == start.z - 2);
    scene.index = NULL;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusNullArgument);
    scene.indexCount = 0;
    CHECK(hullbakeIndexScene(map, &scene, 16, slots, 4, &used) == HullbakeStatusInvalidQuery && used == 0);
    CHECK(hullbakeIndexScene(map, &scene, NAN, slots, 5, &used) == HullbakeStatusInvalidQuery);
    CHECK(hullbakeIndexScene(map, NULL, 16, slots, 5, &used) == HullbakeStatusNullArgument);
    CHECK(hullbakeIndexScene(map, &scene, 16, NULL, 5, &used) == HullbakeStatusNullArgument);
    scene.size = 3;
    CHECK(hullbakeIndexScene(map, &scene, 16, slots, 5, &used) == HullbakeStatusBadSize);
}

void checkScenes(const HullbakeMap* map, HullbakeVec3 start) {
    const HullbakeBody body = HULLBAKE_BODY_INIT;
    const HullbakePlacedModel placed = HULLBAKE_PLACED_MODEL_INIT;
    HullbakeBody bodies[2];
    HullbakeScene scene = HULLBAKE_SCENE_INIT;
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeVec3 end = start;
    bodies[0] = bodies[1] = body;
    bodies[0].enabled = 0;
    bodies[1].origin = start;
    bodies[1].origin.z -= 4;
    bodies[1].box.mins.x = bodies[1].box.mins.y = bodies[1].box.mins.z = -2;
    bodies[1].box.maxs.x = bodies[1].box.maxs.y = bodies[1].box.maxs.z = 2;
    probe.boxed = 1;
    probe.skin = 0;
    end.z -= 300;
    CHECK(trace.member == HULLBAKE_NO_MEMBER);
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.hit == 1);
    CHECK(trace.member == HULLBAKE_NO_MEMBER && trace.endpos.z < start.z - 7);
    probe.scene = &scene;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.endpos.z < start.z - 7);
    scene.bodies = bodies;
    scene.bodyCount = 2;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk);
    CHECK(trace.member == (HULLBAKE_BODY_MEMBER | 1u) && trace.endpos.z == start.z - 2);
    checkAround(map, &probe, trace.endpos);
    checkBall(map, probe, start, end);
    checkRoundBody(map, &probe, &bodies[1], start, end);
    checkIndex(map, probe, scene, start, end);
    scene.self = HULLBAKE_BODY_MEMBER | 1u;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.member == HULLBAKE_NO_MEMBER);
    scene.self = HULLBAKE_NO_MEMBER;
    scene.stoppedBy = 2;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.member == HULLBAKE_NO_MEMBER);
    scene.stoppedBy = 1;
    bodies[1].origin.z = NAN;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusInvalidQuery);
    CHECK(trace.refusal == HullbakeRefusalBadScene && hullbakeRefusal(map, &probe, start) == HullbakeRefusalBadScene);
    scene.bodyCount = 0;
    scene.models = &placed;
    scene.modelCount = 1;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.hit == 1);
    scene.models = NULL;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusNullArgument);
    scene.size = HULLBAKE_SCENE_MIN;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusOk && trace.hit == 1);
    scene.size = sizeof scene + 8;
    CHECK(hullbakeTrace(map, &probe, start, end, &trace) == HullbakeStatusBadSize);
}
