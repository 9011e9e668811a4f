#include "oracle/solids/map_solids.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace hullbake::oracle {
namespace {

char lowered(char c) {
    if (c == '\\') return '/';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Matches from the front, one character of the pattern after the other. `reached` holds every length of the text that
/// the pattern so far can have taken: a star adds all longer ones.
bool fits(std::string_view pattern, std::string_view text) {
    std::vector<bool> reached(text.size() + 1, false);
    reached[0] = true;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        std::vector<bool> next(text.size() + 1, false);
        const bool literal = pattern[i] == '[' && i + 2 < pattern.size() && pattern[i + 2] == ']';
        if (literal) ++i;
        const char wanted = lowered(pattern[i]);
        bool before = false;
        for (std::size_t t = 0; t <= text.size(); ++t) {
            if (!literal && wanted == '*') {
                before = before || reached[t];
                next[t] = before;
            } else if (t > 0 && reached[t - 1]) {
                next[t] = (!literal && wanted == '?') || lowered(text[t - 1]) == wanted;
            }
        }
        if (literal) ++i;
        reached = std::move(next);
    }
    return reached.back();
}

/// Returns true if the pattern fits the end of the path that has as many folders. A pattern with a slash in front fits
/// the whole path, without the folder `textures`.
bool fitsPath(std::string_view pattern, std::string_view texture) {
    if (!pattern.empty() && lowered(pattern.front()) == '/') {
        const std::size_t folder = std::string_view("textures/").size();
        const bool inFolder = fits("textures/", texture.substr(0, folder));
        return fits(pattern.substr(1), inFolder ? texture.substr(folder) : texture);
    }
    auto folders = std::count_if(pattern.begin(), pattern.end(), [](char c) { return lowered(c) == '/'; });
    std::size_t start = texture.size();
    while (start > 0 && (lowered(texture[start - 1]) != '/' || folders-- > 0)) --start;
    return fits(pattern, texture.substr(start));
}

const TextureRule* ruleFor(const std::string& texture, const GameRules& rules, bool inWorld) {
    for (const TextureRule& rule : rules.textures) {
        if (rule.scope == RuleScope::World && !inWorld) continue;
        if (rule.scope == RuleScope::Models && inWorld) continue;
        if (fitsPath(rule.name, texture)) return &rule;
    }
    return nullptr;
}

/// The rules of textures. Each texture is looked up once, as a map has few.
class RuleLookup {
  public:
    explicit RuleLookup(const GameRules& rules) : rules_(rules) {}

    const GameRules& rules() const { return rules_; }
    const TextureRule* of(const std::string& texture, bool inWorld) {
        const auto [at, isNew] = known_[inWorld ? 1 : 0].try_emplace(texture);
        if (isNew) at->second = ruleFor(texture, rules_, inWorld);
        return at->second;
    }

  private:
    const GameRules& rules_;
    std::unordered_map<std::string, const TextureRule*> known_[2];
};

/// What the numbers behind a face say: first the surface's, then the contents'.
FaceMeaning byFlags(const std::array<std::uint32_t, 3>& flags, const GameRules& rules, const FaceMeaning& byName) {
    for (const FlagRule& rule : rules.surfaceFlags)
        if ((flags[1] & rule.bits) != 0) return rule.meaning;
    std::optional<FaceMeaning> said;
    bool decided = false;
    Contents joined = Contents::Empty;
    for (const FlagRule& rule : rules.contentsFlags) {
        if ((flags[0] & rule.bits) == 0) continue;
        if (rule.effect == FlagEffect::Joins) {
            joined |= rule.meaning.contents;
        } else if (rule.effect == FlagEffect::Decides) {
            decided = decided || !said;
            if (!said) said = rule.meaning;
        } else if (!decided) {
            if (!said) said = FaceMeaning{FaceSays::Volume, Contents::Empty};
            said->contents |= rule.meaning.contents;
        }
    }
    FaceMeaning meaning = said.value_or(byName);
    if (!any(joined)) return meaning;
    if (meaning.says == FaceSays::Neutral) meaning = {FaceSays::Volume, Contents::Solid, false, true};
    if (meaning.says == FaceSays::Volume) meaning.contents |= joined;
    return meaning;
}

/// What the class and the keys of an entity say.
struct EntityWord {
    bool model = true;
    std::optional<Contents> contents;
    std::vector<HullNames> hulls;
};

/// Returns the hull names in the entity's key `_hulls`. Its brushes are in these hulls only.
HullNames namesIn(std::string_view list) {
    HullNames names(1);
    for (const char c : list) {
        if (c != ' ' && c != ',' && c != '\t')
            names.back() += c;
        else if (!names.back().empty())
            names.emplace_back();
    }
    if (names.back().empty()) names.pop_back();
    return names;
}

/// Replaces a number by the hulls whose bits it has: bit 0 is the first hull, and 0 means all hulls.
HullNames withoutNumbers(const HullNames& names, const std::vector<FileHull>& hulls) {
    HullNames all;
    for (const std::string& name : names) {
        const bool known = std::any_of(hulls.begin(), hulls.end(), [&](const FileHull& h) { return h.name == name; });
        if (known || name.size() > 9 || name.find_first_not_of("0123456789") != std::string::npos) {
            all.push_back(name);
            continue;
        }
        const unsigned long bits = std::stoul(name);
        for (std::size_t h = 0; h < hulls.size(); ++h)
            if (bits == 0 || (bits >> h & 1) != 0) all.push_back(hulls[h].name);
    }
    return all;
}

EntityWord entityWord(const MapEntity& entity, const GameRules& rules, const std::vector<FileHull>& hulls) {
    EntityWord word;
    word.model = !fits("worldspawn", entity.classname());
    const auto restrict = [&](const HullNames& names) {
        if (!names.empty()) word.hulls.push_back(names);
    };
    if (const HullNames names = namesIn(entity.value("_hulls")); !names.empty())
        word.hulls.push_back(withoutNumbers(names, hulls));
    const auto rule = std::find_if(rules.classes.begin(), rules.classes.end(),
                                   [&](const ClassRule& one) { return fits(one.name, entity.classname()); });
    if (rule != rules.classes.end()) {
        word.model = rule->model;
        word.contents = rule->contents;
        restrict(rule->hulls);
    }
    for (const KeyRule& key : rules.keys) {
        const std::string_view value = entity.value(key.key);
        const bool meant = key.value.empty() ? !value.empty() && value != "0" : fits(key.value, value);
        if (!meant || !fits(key.classname, entity.classname())) continue;
        if (key.contents) word.contents = key.contents;
        restrict(key.hulls);
    }
    return word;
}

/// What words behind a face say besides: parameters of its surface.
FaceMeaning byWords(const FaceMeaning& meaning, const std::vector<std::string>& parms, const GameRules& rules) {
    Contents added = Contents::Empty;
    bool open = false;
    for (const std::string& parm : parms)
        for (const SurfaceParm& known : rules.surfaceParms) {
            if (!fits(known.name, parm)) continue;
            if (known.kind == SurfaceParm::Kind::Origin) return {FaceSays::Origin, Contents::Empty};
            if (known.kind == SurfaceParm::Kind::Nothing) return {FaceSays::Mark, Contents::Empty};
            added |= known.adds;
            open = open || !known.solid;
            break;
        }
    if (open) {
        const bool fills = any(added & (kMaskBlocking | kMaskLiquid));
        return {fills ? FaceSays::Volume : FaceSays::Mark, any(added) ? added : Contents::Illusionary};
    }
    FaceMeaning joined = meaning;
    if (!any(added)) return joined;
    if (joined.says == FaceSays::Neutral) joined = {FaceSays::Volume, Contents::Solid, false, true};
    if (joined.says == FaceSays::Volume) joined.contents |= added;
    return joined;
}

BrushWord wordOf(const MapBrush& brush, RuleLookup& lookup, bool inWorld) {
    BrushWord word;
    struct Said {
        FaceMeaning meaning;
        HullNames hulls;
    };
    std::vector<Said> volumes, marks;
    for (const MapFace& face : brush.faces) {
        const TextureRule* rule = lookup.of(face.texture, inWorld);
        const TextureRule byName = rule != nullptr ? *rule : TextureRule{};
        word.grows.push_back(byName.meaning.grown);
        FaceMeaning meaning = face.flags ? byFlags(*face.flags, lookup.rules(), byName.meaning) : byName.meaning;
        for (const MapFaceWords& words : brush.faceWords)
            if (&brush.faces[words.face] == &face) meaning = byWords(meaning, words.parms, lookup.rules());
        if (!byName.hulls.empty() && (meaning.whole || meaning.says == FaceSays::Neutral))
            for (const std::string& hull : byName.hulls) word.hulls.push_back(hull);
        if (meaning.says == FaceSays::Volume) volumes.push_back({meaning, byName.hulls});
        if (meaning.says == FaceSays::Mark || meaning.says == FaceSays::Origin)
            marks.push_back({meaning, byName.hulls});
    }
    if (any(brush.contents)) {  // what the map itself says goes before all rules
        word.contents = brush.contents;
        word.hulls.clear();
        return word;
    }
    if (volumes.empty() && marks.empty()) {
        word.contents = Contents::Solid;
        return word;
    }
    Said decider = volumes.empty() ? marks.front() : volumes.front();
    if (volumes.empty() && decider.meaning.says == FaceSays::Origin) return word;
    // The first face that stands for the whole brush goes before all, the first that the players see as solid before
    // liquids and clips.
    const auto whole =
        std::find_if(volumes.begin(), volumes.end(), [](const Said& said) { return said.meaning.whole; });
    if (whole != volumes.end())
        decider = *whole;
    else if (!any(decider.meaning.contents & (Contents::Solid | Contents::Sky)))
        for (const Said& said : volumes)
            if (said.meaning.seen && any(said.meaning.contents & Contents::Solid)) {
                decider = said;
                break;
            }
    word.contents = decider.meaning.contents;
    word.hulls.insert(word.hulls.end(), decider.hulls.begin(), decider.hulls.end());
    return word;
}

bool isIn(const std::vector<HullNames>& only, std::string_view hull) {
    return std::all_of(only.begin(), only.end(), [&](const HullNames& names) {
        return std::find(names.begin(), names.end(), hull) != names.end();
    });
}

/// Returns true if a brush of these contents is in all hulls that can have it. Without `hulls` that is not known.
bool isInAll(const std::vector<HullNames>& only, Contents contents, const std::vector<FileHull>& hulls) {
    return !hulls.empty() && std::all_of(hulls.begin(), hulls.end(), [&](const FileHull& hull) {
        return (hull.point && contents == Contents::Clip) || isIn(only, hull.name);
    });
}

}  // namespace

BrushWord brushWord(const MapBrush& brush, const GameRules& rules, bool inWorld) {
    RuleLookup lookup(rules);
    return wordOf(brush, lookup, inWorld);
}

std::vector<MapModel> readModels(const MapFile& map, const GameRules& rules, const std::vector<FileHull>& hulls) {
    std::vector<MapModel> models(1);
    RuleLookup lookup(rules);
    for (std::size_t e = 0; e < map.entities.size(); ++e) {
        const MapEntity& entity = map.entities[e];
        if (entity.brushes.empty()) continue;
        const EntityWord about = entityWord(entity, rules, hulls);
        if (about.model) models.push_back({static_cast<std::uint32_t>(e), {}});
        MapModel& model = about.model ? models.back() : models.front();
        for (std::size_t b = 0; b < entity.brushes.size(); ++b) {
            const BrushWord word = wordOf(entity.brushes[b], lookup, !about.model);
            if (!any(word.contents)) continue;
            const Contents contents = about.contents.value_or(word.contents);
            if (!any(contents)) continue;
            const auto bare = solveBrush(entity.brushes[b], word.grows);
            if (!bare) continue;
            std::vector<HullNames> only = about.hulls;
            if (!word.hulls.empty()) only.push_back(word.hulls);
            // What blocks and what is passed are looked up apart, so a brush that is both counts as two.
            const Contents blocking = contents & kMaskBlocking;
            for (const Contents part :
                 {any(blocking & Contents::Solid) ? Contents::Solid : blocking, contents & kMaskPassable})
                if (any(part))
                    model.solids.push_back({*bare, part, static_cast<std::uint32_t>(e), static_cast<std::uint32_t>(b),
                                            map.lineOf(entity.brushes[b].pos),
                                            isInAll(only, part, hulls) ? std::vector<HullNames>{} : only});
        }
    }
    return models;
}

std::vector<GrownBrush> growModel(const MapModel& model, const Box& box, std::string_view hull) {
    const bool point = box.mins == box.maxs;
    std::vector<GrownBrush> grown;
    for (const MapSolid& solid : model.solids) {
        if (point && solid.contents == Contents::Clip) continue;
        if (isIn(solid.hulls, hull)) grown.push_back(growSolid(solid, box));
    }
    return grown;
}

}  // namespace hullbake::oracle
