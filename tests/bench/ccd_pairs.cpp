// libccd: bodies are given by support functions. These turn directions by a matrix, as ours do, which takes less time
// than the quaternions of libccd's examples. Tolerances are those that libccd sets.

#include <ccd/ccd.h>

#include <cmath>

#include "tests/bench/contact_engines.hpp"

namespace hullbake::bench {

namespace {

struct CcdBody {
    const Shape* shape;
    Vec3 origin;
};

Vec3 fromOwn(const Shape& shape, const Vec3& v) {
    return shape.axes[0] * v.x + shape.axes[1] * v.y + shape.axes[2] * v.z;
}

Vec3 intoOwn(const Shape& shape, const Vec3& v) {
    return {dot(shape.axes[0], v), dot(shape.axes[1], v), dot(shape.axes[2], v)};
}

Vec3 ownSupport(const Shape& shape, const Vec3& own) {
    if (shape.kind == ShapeKind::Box)
        return {std::copysign(shape.half.x, own.x), std::copysign(shape.half.y, own.y),
                std::copysign(shape.half.z, own.z)};
    if (shape.kind == ShapeKind::Cylinder) {
        const double level = std::sqrt(own.x * own.x + own.y * own.y), scale = level > 0 ? shape.radius / level : 0;
        return {own.x * scale, own.y * scale, std::copysign(shape.halfHeight, own.z)};
    }
    const ConvexShape& convex = *shape.convex;
    Vec3 best = convex.corners[0];
    double farthest = dot(best, own);
    for (unsigned i = 1; i < convex.cornerCount; ++i)
        if (const double d = dot(convex.corners[i], own); d > farthest) farthest = d, best = convex.corners[i];
    return best;
}

Vec3 supportOf(const Shape& shape, const Vec3& direction) {
    if (shape.kind == ShapeKind::Ball || shape.kind == ShapeKind::Capsule) {
        const Vec3 reach = direction * (shape.radius / length(direction));
        if (shape.kind == ShapeKind::Ball) return shape.centre + reach;
        return shape.ends[dot(shape.ends[1] - shape.ends[0], direction) > 0 ? 1 : 0] + reach;
    }
    return shape.centre + fromOwn(shape, ownSupport(shape, intoOwn(shape, direction)));
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
    const CcdBody& body = *static_cast<const CcdBody*>(object);
    const Vec3 p = body.origin + supportOf(*body.shape, {direction->v[0], direction->v[1], direction->v[2]});
    ccdVec3Set(out, p.x, p.y, p.z);
}

void middle(const void* object, ccd_vec3_t* out) {
    const CcdBody& body = *static_cast<const CcdBody*>(object);
    Vec3 p = body.shape->centre;
    if (body.shape->kind == ShapeKind::Capsule) p = (body.shape->ends[0] + body.shape->ends[1]) * 0.5;
    if (body.shape->kind == ShapeKind::Convex) {
        const ConvexShape& convex = *body.shape->convex;
        p = {};
        for (unsigned i = 0; i < convex.cornerCount; ++i) p = p + convex.corners[i] * (1.0 / convex.cornerCount);
        p = fromOwn(*body.shape, p);
    }
    p = body.origin + p;
    ccdVec3Set(out, p.x, p.y, p.z);
}

enum class CcdWay : unsigned char { Mpr, MprYesOrNo, Gjk };

class Ccd final : public PairEngine {
  public:
    Ccd(const PairSet& set, const char* name, CcdWay way) : PairEngine(name), way_(way) {
        for (const PlacedPair& pair : set.pairs) {
            bodies_.push_back({&pair.a, pair.originA});
            bodies_.push_back({&pair.b, pair.originB});
        }
        CCD_INIT(&ccd_);
        ccd_.support1 = ccd_.support2 = support;
        ccd_.center1 = ccd_.center2 = middle;
        ccd_.max_iterations = 100;
    }

    PairAnswer answer(std::size_t pair) const override {
        const CcdBody *a = &bodies_[2 * pair], *b = a + 1;
        if (way_ == CcdWay::MprYesOrNo) return {ccdMPRIntersect(a, b, &ccd_) != 0, {}};
        ccd_real_t depth = 0;
        ccd_vec3_t direction, place;
        const bool apart = (way_ == CcdWay::Mpr ? ccdMPRPenetration(a, b, &ccd_, &depth, &direction, &place)
                                                : ccdGJKPenetration(a, b, &ccd_, &depth, &direction, &place)) != 0;
        return {!apart, depth};
    }
    double pass() const override {
        double sum = 0;
        for (std::size_t i = 0; 2 * i < bodies_.size(); ++i) {
            const PairAnswer found = answer(i);
            sum += found.overlaps ? found.depth.value_or(1) : 0;
        }
        return sum;
    }

  private:
    CcdWay way_;
    ccd_t ccd_;
    std::vector<CcdBody> bodies_;
};

}  // namespace

void addCcd(const PairSet& set, PairEngines& engines) {
    engines.push_back(std::make_unique<Ccd>(set, kMprContact, CcdWay::Mpr));
    engines.push_back(std::make_unique<Ccd>(set, kMprOverlaps, CcdWay::MprYesOrNo));
    engines.push_back(std::make_unique<Ccd>(set, "libccd GJK", CcdWay::Gjk));
}

}  // namespace hullbake::bench
