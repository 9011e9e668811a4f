#include "compiler/winding.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake {

void growBounds(Box& box, const Vec3& p) {
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = std::min(box.mins[a], p[a]);
        box.maxs[a] = std::max(box.maxs[a], p[a]);
    }
}

void growBounds(Box& box, const Winding& winding) {
    for (const WindingVertex& vertex : winding.vertices) growBounds(box, vertex.p);
}

bool boxesTouch(const Box& a, const Box& b, double tolerance) {
    for (int i = 0; i < 3; ++i)
        if (a.mins[i] > b.maxs[i] + tolerance || b.mins[i] > a.maxs[i] + tolerance) return false;
    return true;
}

Winding baseWinding(const Plane& plane, PlaneId id, const Vec3& centre, double halfSize) {
    // The axis that the normal leans on least serves to span the plane.
    int least = 0;
    for (int a = 1; a < 3; ++a)
        if (std::fabs(plane.normal[a]) < std::fabs(plane.normal[least])) least = a;
    Vec3 axis;
    axis[least] = 1;
    Vec3 right = cross(plane.normal, axis);
    right = right * (1 / length(right));
    const Vec3 up = cross(plane.normal, right);
    const Vec3 middle = centre - plane.normal * distanceTo(plane, centre);
    Winding winding;
    winding.plane = id;
    // right, up, normal: clockwise from the front is right -> up turned against the right-hand rule.
    const Vec3 corners[] = {middle - right * halfSize - up * halfSize, middle - right * halfSize + up * halfSize,
                            middle + right * halfSize + up * halfSize, middle + right * halfSize - up * halfSize};
    const bool rightHanded = dot(cross(right, up), plane.normal) > 0;
    for (int i = 0; i < 4; ++i) winding.vertices.push_back({corners[rightHanded ? i : 3 - i], kNoPlane});
    return winding;
}

namespace {

struct Distances {
    boost::container::small_vector<double, 16> d;
    bool front = false, back = false;

    Distances(const Winding& winding, const Plane& plane) {
        d.reserve(winding.vertices.size());
        for (const WindingVertex& vertex : winding.vertices) {
            const double distance = distanceTo(plane, vertex.p);
            front = front || distance > kOnPlane;
            back = back || distance < -kOnPlane;
            d.push_back(distance);
        }
    }

    PlaneSide side() const {
        if (front) return back ? PlaneSide::Both : PlaneSide::Front;
        return back ? PlaneSide::Back : PlaneSide::On;
    }
};

int sign(double d) {
    return d > kOnPlane ? 1 : d < -kOnPlane ? -1 : 0;
}

Vec3 cutPoint(const Vec3& front, double dFront, const Vec3& back, double dBack, const Plane& plane) {
    Vec3 p = front + (back - front) * (dFront / (dFront - dBack));
    for (int a = 0; a < 3; ++a)
        if (std::fabs(plane.normal[a]) == 1) p[a] = plane.dist * plane.normal[a];
    return p;
}

// The part of the winding whose distances have the sign `keep`.
void cutPart(const Winding& winding, const Distances& distances, const Plane& plane, PlaneId id, int keep,
             Winding& out) {
    out.plane = winding.plane;
    out.vertices.clear();
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t next = i + 1 == n ? 0 : i + 1;
        const WindingVertex &a = winding.vertices[i], &b = winding.vertices[next];
        const int signA = sign(distances.d[i]), signB = sign(distances.d[next]);
        if (signA == keep) out.vertices.push_back(a);
        if (signA == 0) out.vertices.push_back({a.p, signB == -keep ? id : a.edge});
        if (signA * signB >= 0) continue;
        const Vec3 p = signA > 0 ? cutPoint(a.p, distances.d[i], b.p, distances.d[next], plane)
                                 : cutPoint(b.p, distances.d[next], a.p, distances.d[i], plane);
        out.vertices.push_back({p, signA == keep ? id : a.edge});
    }
    if (out.vertices.size() < 3) out.vertices.clear();
}

}  // namespace

PlaneSide sideOf(const Winding& winding, const Plane& plane) {
    bool front = false, back = false;
    for (const WindingVertex& vertex : winding.vertices) {
        const double distance = distanceTo(plane, vertex.p);
        front = front || distance > kOnPlane;
        back = back || distance < -kOnPlane;
        if (front && back) return PlaneSide::Both;
    }
    return front ? PlaneSide::Front : back ? PlaneSide::Back : PlaneSide::On;
}

PlaneSide splitWinding(const Winding& winding, const Plane& plane, PlaneId id, Winding* front, Winding* back) {
    const Distances distances(winding, plane);
    const PlaneSide side = distances.side();
    if (front != nullptr) {
        front->vertices.clear();
        if (side == PlaneSide::Front) *front = winding;
        if (side == PlaneSide::Both) cutPart(winding, distances, plane, id, 1, *front);
    }
    if (back != nullptr) {
        back->vertices.clear();
        if (side == PlaneSide::Back) *back = winding;
        if (side == PlaneSide::Both) cutPart(winding, distances, plane, id, -1, *back);
    }
    return side;
}

bool clipToBack(Winding& winding, const Plane& plane, PlaneId id) {
    const Distances distances(winding, plane);
    const PlaneSide side = distances.side();
    if (side == PlaneSide::Back || side == PlaneSide::On) return true;
    if (side == PlaneSide::Front) {
        winding.vertices.clear();
        return false;
    }
    Winding kept;
    cutPart(winding, distances, plane, id, -1, kept);
    winding = std::move(kept);
    return !winding.empty();
}

Vec3 centreOf(const Winding& winding) {
    Vec3 sum;
    for (const WindingVertex& vertex : winding.vertices) sum = sum + vertex.p;
    return sum * (1.0 / static_cast<double>(winding.vertices.size()));
}

double widthOf(const Winding& winding, const Vec3& normal) {
    double least = 1e30;
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 a = winding.vertices[i].p;
        const Vec3 along = winding.vertices[i + 1 == n ? 0 : i + 1].p - a;
        const double edgeLength = length(along);
        if (edgeLength < kOnPlane) continue;
        const Vec3 across = cross(normal, along) * (1 / edgeLength);
        double furthest = 0;
        for (const WindingVertex& vertex : winding.vertices)
            furthest = std::max(furthest, std::fabs(dot(vertex.p - a, across)));
        least = std::min(least, furthest);
    }
    return least < 1e30 ? least : 0;
}

}  // namespace hullbake
