// Pieces behind triangles.
//
//   front, outward
//   p --------- q --------- r        q is smooth: both pieces share the point behind it
//   |    A      |     B     |
//   p' -------- q' -------- r'
//
// A point is smooth if it has a normal that looks out of each of its triangles. Behind points that are not, saddles in
// the main, each piece goes straight back. Where the surface turns there, a wedge fills the gap between the pieces;
// where it is a blade, the pieces are cut by the planes of the other side instead.

#include "formats/mesh_brushes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "formats/convex_bodies.hpp"
#include "formats/map_writer.hpp"

namespace hullbake {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// The normal of a smooth point must be this near to that of each triangle: the point behind it is then behind each of
// them by more than rounding can take away.
constexpr double kLeastCosine = 0.1;
// A sum of normals this near to each needs no search for a better one.
constexpr double kGoodCosine = 0.35;
constexpr int kSearchSteps = 100;
// Upper bound of the triangles around one point that are looked at for cuts.
constexpr std::size_t kMostCuts = 64;

class MeshShells {
  public:
    MeshShells(const TriangleMesh& mesh, const std::vector<bool>& taken) : mesh_(mesh), around_(mesh.points.size()) {
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
            normals_.push_back(areaNormal(corner(t, 0), corner(t, 1), corner(t, 2)));
            if (taken[t]) continue;
            all_.push_back(t);
            for (const std::uint32_t point : mesh.triangles[t].points) around_[point].push_back(t);
        }
        for (std::size_t point = 0; point < mesh.points.size(); ++point) {
            pointNormals_.push_back(normalOf(point));
            smooth_.push_back(leastCosine(point, pointNormals_.back()).first >= kLeastCosine);
        }
    }

    /// Returns the triangles that are no part of a body.
    std::span<const std::size_t> triangles() const { return all_; }

    std::optional<MapBrush> pieceOf(std::size_t t, const FaceLook& look) const {
        std::vector<LatticePoint> points;
        for (std::size_t i = 0; i < 3; ++i) points.push_back(corner(t, i));
        for (const std::uint32_t point : mesh_.triangles[t].points) points.push_back(copyOf(point, t));
        std::optional<MapBrush> piece = hullOf(points, look);
        if (piece) cut(*piece, mesh_.triangles[t].points, std::span(&t, 1), look);
        return piece;
    }

    /// Returns the wedge behind an edge of two triangles, if there is a gap.
    std::optional<MapBrush> wedgeOf(const Edge& edge, std::size_t t, std::size_t u, const FaceLook& look) const {
        if (smooth_[edge.first] && smooth_[edge.second]) return std::nullopt;
        const bool isRidge = std::all_of(mesh_.triangles[u].points.begin(), mesh_.triangles[u].points.end(),
                                         [&](std::uint32_t point) { return side(t, point) <= 0; });
        if (isRidge && dot(normals_[t], normals_[u]) < 0) return std::nullopt;
        std::vector<LatticePoint> points{mesh_.points[edge.first], mesh_.points[edge.second]};
        for (const std::uint32_t point : {edge.first, edge.second})
            for (const std::size_t of : {t, u}) points.push_back(copyOf(point, of));
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        std::optional<MapBrush> wedge = hullOf(points, look);
        const std::array<std::size_t, 2> both{t, u};
        if (wedge) cut(*wedge, std::array{edge.first, edge.second}, both, look);
        return wedge;
    }

    /// Returns one triangle at each point that is not smooth, and the point.
    std::vector<std::pair<std::size_t, std::uint32_t>> roughPoints() const {
        std::vector<std::pair<std::size_t, std::uint32_t>> found;
        for (std::uint32_t point = 0; point < smooth_.size(); ++point)
            if (!smooth_[point]) found.emplace_back(around_[point].front(), point);
        return found;
    }
    /// Returns the hull of the six neighbours of a point on the lattice.
    std::optional<MapBrush> grainAt(std::uint32_t point, const FaceLook& look) const {
        std::vector<LatticePoint> points(6, mesh_.points[point]);
        for (std::size_t i = 0; i < 6; ++i) points[i][i / 2] += i % 2 == 0 ? 1 : -1;
        return hullOf(points, look);
    }

  private:
    const LatticePoint& corner(std::size_t t, std::size_t i) const {
        return mesh_.points[mesh_.triangles[t].points[i]];
    }
    int side(std::size_t t, std::uint32_t point) const {
        return sideOf(corner(t, 0), corner(t, 1), corner(t, 2), mesh_.points[point]);
    }
    // Returns the least cosine between a direction and the triangles around a point, and which triangle has it.
    std::pair<double, std::size_t> leastCosine(std::size_t point, const Vec3& direction) const {
        std::pair<double, std::size_t> least{2, 0};
        for (const std::size_t t : around_[point]) {
            const double size = length(direction) * length(normals_[t]);
            least = std::min(least, {size > 0 ? dot(direction, normals_[t]) / size : -1, t});
        }
        return least;
    }
    // Returns the sum of the normals around a point or, where it does not look well out of each triangle, a direction
    // that does so as well as possible: it is turned to the triangle that it looks out of least, by smaller and smaller
    // steps.
    Vec3 normalOf(std::size_t point) const {
        Vec3 sum;
        for (const std::size_t t : around_[point]) sum = sum + normals_[t];
        auto [best, worst] = leastCosine(point, sum);
        if (best >= kGoodCosine || around_[point].empty()) return sum;
        Vec3 at = length(sum) > 0 ? sum * (1 / length(sum)) : sum, found = sum;
        for (int step = 0; step < kSearchSteps; ++step) {
            at = at + normals_[worst] * (1 / (length(normals_[worst]) * (step + 2)));
            if (length(at) == 0) break;
            at = at * (1 / length(at));
            const auto [cosine, next] = leastCosine(point, at);
            if (cosine > best) {
                best = cosine;
                found = at;
            }
            worst = next;
        }
        return found;
    }
    // The point behind a point, for one of its triangles.
    LatticePoint copyOf(std::uint32_t point, std::size_t t) const {
        return movedBehind(mesh_.points[point], smooth_[point] ? pointNormals_[point] : normals_[t]);
    }

    // Cuts a piece behind some triangles by the planes of those around its points that look the other way and have
    // these triangles behind them. The triangles themselves stay whole.
    void cut(MapBrush& piece, std::span<const std::uint32_t> points, std::span<const std::size_t> of,
             const FaceLook& look) const {
        std::vector<std::size_t> done;
        for (const std::uint32_t point : points) {
            if (smooth_[point] || around_[point].size() > kMostCuts) continue;
            for (const std::size_t other : around_[point]) {
                if (std::find(done.begin(), done.end(), other) != done.end()) continue;
                done.push_back(other);
                if (!isBehind(of, other)) continue;
                piece.faces.push_back(faceOf(corner(other, 0), corner(other, 1), corner(other, 2), look));
            }
        }
    }
    bool isBehind(std::span<const std::size_t> of, std::size_t other) const {
        bool turns = false, isOff = false;
        for (const std::size_t t : of) {
            if (t == other) return false;
            turns = turns || dot(normals_[t], normals_[other]) < 0;
            for (const std::uint32_t point : mesh_.triangles[t].points) {
                const int at = side(other, point);
                if (at > 0) return false;
                isOff = isOff || at < 0;
            }
        }
        return turns && isOff;
    }

    const TriangleMesh& mesh_;
    std::vector<std::vector<std::size_t>> around_;  // by point
    std::vector<Vec3> normals_, pointNormals_;
    std::vector<bool> smooth_;
    std::vector<std::size_t> all_;
};

// The triangles at each edge, whatever its direction.
std::map<Edge, std::vector<std::size_t>> edgesOf(const TriangleMesh& mesh, std::span<const std::size_t> triangles) {
    std::map<Edge, std::vector<std::size_t>> edges;
    for (const std::size_t t : triangles)
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = mesh.triangles[t].points[i], b = mesh.triangles[t].points[(i + 1) % 3];
            edges[std::minmax(a, b)].push_back(t);
        }
    return edges;
}

}  // namespace

std::variant<MeshCount, Diagnostic> makeMeshBrushes(const Mesh& mesh, const MeshForm& form, const std::string& path,
                                                    const std::function<void(const MapBrush&)>& take) {
    auto divided = divideMesh(mesh, form, path);
    if (auto* const fault = std::get_if<Diagnostic>(&divided)) return std::move(*fault);
    const TriangleMesh& made = std::get<TriangleMesh>(divided);
    const auto lookOf = [&](const MeshTriangle& triangle) {
        const MeshPolygon& polygon = mesh.polygons[triangle.polygon];
        const std::string& material = mesh.materials[polygon.material];
        return FaceLook{isTextureName(material) ? material : form.texture, polygon.pos};
    };
    MeshCount count;
    count.triangles = made.triangles.size();
    count.flat = made.flat;
    const std::vector<bool> taken = takeConvexBodies(made, mesh, lookOf, [&](const MapBrush& brush) {
        ++count.hulls;
        take(brush);
    });
    const MeshShells shells(made, taken);
    for (const std::size_t t : shells.triangles())
        if (const auto piece = shells.pieceOf(t, lookOf(made.triangles[t]))) {
            ++count.shells;
            take(*piece);
        }
    for (const auto& [edge, sharing] : edgesOf(made, shells.triangles()))
        for (std::size_t i = 1; i < sharing.size(); ++i)
            if (const auto wedge =
                    shells.wedgeOf(edge, sharing[i - 1], sharing[i], lookOf(made.triangles[sharing[i]]))) {
                ++count.wedges;
                take(*wedge);
            }
    for (const auto& [t, point] : shells.roughPoints())
        if (const auto grain = shells.grainAt(point, lookOf(made.triangles[t]))) {
            ++count.grains;
            take(*grain);
        }
    return count;
}

void addFlatPolygons(const MeshCount& count, MapFile& map) {
    constexpr std::string_view kKind = "face without an area";
    for (const SourcePos at : count.flat) addLeftOut(map.leftOut, kKind, at);
    if (const auto note = noteOfLeftOut(map.leftOut, kKind, "faces without an area")) map.notes.push_back(*note);
}

}  // namespace hullbake
