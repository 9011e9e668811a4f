#include "shapes/contact_brute.hpp"

#include <algorithm>
#include <sstream>

namespace hullbake::test {

namespace {

void addBox(const Shape& shape, const Vec3& origin, BruteBody& body) {
    const LongVec middle = LongVec(origin) + LongVec(shape.centre);
    for (int corner = 0; corner < 8; ++corner) {
        LongVec p = middle;
        for (int i = 0; i < 3; ++i)
            p = p + LongVec(shape.axes[i]) *
                        static_cast<long double>((corner >> i & 1) != 0 ? shape.half[i] : -shape.half[i]);
        body.corners.push_back(p);
        for (int i = 0; i < 3; ++i)
            if ((corner >> i & 1) == 0)
                body.edges.emplace_back(static_cast<std::size_t>(corner), static_cast<std::size_t>(corner | 1 << i));
    }
    for (const Vec3& axis : shape.axes) body.normals.emplace_back(axis);
    body.size = shape.half.x + shape.half.y + shape.half.z;
}

// All pairs of corners as edges, and what is square to any three as normals: more directions than there are, and none
// that the runtime has found.
void addConvex(const Shape& shape, const Vec3& origin, BruteBody& body) {
    const ConvexShape& convex = *shape.convex;
    double sizes[3] = {};
    for (unsigned i = 0; i < convex.cornerCount; ++i) {
        LongVec p(origin);
        for (int a = 0; a < 3; ++a) {
            p = p + LongVec(shape.axes[a]) * static_cast<long double>(convex.corners[i][a]);
            sizes[a] = std::max(sizes[a], std::fabs(convex.corners[i][a]));
        }
        for (unsigned j = 0; j < i; ++j) {
            body.edges.emplace_back(i, j);
            for (unsigned k = 0; k < j; ++k) body.normals.push_back(crossOf(body.corners[j] - p, body.corners[k] - p));
        }
        body.corners.push_back(p);
    }
    body.size = sizes[0] + sizes[1] + sizes[2];
}

void addCylinder(const Shape& shape, const Vec3& origin, BruteBody& body) {
    const LongVec middle = LongVec(origin) + LongVec(shape.centre);
    body.axis = LongVec(shape.axes[2]);
    body.disc = shape.radius;
    for (const long double side : {-1.0L, 1.0L})
        body.corners.push_back(middle + body.axis * (side * static_cast<long double>(shape.halfHeight)));
    body.edges.emplace_back(0, 1);
    body.normals.push_back(body.axis);
    body.size = 2 * shape.radius + shape.halfHeight;
}

long double highest(const BruteBody& body, const LongVec& n) {
    long double best = dotOf(body.corners[0], n);
    for (const LongVec& p : body.corners) best = std::max(best, dotOf(p, n));
    if (body.disc == 0) return best;
    const LongVec level = n - body.axis * dotOf(n, body.axis);
    return best + body.disc * std::sqrt(dotOf(level, level));
}

// How far a point lies outside of a body; less than 0 inside.
long double outside(const Shape& shape, const Vec3& origin, const Vec3& point) {
    const LongVec p = LongVec(point) - LongVec(origin);
    if (shape.kind == ShapeKind::Box) {
        const LongVec q = p - LongVec(shape.centre);
        long double most = -1e30L;
        for (int i = 0; i < 3; ++i)
            most =
                std::max(most, std::fabs(dotOf(q, LongVec(shape.axes[i]))) - static_cast<long double>(shape.half[i]));
        return most;
    }
    if (shape.kind == ShapeKind::Convex) {
        long double most = -1e30L;
        for (unsigned i = 0; i < shape.convex->faceCount; ++i) {
            const Plane& face = shape.convex->faces[i];
            LongVec n;
            for (int a = 0; a < 3; ++a) n = n + LongVec(shape.axes[a]) * static_cast<long double>(face.normal[a]);
            most = std::max(most, dotOf(p, n) - static_cast<long double>(face.dist));
        }
        return most;
    }
    LongVec from = LongVec(shape.centre), along;
    if (shape.kind == ShapeKind::Cylinder) {
        const LongVec axis(shape.axes[2]);
        const long double high = dotOf(p - from, axis);
        const LongVec level = p - from - axis * high;
        return std::max(std::fabs(high) - static_cast<long double>(shape.halfHeight),
                        std::sqrt(dotOf(level, level)) - static_cast<long double>(shape.radius));
    }
    if (shape.kind == ShapeKind::Capsule) {
        from = LongVec(shape.ends[0]);
        along = LongVec(shape.ends[1]) - from;
    }
    const long double square = dotOf(along, along);
    const long double t = square > 0 ? std::clamp(dotOf(p - from, along) / square, 0.0L, 1.0L) : 0;
    const LongVec rest = p - from - along * t;
    return std::sqrt(dotOf(rest, rest)) - static_cast<long double>(shape.radius);
}

// Offers the directions of the brute force, both ways.
class Directions {
  public:
    Directions(const BruteBody& a, const BruteBody& b) : a_(a), b_(b) {}
    void offer(const LongVec& v) {
        const long double size = std::sqrt(dotOf(v, v));
        if (!(size > 1e-17L)) return;
        const LongVec n = v * (1 / size);
        best_ = std::max({best_, gapAlong(a_, b_, n), gapAlong(a_, b_, n * -1)});
    }
    // What is square to an edge and leads to a corner.
    void offerSquare(const LongVec& edge, const LongVec& way) {
        const long double square = dotOf(edge, edge);
        if (square > 0) offer(way - edge * (dotOf(way, edge) / square));
    }
    long double best() const { return best_; }

  private:
    const BruteBody &a_, &b_;
    long double best_ = -1e30L;
};

}  // namespace

BruteBody::BruteBody(const Shape& shape, const Vec3& origin) {
    place = length(origin) + length(shape.kind == ShapeKind::Capsule ? shape.ends[0] : shape.centre);
    if (shape.kind == ShapeKind::Box) {
        addBox(shape, origin, *this);
        return;
    }
    if (shape.kind == ShapeKind::Convex) {
        addConvex(shape, origin, *this);
        return;
    }
    if (shape.kind == ShapeKind::Cylinder) {
        addCylinder(shape, origin, *this);
        return;
    }
    radius = shape.radius;
    if (shape.kind == ShapeKind::Ball) {
        corners.push_back(LongVec(origin) + LongVec(shape.centre));
    } else {
        for (const Vec3& end : shape.ends) corners.push_back(LongVec(origin) + LongVec(end));
        edges.emplace_back(0, 1);
    }
    size = shape.radius + (shape.kind == ShapeKind::Capsule ? length(shape.ends[1] - shape.ends[0]) / 2 : 0);
}

long double gapAlong(const BruteBody& a, const BruteBody& b, const LongVec& n) {
    return -highest(b, n * -1) - highest(a, n) - a.radius - b.radius;
}

long double bruteDistance(const BruteBody& a, const BruteBody& b) {
    Directions directions(a, b);
    const LongVec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const LongVec& axis : axes) directions.offer(axis);
    const auto edgeOf = [](const BruteBody& body, std::size_t i) {
        return body.corners[body.edges[i].second] - body.corners[body.edges[i].first];
    };
    for (const BruteBody* body : {&a, &b}) {
        for (const LongVec& normal : body->normals) directions.offer(normal);
        const BruteBody& other = body == &a ? b : a;
        for (std::size_t i = 0; i < body->edges.size(); ++i) {
            for (const LongVec& axis : axes) directions.offerSquare(edgeOf(*body, i), axis);
            for (const LongVec& p : other.corners)
                directions.offerSquare(edgeOf(*body, i), p - body->corners[body->edges[i].first]);
        }
    }
    for (std::size_t i = 0; i < a.edges.size(); ++i)
        for (std::size_t k = 0; k < b.edges.size(); ++k) directions.offer(crossOf(edgeOf(a, i), edgeOf(b, k)));
    for (const LongVec& p : a.corners)
        for (const LongVec& q : b.corners) directions.offer(q - p);
    return directions.best();
}

double allowedError(const BruteBody& a, const BruteBody& b, double tolerance) {
    return tolerance * (a.size + b.size) + 1e-15 * (a.place + b.place);
}

std::string certificateFault(const BodyContact& contact, const Shape& a, const Vec3& originA, const Shape& b,
                             const Vec3& originB, double tolerance, double pointTolerance) {
    const BruteBody bodyA(a, originA), bodyB(b, originB);
    const double allowed = allowedError(bodyA, bodyB, tolerance);
    std::ostringstream fault;
    if (contact.invalid || contact.family == ContactFamily::None) fault << "flags; ";
    if (contact.overlaps != (contact.distance < 0)) fault << "overlaps; ";
    if (!isFinite(contact.normal) || !(std::fabs(length(contact.normal) - 1) <= 1e-15)) fault << "normal; ";
    const long double gap = gapAlong(bodyA, bodyB, LongVec(contact.normal));
    if (!(std::fabs(gap - static_cast<long double>(contact.distance)) <= allowed))
        fault << "gap " << static_cast<double>(gap) << " is not distance " << contact.distance << "; ";
    const Vec3 rest = contact.onB - contact.onA - contact.normal * contact.distance;
    if (!(length(rest) <= allowed)) fault << "points off by " << length(rest) << "; ";
    const auto onSurface = [&](const Shape& shape, const Vec3& origin, const BruteBody& body, const Vec3& p,
                               double side) {
        const LongVec n = LongVec(contact.normal) * side;
        const long double below = highest(body, n) + body.radius - dotOf(LongVec(p), n);
        const long double out = outside(shape, origin, p);
        if (!(std::fabs(below) <= allowed) || !(out <= allowedError(bodyA, bodyB, std::max(tolerance, pointTolerance))))
            fault << (side > 0 ? "onA " : "onB ") << static_cast<double>(below) << " below, "
                  << static_cast<double>(out) << " outside; ";
    };
    onSurface(a, originA, bodyA, contact.onA, 1);
    onSurface(b, originB, bodyB, contact.onB, -1);
    return fault.str();
}

bool mirrors(const BodyContact& contact, const BodyContact& other) {
    const auto turned = [](ContactFamily family) {
        if (family == ContactFamily::FaceA) return ContactFamily::FaceB;
        return family == ContactFamily::FaceB ? ContactFamily::FaceA : family;
    };
    return contact.overlaps == other.overlaps && contact.exact == other.exact && contact.invalid == other.invalid &&
           contact.distance == other.distance && contact.normal == -other.normal && contact.onA == other.onB &&
           contact.onB == other.onA && contact.family == turned(other.family) && contact.steps == other.steps;
}

}  // namespace hullbake::test
