// Patches as numbers in nested brackets, and those of Call of Duty with lettered vertices.
//
//   patch   = '{' TEXTURE '(' rows columns … ')' '(' { '(' { '(' x y z u v … ')' } ')' } ')' '}'
//   iwpatch = '{' { line } MATERIAL LIGHTMAP { word } rows columns … { '(' { 'v' x y z 't' u v … } ')' } '}'
//   line    = ( 'layer' STRING | ( 'contents' | 'toolFlags' | … ) { word } )                   to the end of its line
#include "formats/patch_reader.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace hullbake {
namespace {

/// Upper bound of rows and columns. Editors stop at 31; meshes of Call of Duty at 16.
constexpr double kMostRows = 4096;
/// Depth of the brackets around the numbers of the size, of a row, and of a point.
constexpr std::size_t kSizeDepth = 1, kRowDepth = 2, kPointDepth = 3;
constexpr std::size_t kNumbersOfPoint = 5;

/// Collects rows of points and compares them with the size that the text says.
class PointGrid {
  public:
    explicit PointGrid(MapPatch& patch) : patch_(patch) {}

    void beginRow(SourcePos at) { rowPos_ = at; }
    void add(const PatchPoint& point) {
        patch_.points.push_back(point);
        ++inRow_;
    }
    void endRow() {
        ++rows_;
        if (inRow_ != patch_.columns && badRow_.line == 0) badRow_ = rowPos_, badCount_ = inRow_;
        inRow_ = 0;
    }
    /// Throws if the points are others than the size says. `size` is where the size stands.
    void check(SourcePos size) const {
        const std::string said =
            "the patch says " + std::to_string(patch_.rows) + " rows of " + std::to_string(patch_.columns) + " points";
        if (badRow_.line != 0) throw MapSyntaxError{badRow_, said + ", this row has " + std::to_string(badCount_)};
        if (rows_ != patch_.rows) throw MapSyntaxError{size, said + ", " + std::to_string(rows_) + " rows follow"};
    }

  private:
    MapPatch& patch_;
    SourcePos rowPos_, badRow_{0, 0};
    std::size_t rows_ = 0, inRow_ = 0, badCount_ = 0;
};

/// Reads the brackets of a patch. Any depth is passed over, so that only what stands at its place is a point.
class BracketPatch {
  public:
    BracketPatch(MapLexer& lexer, MapPatch& patch) : lexer_(lexer), patch_(patch), grid_(patch) {}

    void read(SourcePos begin) {
        for (;;) {
            lexer_.peek();
            const SourcePos at = lexer_.pos();
            if (lexer_.accept('(')) {
                open(at);
            } else if (depth_ > 0 && lexer_.accept(')')) {
                close();
            } else if (depth_ == 0 && lexer_.accept('}')) {
                return finish(begin);
            } else if (lexer_.atNumber()) {
                take(at);
            } else if (lexer_.peek() == '"') {
                lexer_.quoted();
            } else {
                const std::string end = depth_ > 0 ? "')' (end of a row)" : "'}' (" + closing("patch", begin) + ")";
                lexer_.failExpected("'(' (a row), a number or " + end);
            }
        }
    }

  private:
    void open(SourcePos at) {
        ++depth_;
        count_ = 0;
        if (depth_ == kRowDepth) grid_.beginRow(at);
        if (depth_ == kPointDepth) point_ = {}, pointPos_ = at;
    }

    void close() {
        if (depth_ == kPointDepth) {
            if (count_ < kNumbersOfPoint)
                throw MapSyntaxError{pointPos_, "a point of a patch has five numbers: x y z u v"};
            lexer_.countItem(pointPos_);
            grid_.add(point_);
        } else if (depth_ == kRowDepth) {
            grid_.endRow();
        }
        sized_ = true;  // the first bracket holds the size alone
        --depth_;
        count_ = 0;
    }

    void take(SourcePos at) {
        if (depth_ == kPointDepth) {
            if (count_ < 3)
                point_.position[static_cast<int>(count_)] = lexer_.number("a coordinate of a patch");
            else if (count_ < kNumbersOfPoint)
                (count_ == 3 ? point_.u : point_.v) = lexer_.textureNumber("a texture coordinate");
            else
                lexer_.textureNumber("a value of a point");
        } else {
            const double value = lexer_.number("a value of a patch");
            if (depth_ == kSizeDepth && !sized_) takeSize(value, at);
        }
        ++count_;
    }

    void takeSize(double value, SourcePos at) {
        if (count_ == 0) patch_.rows = patchSize(value, at), sizePos_ = at;
        if (count_ == 1) patch_.columns = patchSize(value, at);
        const bool subdivided = patch_.kind == PatchKind::Def3 && (count_ == 2 || count_ == 3);
        if (!subdivided) return;
        if (!patch_.subdivisions) patch_.subdivisions.emplace();
        (*patch_.subdivisions)[count_ - 2] = value >= 0 && value <= kMostRows ? static_cast<std::uint32_t>(value) : 0;
    }

    void finish(SourcePos begin) {
        if (patch_.columns == 0) throw MapSyntaxError{begin, "the patch has no size: '( rows columns … )' is missing"};
        grid_.check(sizePos_);
    }

    MapLexer& lexer_;
    MapPatch& patch_;
    PointGrid grid_;
    PatchPoint point_;
    SourcePos sizePos_, pointPos_;
    std::size_t depth_ = 0, count_ = 0;
    bool sized_ = false;
};

/// Reads one row of lettered vertices. `(` was read.
void readLetteredRow(MapLexer& lexer, PointGrid& grid) {
    while (!lexer.accept(')')) {
        if (!lexer.acceptWord("v")) lexer.failExpected("'v' (a vertex) or ')' (end of a row)");
        lexer.countItem(lexer.pos());
        PatchPoint point;
        for (int axis = 0; axis < 3; ++axis) point.position[axis] = lexer.number("a coordinate of a patch");
        // Other letters follow with their numbers: t (texture and lightmap), c (colour), f (turned edge).
        std::size_t texture = 0;
        bool inTexture = false;
        for (;;) {
            if (lexer.atNumber()) {
                const double value = lexer.textureNumber("a value of a vertex");
                if (inTexture && texture < 2) (texture == 0 ? point.u : point.v) = value;
                if (inTexture) ++texture;
            } else if (lexer.atWord() && !lexer.atThisWord("v")) {
                inTexture = lexer.word("a letter") == "t";
            } else {
                break;
            }
        }
        grid.add(point);
    }
    grid.endRow();
}

/// Passes over the rest of a line, and returns it.
std::string_view skipLine(MapLexer& lexer) {
    const std::uint32_t line = lexer.lineNow();
    const std::size_t from = lexer.offset();
    std::string_view text;
    while (lexer.line() == line) {
        if (lexer.peek() == '"')
            lexer.quoted();
        else if (lexer.atWord() || lexer.atNumber())
            lexer.word("a word");
        else
            break;
        text = lexer.textFrom(from);
    }
    return text;
}

void readLettered(MapLexer& lexer, MapPatch& patch, std::string& layer, SourcePos begin) {
    for (;;) {
        if (lexer.acceptWord("contents"))
            patch.contents = contentsOfWords(skipLine(lexer));
        else if (lexer.acceptWord("layer"))
            layer = lexer.peek() == '"' ? std::string(lexer.quoted()) : std::string(skipLine(lexer));
        else if (lexer.acceptWord("toolFlags") || lexer.acceptWord("guid"))
            skipLine(lexer);
        else
            break;
    }
    lexer.peek();
    patch.material = lexer.texture();
    lexer.peek();
    if (!lexer.atNumber()) lexer.texture();  // of the lightmap
    while (lexer.atWord()) skipLine(lexer);  // smoothing
    lexer.peek();
    const SourcePos size = lexer.pos();
    patch.rows = patchSize(lexer.number("the rows of a patch"), size);
    patch.columns = patchSize(lexer.number("the columns of a patch"), size);
    while (lexer.atNumber()) lexer.number("a value of a patch");
    PointGrid grid(patch);
    while (lexer.peek() == '(') {
        grid.beginRow(lexer.pos());
        lexer.accept('(');
        readLetteredRow(lexer, grid);
    }
    if (!lexer.accept('}')) lexer.failExpected("'(' (a row) or '}' (" + closing("patch", begin) + ")");
    grid.check(size);
}

}  // namespace

std::uint32_t patchSize(double value, SourcePos at) {
    if (value != std::floor(value) || value < 1 || value > kMostRows) {
        throw MapSyntaxError{
            at, "the size of a patch must be a whole number from 1 to " + std::to_string(static_cast<int>(kMostRows))};
    }
    return static_cast<std::uint32_t>(value);
}

Contents contentsOfWords(std::string_view words) {
    const auto has = [&](std::string_view word) { return words.find(word) != std::string_view::npos; };
    return has("nonColliding") ? Contents::Illusionary : has("weaponClip") ? Contents::User6 : Contents::Empty;
}

std::string closing(std::string_view what, SourcePos begin) {
    return "end of the " + std::string(what) + " that begins on line " + std::to_string(begin.line);
}

std::optional<PatchKind> acceptPatchWord(MapLexer& lexer) {
    struct Word {
        std::string_view word;
        PatchKind kind;
    };
    static constexpr Word kWords[] = {
        {"patchDef2", PatchKind::Def2},
        {"patchDef3", PatchKind::Def3},
        {"patchDef5", PatchKind::Def5},
        {"patchDefWS", PatchKind::DefWS},
        {"patchDef2WS", PatchKind::DefWS},
        {"patchDef3WS", PatchKind::Def3},
        {"patchTerrainDef3", PatchKind::TerrainDef3},
        {"curve", PatchKind::Curve},
        {"mesh", PatchKind::Mesh},
    };
    for (const Word& word : kWords)
        if (lexer.acceptWord(word.word)) return word.kind;
    return {};
}

void skipBlock(MapLexer& lexer, std::string_view what) {
    lexer.peek();
    const SourcePos begin = lexer.pos();
    lexer.expect('{', what);
    skipRestOfBlock(lexer, what, begin);
}

void skipRestOfBlock(MapLexer& lexer, std::string_view what, SourcePos begin) {
    for (std::size_t depth = 1; depth > 0;) {
        const char c = lexer.peek();
        if (lexer.accept('{')) {
            ++depth;
        } else if (lexer.accept('}')) {
            --depth;
        } else if (c == '"') {
            lexer.quoted();
        } else if (c != '\0' && !lexer.accept('(') && !lexer.accept(')') && !lexer.accept('[') && !lexer.accept(']')) {
            lexer.word("a word");
        } else if (c == '\0') {
            lexer.failExpected("'}' (" + closing(what, begin) + ")");
        }
    }
}

MapPatch readPatch(MapLexer& lexer, PatchKind kind, std::string& layer) {
    MapPatch patch;
    patch.kind = kind;
    lexer.peek();
    const SourcePos begin = lexer.pos();
    lexer.expect('{', "a patch");
    if (kind == PatchKind::Curve || kind == PatchKind::Mesh) {
        readLettered(lexer, patch, layer, begin);
        return patch;
    }
    lexer.peek();  // the name has a line of its own, so that comments may stand before it
    patch.material = lexer.texture();
    BracketPatch(lexer, patch).read(begin);
    return patch;
}

}  // namespace hullbake
