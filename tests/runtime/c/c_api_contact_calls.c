#include <math.h>
#include <stddef.h>

#include "c_api_check.h"

static void checkContact(void) {
    const HullbakeVec3 origin = {0, 0, 0}, beside = {3, 0, 0}, nowhere = {NAN, 0, 0};
    HullbakeShape ball = HULLBAKE_SHAPE_INIT, box = HULLBAKE_SHAPE_INIT;
    HullbakeContact contact = HULLBAKE_CONTACT_INIT;
    HullbakeContactCache cache = {{0xdeadbeef, 77}};
    HullbakeBox sides;
    uint8_t overlaps = 7;
    sides.mins.x = sides.mins.y = sides.mins.z = -1;
    sides.maxs.x = sides.maxs.y = sides.maxs.z = 1;
    CHECK(sizeof(HullbakeContact) == 96 && offsetof(HullbakeContact, normal) + 24 == HULLBAKE_CONTACT_MIN);
    CHECK(hullbakeBall(1.5, origin, &ball) == HullbakeStatusOk && hullbakeBoxShape(sides, &box) == HullbakeStatusOk);
    CHECK(hullbakeContact(&box, origin, &ball, beside, NULL, &contact) == HullbakeStatusOk);
    CHECK(contact.distance == 0.5 && contact.exact == 1 && contact.overlaps == 0 && contact.normal.x == 1);
    CHECK(contact.onA.x == 1 && contact.onB.x == 1.5 && contact.family == HullbakeContactRound);
    CHECK(hullbakeContact(&ball, origin, &ball, beside, NULL, &contact) == HullbakeStatusOk && contact.distance == 0);
    CHECK(hullbakeContact(&ball, origin, &box, origin, NULL, &contact) == HullbakeStatusOk && contact.overlaps == 1);
    CHECK(contact.distance == -2.5 && contact.family == HullbakeContactFaceB);
    contact.size = HULLBAKE_CONTACT_MIN;
    contact.onA.x = 77;
    CHECK(hullbakeContact(&box, origin, &ball, beside, NULL, &contact) == HullbakeStatusOk && contact.distance == 0.5);
    CHECK(contact.size == HULLBAKE_CONTACT_MIN && contact.onA.x == 77);
    CHECK(hullbakeContact(&ball, nowhere, &ball, beside, NULL, &contact) == HullbakeStatusInvalidQuery);
    CHECK(contact.invalid == 1 && contact.family == HullbakeContactNone && contact.distance == 0);
    CHECK(hullbakeContact(NULL, origin, &ball, beside, NULL, &contact) == HullbakeStatusNullArgument);
    CHECK(hullbakeContact(&ball, origin, NULL, beside, NULL, &contact) == HullbakeStatusNullArgument);
    CHECK(hullbakeContact(&ball, origin, &ball, beside, NULL, NULL) == HullbakeStatusNullArgument);
    contact.size = 7;
    CHECK(hullbakeContact(&ball, origin, &ball, beside, NULL, &contact) == HullbakeStatusBadSize);
    contact.size = (uint32_t)sizeof contact;
    CHECK(hullbakeContact(&box, origin, &box, beside, &cache, &contact) == HullbakeStatusOk && contact.distance == 1);
    CHECK(hullbakeOverlaps(&box, origin, &box, beside, &cache, &overlaps) == HullbakeStatusOk && overlaps == 0);
    CHECK(hullbakeOverlaps(&box, origin, &ball, origin, &cache, &overlaps) == HullbakeStatusOk && overlaps == 1);
    CHECK(hullbakeOverlaps(&box, nowhere, &ball, origin, NULL, &overlaps) == HullbakeStatusInvalidQuery);
    CHECK(overlaps == 0 && sizeof cache == 16);
    CHECK(hullbakeOverlaps(NULL, origin, &ball, origin, NULL, &overlaps) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlaps(&ball, origin, NULL, origin, NULL, &overlaps) == HullbakeStatusNullArgument);
    CHECK(hullbakeOverlaps(&ball, origin, &box, origin, NULL, NULL) == HullbakeStatusNullArgument);
    ball.size = 3;
    CHECK(hullbakeContact(&ball, origin, &box, beside, NULL, &contact) == HullbakeStatusBadSize);
}

static void checkPairCast(void) {
    const HullbakeVec3 origin = {0, 0, 0}, near = {3, 0, 0}, far = {12, 0, 0}, nowhere = {NAN, 0, 0};
    HullbakeShape ball = HULLBAKE_SHAPE_INIT;
    HullbakePairCast cast = HULLBAKE_PAIR_CAST_INIT;
    CHECK(sizeof(HullbakePairCast) == 72 && offsetof(HullbakePairCast, normal) + 24 == HULLBAKE_PAIR_CAST_MIN);
    CHECK(hullbakeBall(1, origin, &ball) == HullbakeStatusOk);
    CHECK(hullbakeCastShapes(&ball, origin, near, &ball, far, near, &cast) == HullbakeStatusOk && cast.hit == 1);
    CHECK(fabs(cast.fraction - 10 / 12.0) < 1e-12 && cast.normal.x == 1 && cast.startsolid == 0);
    CHECK(hullbakeCastShapes(&ball, origin, near, &ball, far, far, &cast) == HullbakeStatusOk && cast.hit == 0);
    CHECK(cast.fraction == 1 && cast.steps <= 256);
    CHECK(hullbakeCastShapes(&ball, origin, nowhere, &ball, far, far, &cast) == HullbakeStatusInvalidQuery);
    CHECK(cast.invalid == 1);
    CHECK(hullbakeCastShapes(NULL, origin, near, &ball, far, far, &cast) == HullbakeStatusNullArgument);
    CHECK(hullbakeCastShapes(&ball, origin, near, NULL, far, far, &cast) == HullbakeStatusNullArgument);
    CHECK(hullbakeCastShapes(&ball, origin, near, &ball, far, far, NULL) == HullbakeStatusNullArgument);
    cast.size = 12;
    CHECK(hullbakeCastShapes(&ball, origin, near, &ball, far, far, &cast) == HullbakeStatusBadSize);
}

void checkContacts(void) {
    HullbakeSweptBounds boxes[3];
    HullbakeBodyPair pairs[3] = {{9, 9}, {9, 9}, {9, 9}};
    uint32_t scratch[3];
    size_t found = 7;
    int i;
    checkContact();
    checkPairCast();
    for (i = 0; i < 3; ++i) {
        boxes[i].mins.x = boxes[i].mins.y = boxes[i].mins.z = -i;
        boxes[i].maxs.x = boxes[i].maxs.y = boxes[i].maxs.z = 1;
        boxes[i].mask = boxes[i].kind = 1;
    }
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 3, &found) == HullbakeStatusOk && found == 3);
    CHECK(pairs[0].a == 0 && pairs[0].b == 1 && pairs[1].a == 0 && pairs[1].b == 2 && pairs[2].a == 1);
    boxes[1].mins.y = 2;
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 0, &found) == HullbakeStatusOk && found == 1);
    CHECK(hullbakeSweptPairs(NULL, 0, NULL, 0, NULL, 0, &found) == HullbakeStatusOk && found == 0);
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 2, pairs, 3, &found) == HullbakeStatusBadStorage && found == 0);
    {
        const HullbakeBox box = {{1, 0, 0}, {1, 0, 2}};
        const HullbakeVec3 zero = {0, 0, 0}, up = {0, 0, 1}, way = {0, 3, 0};
        HullbakeBox bounds;
        CHECK(hullbakeBoundsOfTurn(box, zero, up, 180, way, &bounds) == HullbakeStatusOk);
        CHECK(bounds.mins.x <= -1 && bounds.mins.x > -1.001 && bounds.maxs.y >= 4 && bounds.maxs.y < 4.001);
        CHECK(hullbakeBoundsOfTurn(box, zero, zero, 180, way, &bounds) == HullbakeStatusInvalidQuery);
        CHECK(hullbakeBoundsOfTurn(box, zero, up, 180, way, NULL) == HullbakeStatusNullArgument);
    }
    CHECK(hullbakeSweptPairs(NULL, 3, scratch, 3, pairs, 3, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeSweptPairs(boxes, 3, NULL, 3, pairs, 3, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, NULL, 3, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 3, NULL) == HullbakeStatusNullArgument);
    boxes[2].maxs.z = NAN;
    found = 7;
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 3, &found) == HullbakeStatusInvalidQuery && found == 0);
}
