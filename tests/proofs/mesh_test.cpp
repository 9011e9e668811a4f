// Proves that a compiled mesh stops every ray at its triangles, that no ray passes, and how far solid reaches beyond
// the surface. The truth are the triangles alone: rays against each of them, and distances to each.
#include <cmath>
#include <vector>

#include "formats/mesh_brushes.hpp"
#include "proofs/mesh_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20260303;

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

struct Judged {
    std::size_t rays = 0, edgeRays = 0, free = 0, solid = 0;
};

// Rays from the free side, at random and at edges and corners; points on both sides of the surface.
void judge(const MeshBody& body, bool looksIn, SplitMix& random, Judged& judged) {
    const Proof proof = bakeMesh(body.obj, {{"point", {}}, {"small", {{-4, -4, -4}, {4, 4, 4}}}});
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
