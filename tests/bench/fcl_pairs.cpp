// FCL: a contact of two shapes, by its own functions for some pairs and by its copy of GJK for others.

#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "tests/bench/contact_engines.hpp"

namespace hullbake::bench {

namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

fcl::Vector3d vectorOf(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// Appends a face as the number of its corners and the corners in order around it.
void appendFace(const ConvexShape& convex, unsigned face, std::vector<int>& faces) {
    std::vector<unsigned> corners;
    Vec3 middle;
    for (unsigned i = 0; i < convex.edgeCount; ++i) {
        if (convex.edges[i].faces[0] != face && convex.edges[i].faces[1] != face) continue;
        for (const unsigned corner : convex.edges[i].corners)
            if (std::find(corners.begin(), corners.end(), corner) == corners.end()) corners.push_back(corner);
    }
    for (const unsigned corner : corners)
        middle = middle + convex.corners[corner] * (1 / static_cast<double>(corners.size()));
    const Vec3 normal = convex.faces[face].normal, along = convex.corners[corners[0]] - middle;
    const auto angle = [&](unsigned corner) {
        const Vec3 p = convex.corners[corner] - middle;
        return std::atan2(dot(p, cross(normal, along)), dot(p, along) * length(normal));
    };
    std::sort(corners.begin(), corners.end(), [&](unsigned p, unsigned q) { return angle(p) < angle(q); });
    faces.push_back(static_cast<int>(corners.size()));
    for (const unsigned corner : corners) faces.push_back(static_cast<int>(corner));
}

Geometry convexOf(const ConvexShape& convex) {
    auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
    for (unsigned i = 0; i < convex.cornerCount; ++i) corners->push_back(vectorOf(convex.corners[i]));
    auto faces = std::make_shared<std::vector<int>>();
    for (unsigned i = 0; i < convex.faceCount; ++i) appendFace(convex, i, *faces);
    return std::make_shared<fcl::Convexd>(corners, convex.faceCount, faces);
}

struct FclBody {
    Geometry geometry;
    fcl::Transform3d place = fcl::Transform3d::Identity();

    FclBody(const Shape& shape, const Vec3& origin) {
        Vec3 axes[3] = {shape.axes[0], shape.axes[1], shape.axes[2]}, centre = shape.centre;
        switch (shape.kind) {
            case ShapeKind::Ball:
                geometry = std::make_shared<fcl::Sphered>(shape.radius);
                break;
            case ShapeKind::Capsule: {
                const Vec3 core = shape.ends[1] - shape.ends[0];
                centre = (shape.ends[0] + shape.ends[1]) * 0.5;
                axes[2] = core * (1 / length(core));
                const Vec3 side = cross(std::fabs(axes[2].x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, axes[2]);
                axes[0] = side * (1 / length(side));
                axes[1] = cross(axes[2], axes[0]);
                geometry = std::make_shared<fcl::Capsuled>(shape.radius, length(core));
                break;
            }
            case ShapeKind::Cylinder:
                geometry = std::make_shared<fcl::Cylinderd>(shape.radius, 2 * shape.halfHeight);
                break;
            case ShapeKind::Box:
                geometry = std::make_shared<fcl::Boxd>(vectorOf(shape.half * 2));
                break;
            case ShapeKind::Convex:
                geometry = convexOf(*shape.convex);
                break;
        }
        for (int i = 0; i < 3; ++i) place.linear().col(i) = vectorOf(axes[i]);
        place.translation() = vectorOf(origin + centre);
    }
};

class Fcl final : public PairEngine {
  public:
    explicit Fcl(const PairSet& set) : PairEngine("FCL") {
        for (const PlacedPair& pair : set.pairs)
            bodies_.emplace_back(FclBody(pair.a, pair.originA), FclBody(pair.b, pair.originB));
    }

    PairAnswer answer(std::size_t pair) const override {
        const auto& [a, b] = bodies_[pair];
        fcl::CollisionRequestd request;
        request.num_max_contacts = 1;
        request.enable_contact = true;
        fcl::CollisionResultd result;
        fcl::collide(a.geometry.get(), a.place, b.geometry.get(), b.place, request, result);
        if (!result.isCollision()) return {};
        return {true, result.getContact(0).penetration_depth};
    }
    double pass() const override {
        double sum = 0;
        for (std::size_t i = 0; i < bodies_.size(); ++i) sum += answer(i).depth.value_or(0);
        return sum;
    }

  private:
    std::vector<std::pair<FclBody, FclBody>> bodies_;
};

}  // namespace

void addFcl(const PairSet& set, PairEngines& engines) {
    engines.push_back(std::make_unique<Fcl>(set));
}

}  // namespace hullbake::bench
