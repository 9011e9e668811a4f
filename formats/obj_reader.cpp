// Wavefront OBJ, after "Object Files (.obj)", appendix B1 of the Advanced Visualizer manual. Reads line by line.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "formats/mesh.hpp"
#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

struct ObjError {
    SourcePos pos;
    std::string message;
};

bool isObjBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

class ObjReader {
  public:
    explicit ObjReader(std::string_view text) : text_(text) {}

    Mesh read() {
        mesh_.materials.emplace_back();
        const char lineEnd = text_.find('\n') == std::string_view::npos ? '\r' : '\n';  // CR alone: old Macintoshes
        for (std::size_t begin = 0; begin < text_.size(); ++line_) {
            std::size_t end = std::min(text_.find(lineEnd, begin), text_.size());
            std::uint32_t further = 0;
            for (std::size_t last = begin; isContinued(text_.substr(last, end - last)) && end < text_.size();
                 ++further) {
                last = end + 1;
                end = std::min(text_.find(lineEnd, last), text_.size());
            }
            rest_ = text_.substr(begin, end - begin);
            rest_ = rest_.substr(0, rest_.find('#'));
            lineStart_ = text_.data() + begin;
            readLine();
            line_ += further;
            begin = end + 1;
        }
        if (mesh_.polygons.empty()) throw ObjError{{0, 0, 0}, "the mesh has no faces"};
        return std::move(mesh_);
    }

  private:
    // A backslash at its end joins a line with the next one. A comment goes to the end of its own line.
    static bool isContinued(std::string_view line) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line.ends_with('\\') && line.find('#') == std::string_view::npos;
    }
    bool isBlankAt(std::size_t i) const {
        const char next = i + 1 < rest_.size() ? rest_[i + 1] : '\n';
        return isObjBlank(rest_[i]) || rest_[i] == '\n' || (rest_[i] == '\\' && (next == '\r' || next == '\n'));
    }
    std::string_view word() {
        while (!rest_.empty() && isBlankAt(0)) rest_.remove_prefix(1);
        std::size_t size = 0;
        while (size < rest_.size() && !isBlankAt(size)) ++size;
        const std::string_view found = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return found;
    }
    SourcePos posOf(std::string_view at) const {
        return {line_, static_cast<std::uint32_t>(at.data() - lineStart_ + 1), 0};
    }
    [[noreturn]] void fail(std::string_view at, const std::string& message) const {
        throw ObjError{posOf(at), message};
    }
    [[noreturn]] void failExpected(std::string_view at, const std::string& expected) const {
        fail(at,
             "expected " + expected + ", found " + (at.empty() ? "the end of the line" : "'" + shownBytes(at) + "'"));
    }

    void readLine() {
        const std::string_view kind = word();
        if (kind.empty() || isOneOf(kind, {"vt", "vn", "s", "l", "p", "mtllib"})) return;
        if (kind == "v") {
            if (mesh_.points.size() == kMostMeshPoints)
                fail(kind, "the file has more than " + std::to_string(kMostMeshPoints) + " points");
            return readPoint();
        }
        if (kind == "f" || kind == "fo") return readPolygon(kind);
        if (kind == "g" || kind == "o") {
            ++group_;
            return;
        }
        if (kind == "usemtl") return readMaterial(kind);
        if (isOneOf(kind, {"curv", "curv2", "surf", "vp", "cstype"})) fail(kind, "free-form surfaces are not read");
        // Others set attributes of rendering. What is no word of letters is a damaged file.
        const bool isWord = std::all_of(kind.begin(), kind.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
        });
        if (!isWord || kind.size() > 32) failExpected(kind, "a statement of OBJ");
    }

    void readPoint() {
        std::array<double, 3> numbers{};
        for (double& number : numbers) {
            const std::string_view text = word();
            std::string_view digits = text;
            if (digits.starts_with('+')) digits.remove_prefix(1);
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
            if (text.empty() || error == std::errc::invalid_argument || end != digits.data() + digits.size())
                failExpected(text, "a coordinate");
            if (error == std::errc::result_out_of_range || !std::isfinite(number))
                fail(text, "the coordinate '" + shownBytes(text) + "' is no finite number");
        }
        mesh_.points.push_back({numbers[0], numbers[1], numbers[2]});
    }

    void readPolygon(std::string_view kind) {
        MeshPolygon polygon;
        polygon.first = static_cast<std::uint32_t>(mesh_.corners.size());
        polygon.group = group_;
        polygon.material = material_;
        polygon.pos = posOf(kind);
        for (std::string_view corner = word(); !corner.empty(); corner = word()) {
            mesh_.corners.push_back(indexOf(corner));
            ++polygon.count;
        }
        if (polygon.count < 3) fail(kind, "a face needs three corners, this has " + std::to_string(polygon.count));
        if (polygon.count > kMostPolygonCorners)
            fail(kind, "the face has " + std::to_string(polygon.count) + " corners, " +
                           std::to_string(kMostPolygonCorners) + " is the limit");
        if (mesh_.corners.size() > kMostMeshCorners)
            fail(kind, "the faces have more than " + std::to_string(kMostMeshCorners) + " corners");
        mesh_.polygons.push_back(polygon);
    }

    // "7", "7/1", "7//2", "7/1/2"; negative ones count from the last point.
    std::uint32_t indexOf(std::string_view corner) const {
        const std::string_view digits = corner.substr(0, corner.find('/'));
        std::int64_t index = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (error == std::errc::invalid_argument || end != digits.data() + digits.size())
            failExpected(corner, "the number of a point");
        const auto count = static_cast<std::int64_t>(mesh_.points.size());
        if (error == std::errc::result_out_of_range || index == 0 || index > count || index < -count)
            fail(corner, "there is no point " + shownBytes(digits) + "; " + std::to_string(count) +
                             " are given before this line");
        return static_cast<std::uint32_t>(index > 0 ? index - 1 : count + index);
    }

    void readMaterial(std::string_view kind) {
        const std::string name(word());
        const auto [at, isNew] = known_.try_emplace(name, static_cast<std::uint32_t>(mesh_.materials.size()));
        if (name.empty()) {
            material_ = 0;
            return;
        }
        if (isNew) mesh_.materials.push_back(name);
        if (mesh_.materials.size() > kMostMeshMaterials)
            fail(kind, "the file has more than " + std::to_string(kMostMeshMaterials) + " materials");
        material_ = at->second;
    }

    std::string_view text_, rest_;
    const char* lineStart_ = nullptr;
    std::uint32_t line_ = 1, group_ = 0, material_ = 0;
    std::map<std::string, std::uint32_t> known_{{"", 0}};
    Mesh mesh_;
};

}  // namespace

std::variant<Mesh, Diagnostic> parseObj(std::string_view text, const std::string& path) {
    try {
        return ObjReader(text).read();
    } catch (const ObjError& error) {
        return Diagnostic{path, error.pos, error.message};
    }
}

}  // namespace hullbake
