// Heights become points of a mesh, whose rows run along x, so that its front is above.
//
//   quake3  = '{' width height stepX stepY  x y z  { HEIGHT TEXTURE shift shift turn scale scale 3 * flag } '}'
//   moh     = '{' width height flags  x y z  '{' { word | '(' TEXTURE … ')' } '}'  '{' { HEIGHT flags flags } '}' '}'
//   flags   = '(' { word } ')'
#include "formats/terrain_patch_reader.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "formats/patch_reader.hpp"

namespace hullbake {
namespace {

/// Units from point to point in Medal of Honor, which has no other grid.
constexpr double kGridOfMoh = 64;
/// Flag of Medal of Honor: the front is below.
constexpr double kUpsideDown = 64;

/// Puts heights where they belong, in the order of the text: along x, then along y.
class HeightGrid {
  public:
    HeightGrid(MapPatch& patch, std::uint32_t width, std::uint32_t height, const Vec3& origin, double stepX,
               double stepY)
        : patch_(patch), width_(width), height_(height), origin_(origin), stepX_(stepX), stepY_(stepY) {
        patch.rows = width;
        patch.columns = height;
    }

    std::size_t size() const { return std::size_t{width_} * height_; }
    void add(double value) { heights_.push_back(value); }

    /// Mirrors the order of points if the front is below.
    void finish(bool upsideDown) const {
        if (upsideDown) std::swap(patch_.rows, patch_.columns);
        patch_.points.reserve(heights_.size());
        for (std::uint32_t row = 0; row < patch_.rows; ++row)
            for (std::uint32_t column = 0; column < patch_.columns; ++column) {
                const std::uint32_t i = upsideDown ? column : row, k = upsideDown ? row : column;
                const double z = heights_[std::size_t{k} * width_ + i];
                patch_.points.push_back(
                    {{origin_.x + stepX_ * i, origin_.y + stepY_ * k, origin_.z + z}, stepX_ * i, stepY_ * k});
            }
    }

  private:
    MapPatch& patch_;
    std::uint32_t width_, height_;
    Vec3 origin_;
    double stepX_, stepY_;
    std::vector<double> heights_;
};

std::uint32_t readSide(MapLexer& lexer, std::string_view what) {
    lexer.peek();
    const SourcePos at = lexer.pos();
    return patchSize(lexer.number(what), at);
}

double readHeight(MapLexer& lexer) {
    lexer.peek();
    lexer.countItem(lexer.pos());
    return lexer.number("the height of a point of terrain");
}

void readQuake3Points(MapLexer& lexer, MapPatch& patch, HeightGrid& grid) {
    for (std::size_t i = 0; i < grid.size(); ++i) {
        grid.add(readHeight(lexer));
        lexer.peekName();
        const std::string_view texture = lexer.texture();
        if (i == 0) patch.material = texture;
        for (int k = 0; k < 5; ++k) lexer.textureNumber("a number of a texture");
        for (int k = 0; k < 3; ++k) lexer.number("a flag of a texture");
    }
}

/// Passes over the textures. The first one behind a bracket is that of the terrain.
void readMohTextures(MapLexer& lexer, MapPatch& patch, SourcePos begin) {
    lexer.expect('{', "the textures of terrain");
    while (!lexer.accept('}')) {
        if (lexer.accept('(')) {
            lexer.peekName();
            if (patch.material.empty() && lexer.peek() != ')') patch.material = lexer.texture();
        } else if (lexer.peek() == '"') {
            lexer.quoted();
        } else if (!lexer.accept(')')) {
            lexer.word("a word, '(' or '}' (" + closing("terrain", begin) + ")");
        }
    }
}

/// Reads the flags of a point. Returns false if there are none but zeros.
bool readMohFlags(MapLexer& lexer) {
    lexer.expect('(', "flags of a point of terrain");
    bool any = false;
    while (!lexer.accept(')')) any = lexer.word("a flag or ')' (end of the flags)") != "0" || any;
    return any;
}

void readMohPoints(MapLexer& lexer, HeightGrid& grid, std::vector<SourcePos>& flagged) {
    lexer.expect('{', "the points of terrain");
    for (std::size_t i = 0; i < grid.size(); ++i) {
        lexer.peek();
        const SourcePos at = lexer.pos();
        grid.add(readHeight(lexer));
        const bool first = readMohFlags(lexer), second = readMohFlags(lexer);
        if (first || second) flagged.push_back(at);
    }
    lexer.expect('}', "end of the points of terrain");
}

}  // namespace

void readTerrain(MapLexer& lexer, MapPatch& patch, std::vector<SourcePos>& flagged) {
    lexer.peek();
    const SourcePos begin = lexer.pos();
    lexer.expect('{', "terrain");
    if (!lexer.atNumber()) return skipRestOfBlock(lexer, "terrain", begin);
    const std::uint32_t width = readSide(lexer, "the width of terrain");
    const std::uint32_t height = readSide(lexer, "the height of terrain");
    lexer.peek();
    const SourcePos third = lexer.pos();
    std::array<double, 4> head{};
    for (double& value : head) value = lexer.number("flags, steps and origin of terrain");
    if (lexer.peek() == '{') {
        patch.kind = PatchKind::TerrainDefMoh;
        HeightGrid grid(patch, width, height, {head[1], head[2], head[3]}, kGridOfMoh, kGridOfMoh);
        readMohTextures(lexer, patch, begin);
        readMohPoints(lexer, grid, flagged);
        grid.finish(std::fmod(std::floor(head[0] / kUpsideDown), 2) == 1);
    } else {
        if (!(head[0] > 0 && head[1] > 0)) throw MapSyntaxError{third, "the steps of terrain must be above zero"};
        const double z = lexer.number("'{' (textures) or the height of the origin of terrain");
        HeightGrid grid(patch, width, height, {head[2], head[3], z}, head[0], head[1]);
        readQuake3Points(lexer, patch, grid);
        grid.finish(false);
    }
    if (!lexer.accept('}')) lexer.failExpected("'}' (" + closing("terrain", begin) + ")");
}

}  // namespace hullbake
