// Table of the classes that are left out, and the search for them.

#include "compiler/brushes/left_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "formats/face_words.hpp"
#include "formats/letters.hpp"
#include "formats/prefab_classes.hpp"
#include "formats/shown_bytes.hpp"

namespace hullbake {

namespace {

struct LeftOutRule {
    std::string_view classname;
    std::string_view key;      // names the file that is not read
    std::uint32_t spawnflags;  // one of these must be set; 0: no matter
    std::string_view kind, reason;
};

// Maps of other files are placed when a map is read from a file (formats/prefabs.hpp), not when it is parsed from text.
constexpr std::string_view kFile = "map of another file", kFileReason = "brushes of other files are not read here",
                           kNoFileReason = "it names no file";
constexpr std::string_view kModel = "solid model",
                           kModelReason = "its spawnflags make it solid, and models are no brushes",
                           kSolidReason = "it is solid, and models are no brushes",
                           kCollides = "it is to collide, and there is no OBJ or glTF file of that name";

// Stand for what is no flag: the key `_collide`, a model that is solid without one, and any of Call of Duty.
constexpr std::uint32_t kCollideFlag = std::uint32_t{1} << 31, kSolidFlag = std::uint32_t{1} << 30,
                        kOwnFlag = std::uint32_t{1} << 29;

// Flag 2 of q3map2's models makes them solid.
constexpr LeftOutRule kLeftOut[] = {
    {"misc_external_map", "_external_map", 0, kFile, kFileReason},
    {"misc_prefab", "model", 0, kFile, kFileReason},
    {"func_instance", "file", 0, kFile, kFileReason},
    {"misc_model", "model", kCollideFlag, kModel, kCollides},
    {"misc_gamemodel", "model", kCollideFlag, kModel, kCollides},
    {"misc_model", "model", 2, kModel, kModelReason},
    {"misc_gamemodel", "model", 2, kModel, kModelReason},
    {"misc_model", "model", kOwnFlag, kModel, "models bring their own collision, and are no brushes"},
    {"prop_static", "model", kSolidFlag, kModel, kSolidReason},  // Source
    {"func_static", "model", kSolidFlag, kModel, kSolidReason},  // Doom 3
};

std::uint32_t flagsOf(const MapEntity& entity, std::string_view key = "spawnflags") {
    std::string_view text = entity.value(key);
    if (text.starts_with('+')) text.remove_prefix(1);
    std::int64_t flags = 0;
    std::from_chars(text.data(), text.data() + text.size(), flags);
    return static_cast<std::uint32_t>(flags);
}

bool hasBrushes(const MapEntity& entity) {
    return !entity.brushes.empty() || !entity.patches.empty() || !entity.displaced.empty();
}

// Whether a value names the file of a model, by its ending. Names of brush models may have dots and numbers.
bool isModelFile(std::string_view value) {
    const std::size_t dot = value.rfind('.');
    return dot != std::string_view::npos && dot + 1 < value.size() && (value[dot + 1] < '0' || value[dot + 1] > '9');
}

// Whether an entity is a model of a file, without the key `solid` of 0 or none. In Doom 3 a brush model has the name of
// its entity.
bool isSolidModel(const MapEntity& entity) {
    const std::string_view model = entity.value("model");
    if (hasBrushes(entity) || !isModelFile(model) || model == entity.value("name")) return false;
    return entity.find("solid") == nullptr || flagsOf(entity, "solid") != 0;
}

bool applies(const LeftOutRule& rule, const MapEntity& entity, MapDialect dialect) {
    if (lowerCase(entity.classname()) != rule.classname) return false;
    if (dialect == MapDialect::CallOfDuty && rule.kind == kModel)
        return rule.spawnflags == kOwnFlag && !entity.value(rule.key).empty();
    if (rule.spawnflags == kOwnFlag) return false;
    if (rule.spawnflags == kSolidFlag) return isSolidModel(entity);
    const bool isCollider = rule.kind == kModel && collides(entity);
    if (rule.spawnflags == kCollideFlag || isCollider) return rule.spawnflags == kCollideFlag && isCollider;
    return rule.spawnflags == 0 || (!entity.value(rule.key).empty() && (flagsOf(entity) & rule.spawnflags) != 0);
}

// Half-Life's compilers grow brushes by such a shape in place of a hull's box, if an entity names it or if it is the
// shape of a hull. A hull of ours is where its box meets solid, so that a brush grown by another shape has no place in
// it. A disabled shape stands for the box.
constexpr std::string_view kHullShape = "info_hullshape", kShapeKind = "hull shape";
constexpr std::uint32_t kShapedHulls = 2 | 4 | 8;  // bits of `defaulthulls`
constexpr std::string_view kShapeKeys[] = {"zhlt_hull1", "zhlt_hull2", "zhlt_hull3"};

// Returns the names of shapes that entities ask for.
std::set<std::string_view> namedShapes(const MapFile& map) {
    std::set<std::string_view> names;
    for (const MapEntity& entity : map.entities)
        for (const std::string_view key : kShapeKeys) names.insert(entity.value(key));
    names.erase(std::string_view());
    return names;
}

void addHullShapes(const MapFile& map, std::vector<MapLeftOut>& leftOut, std::vector<MapNote>& notes) {
    const std::set<std::string_view> names = namedShapes(map);
    const MapEntity* first = nullptr;
    std::size_t count = 0;
    for (const MapEntity& entity : map.entities) {
        if (lowerCase(entity.classname()) != kHullShape || flagsOf(entity, "disabled") != 0) continue;
        if ((flagsOf(entity, "defaulthulls") & kShapedHulls) == 0 && !names.contains(entity.value("targetname")))
            continue;
        addLeftOut(leftOut, kShapeKind, entity.pos);
        if (count++ == 0) first = &entity;
    }
    if (first == nullptr) return;
    const std::string all = count == 1 ? "is not followed" : fmt::format("and {} more are not followed", count - 1);
    notes.push_back({first->pos, fmt::format("{} \"{}\" {}: brushes are grown by the boxes of the hulls alone",
                                             kHullShape, first->value("targetname"), all)});
}

// Keys of q3map2 and of Half-Life's compilers by which an entity takes the brush model of another.
constexpr std::string_view kUseModel = "zhlt_usemodel", kNull = "null";
constexpr std::string_view kCopyKeys[] = {"_clone", "_instance", "_ins", kUseModel};
constexpr std::string_view kCopyKind = "copied brush model";

// Whether an entity has the name that else makes zhlt_usemodel take a model away and copy none.
bool hasNull(const MapFile& map) {
    for (const MapEntity& entity : map.entities)
        if (sameButForCase(entity.value("targetname"), kNull) && entity.value(kUseModel).empty()) return true;
    return false;
}

void addCopies(const MapFile& map, std::vector<MapLeftOut>& leftOut, std::vector<MapNote>& notes) {
    const MapKey* first = nullptr;
    std::size_t count = 0;
    const bool isName = hasNull(map);
    for (const MapEntity& entity : map.entities)
        for (const std::string_view name : kCopyKeys) {
            const MapKey* const key = entity.find(name);
            if (key == nullptr || key->value.empty()) continue;
            if (name == kUseModel && !isName && sameButForCase(key->value, kNull)) continue;
            addLeftOut(leftOut, kCopyKind, key->pos);
            if (count++ == 0) first = key;
        }
    if (first == nullptr) return;
    const std::string all = count == 1 ? "is not followed" : fmt::format("and {} more are not followed", count - 1);
    notes.push_back(
        {first->pos, fmt::format("{} \"{}\" {}: brush models are not copied", first->key, first->value, all)});
}

// Returns the first word behind a face that nothing is known of, or an empty one.
std::string unknownWord(const MapFaceWords& words, const GameRules& rules) {
    if (!words.unknown.empty()) return words.unknown.front();
    for (const std::string& parm : words.parms)
        if (!isParmWithoutMeaning(parm) && std::ranges::none_of(rules.surfaceParms, [&](const SurfaceParm& known) {
                return sameButForCase(known.name, parm);
            }))
            return parm;
    return {};
}

}  // namespace

std::optional<MapNote> unknownFaceWords(const MapFile& map, const GameRules& rules, std::vector<MapLeftOut>& leftOut) {
    std::optional<MapNote> note;
    std::size_t count = 0;
    std::string first;
    for (const MapEntity& entity : map.entities)
        for (const MapBrush& brush : entity.brushes)
            for (const MapFaceWords& words : brush.faceWords) {
                const std::string word = unknownWord(words, rules);
                if (word.empty()) continue;
                addLeftOut(leftOut, "words behind a face", words.pos);
                if (count++ == 0) note = MapNote{words.pos, {}}, first = shownBytes(word);
            }
    if (count == 1) note->message = fmt::format("1 face has words behind it that are not known: '{}'", first);
    if (count > 1)
        note->message = fmt::format("{} faces have words behind them that are not known, the first '{}'", count, first);
    return note;
}

std::vector<MapNote> leftOutEntities(const MapFile& map, std::vector<MapLeftOut>& leftOut) {
    std::vector<MapNote> notes;
    for (const LeftOutRule& rule : kLeftOut) {
        const MapEntity* first = nullptr;
        std::size_t count = 0;
        for (const MapEntity& entity : map.entities) {
            if (!applies(rule, entity, map.dialect)) continue;
            addLeftOut(leftOut, rule.kind, entity.pos);
            if (count++ == 0) first = &entity;
        }
        if (first == nullptr) continue;
        const std::string all = count == 1 ? "is left out" : fmt::format("and {} more are left out", count - 1);
        const std::string_view file = first->value(rule.key);
        notes.push_back({first->pos, file.empty()
                                         ? fmt::format("{} {}: {}", rule.classname, all, kNoFileReason)
                                         : fmt::format("{} \"{}\" {}: {}", rule.classname, file, all, rule.reason)});
    }
    addHullShapes(map, leftOut, notes);
    addCopies(map, leftOut, notes);
    return notes;
}

}  // namespace hullbake
