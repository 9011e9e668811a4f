// Layers of TrenchBroom in keys of entities:
//
// - A layer is an entity with `_tb_type` `_tb_layer` and its number in `_tb_id`; a group has `_tb_group` and a number.
// - `_tb_layer` or `_tb_group` name the layer or the group that an entity, or a group, is in. Groups nest.
// - `_tb_layer_omit_from_export` `1` stands in the layer. The default layer has its own in worldspawn: the world's
//   brushes, and every entity that is in no other layer.
#include "formats/editor_layers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hullbake {
namespace {

constexpr std::string_view kEntityKind = "entity of an omitted layer", kBrushKind = "brush of an omitted layer",
                           kPatchKind = "patch of an omitted layer";

/// Returns the value of a key of the editor, which writes them in one case.
std::string_view valueOf(const MapEntity& entity, std::string_view key) {
    for (const MapKey& candidate : entity.keys)
        if (candidate.key == key) return candidate.value;
    return {};
}

bool isOmitted(const MapEntity& layer) {
    return valueOf(layer, "_tb_layer_omit_from_export") == "1";
}

class LayerTree {
  public:
    explicit LayerTree(const std::vector<MapEntity>& entities) : entities_(entities), states_(entities.size()) {
        for (std::size_t i = 0; i < entities.size(); ++i) {
            const std::string_view type = valueOf(entities[i], "_tb_type");
            if (type == "_tb_layer") layers_.emplace(valueOf(entities[i], "_tb_id"), i);
            if (type == "_tb_group") groups_.emplace(valueOf(entities[i], "_tb_id"), i);
        }
        defaultOmitted_ = !entities.empty() && isOmitted(entities.front());
    }

    bool defaultOmitted() const { return defaultOmitted_; }

    /// Returns true if the layer of the entity is omitted.
    bool omits(std::size_t entity) {
        // Climb to the layer, or to an entity whose answer is known, and give all on the way the same answer.
        std::vector<std::size_t> path;
        std::size_t at = entity;
        bool omitted = defaultOmitted_;
        for (;;) {
            if (states_[at] == State::Visited) break;  // groups in a circle
            if (states_[at] != State::Unknown) {
                omitted = states_[at] == State::Omitted;
                break;
            }
            states_[at] = State::Visited;
            path.push_back(at);
            if (valueOf(entities_[at], "_tb_type") == "_tb_layer") {
                omitted = isOmitted(entities_[at]);
                break;
            }
            const std::size_t parent = parentOf(entities_[at]);
            if (parent == kNone) break;
            at = parent;
        }
        for (const std::size_t visited : path) states_[visited] = omitted ? State::Omitted : State::Kept;
        return omitted;
    }

  private:
    enum class State : std::uint8_t { Unknown, Visited, Kept, Omitted };
    using Index = std::unordered_map<std::string_view, std::size_t>;
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    static std::size_t find(const Index& index, std::string_view id) {
        const auto found = id.empty() ? index.end() : index.find(id);
        return found == index.end() ? kNone : found->second;
    }

    std::size_t parentOf(const MapEntity& entity) const {
        const std::size_t group = find(groups_, valueOf(entity, "_tb_group"));
        return group != kNone ? group : find(layers_, valueOf(entity, "_tb_layer"));
    }

    const std::vector<MapEntity>& entities_;
    std::vector<State> states_;
    Index layers_, groups_;
    bool defaultOmitted_ = false;
};

void leaveOutBrushes(MapFile& map, const MapEntity& entity) {
    for (const MapBrush& brush : entity.brushes) addLeftOut(map.leftOut, kBrushKind, brush.pos, true);
    for (const MapPatch& patch : entity.patches) addLeftOut(map.leftOut, kPatchKind, patch.pos, true);
}

}  // namespace

void removeOmittedLayers(MapFile& map) {
    if (std::none_of(map.entities.begin(), map.entities.end(), isOmitted)) return;
    LayerTree layers(map.entities);
    std::vector<bool> omitted(map.entities.size());
    for (std::size_t i = 1; i < omitted.size(); ++i) omitted[i] = layers.omits(i);
    if (layers.defaultOmitted()) {
        MapEntity& world = map.entities.front();
        leaveOutBrushes(map, world);
        world.brushes.clear();
        world.patches.clear();
    }
    std::vector<MapEntity> kept;
    kept.reserve(map.entities.size());
    for (std::size_t i = 0; i < map.entities.size(); ++i) {
        if (!omitted[i]) {
            kept.push_back(std::move(map.entities[i]));
            continue;
        }
        addLeftOut(map.leftOut, kEntityKind, map.entities[i].pos, true);
        leaveOutBrushes(map, map.entities[i]);
    }
    map.entities = std::move(kept);
    for (const auto& note : {noteOfLeftOut(map.leftOut, kEntityKind, "entities of omitted layers"),
                             noteOfLeftOut(map.leftOut, kBrushKind, "brushes of omitted layers"),
                             noteOfLeftOut(map.leftOut, kPatchKind, "patches of omitted layers")})
        if (note) map.notes.push_back(*note);
}

}  // namespace hullbake
