// The C interface of entities. Checks the arguments of C callers and converts the structs.
#include <algorithm>
#include <array>
#include <cstring>

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/entities.hpp"
#include "hullbake/hullbake_entities.h"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

HullbakeStatus writeEntity(const Entity& found, HullbakeEntity* entity) {
    const std::size_t size = sizeToldBy<HullbakeEntity>(entity, HULLBAKE_ENTITY_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeEntity out = HULLBAKE_ENTITY_INIT;
    if (found) {
        out.number = found.number();
        out.text = toC(found.body());
    }
    writeSized(entity, size, out);
    return found ? HullbakeStatusOk : HullbakeStatusNotFound;
}

// Returns the entity behind which a search begins.
Entity behind(uint32_t after) {
    return after == HULLBAKE_NO_ENTITY ? Entity() : Entity(after, {});
}

// Reads the caller's entity. Returns what is wrong with it, or Ok.
HullbakeStatus readEntity(const HullbakeEntity* theirs, Entity& entity) {
    if (theirs == nullptr) return HullbakeStatusNullArgument;
    HullbakeEntity ours = HULLBAKE_ENTITY_INIT;
    if (!readSized(theirs, HULLBAKE_ENTITY_MIN, ours)) return HullbakeStatusBadSize;
    if (ours.text.data == nullptr) return HullbakeStatusNullArgument;
    if (ours.number != HULLBAKE_NO_ENTITY) entity = Entity(ours.number, {ours.text.data, ours.text.length});
    return HullbakeStatusOk;
}

HullbakeStatus statusOf(ValueStatus status) {
    if (status == ValueStatus::Missing) return HullbakeStatusNotFound;
    return status == ValueStatus::Malformed ? HullbakeStatusMalformedValue : HullbakeStatusOk;
}

// Reads the entity, asks it for a value, and writes that if it is one.
template <class C, class Ask, class Convert>
HullbakeStatus answerValue(const HullbakeEntity* theirs, C* out, Ask ask, Convert convert) {
    if (out == nullptr) return HullbakeStatusNullArgument;
    Entity entity;
    const HullbakeStatus read = readEntity(theirs, entity);
    if (read != HullbakeStatusOk) return read;
    const auto value = ask(entity);
    if (value) *out = convert(value.value);
    return statusOf(value.status);
}

template <class T>
T same(T value) {
    return value;
}

HullbakeVec3 vectorToC(const Vec3& v) {
    return toC(v);
}

}  // namespace

HullbakeStatus hullbakeNextEntity(const HullbakeMap* map, HullbakeEntity* entity) {
    Entity from;
    const HullbakeStatus read = map == nullptr ? HullbakeStatusNullArgument : readEntity(entity, from);
    return read == HullbakeStatusOk ? writeEntity(Entities(map->clip).next(from), entity) : read;
}

HullbakeStatus hullbakeEntity(const HullbakeMap* map, uint32_t number, HullbakeEntity* entity) {
    if (map == nullptr || entity == nullptr) return HullbakeStatusNullArgument;
    return writeEntity(Entities(map->clip).entity(number), entity);
}

HullbakeStatus hullbakeEntityOfModel(const HullbakeMap* map, uint32_t model, HullbakeEntity* entity) {
    if (map == nullptr || entity == nullptr) return HullbakeStatusNullArgument;
    return writeEntity(Entities::ofModel(map->clip, {model}), entity);
}

HullbakeStatus hullbakeFindEntity(const HullbakeMap* map, const char* key, const char* value, uint32_t after,
                                  HullbakeEntity* entity) {
    if (map == nullptr || key == nullptr || value == nullptr || entity == nullptr) return HullbakeStatusNullArgument;
    return writeEntity(Entities(map->clip).find(key, value, behind(after)), entity);
}

HullbakeStatus hullbakeFindClass(const HullbakeMap* map, const char* pattern, uint32_t after, HullbakeEntity* entity) {
    if (map == nullptr || pattern == nullptr || entity == nullptr) return HullbakeStatusNullArgument;
    return writeEntity(Entities(map->clip).findClass(pattern, behind(after)), entity);
}

HullbakeStatus hullbakeEntityPair(const HullbakeEntity* entity, size_t* cursor, HullbakeText* key,
                                  HullbakeText* value) {
    if (cursor == nullptr || key == nullptr || value == nullptr) return HullbakeStatusNullArgument;
    Entity ours;
    const HullbakeStatus read = readEntity(entity, ours);
    if (read != HullbakeStatusOk) return read;
    const auto pair = ours.next(*cursor);
    if (!pair) return HullbakeStatusNotFound;
    *key = toC(pair->key);
    *value = toC(pair->value);
    return HullbakeStatusOk;
}

HullbakeStatus hullbakeEntityValue(const HullbakeEntity* entity, const char* key, HullbakeText* text) {
    if (key == nullptr || text == nullptr) return HullbakeStatusNullArgument;
    Entity ours;
    const HullbakeStatus read = readEntity(entity, ours);
    if (read != HullbakeStatusOk) return read;
    const auto found = ours.find(key);
    if (found) *text = toC(*found);
    return found ? HullbakeStatusOk : HullbakeStatusNotFound;
}

HullbakeStatus hullbakeEntityNumber(const HullbakeEntity* entity, const char* key, double* number) {
    if (key == nullptr) return HullbakeStatusNullArgument;
    return answerValue(
        entity, number, [&](const Entity& e) { return e.number(key); }, same<double>);
}

HullbakeStatus hullbakeEntityVector(const HullbakeEntity* entity, const char* key, HullbakeVec3* vector) {
    if (key == nullptr) return HullbakeStatusNullArgument;
    return answerValue(
        entity, vector, [&](const Entity& e) { return e.vector(key); }, vectorToC);
}

HullbakeStatus hullbakeEntityFlags(const HullbakeEntity* entity, const char* key, uint32_t* flags) {
    if (key == nullptr) return HullbakeStatusNullArgument;
    return answerValue(
        entity, flags, [&](const Entity& e) { return e.flags(key); }, same<std::uint32_t>);
}

HullbakeStatus hullbakeEntityAngles(const HullbakeEntity* entity, HullbakeVec3* angles) {
    return answerValue(
        entity, angles, [](const Entity& e) { return e.angles(); }, vectorToC);
}

HullbakeStatus hullbakeEntityDirection(const HullbakeEntity* entity, HullbakeVec3* direction) {
    return answerValue(
        entity, direction, [](const Entity& e) { return e.direction(); }, vectorToC);
}

HullbakeStatus hullbakePlayerStarts(const HullbakeMap* map, HullbakePlayerStart* starts, size_t stride, size_t room,
                                    size_t* count) {
    if (count == nullptr) return HullbakeStatusNullArgument;
    *count = 0;
    if (!knownSize(stride, HULLBAKE_PLAYER_START_MIN, SIZE_MAX)) return HullbakeStatusBadSize;
    if (map == nullptr || (room > 0 && starts == nullptr)) return HullbakeStatusNullArgument;
    std::array<PlayerStart, HULLBAKE_MAX_PLAYER_STARTS> found;
    *count = playerStarts(Entities(map->clip), found);
    auto* to = reinterpret_cast<unsigned char*>(starts);
    for (std::size_t i = 0; i < std::min({*count, found.size(), room}); ++i) {
        HullbakePlayerStart out = {};
        out.entity = found[i].entity.number();
        out.origin = vectorToC(found[i].origin);
        out.yaw = found[i].yaw;
        out.classname = toC(found[i].entity.classname());
        writeSized(to + i * stride, std::min(stride, sizeof out), out);
    }
    return HullbakeStatusOk;
}
