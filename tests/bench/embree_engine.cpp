// Embree: intersects a ray from the box's origin with the triangles of the grown brushes. It finds the nearest triangle
// but has no notion of solid, so it does not detect a start inside a brush.

#include <embree3/rtcore.h>

#include <limits>

#include "tests/bench/engines.hpp"

namespace hullbake::bench {

namespace {

class Embree final : public Engine {
  public:
    explicit Embree(const PeerInput& input)
        : Engine({"Embree ray", 0, false, 4}), device_(rtcNewDevice("threads=1")), scene_(rtcNewScene(device_)) {
        std::vector<Vec3> corners;
        for (const oracle::GrownBrush& brush : input.grown) addTriangles(brush, corners);
        if (!corners.empty()) attach(corners);
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_HIGH);
        rtcCommitScene(scene_);
    }
    ~Embree() override {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }

    double pass(std::span<const Segment> segments) const override {
        double sum = 0;
        for (const Segment& segment : segments) sum += stop(segment).fraction;
        return sum;
    }

    Stop stop(const Segment& segment) const override {
        const Vec3 way = segment.end - segment.start;
        RTCRayHit query{};
        query.ray.org_x = static_cast<float>(segment.start.x);
        query.ray.org_y = static_cast<float>(segment.start.y);
        query.ray.org_z = static_cast<float>(segment.start.z);
        query.ray.dir_x = static_cast<float>(way.x);
        query.ray.dir_y = static_cast<float>(way.y);
        query.ray.dir_z = static_cast<float>(way.z);
        query.ray.tnear = 0;
        query.ray.tfar = 1;
        query.ray.mask = std::numeric_limits<unsigned>::max();
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        rtcIntersect1(scene_, &context, &query);
        const bool hit = query.hit.geomID != RTC_INVALID_GEOMETRY_ID;
        return {hit, false, false, hit ? static_cast<double>(query.ray.tfar) : 1};
    }

  private:
    static void addTriangles(const oracle::GrownBrush& brush, std::vector<Vec3>& corners) {
        for (const oracle::GrownPlane& plane : brush.planes) {
            const std::vector<Vec3> polygon = oracle::facePolygon(brush, plane.normal);
            for (std::size_t i = 2; i < polygon.size(); ++i)
                corners.insert(corners.end(), {polygon[0], polygon[i - 1], polygon[i]});
        }
    }

    void attach(const std::vector<Vec3>& corners) {
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto* points = static_cast<float*>(rtcSetNewGeometryBuffer(
            geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), corners.size()));
        auto* indices = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
            geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), corners.size() / 3));
        for (std::size_t i = 0; i < corners.size(); ++i) {
            for (int a = 0; a < 3; ++a) points[3 * i + static_cast<std::size_t>(a)] = static_cast<float>(corners[i][a]);
            indices[i] = static_cast<unsigned>(i);
        }
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
    }

    RTCDevice device_;
    RTCScene scene_;
};

}  // namespace

std::unique_ptr<Engine> makeEmbree(const PeerInput& input) {
    return std::make_unique<Embree>(input);
}

}  // namespace hullbake::bench
