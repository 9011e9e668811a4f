// Applies the rules of a game: which contents a brush has, and which model an entity's brushes belong to.
//
// In: the rules (formats/rules.hpp), and the map's textures, flags, classes and keys. Out: roles, contents and hulls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/map.hpp"
#include "formats/rules.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

enum class BrushRole : std::uint8_t {
    Volume,   ///< fills space with its contents
    Origin,   ///< marks the origin of its entity
    Nothing,  ///< hint brushes and similar: dropped before anything else is decided
};

struct BrushKind {
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;
    const MapFace* decider = nullptr;          ///< the face that says so; null if no face fills space
    const MapFace* dissenter = nullptr;        ///< a face that says something else, or null
    std::vector<const HullNames*> hulls = {};  ///< only hulls that are in any of these have it; empty: no rule says so
};

/// What the rules say about an entity with brushes.
struct EntityKind {
    bool model = true;                    ///< false: its brushes belong to the world, model 0
    std::optional<Contents> contents;     ///< replaces those of its brushes; Empty: they fill nothing
    std::vector<const HullNames*> hulls;  ///< its brushes are in the hulls that are in all of these
};

/// Returns the bits of the blocking tree, overlaps resolved, and those of the passable tree.
std::array<Contents, 2> partsOf(Contents contents);

/// The rules, ready to be asked. They must outlive this object. Several threads may ask at once.
class BrushRules {
  public:
    /// Looks up the textures of `map` beforehand, each once; others are found too.
    BrushRules(const GameRules& rules, const MapFile& map);
    explicit BrushRules(const GameRules& rules);

    /// Returns the kind of a brush. Its faces are neutral, name contents, or mark a brush that fills nothing.
    /// - A mark (trigger, origin, hint and the like) counts only where no face names contents: hidden faces often have
    ///   one.
    /// - Of several contents the first counts, but what a visible face calls solid goes before all but sky, and what
    ///   a face says of the whole brush goes before everything.
    /// Words behind a face go before surface flags, these before contents flags, and these before the texture's name.
    BrushKind brushKind(const MapBrush& brush, bool inWorld) const;

    /// Returns true if the side of a face is not shifted when the brush is expanded by a hull (texture `bevel`).
    bool isUngrown(const MapFace& face, bool inWorld) const;

    EntityKind entityKind(const MapEntity& entity) const;

  private:
    const TextureRule& ruleOf(std::string_view texture, bool inWorld) const;
    const TextureRule& findRule(std::string_view texture, bool inWorld) const;
    FaceMeaning meaningOf(const MapFace& face, const TextureRule& byName) const;
    FaceMeaning withParms(const FaceMeaning& meaning, const std::vector<std::string>& parms) const;

    const GameRules& rules_;
    std::vector<std::string> patterns_;  // of the texture rules, in lower case
    std::unordered_map<std::string_view, std::array<const TextureRule*, 2>> known_;
};

}  // namespace hullbake
