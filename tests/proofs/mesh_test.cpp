// Proves that a compiled mesh stops every ray at its triangles, that no ray passes, and how far solid reaches beyond
// the surface. The truth are the triangles alone: rays against each of them, and distances to each.
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "formats/mesh_brushes.hpp"
#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20260303;

using Triangle = std::array<Vec3, 3>;  // counterclockwise from its front

struct MeshBody {
    std::string obj;
    std::vector<Triangle> triangles;
};

// Returns a closed surface around the origin: rings of points at random distances, which look in (a cave) or out (a
// rock). Whole coordinates, so that the lattice changes nothing. Rough ones have ridges and spikes.
MeshBody closedSurface(bool looksIn, double least, double most, SplitMix& random) {
    constexpr int kRings = 9, kAround = 12;
    std::vector<Vec3> points;
    const auto add = [&](double polar, double around) {
        const double radius = least + (most - least) * random.unit();
        points.push_back({std::round(radius * std::sin(polar) * std::cos(around)),
                          std::round(radius * std::sin(polar) * std::sin(around)),
                          std::round(radius * std::cos(polar))});
    };
    add(0, 0);
    for (int ring = 1; ring < kRings; ++ring)
        for (int i = 0; i < kAround; ++i)
            add(3.141592653589793 * ring / kRings, 6.283185307179586 * (i + 0.5 * (ring % 2)) / kAround);
    add(3.141592653589793, 0);
    std::vector<std::array<std::size_t, 3>> faces;
    const auto at = [](int ring, int i) {
        return std::size_t{1} + std::size_t(ring - 1) * kAround + std::size_t(i % kAround);
    };
    for (int i = 0; i < kAround; ++i) {
        faces.push_back({0, at(1, i), at(1, i + 1)});
        for (int ring = 1; ring + 1 < kRings; ++ring) {
            const int shift = ring % 2;  // rings are turned by half a step in turn
            faces.push_back({at(ring, i), at(ring + 1, i + shift), at(ring, i + 1)});
            faces.push_back({at(ring + 1, i + shift), at(ring + 1, i + shift + 1), at(ring, i + 1)});
        }
        faces.push_back({at(kRings - 1, i), points.size() - 1, at(kRings - 1, i + 1)});
    }
    MeshBody body;
    for (const Vec3& p : points)
        body.obj += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
    for (std::array<std::size_t, 3> face : faces) {
        if (looksIn) std::swap(face[1], face[2]);
        body.obj += "f " + std::to_string(face[0] + 1) + " " + std::to_string(face[1] + 1) + " " +
                    std::to_string(face[2] + 1) + "\n";
        body.triangles.push_back({points[face[0]], points[face[1]], points[face[2]]});
    }
    return body;
}

Proof baked(const std::string& obj, MeshCount& count) {
    const auto mesh = parseObj(obj, "t.obj");
    EXPECT_TRUE(std::holds_alternative<Mesh>(mesh));
    std::vector<MapBrush> brushes;
    const auto made =
        makeMeshBrushes(std::get<Mesh>(mesh), {}, "t.obj", [&](const MapBrush& brush) { brushes.push_back(brush); });
    count = std::get<MeshCount>(made);
    return bakeProof(worldOf(std::move(brushes)), false, {{"point", {}}, {"small", {{-4, -4, -4}, {4, 4, 4}}}});
}

// The nearest way from a point to a triangle (Ericson, "Real-Time Collision Detection", 2005, section 5.1.5).
double distanceTo(const Triangle& t, const Vec3& p) {
    const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], normal = cross(ab, ac);
    const auto inside = [&](const Vec3& a, const Vec3& b) { return dot(cross(b - a, p - a), normal) >= 0; };
    if (inside(t[0], t[1]) && inside(t[1], t[2]) && inside(t[2], t[0]))
        return std::fabs(dot(normal, p - t[0])) / length(normal);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 a = t[i], along = t[(i + 1) % 3] - a;
        const double share = std::min(1.0, std::max(0.0, dot(p - a, along) / dot(along, along)));
        least = std::min(least, length(p - a - along * share));
    }
    return least;
}
double distanceTo(const std::vector<Triangle>& all, const Vec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : all) least = std::min(least, distanceTo(t, p));
    return least;
}

// The fraction at which a segment first meets a triangle from any side, 2 if it meets none.
double firstHit(const std::vector<Triangle>& all, const Vec3& from, const Vec3& to) {
    double first = 2;
    for (const Triangle& t : all) {
        const Vec3 way = to - from, ab = t[1] - t[0], ac = t[2] - t[0], p = cross(way, ac);
        const double det = dot(ab, p);
        if (det == 0) continue;
        const Vec3 s = from - t[0], q = cross(s, ab);
        const double u = dot(s, p) / det, v = dot(way, q) / det, at = dot(ac, q) / det;
        if (u >= 0 && v >= 0 && u + v <= 1 && at >= 0 && at <= 1) first = std::min(first, at);
    }
    return first;
}

// Units along a ray: its neighbours hit so near.
constexpr double kFirmWithin = 0.1;

// Whether the rays beside a ray, a hundredth of a unit away in four directions, hit near the place where it hits.
bool isFirm(const std::vector<Triangle>& all, const Vec3& from, const Vec3& to, double first) {
    const Vec3 way = to - from;
    const Vec3 across = cross(way, std::fabs(way.x) < std::fabs(way.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    const Vec3 aside = across * (0.01 / length(across)), other = cross(way, aside) * (1 / length(way));
    for (const Vec3& shift : {aside, other, aside * -1, other * -1})
        if (std::fabs(firstHit(all, from + shift, to + shift) - first) * length(way) > kFirmWithin) return false;
    return true;
}

// Whether a point is within the closed surface: a ray crosses it an odd number of times.
bool isWithin(const std::vector<Triangle>& all, const Vec3& p) {
    const Vec3 way{3000.123, 1234.567, 777.89};
    int crossed = 0;
    for (const Triangle& t : all) crossed += firstHit({t}, p, p + way) <= 1 ? 1 : 0;
    return crossed % 2 == 1;
}

struct Judged {
    std::size_t rays = 0, edgeRays = 0, free = 0, solid = 0;
};

// Rays from the free side, at random and at edges and corners; points on both sides of the surface.
void judge(const MeshBody& body, bool looksIn, SplitMix& random, Judged& judged) {
    MeshCount count;
    const Proof proof = baked(body.obj, count);
    const HullId point = proof.hull("point"), small = proof.hull("small");
    const std::vector<Triangle>& all = body.triangles;
    const auto anywhere = [&] { return inBox(random, {{-330, -330, -330}, {330, 330, 330}}); };
    const auto isFree = [&](const Vec3& p) { return isWithin(all, p) == looksIn; };
    for (int i = sized(800, 8000); i > 0; --i) {
        const Vec3 from = anywhere();
        if (!isFree(from) || distanceTo(all, from) < 0.1) continue;
        const Triangle& aim = all[random.index(all.size())];
        // At random, at an edge, at a corner.
        const Vec3 ends[] = {anywhere(), aim[0] + (aim[1] - aim[0]) * random.unit(), aim[2]};
        for (std::size_t kind = 0; kind < 3; ++kind) {
            const Vec3 to = from + (ends[kind] - from) * (kind == 0 ? 1 : 1.5);
            const double first = firstHit(all, from, to), size = length(to - from);
            const Trace trace = proof.clip.trace(exact(point), from, to);
            ASSERT_FALSE(trace.startsolid) << "solid in front at " << text(from);
            // A ray that only grazes an edge or comes in flat may be stopped or not, by the rounding alone. Those count
            // whose neighbours hit at nearly the same place, and which are not free again behind it.
            if (first > 1 || !isFirm(all, from, to, first)) continue;
            if (isFree(from + (to - from) * (first + 0.05 / size))) continue;
            // Grains reach 1/64 unit out of the surface; along a flat ray that is more, but within what makes it firm.
            const Vec3 contact = from + (to - from) * trace.fraction;
            ASSERT_LE(distanceTo(all, contact), 0.02) << text(from) << " to " << text(to) << ", " << kind;
            ASSERT_NEAR((trace.fraction - first) * size, 0, kind == 0 ? 0.02 : kFirmWithin)
                << text(from) << " to " << text(to) << ", " << kind;
            (kind == 0 ? judged.rays : judged.edgeRays) += 1;
            if (distanceTo(all, from) < 8) continue;
            ASSERT_LE(proof.clip.trace(exact(small), from, to).fraction, trace.fraction + 1e-6);
        }
    }
    for (int i = sized(1500, 30000); i > 0; --i) {
        const Triangle& t = all[random.index(all.size())];
        double u = random.unit(), v = random.unit();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
        const Vec3 unit = normal * (1 / length(normal));
        const Vec3 on = t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v;
        const Vec3 p = on + unit * (4 * random.unit() - 2);
        const double off = distanceTo(all, p);
        if (off < 0.02) continue;  // grains reach 1/64 unit
        const bool blocked = blocks(proof.at(p, point));
        if (isFree(p)) {
            ASSERT_FALSE(blocked) << "phantom " << off << " in front of the surface at " << text(p);
            ++judged.free;
        } else if (blocked) {
            ASSERT_LE(off, 1.1 * kShellThickness) << text(p);
            ++judged.solid;
        }
    }
}

TEST(MeshProof, CavesStopEveryRay) {
    SplitMix random(kSeed);
    Judged judged;
    for (int round = sized(3, 20); round > 0; --round)
        judge(closedSurface(true, 200, 280, random), true, random, judged);
    EXPECT_GE(judged.rays, 300u);
    EXPECT_GE(judged.edgeRays, 500u);
    EXPECT_GE(judged.free, 1000u);
    EXPECT_GE(judged.solid, 500u);
}

TEST(MeshProof, RocksStopEveryRay) {
    SplitMix random(kSeed + 1);
    Judged judged;
    for (int round = sized(3, 20); round > 0; --round)
        judge(closedSurface(false, 150, 250, random), false, random, judged);
    EXPECT_GE(judged.rays, 200u);
    EXPECT_GE(judged.edgeRays, 300u);
    EXPECT_GE(judged.free, 1000u);
    EXPECT_GE(judged.solid, 500u);
}

// Spikes and blades: radii from 60 to 300 beside each other.
TEST(MeshProof, SpikesStopEveryRay) {
    SplitMix random(kSeed + 2);
    Judged judged;
    for (int round = sized(4, 20); round > 0; --round) {
        judge(closedSurface(false, 60, 300, random), false, random, judged);
        judge(closedSurface(true, 60, 300, random), true, random, judged);
    }
    EXPECT_GE(judged.rays, 500u);
    EXPECT_GE(judged.edgeRays, 500u);
    EXPECT_GE(judged.free, 1000u);
    EXPECT_GE(judged.solid, 500u);
}

}  // namespace
}  // namespace hullbake::test
