#include "shapes/nearest_points.hpp"

#include <cfloat>
#include <cmath>

namespace hullbake::detail {

namespace {

constexpr int kMostDistanceSteps = 128;

// Differences of a point of each core. Their nearest point to the origin is a mixture by the shares.
struct DifferenceSimplex {
    Vec3 first[4], second[4], difference[4];
    double shares[4] = {};
    int count = 0;
    Vec3 nearest;
    double squared = DBL_MAX;

    void reset() { squared = DBL_MAX; }
    void offer(const Vec3& v, int i, double si, int j, double sj, int k, double sk, double (&best)[4]) {
        const double size = dot(v, v);
        if (!(size < squared)) return;
        squared = size;
        nearest = v;
        for (double& share : best) share = 0;
        best[i] += si, best[j] += sj, best[k] += sk;
    }
};

void offerEdge(DifferenceSimplex& s, int i, int j, double (&best)[4]) {
    const Vec3 &p = s.difference[i], e = s.difference[j] - p;
    const double square = dot(e, e), t = -dot(p, e);
    if (!(t > 0 && t < square)) return;
    // Square to the edge again, where the product has lost digits.
    Vec3 v = p + e * (t / square);
    v = v - e * (dot(v, e) / square);
    s.offer(v, i, 1 - t / square, j, t / square, i, 0, best);
}

void offerFace(DifferenceSimplex& s, int i, int j, int k, double (&best)[4]) {
    const Vec3 &p = s.difference[i], &q = s.difference[j], &r = s.difference[k];
    const Vec3 n = cross(q - p, r - p);
    const double square = dot(n, n);
    if (!(square > 0)) return;
    const Vec3 v = n * (dot(n, p) / square);
    const double a = dot(cross(q - v, r - v), n) / square, b = dot(cross(r - v, p - v), n) / square;
    if (!(a > 0 && b > 0 && a + b < 1)) return;
    s.offer(v, i, a, j, b, k, 1 - a - b, best);
}

bool holdsOrigin(const DifferenceSimplex& s) {
    const Vec3& d = s.difference[3];
    const Vec3 u = s.difference[0] - d, v = s.difference[1] - d, w = s.difference[2] - d;
    const double all = dot(cross(u, v), w);
    if (all == 0) return false;
    const double a = -dot(cross(d, v), w) / all, b = -dot(cross(u, d), w) / all, c = -dot(cross(u, v), d) / all;
    return a > 0 && b > 0 && c > 0 && a + b + c < 1;
}

// Finds the point of the simplex that is nearest to the origin, and drops the corners that do not carry it. Returns
// false if the origin is inside.
bool reduce(DifferenceSimplex& s) {
    if (s.count == 4 && holdsOrigin(s)) return false;
    double best[4] = {};
    s.reset();
    for (int i = 0; i < s.count; ++i) s.offer(s.difference[i], i, 1, i, 0, i, 0, best);
    for (int i = 0; i < s.count; ++i)
        for (int j = i + 1; j < s.count; ++j) offerEdge(s, i, j, best);
    for (int i = 0; i < s.count; ++i)
        for (int j = i + 1; j < s.count; ++j)
            for (int k = j + 1; k < s.count; ++k) offerFace(s, i, j, k, best);
    int kept = 0;
    for (int i = 0; i < s.count; ++i) {
        if (!(best[i] > 0)) continue;
        s.first[kept] = s.first[i];
        s.second[kept] = s.second[i];
        s.difference[kept] = s.difference[i];
        s.shares[kept++] = best[i];
    }
    s.count = kept;
    return true;
}

}  // namespace

NearestPoints nearestPoints(const SupportCore& first, const SupportCore& second, const Vec3& moved,
                            double tolerance) noexcept {
    NearestPoints found;
    DifferenceSimplex simplex;
    Vec3 v = second.place() + moved - first.place();
    if (v == Vec3{}) v.x = 1;
    double size = DBL_MAX;
    found.atLeast = -DBL_MAX;
    for (; found.steps < kMostDistanceSteps; ++found.steps) {
        const int at = simplex.count;
        simplex.first[at] = first.farthest(v);
        simplex.second[at] = second.farthest(-v) + moved;
        simplex.difference[at] = simplex.second[at] - simplex.first[at];
        const double gap = dot(simplex.difference[at], v) / length(v);
        if (gap > found.atLeast) found.atLeast = gap, found.normal = v * (1 / length(v));
        if (size < DBL_MAX && size - found.atLeast <= tolerance) break;
        bool known = false;
        for (int i = 0; i < at; ++i) known = known || simplex.difference[i] == simplex.difference[at];
        if (known) break;
        DifferenceSimplex next = simplex;
        ++next.count;
        if (!reduce(next)) {
            found.met = true;
            return found;
        }
        const double nextSize = std::sqrt(next.squared);
        if (!(nextSize < size)) break;
        simplex = next;
        size = nextSize;
        v = simplex.nearest;
        if (!(size > tolerance)) {
            found.met = true;
            break;
        }
    }
    found.atMost = size;
    for (int i = 0; i < simplex.count; ++i) {
        found.onFirst = found.onFirst + simplex.first[i] * simplex.shares[i];
        found.onSecond = found.onSecond + simplex.second[i] * simplex.shares[i];
    }
    return found;
}

}  // namespace hullbake::detail
