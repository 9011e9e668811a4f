// Cuts ears: corners whose triangle has no other corner in it (Meisters, "Polygons have ears", 1975).

#include "formats/mesh_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "hullbake/trace.hpp"

namespace hullbake {
namespace {

using FlatCorner = std::array<std::int64_t, 2>;

// Twice the signed area: positive for a counterclockwise turn. Exact: differences have 26 bits.
std::int64_t turn(const FlatCorner& a, const FlatCorner& b, const FlatCorner& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool isIn(const FlatCorner& p, const FlatCorner& a, const FlatCorner& b, const FlatCorner& c) {
    if (p == a || p == b || p == c) return false;
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

// The corners of one polygon along the two axes in which it is widest, counterclockwise.
class Ears {
  public:
    Ears(std::span<const LatticePoint> points, std::span<const std::uint32_t> ids) : ids_(ids.begin(), ids.end()) {
        Vec3 normal;
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            const std::size_t next = (i + 1) % ids_.size();
            normal =
                normal + cross(between(points[ids_[0]], points[ids_[i]]), between(points[ids_[0]], points[ids_[next]]));
        }
        const std::array<double, 3> size{std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)};
        const auto axis = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
        hasArea_ = size[axis] > 0.5;
        const double along = axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z;
        for (const std::uint32_t id : ids_) {
            const std::int64_t u = points[id][(axis + 1) % 3], v = points[id][(axis + 2) % 3];
            flat_.push_back(along > 0 ? FlatCorner{u, v} : FlatCorner{v, u});
        }
    }

    bool hasArea() const { return hasArea_; }

    /// Adds the triangles, clockwise. Returns false if no ear is left before the end.
    bool cut(std::uint32_t polygon, std::vector<MeshTriangle>& out) {
        while (ids_.size() > 3) {
            const std::optional<std::size_t> at = nextEar();
            if (!at) return false;
            if (turnAt(*at) > 0) add(*at, polygon, out);
            ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(*at));
            flat_.erase(flat_.begin() + static_cast<std::ptrdiff_t>(*at));
        }
        if (ids_.size() < 3 || turnAt(1) == 0) return true;
        if (turnAt(1) < 0) return false;
        add(1, polygon, out);
        return true;
    }

  private:
    std::size_t before(std::size_t i) const { return (i + ids_.size() - 1) % ids_.size(); }
    std::size_t behind(std::size_t i) const { return (i + 1) % ids_.size(); }
    std::int64_t turnAt(std::size_t i) const { return turn(flat_[before(i)], flat_[i], flat_[behind(i)]); }

    void add(std::size_t i, std::uint32_t polygon, std::vector<MeshTriangle>& out) const {
        out.push_back({{ids_[before(i)], ids_[behind(i)], ids_[i]}, polygon});
    }

    // An ear with an area, or else a corner that lies on a straight side or where the ring turns back.
    std::optional<std::size_t> nextEar() const {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (turnAt(i) <= 0) continue;
            const bool isFree = std::none_of(flat_.begin(), flat_.end(), [&](const FlatCorner& p) {
                return isIn(p, flat_[before(i)], flat_[i], flat_[behind(i)]);
            });
            if (isFree) return i;
        }
        for (std::size_t i = 0; i < ids_.size(); ++i)
            if (turnAt(i) == 0) return i;
        return std::nullopt;
    }

    std::vector<std::uint32_t> ids_;
    std::vector<FlatCorner> flat_;
    bool hasArea_ = false;
};

std::optional<LatticePoint> placed(const Vec3& point, const MeshForm& form) {
    Vec3 p{point.x * form.scale.x, point.y * form.scale.y, point.z * form.scale.z};
    if (form.yUp) p = {p.x, -p.z, p.y};
    p = p + form.origin;
    // A shell behind the outermost points fits, too.
    constexpr double kMost = kMaxCoordinate - 2 * kShellThickness;
    if (!(std::fabs(p.x) <= kMost && std::fabs(p.y) <= kMost && std::fabs(p.z) <= kMost)) return std::nullopt;
    return LatticePoint{std::llround(p.x * kLattice), std::llround(p.y * kLattice), std::llround(p.z * kLattice)};
}

}  // namespace

std::variant<TriangleMesh, Diagnostic> divideMesh(const Mesh& mesh, const MeshForm& form, const std::string& path) {
    TriangleMesh made;
    std::map<LatticePoint, std::uint32_t> known;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        const MeshPolygon& polygon = mesh.polygons[p];
        ids.clear();
        for (std::uint32_t i = 0; i < polygon.count; ++i) {
            const std::optional<LatticePoint> at = placed(mesh.points[mesh.corners[polygon.first + i]], form);
            if (!at) return Diagnostic{path, polygon.pos, "the face reaches past the coordinate limit of +-262144"};
            const auto count = static_cast<std::uint32_t>(made.points.size());
            const auto [known_, isNew] = known.try_emplace(*at, count);
            if (isNew) made.points.push_back(*at);
            if (ids.empty() || ids.back() != known_->second) ids.push_back(known_->second);
        }
        while (ids.size() > 1 && ids.back() == ids.front()) ids.pop_back();
        Ears ears(made.points, ids);
        if (ids.size() < 3 || !ears.hasArea()) {
            made.flat.push_back(polygon.pos);
            continue;
        }
        if (!ears.cut(p, made.triangles)) return Diagnostic{path, polygon.pos, "the face crosses itself"};
    }
    return made;
}

}  // namespace hullbake
