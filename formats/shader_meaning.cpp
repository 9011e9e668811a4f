// What a shader's surface parameters say about a face. Apart from the reading of scripts, as maps have such parameters,
// too, where there are no files.

#include <algorithm>

#include "formats/letters.hpp"
#include "formats/shader_scripts.hpp"

namespace hullbake {

FaceMeaning shaderMeaning(const Shader& shader, const GameRules& rules) {
    using Kind = SurfaceParm::Kind;
    FaceMeaning meaning{FaceSays::Volume, Contents::Empty};
    bool solid = true;
    for (const std::string& parm : shader.parms) {
        const auto rule = std::find_if(rules.surfaceParms.begin(), rules.surfaceParms.end(),
                                       [&](const SurfaceParm& known) { return lowerCase(known.name) == parm; });
        if (rule == rules.surfaceParms.end()) continue;
        if (rule->kind == Kind::Origin) return {FaceSays::Origin, Contents::Empty};
        if (rule->kind == Kind::Nothing) return {FaceSays::Mark, Contents::Empty};
        meaning.contents |= rule->adds;
        solid = solid && rule->solid;
        if (rule->kind == Kind::Unseen) meaning.seen = false;
    }
    if (solid && !meaning.seen && !any(meaning.contents)) return {FaceSays::Neutral, Contents::Empty};
    if (solid) meaning.contents |= Contents::Solid;
    if (!any(meaning.contents)) meaning.contents = Contents::Illusionary;
    if (!any(meaning.contents & (kMaskBlocking | kMaskLiquid))) meaning = {FaceSays::Mark, meaning.contents};
    return meaning;
}

}  // namespace hullbake
