#include <math.h>
#include <stddef.h>
#include <string.h>

#include "c_api_check.h"

static int isText(HullbakeText text, const char* expected) {
    return text.length == strlen(expected) && memcmp(text.data, expected, text.length) == 0;
}

static HullbakeEntity made(const char* body) {
    HullbakeEntity entity = HULLBAKE_ENTITY_INIT;
    entity.number = 7;
    entity.text.data = body;
    entity.text.length = strlen(body);
    return entity;
}

static void checkValues(void) {
    HullbakeEntity door =
        made("\"angle\" \"-2\" \"speed\" \"1.5e2\" \"v\" \"1 2 3\" \"spawnflags\" \"6\" \"bad\" \"x\"");
    HullbakeText key = {"", 0}, value = {"", 0};
    HullbakeVec3 v = {9, 9, 9};
    double number = 9;
    uint32_t flags = 9;
    size_t cursor = 0, pairs = 0;
    CHECK(hullbakeEntityValue(&door, "v", &value) == HullbakeStatusOk && isText(value, "1 2 3"));
    CHECK(hullbakeEntityValue(&door, "none", &value) == HullbakeStatusNotFound && isText(value, "1 2 3"));
    CHECK(hullbakeEntityNumber(&door, "speed", &number) == HullbakeStatusOk && number == 150);
    CHECK(hullbakeEntityNumber(&door, "bad", &number) == HullbakeStatusMalformedValue && number == 150);
    CHECK(hullbakeEntityNumber(&door, "none", &number) == HullbakeStatusNotFound && number == 150);
    CHECK(hullbakeEntityVector(&door, "v", &v) == HullbakeStatusOk && v.x == 1 && v.y == 2 && v.z == 3);
    CHECK(hullbakeEntityVector(&door, "speed", &v) == HullbakeStatusMalformedValue && v.z == 3);
    CHECK(hullbakeEntityFlags(&door, "spawnflags", &flags) == HullbakeStatusOk && flags == 6);
    CHECK(hullbakeEntityAngles(&door, &v) == HullbakeStatusOk && v.y == -2);
    CHECK(hullbakeEntityDirection(&door, &v) == HullbakeStatusOk && v.z == -1);
    while (hullbakeEntityPair(&door, &cursor, &key, &value) == HullbakeStatusOk) ++pairs;
    CHECK(pairs == 5 && isText(key, "bad") && isText(value, "x"));
    CHECK(hullbakeEntityNumber(&door, NULL, &number) == HullbakeStatusNullArgument);
    CHECK(hullbakeEntityNumber(&door, "speed", NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeEntityNumber(NULL, "speed", &number) == HullbakeStatusNullArgument);
    CHECK(hullbakeEntityPair(&door, NULL, &key, &value) == HullbakeStatusNullArgument);
    CHECK(hullbakeEntityValue(&door, "v", NULL) == HullbakeStatusNullArgument);
    door.size = 12;
    CHECK(hullbakeEntityNumber(&door, "speed", &number) == HullbakeStatusBadSize);
    door = made("");
    door.text.data = NULL;
    CHECK(hullbakeEntityNumber(&door, "speed", &number) == HullbakeStatusNullArgument);
}

void checkEntities(const HullbakeMap* map) {
    HullbakeEntity world = HULLBAKE_ENTITY_INIT, found = HULLBAKE_ENTITY_INIT;
    HullbakePlayerStart starts[2];
    HullbakeText name = {"", 0};
    size_t count = 99;
    CHECK(hullbakeEntity(map, 0, &world) == HullbakeStatusOk && world.number == 0);
    CHECK(hullbakeEntityValue(&world, "classname", &name) == HullbakeStatusOk && isText(name, "worldspawn"));
    CHECK(hullbakeEntityOfModel(map, 0, &found) == HullbakeStatusOk && found.text.data == world.text.data);
    CHECK(hullbakeFindClass(map, "WORLD*", HULLBAKE_NO_ENTITY, &found) == HullbakeStatusOk && found.number == 0);
    CHECK(hullbakeFindClass(map, "worldspawn", 0, &found) == HullbakeStatusNotFound);
    CHECK(found.number == HULLBAKE_NO_ENTITY && found.text.length == 0);
    CHECK(hullbakeFindEntity(map, "classname", "worldspawn", HULLBAKE_NO_ENTITY, &found) == HullbakeStatusOk);
    CHECK(hullbakeFindEntity(map, "classname", "World", HULLBAKE_NO_ENTITY, &found) == HullbakeStatusNotFound);
    CHECK(hullbakeEntity(map, 100000, &found) == HullbakeStatusNotFound);
    CHECK(hullbakeEntityOfModel(map, hullbakeModelCount(map), &found) == HullbakeStatusNotFound);
    CHECK(hullbakeEntity(NULL, 0, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeFindClass(map, NULL, HULLBAKE_NO_ENTITY, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeFindEntity(map, "classname", NULL, 0, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeEntityOfModel(map, 0, NULL) == HullbakeStatusNullArgument);
    found = (HullbakeEntity)HULLBAKE_ENTITY_INIT;
    CHECK(hullbakeNextEntity(map, &found) == HullbakeStatusOk && found.text.data == world.text.data);
    for (count = 1; hullbakeNextEntity(map, &found) == HullbakeStatusOk; ++count) {
        CHECK(found.number == count && hullbakeEntity(map, (uint32_t)count, &world) == HullbakeStatusOk);
        CHECK(found.text.data == world.text.data && found.text.length == world.text.length);
    }
    CHECK(found.number == HULLBAKE_NO_ENTITY && hullbakeEntity(map, (uint32_t)count, &world) == HullbakeStatusNotFound);
    found = made("\"a\" \"b\"");
    CHECK(hullbakeNextEntity(map, &found) == HullbakeStatusNotFound); /* of no map */
    CHECK(hullbakeNextEntity(NULL, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeNextEntity(map, NULL) == HullbakeStatusNullArgument);
    found.size = 4;
    CHECK(hullbakeEntity(map, 0, &found) == HullbakeStatusBadSize);
    CHECK(hullbakePlayerStarts(map, NULL, sizeof starts[0], 0, &count) == HullbakeStatusOk && count < 99);
    CHECK(hullbakePlayerStarts(map, starts, sizeof starts[0], 2, &count) == HullbakeStatusOk);
    CHECK(count == 0 || (starts[0].size == sizeof starts[0] && starts[0].classname.length > 0));
    CHECK(hullbakePlayerStarts(map, starts, 12, 2, &count) == HullbakeStatusBadSize && count == 0);
    CHECK(hullbakePlayerStarts(map, NULL, sizeof starts[0], 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakePlayerStarts(NULL, starts, sizeof starts[0], 2, &count) == HullbakeStatusNullArgument);
    CHECK(hullbakePlayerStarts(map, starts, sizeof starts[0], 2, NULL) == HullbakeStatusNullArgument);
    checkValues();
}
