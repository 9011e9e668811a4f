#include "shapes/contact_judge.hpp"

#include <algorithm>
#include <sstream>

namespace hullbake::test {

namespace {

long double sizeOf(const LongVec& v) {
    return std::sqrt(dotOf(v, v));
}

// Sines below count as 0 where directions are gathered. What is left out or doubled by it changes no gap by more.
constexpr long double kSameDirection = 1e-12L;

void addOnce(const LongVec& v, std::vector<LongVec>& directions) {
    const long double size = sizeOf(v);
    if (!(size > 1e-30L)) return;
    const LongVec n = v * (1 / size);
    for (const LongVec& known : directions)
        if (sizeOf(crossOf(known, n)) < kSameDirection) return;
    directions.push_back(n);
}

// Planes through three corners with all others on one side are faces; what two faces share is an edge.
void addFaces(JudgedBody& body) {
    const std::size_t count = body.corners.size();
    const auto& p = body.corners;
    const long double slack = 1e-15L * body.size;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) {
            LongVec known;
            bool isEdge = count == 2;
            for (std::size_t k = 0; k < count; ++k) {
                if (k == i || k == j) continue;
                const LongVec square = crossOf(p[j] - p[i], p[k] - p[i]);
                const long double size = sizeOf(square);
                if (!(size > 1e-12L * body.size * body.size)) {
                    isEdge = true;
                    continue;
                }
                LongVec n = square * (1 / size);
                long double most = 0, least = 0;
                for (const LongVec& q : p) {
                    most = std::max(most, dotOf(q - p[i], n));
                    least = std::min(least, dotOf(q - p[i], n));
                }
                if (most > slack && least < -slack) continue;
                if (k > j) addOnce(n, body.normals);
                if (most > slack) n = n * -1;
                // A flat body has one plane, and all its pairs count.
                isEdge = isEdge || (most <= slack && least >= -slack) ||
                         (dotOf(known, known) > 0 && sizeOf(known - n) > kSameDirection);
                known = n;
            }
            if (isEdge) addOnce(p[j] - p[i], body.edges);
        }
}

void addBox(const Shape& shape, JudgedBody& body) {
    for (unsigned c = 0; c < 8; ++c) {
        LongVec p;
        for (unsigned i = 0; i < 3; ++i) {
            const auto half = static_cast<long double>(shape.half[int(i)]);
            p = p + LongVec(shape.axes[i]) * ((c >> i & 1) != 0 ? half : -half);
        }
        body.corners.push_back(p);
    }
    for (const Vec3& axis : shape.axes) {
        addOnce(LongVec(axis), body.normals);
        addOnce(LongVec(axis), body.edges);
    }
    body.isBox = true;
    body.size = shape.half.x + shape.half.y + shape.half.z;
}

Vec3 shortOf(const LongVec& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

// How far a core reaches, in double: a thousandth of a thousandth of what is allowed is lost by it.
struct QuickReach {
    std::vector<Vec3> corners;
    Vec3 axis;
    double disc, halfHeight;
    explicit QuickReach(const JudgedBody& body)
        : axis(shortOf(body.axis)),
          disc(static_cast<double>(body.disc)),
          halfHeight(static_cast<double>(body.halfHeight)) {
        for (const LongVec& p : body.corners) corners.push_back(shortOf(p));
    }
    // Of a ball around the core.
    double radius() const {
        double most = std::sqrt(disc * disc + halfHeight * halfHeight);
        for (const Vec3& p : corners) most = std::max(most, length(p));
        return most;
    }
    void reach(const Vec3& n, double& along, double& against) const {
        if (disc > 0) {
            const double high = dot(axis, n), level = length(n - axis * high);
            along = against = halfHeight * std::fabs(high) + disc * level;
            return;
        }
        along = against = -1e30;
        for (const Vec3& p : corners) {
            const double high = dot(p, n);
            along = std::max(along, high);
            against = std::max(against, -high);
        }
    }
};

// The widest gap along the directions offered, and those near them.
class WidestGap {
  public:
    WidestGap(const JudgedBody& a, const JudgedBody& b) : a_(a), b_(b), way_(shortOf(b.middle - a.middle)) {
        steepest_ = 1.01 * (length(way_) + a_.radius() + b_.radius());
    }
    double gap() const { return best_; }

    // Both ways along a unit vector.
    double offer(const Vec3& n) {
        double a[2], b[2];
        a_.reach(n, a[0], a[1]);
        b_.reach(n, b[0], b[1]);
        const double along = dot(way_, n), gap = std::max(along - a[0] - b[1], -along - a[1] - b[0]);
        best_ = std::max(best_, gap);
        return gap;
    }
    double offerAny(const Vec3& v) {
        const double size = length(v);
        return size > 1e-14 ? offer(v * (1 / size)) : -1e30;
    }
    // All directions square to a unit vector: halves of halves of the circle, but not those where no gap can be wider
    // than `known`. What is left is closed in on where the gap is smooth. Where it is not, a face of either body is as
    // good.
    void offerAround(const Vec3& axis, double known) {
        Vec3 u = cross(axis, std::fabs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
        u = u * (1 / length(u));
        const Vec3 v = cross(axis, u);
        constexpr int kParts = 4;
        for (int i = 0; i < kParts; ++i) {
            const double angle = 3.14159265358979323846 * (i + 0.5) / kParts;
            const Vec3 n = u * std::cos(angle) + v * std::sin(angle);
            offerArc(n, cross(axis, n), 0.5 * 3.14159265358979323846 / kParts, known);
        }
    }
    // Where two rims may roll on each other: any direction.
    void offerAll() {
        Vec3 best;
        double widest = -1e30;
        for (int i = 0; i < 400; ++i) {
            const double z = (i + 0.5) / 400, angle = 2.39996322972865332 * i, r = std::sqrt(1 - z * z);
            const Vec3 n{r * std::cos(angle), r * std::sin(angle), z};
            if (const double gap = offer(n); gap > widest) widest = gap, best = n;
        }
        const double same = 1e-13 * steepest_;
        double spread = 0.1;
        for (int round = 0; round < 400 && spread > 1e-7; ++round) {
            bool better = false;
            for (int i = 0; i < 6; ++i) {
                Vec3 n = best;
                n[i / 2] += i % 2 == 0 ? spread : -spread;
                n = n * (1 / length(n));
                if (const double gap = offer(n); gap > widest + same) widest = gap, best = n, better = true;
            }
            if (!better) spread *= 0.5;
        }
    }

  private:
    // The arc of `half` radians on both sides of n.
    void offerArc(const Vec3& n, const Vec3& side, double half, double known) {
        if (offer(n) + steepest_ * half <= known) return;
        if (half < 0.03) return closeIn(n, side, 1.1 * half, known);
        half *= 0.5;
        const double c = std::cos(half), s = std::sin(half);
        for (const double sign : {-1.0, 1.0})
            offerArc(n * c + side * (sign * s), side * c - n * (sign * s), half, known);
    }
    // Golden section, of n + side * t.
    void closeIn(const Vec3& n, const Vec3& side, double half, double known) {
        constexpr double kShare = 0.6180339887498949;
        double low = -half, high = half;
        double one = high - (high - low) * kShare, two = low + (high - low) * kShare;
        double atOne = offerAny(n + side * one), atTwo = offerAny(n + side * two);
        for (int round = 0; round < 26 && std::max(atOne, atTwo) + steepest_ * (high - low) > known; ++round) {
            if (atOne > atTwo) {
                high = two, two = one, atTwo = atOne;
                one = high - (high - low) * kShare;
                atOne = offerAny(n + side * one);
            } else {
                low = one, one = two, atOne = atTwo;
                two = low + (high - low) * kShare;
                atTwo = offerAny(n + side * two);
            }
        }
    }

    QuickReach a_, b_;
    Vec3 way_;
    double steepest_;  // what a gap changes by at most, a radian
    double best_ = -1e30;
};

double widestGap(const JudgedBody& a, const JudgedBody& b, double known) {
    WidestGap widest(a, b);
    for (const JudgedBody* body : {&a, &b}) {
        for (const LongVec& n : body->normals) widest.offer(shortOf(n));
        // Of a body without faces, or without an edge along another's: square to its edges.
        for (const LongVec& e : body->edges)
            for (const LongVec& axis : {LongVec{1, 0, 0}, LongVec{0, 1, 0}, LongVec{0, 0, 1}})
                widest.offerAny(shortOf(crossOf(e, axis)));
    }
    for (const LongVec& e : a.edges)
        for (const LongVec& f : b.edges) widest.offerAny(shortOf(crossOf(e, f)));
    if (!a.isRound() && !b.isRound()) {
        if (a.corners.size() == 1 && b.corners.size() == 1) widest.offerAny(shortOf(b.middle - a.middle));
        return widest.gap();
    }
    for (const JudgedBody* body : {&a, &b}) {
        if (body->isRound()) widest.offer(shortOf(body->axis)), widest.offerAround(shortOf(body->axis), known);
        for (const LongVec& e : body->edges) widest.offerAround(shortOf(e), known);
    }
    if (a.isRound() && b.isRound()) widest.offerAll();
    return widest.gap();
}

// The point of a core that is nearest to another, where that has a closed form; of a convex set the point itself.
LongVec nearestOf(const JudgedBody& body, const LongVec& point) {
    const LongVec p = point - body.middle;
    if (body.isRound()) {
        const long double high = dotOf(p, body.axis);
        const LongVec level = p - body.axis * high;
        const long double far = sizeOf(level);
        return body.middle + body.axis * std::clamp(high, -body.halfHeight, body.halfHeight) +
               level * (far > body.disc ? body.disc / far : 1);
    }
    if (!body.isBox && body.corners.size() > 2) return point;
    LongVec nearest = body.middle;
    for (const LongVec& e : body.edges) {
        long double along, against;
        body.reach(e, along, against);
        nearest = nearest + e * std::clamp(dotOf(p, e), -along, along);
    }
    return nearest;
}

// Projects to and fro until the points are no farther than `enough`. Returns how far they are.
long double drawnTogether(const JudgedBody& a, const JudgedBody& b, LongVec onB, long double enough) {
    long double far = 1e30L;
    for (int round = 0; round < 100 && far > enough; ++round) {
        const LongVec onA = nearestOf(a, onB);
        far = sizeOf(onB - onA);
        onB = nearestOf(b, onA);
        far = std::min(far, sizeOf(onB - onA));
    }
    return far;
}

}  // namespace

JudgedBody::JudgedBody(const Shape& shape, const Vec3& origin) {
    place = length(origin) + length(shape.centre) + length(shape.ends[0]);
    middle = LongVec(origin);
    if (shape.kind == ShapeKind::Convex) {
        Vec3 most;
        for (unsigned i = 0; i < shape.convex->cornerCount; ++i) {
            const Vec3& c = shape.convex->corners[i];
            corners.push_back(LongVec(shape.axes[0]) * c.x + LongVec(shape.axes[1]) * c.y +
                              LongVec(shape.axes[2]) * c.z);
            for (int k = 0; k < 3; ++k) most[k] = std::max(most[k], std::fabs(c[k]));
        }
        size = most.x + most.y + most.z;
        addFaces(*this);
    } else if (shape.kind == ShapeKind::Capsule) {
        middle = middle + (LongVec(shape.ends[0]) + LongVec(shape.ends[1])) * 0.5L;
        const LongVec half = (LongVec(shape.ends[1]) - LongVec(shape.ends[0])) * 0.5L;
        corners = {half, half * -1};
        addOnce(half, edges);
        radius = shape.radius;
        size = static_cast<double>(sizeOf(half) + radius);
    } else {
        middle = middle + LongVec(shape.centre);
        if (shape.kind == ShapeKind::Box) addBox(shape, *this);
        if (shape.kind == ShapeKind::Ball) {
            corners.emplace_back();
            radius = shape.radius;
            size = shape.radius;
        }
        if (shape.kind == ShapeKind::Cylinder) {
            axis = LongVec(shape.axes[2]);
            disc = shape.radius;
            halfHeight = shape.halfHeight;
            size = 2 * shape.radius + shape.halfHeight;
            if (!isRound()) {
                corners = {axis * halfHeight, axis * -halfHeight};
                addOnce(axis, edges);
            }
        }
    }
    for (const LongVec& n : normals) {
        highest.push_back(0);
        lowest.push_back(0);
        reach(n, highest.back(), lowest.back());
    }
}

void JudgedBody::reach(const LongVec& n, long double& along, long double& against) const {
    if (isRound()) {
        const long double high = dotOf(axis, n);
        const LongVec level = n - axis * high;
        along = against = halfHeight * std::fabs(high) + disc * sizeOf(level);
        return;
    }
    along = against = -1e30L;
    for (const LongVec& p : corners) {
        const long double high = dotOf(p, n);
        along = std::max(along, high);
        against = std::max(against, -high);
    }
}

long double JudgedBody::outside(const LongVec& point) const {
    const LongVec p = point - middle;
    if (isRound()) {
        const long double high = dotOf(p, axis);
        return std::max(std::fabs(high) - halfHeight, sizeOf(p - axis * high) - disc);
    }
    if (normals.empty()) {  // a point or a segment
        const LongVec from = corners.front(), along = corners.back() - from;
        const long double square = dotOf(along, along);
        const long double t = square > 0 ? std::clamp(dotOf(p - from, along) / square, 0.0L, 1.0L) : 0;
        return sizeOf(p - from - along * t);
    }
    long double most = -1e30L;
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const long double high = dotOf(p, normals[i]);
        most = std::max({most, high - highest[i], -high - lowest[i]});
    }
    // What is flat ends where its edges do.
    if (normals.size() == 1)
        for (const LongVec& e : edges) {
            const LongVec n = crossOf(e, normals[0]);
            long double along, against;
            reach(n, along, against);
            most = std::max({most, dotOf(p, n) - along, -dotOf(p, n) - against});
        }
    return most;
}

std::string contactFault(const BodyContact& contact, const JudgedBody& a, const JudgedBody& b, double tolerance) {
    const long double allowed = tolerance * (a.size + b.size) + 1e-15 * (a.place + b.place);
    const long double radius = a.radius + b.radius, distance = contact.distance, cores = distance + radius;
    std::ostringstream fault;
    fault.precision(17);
    const LongVec n(contact.normal);
    if (contact.invalid || contact.overlaps != (contact.distance < 0)) fault << "flags; ";
    if (!(std::fabs(sizeOf(n) - 1) <= 4e-15L)) fault << "normal; ";
    long double reachA[2], reachB[2];
    a.reach(n, reachA[0], reachA[1]);
    b.reach(n, reachB[0], reachB[1]);
    const long double gap = dotOf(b.middle - a.middle, n) - reachA[0] - reachB[1];
    if (!(std::fabs(gap - cores) <= allowed)) fault << "gap " << static_cast<double>(gap - cores) << " off; ";
    const LongVec onA = LongVec(contact.onA) - n * a.radius, onB = LongVec(contact.onB) + n * b.radius;
    if (!(sizeOf(onB - onA - n * cores) <= allowed)) fault << "points are not along the normal; ";
    // The points of cylinders are known to fewer digits. Where bodies are apart, they prove the distance all the same.
    const bool round = a.isRound() || b.isRound();
    const long double loose = (distance > 0 ? 1e-5L : 1e-4L) * (a.size + b.size);
    const long double slack = round ? std::max(allowed, loose) : allowed;
    const long double out = std::max(a.outside(onA), b.outside(onB));
    if (!(out <= slack)) fault << "a point lies outside by " << static_cast<double>(out) << "; ";
    if (round && cores > allowed) {
        const bool first = a.isRound();
        const long double far = drawnTogether(first ? a : b, first ? b : a, first ? onB : onA, cores + allowed);
        if (!(far <= cores + allowed)) fault << "points are farther by " << static_cast<double>(far - cores) << "; ";
    }
    if (cores > allowed) return fault.str();
    if (const long double more = static_cast<long double>(widestGap(a, b, static_cast<double>(cores))) - cores;
        more > allowed)
        fault << "another gap is wider by " << static_cast<double>(more / (a.size + b.size)) << " of the size; ";
    return fault.str();
}

}  // namespace hullbake::test
