#include "tests/bench/counting_walk.hpp"

#include <array>

namespace hullbake::bench {

namespace {

double distance(const ClipMap& map, const format::NodeRecord& node, const Vec3& p) {
    if (node.kind() != format::kGeneralPlane) return p[static_cast<int>(node.kind())] - node.axialDist();
    const format::PlaneRecord& plane = map.tables().planes[node.plane];
    return plane.normal[0] * p.x + plane.normal[1] * p.y + plane.normal[2] * p.z - plane.dist;
}

struct Stretch {
    format::ChildRef child;
    double from, to;
};

}  // namespace

Visited countNodes(const ClipMap& map, const Probe& hull, const Segment& segment) {
    Visited visited;
    std::array<Stretch, format::kMaxDepth> pending;
    std::size_t count = 0;
    bool wasFree = false;
    Stretch now{map.tables().root(hull.hull.value, hull.model.value).blocking, 0, 1};
    for (;;) {
        while (!format::isLeaf(now.child)) {
            ++visited.nodes;
            const format::NodeRecord& node = map.tables().nodes[now.child];
            const double d0 = distance(map, node, segment.start), d1 = distance(map, node, segment.end);
            if ((d0 >= 0 && d1 >= 0) || (d0 <= 0 && d1 <= 0)) {
                now.child = d0 + d1 >= 0 ? node.front() : node.back;
                continue;
            }
            const double t = d0 / (d0 - d1);
            const format::ChildRef near = d0 > 0 ? node.front() : node.back, far = d0 > 0 ? node.back : node.front();
            if (t <= now.from) {
                now.child = far;
            } else {
                if (t < now.to) {
                    pending[count++] = {far, t, now.to};
                    now.to = t;
                }
                now.child = near;
            }
        }
        const bool blocks = any(static_cast<Contents>(format::leafContents(now.child)) & hull.mask);
        if (blocks && wasFree) {
            visited.hit = true;
            visited.fraction = now.from;
            return visited;
        }
        wasFree = wasFree || !blocks;
        if (count == 0) return visited;
        now = pending[--count];
    }
}

}  // namespace hullbake::bench
