#include "tools/draw/mesh_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "tools/draw/level_shapes.hpp"

namespace hullbake::draw {
namespace {

constexpr std::array<std::pair<FaceKind, Colour>, 3> kKindColours = {
    {{FaceKind::Face, 0x90a4ae}, {FaceKind::EdgeBevel, 0xef6c00}, {FaceKind::AxialBevel, 0x1565c0}}};
constexpr int kFloats = 5126, kUnsignedInts = 5125, kVertexBuffer = 34962, kIndexBuffer = 34963;

std::string word(std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<unsigned char>(c) <= ' ' ? '_' : c;
    return out.empty() ? std::string("_") : out;
}

/// Numbers each text once, from 1 as OBJ counts.
class Lines {
  public:
    Lines(std::string_view verb, std::string& out) : verb_(verb), out_(out) {}
    std::size_t number(const Vec3& v, double scale) {
        std::array<double, 3> key{};
        for (std::size_t a = 0; a < 3; ++a) key[a] = std::round(v[static_cast<int>(a)] * scale) / scale + 0.0;  // no -0
        const auto [place, isNew] = numbers_.try_emplace(key, numbers_.size() + 1);
        if (isNew) fmt::format_to(std::back_inserter(out_), "{} {} {} {}\n", verb_, key[0], key[1], key[2]);
        return place->second;
    }

  private:
    std::string_view verb_;
    std::string& out_;
    std::map<std::array<double, 3>, std::size_t> numbers_;
};

void append(std::string& bytes, std::uint32_t bits) {
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(bits >> (8 * i) & 255);
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i) text += i <= count ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

/// Returns a part of a colour, 0xRRGGBB, as glTF counts it: linear, by the sRGB curve.
double linear(Colour colour, int shift) {
    const double value = (colour >> shift & 255) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

class GltfWriter {
  public:
    std::string text(std::span<const MeshGroup> groups) {
        root_["asset"] = {{"version", "2.0"}, {"generator", "hullbake draw"}};
        // A quarter turn about x: the map's z becomes glTF's y.
        const double half = std::sqrt(0.5);
        Json top = {{"name", "level"}, {"rotation", {-half, 0, 0, half}}};
        for (const char* name : {"nodes", "meshes", "materials", "accessors", "bufferViews"})
            root_[name] = Json::array();
        root_["nodes"].push_back(Json());
        for (const MeshGroup& group : groups) {
            if (group.faces.empty()) continue;
            top["children"].push_back(root_["nodes"].size());
            root_["nodes"].push_back({{"name", group.name}, {"mesh", root_["meshes"].size()}});
            add(group);
        }
        root_["nodes"][0] = std::move(top);
        root_["scenes"] = {{{"nodes", {0}}}};
        root_["scene"] = 0;
        root_["buffers"] = {
            {{"byteLength", bytes_.size()}, {"uri", "data:application/octet-stream;base64," + base64(bytes_)}}};
        return root_.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
    }

  private:
    using Json = nlohmann::ordered_json;

    std::size_t view(std::size_t begin, int target) {
        root_["bufferViews"].push_back(
            {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", bytes_.size() - begin}, {"target", target}});
        return root_["bufferViews"].size() - 1;
    }

    std::size_t accessor(std::size_t bufferView, int type, std::size_t count, const char* shape) {
        root_["accessors"].push_back(
            {{"bufferView", bufferView}, {"componentType", type}, {"count", count}, {"type", shape}});
        return root_["accessors"].size() - 1;
    }

    void appendVector(const Vec3& v) {
        for (int a = 0; a < 3; ++a) append(bytes_, std::bit_cast<std::uint32_t>(static_cast<float>(v[a])));
    }

    void add(const MeshGroup& group) {
        std::size_t corners = 0, triangles = 0;
        std::array<float, 3> low{}, high{};
        low.fill(std::numeric_limits<float>::max());
        high.fill(std::numeric_limits<float>::lowest());
        const std::size_t positions = bytes_.size();
        for (const SurfaceFace& face : group.faces)
            for (const Vec3& corner : face.corners) {
                appendVector(corner);
                ++corners;
                for (std::size_t a = 0; a < 3; ++a) {
                    const auto value = static_cast<float>(corner[static_cast<int>(a)]);
                    low[a] = std::min(low[a], value);
                    high[a] = std::max(high[a], value);
                }
            }
        const std::size_t position = accessor(view(positions, kVertexBuffer), kFloats, corners, "VEC3");
        root_["accessors"][position]["min"] = low;
        root_["accessors"][position]["max"] = high;
        const std::size_t normals = bytes_.size();
        for (const SurfaceFace& face : group.faces)
            for (std::size_t i = 0; i < face.corners.size(); ++i) appendVector(face.normal);
        const std::size_t normal = accessor(view(normals, kVertexBuffer), kFloats, corners, "VEC3");
        const std::size_t indices = bytes_.size();
        std::uint32_t first = 0;
        for (const SurfaceFace& face : group.faces) {
            const auto count = static_cast<std::uint32_t>(face.corners.size());
            for (std::uint32_t i = 2; i < count; ++i, ++triangles)
                for (const std::uint32_t index : {first, first + i - 1, first + i}) append(bytes_, index);
            first += count;
        }
        const std::size_t index = accessor(view(indices, kIndexBuffer), kUnsignedInts, 3 * triangles, "SCALAR");
        const Json attributes = {{"POSITION", position}, {"NORMAL", normal}};
        root_["meshes"].push_back(
            {{"name", group.name},
             {"primitives",
              {{{"attributes", attributes}, {"indices", index}, {"material", root_["materials"].size()}}}}});
        const Json colour = {linear(group.colour, 16), linear(group.colour, 8), linear(group.colour, 0), group.opacity};
        Json material = {
            {"name", group.name},
            {"pbrMetallicRoughness", {{"baseColorFactor", colour}, {"metallicFactor", 0}, {"roughnessFactor", 1}}}};
        if (group.opacity < 1) material["alphaMode"] = "BLEND";
        root_["materials"].push_back(std::move(material));
    }

    Json root_ = Json::object();
    std::string bytes_;
};

}  // namespace

std::vector<MeshGroup> brushMeshes(const ClipMap& map) {
    const format::Tables& tables = map.tables();
    const std::vector<SurfaceFace> faces = brushFaces(map);
    std::vector<MeshGroup> groups;
    for (const ShapeGroup& shape : brushShapes(map, {}))
        groups.push_back({shape.name, shape.fill, shape.opacity, {}, {}});
    for (const SurfaceFace& face : faces) {
        MeshGroup& group = groups[shapeGroupOf(map, face.brush, face.model)];
        group.faces.push_back(face);
        group.materials.emplace_back(tables.text(tables.faces[tables.sides[face.side].face].texture));
    }
    std::erase_if(groups, [](const MeshGroup& group) { return group.faces.empty(); });
    return groups;
}

std::vector<MeshGroup> boundaryMeshes(const std::string& name, const std::vector<SurfaceFace>& faces) {
    std::vector<MeshGroup> groups;
    for (const auto& [kind, colour] : kKindColours) {
        MeshGroup group{fmt::format("{}: {}", name, faceKindName(kind)), colour, 1, {}, {}};
        for (const SurfaceFace& face : faces)
            if (face.kind == kind) group.faces.push_back(face);
        group.materials.assign(group.faces.size(), std::string(faceKindName(kind)));
        if (!group.faces.empty()) groups.push_back(std::move(group));
    }
    return groups;
}

std::string objOf(std::span<const MeshGroup> groups) {
    constexpr double kPlaces = 10000, kNormalPlaces = 1e9;
    std::string corners, normals, faces;
    Lines corner("v", corners), normal("vn", normals);
    for (const MeshGroup& group : groups) {
        faces += "o " + word(group.name) + '\n';
        std::string material;
        for (std::size_t f = 0; f < group.faces.size(); ++f) {
            const SurfaceFace& face = group.faces[f];
            if (f == 0 || group.materials[f] != material) faces += "usemtl " + word(group.materials[f]) + '\n';
            material = group.materials[f];
            std::vector<std::size_t> numbers;
            for (const Vec3& v : face.corners) {
                const std::size_t number = corner.number(v, kPlaces);
                if (numbers.empty() || (number != numbers.back() && number != numbers.front()))
                    numbers.push_back(number);
            }
            if (numbers.size() < 3) continue;
            const std::size_t facing = normal.number(face.normal, kNormalPlaces);
            faces += 'f';
            for (const std::size_t number : numbers)
                fmt::format_to(std::back_inserter(faces), " {}//{}", number, facing);
            faces += '\n';
        }
    }
    return "# hullbake draw: units of the map, z is up\n" + corners + normals + faces;
}

std::string gltfOf(std::span<const MeshGroup> groups) {
    return GltfWriter().text(groups);
}

}  // namespace hullbake::draw
