// Bullet: sweeps a box through the ungrown brushes, each a convex hull of its vertices, in a world with a dynamic
// bounding-volume tree. All margins are zero.

#include <btBulletCollisionCommon.h>

#include "tests/bench/engines.hpp"

namespace hullbake::bench {

namespace {

btVector3 vector(const Vec3& p) {
    return {static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z)};
}

class Bullet final : public Engine {
  public:
    explicit Bullet(const PeerInput& input)
        : Engine({"Bullet sweep", 0, false, 4}),
          dispatcher_(&configuration_),
          world_(&dispatcher_, &broadphase_, &configuration_),
          centre_((input.box.mins + input.box.maxs) * 0.5),
          box_(vector((input.box.maxs - input.box.mins) * 0.5)) {
        box_.setMargin(0);
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
        const btVector3 from = vector(segment.start + centre_), to = vector(segment.end + centre_);
        const btTransform start(btQuaternion::getIdentity(), from), end(btQuaternion::getIdentity(), to);
        btCollisionWorld::ClosestConvexResultCallback closest(from, to);
        world_.convexSweepTest(&box_, start, end, closest);
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
    Vec3 centre_;
    btBoxShape box_;
    std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
    std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

}  // namespace

std::unique_ptr<Engine> makeBullet(const PeerInput& input) {
    return std::make_unique<Bullet>(input);
}

}  // namespace hullbake::bench
