// After the glTF 2.0 specification of the Khronos Group: sections 3.5 to 3.7 and 4.4.

#include "tools/input/gltf_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/files.hpp"
#include "formats/shown_bytes.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/json_bounds.hpp"

namespace hullbake::cli {
namespace {

using GltfJson = nlohmann::json;
using Matrix = std::array<double, 16>;  // column by column, as in the file

constexpr Matrix kIdentity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
constexpr std::uint32_t kGlbMagic = 0x46546c67, kJsonChunk = 0x4e4f534a, kBinaryChunk = 0x004e4942;
constexpr int kTriangles = 4, kStrip = 5, kFan = 6;
constexpr std::uint64_t kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123, kUnsignedInt = 5125,
                        kFloat = 5126;
/// Points may be bytes and shorts with it.
constexpr const char* kQuantization = "KHR_mesh_quantization";
/// More places of a node's mesh. Who knows no extension draws one.
constexpr const char* kInstancing = "EXT_mesh_gpu_instancing";
/// Upper bound of the depth of nodes.
constexpr int kMostDepth = 64;
/// Nothing that is read lies deeper than six levels; extras and extensions may.
constexpr JsonBounds kJsonBounds = {256, 8'000'000};

std::uint32_t littleEndian(std::string_view bytes, std::size_t at, std::size_t size = 4) {
    std::uint32_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out{};
    for (std::size_t column = 0; column < 4; ++column)
        for (std::size_t row = 0; row < 4; ++row)
            for (std::size_t k = 0; k < 4; ++k) out[column * 4 + row] += a[k * 4 + row] * b[column * 4 + k];
    return out;
}

Vec3 placed(const Matrix& m, const Vec3& p) {
    return {m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12], m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13],
            m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14]};
}

bool mirrors(const Matrix& m) {
    return dot(cross({m[0], m[1], m[2]}, {m[4], m[5], m[6]}), {m[8], m[9], m[10]}) < 0;
}

std::optional<std::string> fromBase64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (text.ends_with('=')) text.remove_suffix(1);
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 255);
    }
    return bytes;
}

/// Returns a URI with each `%20` and the like as its byte.
std::string withoutPercents(std::string_view uri) {
    constexpr std::string_view kHex = "0123456789abcdefABCDEF";
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool coded = uri[i] == '%' && i + 2 < uri.size() && kHex.find(uri[i + 1]) != std::string_view::npos &&
                           kHex.find(uri[i + 2]) != std::string_view::npos;
        if (coded) {
            std::uint32_t byte = 0;
            std::from_chars(uri.data() + i + 1, uri.data() + i + 3, byte, 16);
            text += static_cast<char>(byte);
            i += 2;
        } else {
            text += uri[i];
        }
    }
    return text;
}

class GltfReader {
  public:
    GltfReader(std::string path, std::vector<std::string>* files) : path_(std::move(path)), files_(files) {}

    Mesh read() {
        std::string bytes, error;
        if (!readFile(path_, bytes, error)) fail("", error);
        parse(isBinary(bytes) ? chunksOf(bytes) : std::string_view(bytes));
        for (const GltfJson& required : listOf("extensionsRequired"))
            if (required != kQuantization) fail("extensionsRequired", required.dump() + " is not read");
        for (const GltfJson& used : listOf("extensionsUsed")) quantized_ = quantized_ || used == kQuantization;
        mesh_.materials.emplace_back();
        visited_.resize(listOf("nodes").size());
        for (const std::size_t node : shownNodes()) addNode(node, kIdentity, 0);
        if (mesh_.polygons.empty()) fail("", "the mesh has no faces");
        return std::move(mesh_);
    }

  private:
    [[noreturn]] void fail(const std::string& place, const std::string& message) const {
        throw Failure(fmt::format("{}: {}{}{}", path_, place, place.empty() ? "" : ": ", message));
    }

    static bool isBinary(std::string_view bytes) { return bytes.size() >= 4 && littleEndian(bytes, 0) == kGlbMagic; }

    // Returns the JSON of a `.glb` and keeps its binary chunk.
    std::string_view chunksOf(std::string_view bytes) {
        if (bytes.size() < 20) fail("", "the file ends too early");
        if (littleEndian(bytes, 4) != 2) fail("", fmt::format("glTF version {} is not read", littleEndian(bytes, 4)));
        if (littleEndian(bytes, 8) != bytes.size())
            fail("",
                 fmt::format("the file has {} bytes, not the {} that it states", bytes.size(), littleEndian(bytes, 8)));
        std::string_view json;
        for (std::size_t at = 12, chunk = 0; at < bytes.size(); ++chunk) {
            if (bytes.size() - at < 8 || bytes.size() - at - 8 < littleEndian(bytes, at))
                fail("", fmt::format("chunk {} reaches past the end of the file", chunk));
            const std::size_t size = littleEndian(bytes, at);
            const std::uint32_t kind = littleEndian(bytes, at + 4);
            if (chunk == 0 && kind != kJsonChunk) fail("", "the first chunk is no JSON");
            if (chunk == 0) json = bytes.substr(at + 8, size);
            if (chunk == 1 && kind == kBinaryChunk) binary_ = std::string(bytes.substr(at + 8, size));
            at += 8 + size;
        }
        return json;
    }

    void parse(std::string_view text) {
        if (const std::string broken = brokenBound(text, kJsonBounds); !broken.empty()) fail("", broken);
        try {
            root_ = GltfJson::parse(text);
        } catch (const GltfJson::parse_error& error) {
            fail("", fmt::format("no JSON at byte {}", error.byte));
        } catch (const GltfJson::exception&) {
            fail("", "no JSON: a number is out of range");
        }
        if (!root_.is_object()) fail("", "no glTF: the JSON is no object");
        const GltfJson& version = valueOf(valueOf(root_, "asset"), "version");
        if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("2."))
            fail("asset.version", "only glTF 2 is read");
        const GltfJson& buffers = listOf("buffers");
        for (std::size_t i = 0; i < buffers.size(); ++i) buffers_.push_back(bufferOf(buffers[i], i));
    }

    std::string bufferOf(const GltfJson& buffer, std::size_t index) const {
        const std::string place = fmt::format("buffers[{}]", index);
        const GltfJson& uri = valueOf(buffer, "uri");
        std::string bytes;
        if (uri.is_null()) {
            if (index != 0 || !binary_) fail(place, "has no uri");
            bytes = *binary_;
        } else if (!uri.is_string()) {
            fail(place + ".uri", "expected a text");
        } else {
            bytes = bytesOf(uri.get_ref<const std::string&>(), place + ".uri");
        }
        if (bytes.size() < numberOf(buffer, "byteLength", place)) fail(place, "has fewer bytes than its byteLength");
        return bytes;
    }

    std::string bytesOf(const std::string& uri, const std::string& place) const {
        if (uri.starts_with("data:")) {
            const std::size_t comma = uri.find(";base64,");
            if (comma == std::string::npos) fail(place, "only base64 is read");
            const auto bytes = fromBase64(std::string_view(uri).substr(comma + 8));
            if (!bytes) fail(place, "is no base64");
            return *bytes;
        }
        if (uri.find(':') != std::string::npos) fail(place, "'" + shownBytes(uri) + "' is no file beside this one");
        std::string bytes, error;
        const std::string file = utf8Of(pathOf(path_).parent_path() / pathOf(withoutPercents(uri)));
        if (files_ != nullptr) files_->push_back(file);
        if (!readFile(file, bytes, error)) fail(place, shownBytes(file) + ": " + error);
        return bytes;
    }

    // Returns the value of a key, null without one.
    static const GltfJson& valueOf(const GltfJson& object, const char* key) {
        static const GltfJson null;
        const auto at = object.is_object() ? object.find(key) : object.end();
        return at != object.end() ? *at : null;
    }
    std::uint64_t numberOf(const GltfJson& object, const char* key, const std::string& place,
                           std::optional<std::uint64_t> otherwise = std::nullopt) const {
        const GltfJson& value = valueOf(object, key);
        if (value.is_null() && otherwise) return *otherwise;
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > UINT32_MAX)
            fail(fmt::format("{}.{}", place, key), "expected a whole number");
        return value.get<std::uint64_t>();
    }
    const GltfJson& listOf(const char* name) const {
        static const GltfJson empty = GltfJson::array();
        const GltfJson& list = valueOf(root_, name);
        if (list.is_null()) return empty;
        if (!list.is_array()) fail(name, "expected a list");
        return list;
    }
    const GltfJson& elementOf(const char* list, std::uint64_t index, const std::string& place) const {
        const GltfJson& all = listOf(list);
        if (index >= all.size()) fail(place, fmt::format("there is no {}[{}]", list, index));
        return all[index];
    }
    std::vector<std::uint64_t> indicesOf(const GltfJson& object, const char* key, const std::string& place) const {
        const GltfJson& list = valueOf(object, key);
        if (list.is_null()) return {};
        std::vector<std::uint64_t> all;
        for (const GltfJson& index : list) {
            if (!list.is_array() || !index.is_number_unsigned()) fail(place + "." + key, "expected whole numbers");
            all.push_back(index.get<std::uint64_t>());
        }
        return all;
    }

    std::vector<std::uint64_t> shownNodes() const {
        if (!listOf("scenes").empty()) {
            const std::uint64_t scene = numberOf(root_, "scene", "", 0);
            return indicesOf(elementOf("scenes", scene, "scene"), "nodes", fmt::format("scenes[{}]", scene));
        }
        std::vector<bool> isChild(listOf("nodes").size(), false);
        for (std::size_t i = 0; i < isChild.size(); ++i)
            for (const std::uint64_t child : indicesOf(listOf("nodes")[i], "children", fmt::format("nodes[{}]", i)))
                if (child < isChild.size()) isChild[child] = true;
        std::vector<std::uint64_t> roots;
        for (std::size_t i = 0; i < isChild.size(); ++i)
            if (!isChild[i]) roots.push_back(i);
        return roots;
    }

    template <std::size_t Count>
    std::array<double, Count> numbersOf(const GltfJson& node, const char* key,
                                        const std::array<double, Count>& otherwise, const std::string& place) const {
        const GltfJson& list = valueOf(node, key);
        if (list.is_null()) return otherwise;
        std::array<double, Count> numbers{};
        for (std::size_t i = 0; i < Count; ++i) {
            if (!list.is_array() || list.size() != Count || !list[i].is_number())
                fail(fmt::format("{}.{}", place, key), fmt::format("expected {} numbers", Count));
            numbers[i] = list[i].get<double>();
        }
        return numbers;
    }

    Matrix matrixOf(const GltfJson& node, const std::string& place) const {
        const Matrix matrix = numbersOf<16>(node, "matrix", kIdentity, place);
        if (!valueOf(node, "matrix").is_null()) return matrix;
        const auto [x, y, z, w] = numbersOf<4>(node, "rotation", {0, 0, 0, 1}, place);
        const auto s = numbersOf<3>(node, "scale", {1, 1, 1}, place);
        const auto t = numbersOf<3>(node, "translation", {0, 0, 0}, place);
        return {(1 - 2 * (y * y + z * z)) * s[0],
                2 * (x * y + z * w) * s[0],
                2 * (x * z - y * w) * s[0],
                0,
                2 * (x * y - z * w) * s[1],
                (1 - 2 * (x * x + z * z)) * s[1],
                2 * (y * z + x * w) * s[1],
                0,
                2 * (x * z + y * w) * s[2],
                2 * (y * z - x * w) * s[2],
                (1 - 2 * (x * x + y * y)) * s[2],
                0,
                t[0],
                t[1],
                t[2],
                1};
    }

    void addNode(std::uint64_t index, const Matrix& parent, int depth) {
        const std::string place = fmt::format("nodes[{}]", index);
        const GltfJson& node = elementOf("nodes", index, "nodes");
        if (visited_[index]) fail(place, "is in the scene twice");
        visited_[index] = true;
        if (depth >= kMostDepth) fail(place, fmt::format("lies more than {} nodes deep", kMostDepth));
        const Matrix matrix = product(parent, matrixOf(node, place));
        if (!valueOf(node, "mesh").is_null()) {
            if (!valueOf(valueOf(node, "extensions"), kInstancing).is_null())
                fail(place, std::string(kInstancing) + " is not read; export the instances as nodes");
            const std::uint64_t number = numberOf(node, "mesh", place);
            const GltfJson& primitives = valueOf(elementOf("meshes", number, place + ".mesh"), "primitives");
            if (!primitives.is_array()) fail(fmt::format("meshes[{}].primitives", number), "expected a list");
            for (std::size_t i = 0; i < primitives.size(); ++i)
                addPrimitive(primitives[i], matrix, fmt::format("meshes[{}].primitives[{}]", number, i));
        }
        for (const std::uint64_t child : indicesOf(node, "children", place)) addNode(child, matrix, depth + 1);
    }

    // Numbers of one kind in a buffer: `columns` each `stride` bytes.
    struct Numbers {
        std::string_view bytes;
        std::size_t stride = 0, columns = 1;
        std::uint64_t component = 0;
        bool normalized = false;

        double at(std::size_t row, std::size_t column) const {
            const std::size_t width = widthOf(component);
            const std::uint32_t raw = littleEndian(bytes, row * stride + column * width, width);
            switch (component) {
                case kByte:
                    return scaled(static_cast<std::int8_t>(raw), 127);
                case kUnsignedByte:
                    return scaled(raw, 255);
                case kShort:
                    return scaled(static_cast<std::int16_t>(raw), 32767);
                case kUnsignedShort:
                    return scaled(raw, 65535);
                case kUnsignedInt:
                    return raw;
                default:
                    return std::bit_cast<float>(raw);
            }
        }

      private:
        double scaled(double value, double most) const { return normalized ? std::max(value / most, -1.0) : value; }
    };
    static std::size_t widthOf(std::uint64_t component) {
        if (component == kByte || component == kUnsignedByte) return 1;
        return component == kShort || component == kUnsignedShort ? 2 : 4;
    }

    // Returns the numbers of the view that `holder` names. It must have `count` rows.
    Numbers numbersIn(const GltfJson& holder, std::size_t count, Numbers kind, const std::string& at) const {
        const std::uint64_t view = numberOf(holder, "bufferView", at);
        const GltfJson& part = elementOf("bufferViews", view, at);
        const std::string viewPlace = fmt::format("bufferViews[{}]", view);
        const std::uint64_t buffer = numberOf(part, "buffer", viewPlace);
        if (buffer >= buffers_.size()) fail(viewPlace, fmt::format("there is no buffers[{}]", buffer));
        const std::uint64_t offset = numberOf(part, "byteOffset", viewPlace, 0),
                            size = numberOf(part, "byteLength", viewPlace);
        if (offset + size > buffers_[buffer].size()) fail(viewPlace, "reaches past its buffer");
        const std::size_t width = kind.columns * widthOf(kind.component);
        kind.stride = numberOf(part, "byteStride", viewPlace, width);
        if (kind.stride < width) fail(viewPlace, "its byteStride is too small");
        const std::uint64_t begin = numberOf(holder, "byteOffset", at, 0);
        if (count == 0 || begin + static_cast<std::uint64_t>(count - 1) * kind.stride + width > size)
            fail(at, "reaches past its view");
        kind.bytes = std::string_view(buffers_[buffer]).substr(offset + begin);
        return kind;
    }

    // Returns the numbers of an accessor, row by row: points or indices.
    std::vector<double> valuesOf(std::uint64_t index, bool points, const std::string& place) const {
        const std::string at = fmt::format("{}: accessors[{}]", place, index);
        const GltfJson& accessor = elementOf("accessors", index, place);
        const char* const type = points ? "VEC3" : "SCALAR";
        if (valueOf(accessor, "type") != type) fail(at, fmt::format("its type must be {}", type));
        const std::size_t count = numberOf(accessor, "count", at);
        if (count == 0 || count > kMostMeshCorners)
            fail(at, fmt::format("its count must be from 1 to {}", kMostMeshCorners));
        Numbers kind;
        kind.columns = points ? 3 : 1;
        kind.component = numberOf(accessor, "componentType", at);
        kind.normalized = points && valueOf(accessor, "normalized") == true;
        if (!isRead(kind.component, points)) fail(at, fmt::format("componentType {} is not read here", kind.component));
        std::vector<double> values(count * kind.columns);
        const GltfJson& sparse = valueOf(accessor, "sparse");
        if (sparse.is_null() || accessor.contains("bufferView")) {
            const Numbers numbers = numbersIn(accessor, count, kind, at);
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = numbers.at(i / kind.columns, i % kind.columns);
        }
        if (!sparse.is_null()) replaceSome(values, sparse, kind, at + ".sparse");
        return values;
    }

    // Puts the numbers of a sparse accessor in place of some rows.
    void replaceSome(std::vector<double>& values, const GltfJson& sparse, const Numbers& kind,
                     const std::string& at) const {
        const std::size_t count = numberOf(sparse, "count", at);
        Numbers rowKind;
        rowKind.component = numberOf(valueOf(sparse, "indices"), "componentType", at + ".indices");
        if (!isRead(rowKind.component, false))
            fail(at, fmt::format("componentType {} is not read here", rowKind.component));
        const Numbers rows = numbersIn(valueOf(sparse, "indices"), count, rowKind, at + ".indices");
        const Numbers numbers = numbersIn(valueOf(sparse, "values"), count, kind, at + ".values");
        for (std::size_t i = 0; i < count; ++i) {
            const auto row = static_cast<std::size_t>(rows.at(i, 0));
            if (row >= values.size() / kind.columns) fail(at, fmt::format("there is no element {}", row));
            for (std::size_t k = 0; k < kind.columns; ++k) values[row * kind.columns + k] = numbers.at(i, k);
        }
    }

    // Whether numbers of that kind may be points, or indices.
    bool isRead(std::uint64_t component, bool points) const {
        if (points && component == kFloat) return true;
        if (component == kUnsignedByte || component == kUnsignedShort) return !points || quantized_;
        return points ? quantized_ && (component == kByte || component == kShort) : component == kUnsignedInt;
    }

    void addPrimitive(const GltfJson& primitive, const Matrix& matrix, const std::string& place) {
        const std::uint64_t mode = numberOf(primitive, "mode", place, kTriangles);
        if (mode > kFan) fail(place + ".mode", fmt::format("{} is no mode", mode));
        if (mode < kTriangles) return;
        const auto first = static_cast<std::uint32_t>(mesh_.points.size());
        const std::string pointsPlace = place + ".attributes";
        const std::vector<double> points =
            valuesOf(numberOf(valueOf(primitive, "attributes"), "POSITION", pointsPlace), true, pointsPlace);
        const std::size_t count = points.size() / 3;
        if (mesh_.points.size() + count > kMostMeshCorners)
            fail(place, fmt::format("there are more than {} points", kMostMeshCorners));
        for (std::size_t i = 0; i < count; ++i) {
            mesh_.points.push_back(placed(matrix, {points[3 * i], points[3 * i + 1], points[3 * i + 2]}));
            if (!isFinite(mesh_.points.back())) fail(place, fmt::format("point {} is not finite", i));
        }
        std::vector<std::uint32_t> corners;
        if (valueOf(primitive, "indices").is_null()) {
            for (std::uint32_t i = 0; i < count; ++i) corners.push_back(i);
        } else {
            const std::string at = place + ".indices";
            for (const double index : valuesOf(numberOf(primitive, "indices", place), false, at)) {
                corners.push_back(static_cast<std::uint32_t>(index));
                if (corners.back() >= count) fail(at, fmt::format("there is no point {}", corners.back()));
            }
        }
        if (mode == kTriangles && corners.size() % 3 != 0)
            fail(place, fmt::format("{} corners make no triangles", corners.size()));
        addTriangles(corners, first, static_cast<int>(mode), mirrors(matrix), materialOf(primitive, place), place);
        ++group_;
    }

    void addTriangles(const std::vector<std::uint32_t>& corners, std::uint32_t first, int mode, bool mirrored,
                      std::uint32_t material, const std::string& place) {
        const std::size_t step = mode == kTriangles ? 3 : 1;
        for (std::size_t i = 0; i + 2 < corners.size(); i += step) {
            std::array<std::uint32_t, 3> t{corners[mode == kFan ? 0 : i], corners[i + 1], corners[i + 2]};
            const bool turned = mode == kStrip && i % 2 == 1;
            if (turned != mirrored) std::swap(t[1], t[2]);
            MeshPolygon polygon;
            polygon.first = static_cast<std::uint32_t>(mesh_.corners.size());
            polygon.count = 3;
            polygon.group = group_;
            polygon.material = material;
            polygon.pos = {0, 0, 0};
            for (const std::uint32_t corner : t) mesh_.corners.push_back(first + corner);
            mesh_.polygons.push_back(polygon);
        }
        if (mesh_.corners.size() > kMostMeshCorners)
            fail(place, fmt::format("there are more than {} corners", kMostMeshCorners));
    }

    std::uint32_t materialOf(const GltfJson& primitive, const std::string& place) {
        if (valueOf(primitive, "material").is_null()) return 0;
        const GltfJson& name =
            valueOf(elementOf("materials", numberOf(primitive, "material", place), place + ".material"), "name");
        if (!name.is_string()) return 0;
        const auto known =
            std::find(mesh_.materials.begin(), mesh_.materials.end(), name.get_ref<const std::string&>());
        const auto index = static_cast<std::uint32_t>(known - mesh_.materials.begin());
        if (known == mesh_.materials.end()) mesh_.materials.push_back(name.get<std::string>());
        return index;
    }

    std::string path_;
    std::vector<std::string>* files_;
    std::optional<std::string> binary_;
    GltfJson root_;
    std::vector<std::string> buffers_;
    std::vector<bool> visited_;
    bool quantized_ = false;
    std::uint32_t group_ = 0;
    Mesh mesh_;
};

}  // namespace

Mesh readGltf(const std::string& path, std::vector<std::string>* files) {
    return GltfReader(path, files).read();
}

}  // namespace hullbake::cli
