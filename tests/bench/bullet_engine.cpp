// Bullet: sweeps a shape through the ungrown brushes, each a convex hull of its vertices, in a world with a dynamic
// bounding-volume tree. All margins are zero, except those that are the radius of a ball or capsule.

#include <btBulletCollisionCommon.h>

#include "tests/bench/engines.hpp"
#include "tests/bench/shape_engines.hpp"

namespace hullbake::bench {

namespace {

btVector3 vector(const Vec3& p) {
    return {static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z)};
}
btScalar number(double value) {
    return static_cast<btScalar>(value);
}

// A shape of Bullet around its centre, turned as it moves.
struct Moved {
    std::unique_ptr<btConvexShape> shape;
    Vec3 centre;
    btMatrix3x3 turn = btMatrix3x3::getIdentity();
};

Moved movedBox(const Vec3& half, const Vec3& centre) {
    Moved moved{std::make_unique<btBoxShape>(vector(half)), centre};
    moved.shape->setMargin(0);
    return moved;
}

Moved movedConvex(const ConvexShape& convex) {
    Moved moved;
    for (unsigned i = 0; i < convex.cornerCount; ++i)
        moved.centre = moved.centre + convex.corners[i] * (1.0 / convex.cornerCount);
    auto hull = std::make_unique<btConvexHullShape>();
    for (unsigned i = 0; i < convex.cornerCount; ++i) hull->addPoint(vector(convex.corners[i] - moved.centre), false);
    hull->recalcLocalAabb();
    hull->setMargin(0);
    moved.shape = std::move(hull);
    return moved;
}

Moved movedShape(const Shape& shape) {
    switch (shape.kind) {
        case ShapeKind::Ball:
            return {std::make_unique<btSphereShape>(number(shape.radius)), shape.centre};
        case ShapeKind::Capsule: {
            const double height = length(shape.ends[1] - shape.ends[0]);
            return {std::make_unique<btCapsuleShapeZ>(number(shape.radius), number(height)),
                    (shape.ends[0] + shape.ends[1]) * 0.5};
        }
        case ShapeKind::Cylinder: {
            Moved moved{std::make_unique<btCylinderShapeZ>(vector({shape.radius, shape.radius, shape.halfHeight})),
                        shape.centre};
            moved.shape->setMargin(0);
            return moved;
        }
        case ShapeKind::Convex:
            return movedConvex(*shape.convex);
        case ShapeKind::Box:
            break;
    }
    Moved moved = movedBox(shape.half, shape.centre);
    for (int i = 0; i < 3; ++i)  // the axes are the columns
        moved.turn[i] = {number(shape.axes[0][i]), number(shape.axes[1][i]), number(shape.axes[2][i])};
    return moved;
}

class Bullet final : public Engine {
  public:
    Bullet(const PeerInput& input, std::string name, Moved moved)
        : Engine({std::move(name), 0, false, 4}),
          dispatcher_(&configuration_),
          world_(&dispatcher_, &broadphase_, &configuration_),
          moved_(std::move(moved)) {
        for (const oracle::BareBrush& brush : input.bare) add(brush);
        broadphase_.optimize();
    }
    ~Bullet() override {
        for (const auto& object : objects_) world_.removeCollisionObject(object.get());
    }

    double pass(std::span<const Segment> segments) const override {
        double sum = 0;
        for (const Segment& segment : segments) sum += stop(segment).fraction;
        return sum;
    }

    Stop stop(const Segment& segment) const override {
        const btVector3 from = vector(segment.start + moved_.centre), to = vector(segment.end + moved_.centre);
        const btTransform start(moved_.turn, from), end(moved_.turn, to);
        btCollisionWorld::ClosestConvexResultCallback closest(from, to);
        world_.convexSweepTest(moved_.shape.get(), start, end, closest);
        return {closest.hasHit(), false, false, static_cast<double>(closest.m_closestHitFraction)};
    }

  private:
    // Vertices are relative to the brush's middle, which preserves more digits in single precision.
    void add(const oracle::BareBrush& brush) {
        Vec3 middle;
        for (const Vec3& vertex : brush.vertices)
            middle = middle + vertex * (1 / static_cast<double>(brush.vertices.size()));
        auto shape = std::make_unique<btConvexHullShape>();
        for (const Vec3& vertex : brush.vertices) shape->addPoint(vector(vertex - middle), false);
        shape->recalcLocalAabb();
        shape->setMargin(0);
        auto object = std::make_unique<btCollisionObject>();
        object->setCollisionShape(shape.get());
        object->setWorldTransform(btTransform(btQuaternion::getIdentity(), vector(middle)));
        object->setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
        world_.addCollisionObject(object.get());
        shapes_.push_back(std::move(shape));
        objects_.push_back(std::move(object));
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broadphase_;
    btCollisionWorld world_;
    Moved moved_;
    std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

}  // namespace

std::unique_ptr<Engine> makeBullet(const PeerInput& input) {
    const Vec3 half = (input.box.maxs - input.box.mins) * 0.5, centre = (input.box.mins + input.box.maxs) * 0.5;
    return std::make_unique<Bullet>(input, "Bullet sweep", movedBox(half, centre));
}

std::unique_ptr<Engine> makeBulletCast(const PeerInput& input, const ShapesIn& shapes, CastShape kind) {
    return std::make_unique<Bullet>(input, "Bullet " + std::string(shapeName(kind)), movedShape(shapes.of(kind)));
}

}  // namespace hullbake::bench
