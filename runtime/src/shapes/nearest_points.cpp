#include "shapes/nearest_points.hpp"

#include <cfloat>
#include <cmath>

namespace hullbake::detail {

namespace {

constexpr int kMostDistanceSteps = 128;

// Relative: squares of distances that differ by more are not equal by rounding.
constexpr double kSquareError = 1e-12;

// Differences of a point of each core. Their nearest point to the origin is a mixture by the shares.
struct DifferenceSimplex {
    Vec3 first[4], second[4], difference[4];
    double shares[4] = {};
    int count = 0;
    Vec3 nearest;
};

// The nearest point of a simplex's corner, edge or face, and what carries it.
struct NearestPart {
    double squared = DBL_MAX;
    Vec3 nearest;
    int corners[3] = {};
    double shares[3] = {};

    void offer(const Vec3& v, int i, double si, int j, double sj, int k, double sk) {
        const double size = dot(v, v);
        if (!(size < squared)) return;
        squared = size;
        nearest = v;
        corners[0] = i, corners[1] = j, corners[2] = k;
        shares[0] = si, shares[1] = sj, shares[2] = sk;
    }
};

void offerEdge(const DifferenceSimplex& s, int i, int j, NearestPart& best) {
    const Vec3 &p = s.difference[i], e = s.difference[j] - p;
    const double square = dot(e, e), t = -dot(p, e);
    if (!(t > 0 && t < square)) return;
    // Square to the edge again, where the product has lost digits.
    const double share = t / square;
    Vec3 v = p + e * share;
    v = v - e * (dot(v, e) / square);
    best.offer(v, i, 1 - share, j, share, i, 0);
}

void offerFace(const DifferenceSimplex& s, int i, int j, int k, NearestPart& best) {
    const Vec3 &p = s.difference[i], &q = s.difference[j], &r = s.difference[k];
    const Vec3 n = cross(q - p, r - p);
    const double square = dot(n, n), along = dot(n, p);
    if (!(square > 0) || along * along > best.squared * square * (1 + kSquareError)) return;
    const Vec3 v = n * (along / square);
    const double a = dot(cross(q - v, r - v), n) / square;
    if (!(a > 0 && a < 1)) return;
    const double b = dot(cross(r - v, p - v), n) / square;
    if (!(b > 0 && a + b < 1)) return;
    best.offer(v, i, a, j, b, k, 1 - a - b);
}

bool holdsOrigin(const DifferenceSimplex& s) {
    const Vec3& d = s.difference[3];
    const Vec3 u = s.difference[0] - d, v = s.difference[1] - d, w = s.difference[2] - d;
    const double all = dot(cross(u, v), w);
    if (all == 0) return false;
    const double a = -dot(cross(d, v), w) / all;
    if (!(a > 0)) return false;
    const double b = -dot(cross(u, d), w) / all, c = -dot(cross(u, v), d) / all;
    return b > 0 && c > 0 && a + b + c < 1;
}

// How far the origin lies from the nearest face of a tetrahedron.
double depthOfOrigin(const DifferenceSimplex& s) {
    double least = DBL_MAX;
    for (int i = 0; i < 4; ++i) {
        const Vec3 &p = s.difference[(i + 1) % 4], &q = s.difference[(i + 2) % 4], &r = s.difference[(i + 3) % 4];
        const Vec3 n = cross(q - p, r - p);
        least = std::fmin(least, std::fabs(dot(n, p)) / std::sqrt(dot(n, n)));
    }
    return least;
}

// Finds the point of the simplex that is nearest to the origin, if that is nearer than `squared`. It is on a part that
// has the last corner: the others are those of the simplex before, which had no nearer point.
NearestPart nearestPart(const DifferenceSimplex& s, double squared) {
    NearestPart best;
    best.squared = squared;
    const int last = s.count - 1;
    best.offer(s.difference[last], last, 1, last, 0, last, 0);
    for (int i = 0; i < last; ++i) offerEdge(s, i, last, best);
    for (int i = 0; i < last; ++i)
        for (int j = i + 1; j < last; ++j) offerFace(s, i, j, last, best);
    return best;
}

// Drops the corners that do not carry the nearest point.
void reduce(const NearestPart& part, DifferenceSimplex& s) {
    double shares[4] = {};
    for (int i = 0; i < 3; ++i) shares[part.corners[i]] += part.shares[i];
    int kept = 0;
    for (int i = 0; i < s.count; ++i) {
        if (!(shares[i] > 0)) continue;
        if (kept < i) {
            s.first[kept] = s.first[i];
            s.second[kept] = s.second[i];
            s.difference[kept] = s.difference[i];
        }
        s.shares[kept++] = shares[i];
    }
    s.count = kept;
    s.nearest = part.nearest;
}

}  // namespace

NearestPoints nearestPoints(const SupportCore& first, const SupportCore& second, const Vec3& moved, double tolerance,
                            const NearestLimits& limits) noexcept {
    NearestPoints found;
    DifferenceSimplex simplex;
    Vec3 v = second.place() + moved - first.place();
    if (v == Vec3{}) v.x = 1;
    double size = DBL_MAX, squared = DBL_MAX;
    found.atLeast = -DBL_MAX;
    for (; found.steps < kMostDistanceSteps; ++found.steps) {
        const int at = simplex.count;
        simplex.first[at] = first.farthest(v);
        simplex.second[at] = second.farthest(-v) + moved;
        simplex.difference[at] = simplex.second[at] - simplex.first[at];
        const double gap = dot(simplex.difference[at], v) / length(v);
        if (gap > found.atLeast) found.atLeast = gap, found.normal = v * (1 / length(v));
        if (size < DBL_MAX && size - found.atLeast <= tolerance) break;
        if (found.atLeast > limits.apart || size < limits.near) break;
        bool known = false;
        for (int i = 0; i < at; ++i) known = known || simplex.difference[i] == simplex.difference[at];
        if (known) break;
        ++simplex.count;
        if (simplex.count == 4 && holdsOrigin(simplex)) {
            found.met = true;
            found.depth = depthOfOrigin(simplex);
            return found;
        }
        const NearestPart part = nearestPart(simplex, squared);
        const double nextSize = std::sqrt(part.squared);
        if (!(nextSize < size)) {
            --simplex.count;
            break;
        }
        reduce(part, simplex);
        squared = part.squared;
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
