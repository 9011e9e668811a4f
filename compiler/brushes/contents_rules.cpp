// Looks names and flags up in the rules, and decides between faces.

#include "compiler/brushes/contents_rules.hpp"

#include <algorithm>
#include <utility>

#include "compiler/base/wildcard.hpp"
#include "formats/letters.hpp"
#include "formats/shader_scripts.hpp"

namespace hullbake {

namespace {

std::string pathOf(std::string_view texture) {
    std::string path = lowerCase(texture);
    std::replace(path.begin(), path.end(), '\\', '/');
    return path;
}

const TextureRule kNoRule{};  // a name without a rule is solid

// What the contents flags of a face say; nullopt if they say nothing.
std::optional<FaceMeaning> meaningOfFlags(const std::vector<FlagRule>& rules, std::uint32_t flags) {
    Contents added = Contents::Empty;
    for (const FlagRule& rule : rules) {
        if ((flags & rule.bits) == 0) continue;
        if (rule.effect == FlagEffect::Adds) added |= rule.meaning.contents;
        if (rule.effect == FlagEffect::Decides && !any(added)) return rule.meaning;
    }
    if (!any(added)) return std::nullopt;
    return FaceMeaning{FaceSays::Volume, added};
}

Contents joinedBy(const std::vector<FlagRule>& rules, std::uint32_t flags) {
    Contents joined = Contents::Empty;
    for (const FlagRule& rule : rules)
        if (rule.effect == FlagEffect::Joins && (flags & rule.bits) != 0) joined |= rule.meaning.contents;
    return joined;
}

FaceMeaning withJoined(FaceMeaning meaning, Contents contents) {
    if (!any(contents)) return meaning;
    if (meaning.says == FaceSays::Neutral) meaning = {FaceSays::Volume, Contents::Solid, false};
    if (meaning.says == FaceSays::Volume) meaning.contents |= contents;
    return meaning;
}

bool hasValue(const KeyRule& rule, std::string_view value) {
    if (rule.value.empty()) return !value.empty() && value != "0";
    return matchesWildcard(rule.value, value);
}

// Contents that stop everything. No other face takes them away.
constexpr Contents kStopsAll = Contents::Solid | Contents::Sky;

}  // namespace

BrushRules::BrushRules(const GameRules& rules) : rules_(rules) {
    patterns_.reserve(rules.textures.size());
    for (const TextureRule& rule : rules.textures) patterns_.push_back(pathOf(rule.name));
}

BrushRules::BrushRules(const GameRules& rules, const MapFile& map) : BrushRules(rules) {
    for (const MapEntity& entity : map.entities)
        for (const MapBrush& brush : entity.brushes)
            for (const MapFace& face : brush.faces)
                if (const auto [at, added] = known_.try_emplace(face.texture); added)
                    at->second = {&findRule(face.texture, false), &findRule(face.texture, true)};
}

const TextureRule& BrushRules::findRule(std::string_view texture, bool inWorld) const {
    const std::string path = pathOf(texture);
    const RuleScope other = inWorld ? RuleScope::Models : RuleScope::World;
    for (std::size_t i = 0; i < patterns_.size(); ++i)
        if (rules_.textures[i].scope != other && matchesName(patterns_[i], path)) return rules_.textures[i];
    return kNoRule;
}

const TextureRule& BrushRules::ruleOf(std::string_view texture, bool inWorld) const {
    const auto known = known_.find(texture);
    return known != known_.end() ? *known->second[inWorld ? 1 : 0] : findRule(texture, inWorld);
}

FaceMeaning BrushRules::meaningOf(const MapFace& face, const TextureRule& byName) const {
    if (!face.flags) return byName.meaning;
    const auto [contents, surface, value] = *face.flags;
    for (const FlagRule& rule : rules_.surfaceFlags)
        if ((surface & rule.bits) != 0) return rule.meaning;
    const FaceMeaning meaning = meaningOfFlags(rules_.contentsFlags, contents).value_or(byName.meaning);
    return withJoined(meaning, joinedBy(rules_.contentsFlags, contents));
}

// What surface parameters behind a face add to what it says.
FaceMeaning BrushRules::withParms(const FaceMeaning& meaning, const std::vector<std::string>& parms) const {
    const FaceMeaning said = shaderMeaning({{}, parms, {}}, rules_);
    if (said.says == FaceSays::Neutral) return meaning;
    const bool isSolid = said.says == FaceSays::Volume && any(said.contents & Contents::Solid);
    return isSolid ? withJoined(meaning, said.contents & ~Contents::Solid) : said;
}

BrushKind BrushRules::brushKind(const MapBrush& brush, bool inWorld) const {
    struct Word {
        FaceMeaning meaning;
        const MapFace* face = nullptr;
        const HullNames* hulls = nullptr;  // null: of no rule, or already among those that are joined
    };
    if (any(brush.contents)) return {BrushRole::Volume, brush.contents};
    std::vector<const HullNames*> joined;
    auto words = brush.faceWords.begin();
    Word volume, other, marker;  // the volume that counts, one that does not, and the first mark
    for (const MapFace& face : brush.faces) {
        const TextureRule& rule = ruleOf(face.texture, inWorld);
        Word word{meaningOf(face, rule), &face, rule.hulls.empty() ? nullptr : &rule.hulls};
        const bool hasWords = words != brush.faceWords.end() && &brush.faces[words->face] == &face;
        if (hasWords) word.meaning = withParms(word.meaning, (words++)->parms);
        if (word.hulls && (word.meaning.says == FaceSays::Neutral || word.meaning.whole))
            joined.push_back(std::exchange(word.hulls, nullptr));
        if (word.meaning.says == FaceSays::Neutral) continue;
        if (word.meaning.says != FaceSays::Volume) {
            if (!marker.face) marker = word;
        } else if (!volume.face) {
            volume = word;
        } else if (const bool whole = word.meaning.whole && !volume.meaning.whole;
                   whole || word.meaning.contents != volume.meaning.contents || word.hulls != volume.hulls) {
            other = word;
            const bool solid = word.meaning.seen && any(word.meaning.contents & Contents::Solid);
            if (whole || (solid && !volume.meaning.whole && !any(volume.meaning.contents & kStopsAll)))
                std::swap(volume, other);
        }
    }
    const Word& word = volume.face ? volume : marker;
    if (word.hulls) joined.push_back(word.hulls);
    BrushKind kind{BrushRole::Volume, word.meaning.contents, word.face, nullptr, std::move(joined)};
    if (volume.face) {
        // A face that means the whole brush is meant to stand beside others: no remark.
        if (!volume.meaning.whole) kind.dissenter = marker.face ? marker.face : other.face;
    } else if (!marker.face) {
        kind.contents = Contents::Solid;
    } else if (marker.meaning.says == FaceSays::Origin) {
        kind.role = BrushRole::Origin;
    } else if (!any(marker.meaning.contents)) {
        kind.role = BrushRole::Nothing;
    }
    return kind;
}

bool BrushRules::isUngrown(const MapFace& face, bool inWorld) const {
    return !ruleOf(face.texture, inWorld).meaning.grown;
}

EntityKind BrushRules::entityKind(const MapEntity& entity) const {
    EntityKind kind;
    const std::string name = lowerCase(entity.classname());
    kind.model = name != "worldspawn";  // without a rule, too
    for (const ClassRule& rule : rules_.classes) {
        if (!matchesWildcard(lowerCase(rule.name), name)) continue;
        kind.model = rule.model;
        kind.contents = rule.contents;
        if (!rule.hulls.empty()) kind.hulls.push_back(&rule.hulls);
        break;
    }
    for (const KeyRule& rule : rules_.keys) {
        if (!matchesWildcard(lowerCase(rule.classname), name) || !hasValue(rule, entity.value(rule.key))) continue;
        if (rule.contents) kind.contents = rule.contents;
        if (!rule.hulls.empty()) kind.hulls.push_back(&rule.hulls);
    }
    return kind;
}

std::array<Contents, 2> partsOf(Contents contents) {
    return {resolveOverlap(contents & kMaskBlocking), contents & kMaskPassable};
}

}  // namespace hullbake
