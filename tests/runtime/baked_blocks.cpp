#include "runtime/baked_blocks.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <type_traits>

#include "hullbake/format.hpp"

namespace hullbake::test {
namespace {

// Collects the bytes of everything that the compiler reads. Each text is preceded by its length.
class Key {
  public:
    template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void add(T value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void add(std::string_view text) {
        add(text.size());
        bytes_.append(text);
    }
    void add(const Vec3& v) {
        for (int axis = 0; axis < 3; ++axis) add(v[axis]);
    }
    void add(const MapBrush& brush) {
        add(brush.faces.size());
        add(brush.pos.line);
        for (const MapFace& face : brush.faces) {
            for (const Vec3& p : face.points) add(p);
            add(face.texture);
            add(face.axes);
            for (double value : face.projection) add(value);
            add(face.flags.has_value());
            for (std::uint32_t value : face.flags.value_or(std::array<std::uint32_t, 3>{})) add(value);
            add(face.pos.line);
        }
    }
    void add(const MapEntity& entity) {
        add(entity.keys.size());
        for (const MapKey& key : entity.keys) {
            add(key.key);
            add(key.value);
        }
        add(entity.brushes.size());
        for (const MapBrush& brush : entity.brushes) add(brush);
    }

    std::string hash() const {
        char text[17];
        const std::uint64_t value = hashBytes(bytes_.data(), bytes_.size());
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
        return text;
    }

  private:
    std::string bytes_;
};

}  // namespace

std::optional<std::string> storedBlockPath(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill) {
    const char* folder = std::getenv("HULLBAKE_BAKED_BLOCKS");
    if (folder == nullptr) return std::nullopt;
    Key key;
    for (const MapEntity& entity : map.entities) key.add(entity);
    for (const HullSpec& hull : hulls) {
        key.add(hull.name);
        key.add(hull.box.mins);
        key.add(hull.box.maxs);
    }
    key.add(fill);
    return (std::filesystem::path(folder) / (key.hash() + ".hull")).string();
}

}  // namespace hullbake::test
