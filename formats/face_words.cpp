#include "formats/face_words.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "formats/letters.hpp"

namespace hullbake {
namespace {

// What the compiler takes from a face in place of its shader: light, and how patches are divided for drawing.
constexpr std::string_view kPlainFaceWords[] = {"surfacedensity", "subdivisions", "tesselation", "surfacelight",
                                                "surfacecolor",   "surfaceangle", "overbright",  "backsurfacelight"};

// Parameters of visibility, light, sounds, and marks.
constexpr std::string_view kPlainParms[] = {
    "alphashadow", "backside",   "carpet",  "castshadow", "detail",     "dirt",       "fence",    "foliage",
    "glass",       "grass",      "gravel",  "grill",      "metal",      "mud",        "nodamage", "nodlight",
    "noimpact",    "nolightmap", "nomarks", "nosteps",    "obscuring",  "overbright", "paper",    "puddle",
    "rock",        "sand",       "slick",   "snow",       "structural", "trans",      "window",   "wood",
};

}  // namespace

bool isFaceWordWithoutMeaning(std::string_view word) {
    if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
    return std::any_of(std::begin(kPlainFaceWords), std::end(kPlainFaceWords),
                       [&](std::string_view known) { return sameButForCase(known, word); });
}

bool isParmWithoutMeaning(std::string_view parm) {
    return std::find(std::begin(kPlainParms), std::end(kPlainParms), parm) != std::end(kPlainParms);
}

void numberFlagsAsQuake2(MapEntity& entity) {
    // Contents: solid, lava, slime, water, fog, area portal, clips, origin. Surfaces: sky, nodraw.
    constexpr std::uint32_t kContentsAlike = 0x1038079, kSurfacesAlike = 0x84;
    constexpr std::uint32_t kLadderContents = 0x2, kLadderSurface = 0x8, kLadderOfQuake2 = 0x20000000;
    for (MapBrush& brush : entity.brushes)
        for (MapFace& face : brush.faces) {
            if (!face.flags) continue;
            auto& [contents, surface, value] = *face.flags;
            const bool ladder = (contents & kLadderContents) != 0 || (surface & kLadderSurface) != 0;
            contents = (contents & kContentsAlike) | (ladder ? kLadderOfQuake2 : 0);
            surface &= kSurfacesAlike;
        }
}

}  // namespace hullbake
