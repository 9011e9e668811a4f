// Every file is read once, with all that it places itself, and copied to each of its places.
#include "formats/prefabs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "formats/files.hpp"
#include "formats/letters.hpp"
#include "formats/map_reader.hpp"
#include "formats/placement.hpp"
#include "formats/prefab_classes.hpp"
#include "formats/replacements.hpp"
#include "formats/shown_bytes.hpp"
#include "formats/terrain_map.hpp"
#include "formats/utf8_path.hpp"

namespace hullbake {
namespace {

namespace fs = std::filesystem;

// Folders above the map's own where a file is looked for.
constexpr int kFoldersAbove = 2;
// Upper bound of the bytes of a name: no system has longer ones.
constexpr std::size_t kLongestName = 4096;
// Bytes of a value that count as one item.
constexpr std::size_t kBytesOfItem = 64;
// Bounds of a placement's numbers: origins in world units, magnitudes of scales.
constexpr double kMostOrigin = 1e6, kLeastScale = 1e-3, kMostScale = 1e3;

constexpr std::string_view kPointKind = "point entity of an external map",
                           kOwnBrushKind = "brush of an entity that places a map";

constexpr std::string_view kScaleOfAxes = "modelscale_vec";  // of models: before their other scale
constexpr std::string_view kNewClass = "_external_map_classname", kDefaultClass = "func_detail";

struct PrefabFault {
    Diagnostic diagnostic;
};

/// A file with everything that it places.
struct Prefab {
    MapFile map;
    std::size_t items = 0, brushes = 0;
    std::size_t height = 1;  // 1: it places nothing
};

std::size_t itemsOf(const MapDisplacedBrush& displaced) {
    std::size_t items = displaced.brush.faces.size();
    for (const MapDisplacement& displacement : displaced.displacements)
        items += displacement.normals.size() + displacement.offsets.size() + displacement.offsetNormals.size() +
                 displacement.distances.size();
    return items;
}

std::size_t itemsOf(const std::vector<MapKey>& keys) {
    std::size_t items = 0;
    for (const MapKey& key : keys) items += 1 + (key.key.size() + key.value.size()) / kBytesOfItem;
    return items;
}

std::size_t itemsOf(const MapBrush& brush) {
    std::size_t items = 1 + brush.faces.size() + itemsOf(brush.keys);
    for (const MapFace& face : brush.faces) items += face.texture.size() / kBytesOfItem;
    for (const MapFaceWords& words : brush.faceWords) {
        items += 1;
        for (const auto* list : {&words.parms, &words.unknown})
            for (const std::string& word : *list) items += 1 + word.size() / kBytesOfItem;
    }
    return items;
}

std::size_t itemsOf(const MapFile& map) {
    std::size_t items = 1 + map.parts.size();
    for (const MapLeftOut& kind : map.leftOut) items += kind.places.size();
    for (const MapEntity& entity : map.entities) {
        items += 1 + itemsOf(entity.keys);
        for (const MapBrush& brush : entity.brushes) items += itemsOf(brush);
        for (const MapPatch& patch : entity.patches) items += 1 + patch.points.size();
        for (const MapDisplacedBrush& displaced : entity.displaced) items += 1 + itemsOf(displaced);
    }
    return items;
}

template <typename Item>
void append(std::vector<Item>& to, std::vector<Item>&& items) {
    to.insert(to.end(), std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()));
}

void appendSolids(MapEntity& to, MapEntity&& from) {
    append(to.brushes, std::move(from.brushes));
    append(to.patches, std::move(from.patches));
    append(to.displaced, std::move(from.displaced));
}

bool hasSolids(const MapEntity& entity) {
    return !entity.brushes.empty() || !entity.patches.empty() || !entity.displaced.empty();
}

/// Copies entities of a file to one of its places.
class PrefabCopier {
  public:
    PrefabCopier(const Placement& placement, std::size_t firstPart)
        : mover_(placement), firstPart_(static_cast<std::uint32_t>(firstPart)) {}

    SourcePos placed(SourcePos pos) const {
        pos.part += firstPart_ + 1;
        return pos;
    }

    MapEntity copy(const MapEntity& entity, bool withKeys) const {
        MapEntity copied = entity;
        copied.pos = placed(copied.pos);
        for (MapBrush& brush : copied.brushes) place(brush);
        for (MapPatch& patch : copied.patches) {
            patch.pos = placed(patch.pos);
            mover_.move(patch);
        }
        for (MapDisplacedBrush& displaced : copied.displaced) {
            placePositions(displaced.brush);
            for (MapDisplacement& displacement : displaced.displacements) displacement.pos = placed(displacement.pos);
            mover_.move(displaced);
        }
        placePositions(copied.keys);
        if (withKeys) mover_.moveKeys(copied);
        return copied;
    }

  private:
    void place(MapBrush& brush) const {
        placePositions(brush);
        mover_.move(brush);
    }
    void placePositions(std::vector<MapKey>& keys) const {
        for (MapKey& key : keys) key.pos = placed(key.pos);
    }
    void placePositions(MapBrush& brush) const {
        brush.pos = placed(brush.pos);
        for (MapFace& face : brush.faces) face.pos = placed(face.pos);
        for (MapFaceWords& words : brush.faceWords) words.pos = placed(words.pos);
        placePositions(brush.keys);
    }

    Placer mover_;
    std::uint32_t firstPart_;
};

class PrefabPlacer {
  public:
    PrefabPlacer(std::string& text, const FurtherReader* further) : text_(text), further_(further) {}

    /// Places everything that the map names. Returns how many maps stand in each other, itself included.
    std::size_t place(MapFile& map, const fs::path& path);

  private:
    struct Site {  // the entity that names a file
        MapFile& map;
        const fs::path& path;
        const MapEntity& entity;
        const PrefabClass& kind;
    };

    [[noreturn]] static void fail(const Site& site, std::string_view what);
    static Vec3 numbers(const Site& site, const MapKey& key, int least, Vec3 value);
    static Placement placementOf(const Site& site, const MapFile& part);
    static Vec3 scaleOf(const Site& site);
    static std::optional<fs::path> find(const Site& site);
    bool isThere(const Site& site) const;
    MapFile readPart(const Site& site, const std::string& path);
    Prefab& load(const Site& site);
    void insert(const Site& site, Prefab& prefab, std::vector<MapEntity>& entities, MapEntity& world);
    static MapEntity externalEntity(const MapEntity& entity, const PrefabClass& kind);
    static void takeRemarks(const Site& site, const PrefabCopier& copier, MapFile& part);

    std::string& text_;
    const FurtherReader* further_;
    std::map<std::string, Prefab> prefabs_;  // by canonical path
    std::vector<std::string> open_;          // canonical paths of the maps around the present one, and its own
    std::size_t items_ = 0, brushes_ = 0;
    std::size_t room_ = kMostPrefabItems * kBytesOfItem;  // bytes that parameters may still bring
};

void PrefabPlacer::fail(const Site& site, std::string_view what) {
    std::string message(site.kind.name);
    message.append(" \"").append(shownBytes(site.entity.value(site.kind.file))).append("\": ").append(what);
    throw PrefabFault{{site.map.path, site.entity.pos, std::move(message)}};
}

/// Returns the numbers of a key: `value` if it is empty, else at least `least` of them.
Vec3 PrefabPlacer::numbers(const Site& site, const MapKey& key, int least, Vec3 value) {
    const int count = parseNumbers(key.value, value);
    if (count == 0 || (count >= least && count == 3) || (count == 1 && least == 1)) return value;
    std::string message = least == 1 ? "expected a number" : "expected three numbers";
    message.append(" (").append(key.key).append("), found '").append(shownBytes(key.value)).append("'");
    throw PrefabFault{{site.map.path, key.pos, std::move(message)}};
}

Vec3 PrefabPlacer::scaleOf(const Site& site) {
    const MapKey* key = site.kind.model ? site.entity.find(kScaleOfAxes) : nullptr;
    if (key == nullptr && !site.kind.scale.empty()) key = site.entity.find(site.kind.scale);
    Vec3 scale{1, 1, 1};
    if (key == nullptr) return scale;
    Vec3 parsed;
    const int count = parseNumbers(key->value, parsed);
    scale = numbers(site, *key, 1, scale);
    if (count == 1) scale = parsed.x == 0 ? Vec3{1, 1, 1} : Vec3{parsed.x, parsed.x, parsed.x};  // 0 alone: no scale
    for (int a = 0; a < 3; ++a)
        if (!(std::fabs(scale[a]) >= kLeastScale && std::fabs(scale[a]) <= kMostScale))
            throw PrefabFault{
                {site.map.path, key->pos,
                 "a scale of '" + shownBytes(key->value) + "' is out of range: 0.001 to 1000, or negative"}};
    return scale;
}

Placement PrefabPlacer::placementOf(const Site& site, const MapFile& part) {
    const auto key = [&](std::string_view name) { return name.empty() ? nullptr : site.entity.find(name); };
    Placement placement;
    if (const MapKey* const origin = key("origin")) {
        placement.origin = numbers(site, *origin, 3, {});
        for (int a = 0; a < 3; ++a)
            if (std::fabs(placement.origin[a]) > kMostOrigin)
                throw PrefabFault{{site.map.path, origin->pos, "this origin is too far out"}};
    }
    if (const MapKey* const angles = key(site.kind.angles)) placement.angles = numbers(site, *angles, 3, {});
    if (const MapKey* const angle = key(site.kind.angle); angle != nullptr && placement.angles == Vec3{})
        placement.angles.y = numbers(site, *angle, 1, {}).x;
    placement.scale = scaleOf(site);
    if (site.kind.pivot.empty()) return placement;
    for (const MapEntity& entity : part.entities)
        if (entity.isOf(site.kind.pivot) && parseNumbers(entity.value("origin"), placement.pivot) == 3) break;
    return placement;
}

/// Returns the file that the entity names, or nothing if there is none.
std::optional<fs::path> PrefabPlacer::find(const Site& site) {
    std::string name(site.entity.value(site.kind.file));
    if (name.size() > kLongestName) fail(site, "the name of the file is too long");
    std::replace(name.begin(), name.end(), '\\', '/');
    const fs::path file = pathOf(name);
    fs::path folder = site.path.parent_path();
    std::error_code ignored;
    if (name.find('\0') == std::string::npos) {
        for (int above = 0; above <= kFoldersAbove; ++above) {
            fs::path path = folder / file;  // an absolute name replaces the folder
            if (fs::exists(path, ignored)) return path;
            if (!file.has_extension()) {
                fs::path longer = path;
                longer += site.path.extension();
                if (fs::exists(longer, ignored)) return longer;
            }
            folder /= "..";
        }
    }
    return std::nullopt;
}

/// Returns false for a model that cannot be placed: it stays an entity, which the compiler counts as left out.
bool PrefabPlacer::isThere(const Site& site) const {
    if (!site.kind.model) return true;
    const auto path = find(site);
    if (!path) return false;
    return sameButForCase(utf8Of(path->extension()), ".obj") || (further_ != nullptr && further_->reads(utf8Of(*path)));
}

MapFile PrefabPlacer::readPart(const Site& site, const std::string& path) {
    std::string text, error;
    const bool isFurther = further_ != nullptr && further_->reads(path);
    if (!isFurther && !readFile(path, text, error)) fail(site, error);
    auto read = isFurther             ? further_->read(path, &text)
                : isTerrainName(path) ? parseTerrain(text, path)
                                      : parseMap(text, path);
    if (const auto* const problem = std::get_if<Diagnostic>(&read)) fail(site, problem->text());
    text_.append(1, '\0').append(text);  // files of other lengths are not the same text
    return std::get<MapFile>(std::move(read));
}

Prefab& PrefabPlacer::load(const Site& site) {
    const auto found = find(site);
    if (!found) fail(site, "no such file in the folder of the map, nor in the two above it");
    const fs::path& path = *found;
    std::error_code code;
    std::string name = utf8Of(fs::canonical(path, code));
    if (code) name = utf8Of(path);
    if (std::find(open_.begin(), open_.end(), name) != open_.end()) {
        fail(site, open_.back() == name ? "this is the map itself"
                                        : "a circle: that map places this one, directly or through others");
    }
    const auto known = prefabs_.find(name);
    if (known != prefabs_.end()) return known->second;
    if (open_.size() > kMostPrefabDepth)
        fail(site, "more than " + std::to_string(kMostPrefabDepth) + " maps stand in each other");
    Prefab prefab{readPart(site, utf8Of(path))};
    open_.push_back(name);
    prefab.height = place(prefab.map, path);
    open_.pop_back();
    prefab.items = itemsOf(prefab.map);
    for (const MapEntity& entity : prefab.map.entities) prefab.brushes += entity.brushes.size();
    return prefabs_.emplace(std::move(name), std::move(prefab)).first->second;
}

/// Returns the entity that takes the brushes of an external map or of a model.
MapEntity PrefabPlacer::externalEntity(const MapEntity& entity, const PrefabClass& kind) {
    MapEntity external = entity;
    const std::string_view newClass = entity.value(kNewClass);
    const std::string name(newClass.empty() ? kDefaultClass : newClass);
    for (const std::string_view ours :
         {std::string_view("origin"), kind.file, kind.angles, kind.angle, kind.scale, kNewClass, kScaleOfAxes})
        while (const MapKey* const key = external.find(ours))
            external.keys.erase(external.keys.begin() + (key - external.keys.data()));
    const MapKey* const classname = external.find("classname");
    external.keys[static_cast<std::size_t>(classname - external.keys.data())].value = name;
    return external;
}

/// Hands on what the reader said of a file: notes at its first place, what it left out at each.
void PrefabPlacer::takeRemarks(const Site& site, const PrefabCopier& copier, MapFile& part) {
    for (MapNote& note : part.notes) site.map.notes.push_back({copier.placed(note.pos), std::move(note.message)});
    part.notes.clear();
    for (const MapLeftOut& kind : part.leftOut)
        for (const SourcePos pos : kind.places) addLeftOut(site.map.leftOut, kind.kind, copier.placed(pos), kind.asked);
}

void PrefabPlacer::insert(const Site& site, Prefab& prefab, std::vector<MapEntity>& entities, MapEntity& world) {
    items_ += prefab.items;
    if (items_ > kMostPrefabItems)
        fail(site, "the prefabs bring more than " + std::to_string(kMostPrefabItems) + " faces, points and keys");
    brushes_ += prefab.brushes;
    if (brushes_ > kMostPrefabBrushes)
        fail(site, "the prefabs bring more than " + std::to_string(kMostPrefabBrushes) + " brushes");
    MapFile& part = prefab.map;
    const PrefabCopier copier(placementOf(site, part), site.map.parts.size());
    site.map.parts.push_back({part.path, site.entity.pos});
    for (const MapPart& inner : part.parts) site.map.parts.push_back({inner.path, site.entity.pos});
    takeRemarks(site, copier, part);
    const Replacements parameters(site.kind.pivot.empty() ? MapEntity{} : site.entity);
    const auto copied = [&](const MapEntity& entity, bool withKeys) {
        if (parameters.empty()) return copier.copy(entity, withKeys);
        MapEntity replaced = entity;
        if (!parameters.apply(replaced, room_)) fail(site, "its parameters bring more than 256,000,000 bytes");
        return copier.copy(replaced, withKeys);
    };

    MapEntity external;
    if (site.kind.external)
        external = externalEntity(site.entity, site.kind);
    else
        for (const MapBrush& brush : site.entity.brushes) addLeftOut(site.map.leftOut, kOwnBrushKind, brush.pos);
    for (const MapEntity& entity : part.entities) {
        const bool isWorld = entity.isOf("worldspawn");
        if (site.kind.external) {
            if (!isWorld && !hasSolids(entity))
                addLeftOut(site.map.leftOut, kPointKind, copier.placed(entity.pos), true);
            appendSolids(external, copied(entity, false));
        } else if (isWorld) {
            appendSolids(world, copied(entity, false));
        } else if (site.kind.pivot.empty() || !entity.isOf(site.kind.pivot)) {
            entities.push_back(copied(entity, true));
        }
    }
    if (site.kind.external) entities.push_back(std::move(external));
}

std::size_t PrefabPlacer::place(MapFile& map, const fs::path& path) {
    if (open_.empty()) {
        std::error_code code;
        open_.push_back(utf8Of(fs::canonical(path, code)));
    }
    if (std::none_of(map.entities.begin(), map.entities.end(), prefabClassOf)) return 1;
    std::size_t height = 1;
    std::vector<MapEntity> entities;
    entities.reserve(map.entities.size());
    MapEntity world;
    world.pos = map.entities.front().pos;
    world.keys.push_back({"classname", "worldspawn", world.pos});
    for (MapEntity& entity : map.entities) {
        const PrefabClass* const kind = prefabClassOf(entity);
        if (kind == nullptr) {
            entities.push_back(std::move(entity));
            continue;
        }
        const Site site{map, path, entity, *kind};
        if (!isThere(site)) {
            entities.push_back(std::move(entity));
            continue;
        }
        Prefab& prefab = load(site);
        height = std::max(height, 1 + prefab.height);
        if (open_.size() - 1 + height > kMostPrefabDepth + 1)
            fail(site, "more than " + std::to_string(kMostPrefabDepth) + " maps stand in each other");
        insert(site, prefab, entities, world);
    }
    if (hasSolids(world)) {
        const auto known = std::find_if(entities.begin(), entities.end(),
                                        [](const MapEntity& entity) { return entity.isOf("worldspawn"); });
        if (known != entities.end())
            appendSolids(*known, std::move(world));
        else
            entities.insert(entities.begin(), std::move(world));
    }
    map.entities = std::move(entities);
    return height;
}

}  // namespace

std::optional<Diagnostic> placePrefabs(MapFile& map, std::string& text, const FurtherReader* further) {
    try {
        PrefabPlacer(text, further).place(map, pathOf(map.path));
    } catch (PrefabFault& fault) {
        return std::move(fault.diagnostic);
    }
    if (const auto note = noteOfLeftOut(map.leftOut, kPointKind, "point entities of external maps"))
        map.notes.push_back(*note);
    return {};
}

}  // namespace hullbake
