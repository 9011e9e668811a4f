#include "formats/face_words.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>

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

// Returns true for a word such as `subdivisions`, with a sign or without one.
bool isPlainFaceWord(std::string_view word) {
    if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
    return std::any_of(std::begin(kPlainFaceWords), std::end(kPlainFaceWords),
                       [&](std::string_view known) { return sameButForCase(known, word); });
}

}  // namespace

bool readFaceWords(MapLexer& lexer, MapFaceWords& words, bool dropped) {
    const std::uint32_t line = words.pos.line;
    bool hasParms = false;
    while (lexer.line() == line && (lexer.atWord() || lexer.peek() == '"')) {
        const std::string_view name = lexer.peek() == '"' ? lexer.quoted() : lexer.word("a word");
        if (!dropped) lexer.countItem(words.pos);
        const bool isParm = sameButForCase(name, "+surfaceparm") || sameButForCase(name, "-surfaceparm");
        if (isParm && lexer.line() == line && lexer.atWord()) {
            hasParms = true;
            const std::string parm = lowerCase(lexer.word("a surface parameter"));
            // What is taken away from those of the texture is not followed.
            if (name.starts_with('+'))
                words.parms.push_back(parm);
            else if (!isParmWithoutMeaning(parm))
                words.unknown.push_back(std::string(name) + ' ' + parm);
        } else if (!dropped && !isPlainFaceWord(name)) {
            words.unknown.emplace_back(name);
        }
        while (lexer.line() == line && lexer.atNumber()) lexer.word("a value of a face");
    }
    return hasParms;
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
