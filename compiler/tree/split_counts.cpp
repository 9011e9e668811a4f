// Loops over coordinate arrays, compiled for several processors; counts are integers, so all give equal results.

#include "compiler/tree/split_counts.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "compiler/base/vectorized.hpp"

namespace hullbake {

double SplitView::Counts::share() const {
    return std::max(front, back) / std::max(1.0, front + back + on - split);
}

void SplitView::look(std::span<const TreeFace> faces, std::size_t faceStride, std::span<const SampleSegment> samples,
                     std::size_t sampleStride) {
    faces_ = faces;
    faceStride_ = faceStride;
    const std::size_t count = (faces.size() + faceStride - 1) / faceStride;
    ids_.resize(count);
    least_.resize(count);
    most_.resize(count);
    uneven_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const TreeFace& face = faces[i * faceStride];
        ids_[i] = face.plane;
        const Plane& own = planes_[face.plane];
        const int axis = planeAxis(own);
        if (axis < 3 && roughSideOfFace(face, own, axis) != PlaneSide::On) uneven_.push_back(i);
    }
    const std::size_t sampleCount = (samples.size() + sampleStride - 1) / sampleStride;
    for (int a = 0; a < 3; ++a) {
        std::vector<double>&mins = mins_[a], &maxs = maxs_[a], &from = from_[a], &to = to_[a];
        mins.resize(count);
        maxs.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            mins[i] = faces[i * faceStride].bounds.mins[a];
            maxs[i] = faces[i * faceStride].bounds.maxs[a];
        }
        from.resize(sampleCount);
        to.resize(sampleCount);
        for (std::size_t i = 0; i < sampleCount; ++i) {
            from[i] = samples[i * sampleStride].from[a];
            to[i] = samples[i * sampleStride].to[a];
        }
    }
}

SplitView::Counts SplitView::countFaces(const Plane& plane, PlaneId id, const Prices& prices) {
    Counts counts;
    const int axis = planeAxis(plane);
    if (axis < 3)
        countAxial(plane, id, axis, counts);
    else
        countOthers(plane, id, prices, counts);
    const double scale = static_cast<double>(faceStride_);
    return {counts.front * scale, counts.back * scale, counts.on * scale, counts.split * scale};
}

// Canonical axial planes face the positive way.
HULLBAKE_MULTIVERSION void SplitView::countAxial(const Plane& plane, PlaneId id, int axis, Counts& counts) const {
    const double* const mins = mins_[axis].data();
    const double* const maxs = maxs_[axis].data();
    const double dist = plane.dist;
    const std::size_t count = ids_.size();
    std::int64_t inFront = 0, behind = 0, both = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t front = maxs[i] - dist > kOnPlane, back = mins[i] - dist < -kOnPlane;
        inFront += front;
        behind += back;
        both += front & back;
    }
    // The plane's own polygons count as on it, whatever their bounds say.
    for (const std::size_t i : uneven_) {
        if (ids_[i] != id) continue;
        const std::int64_t front = maxs[i] - dist > kOnPlane, back = mins[i] - dist < -kOnPlane;
        inFront -= front;
        behind -= back;
        both -= front & back;
    }
    counts.front = static_cast<double>(inFront);
    counts.back = static_cast<double>(behind);
    counts.split = static_cast<double>(both);
    counts.on = static_cast<double>(static_cast<std::int64_t>(count) - inFront - behind + both);
}

HULLBAKE_MULTIVERSION void SplitView::countOthers(const Plane& plane, PlaneId id, const Prices& prices,
                                                  Counts& counts) {
    const std::size_t count = ids_.size();
    const double dist = plane.dist;
    for (std::size_t i = 0; i < count; ++i) least_[i] = most_[i] = 0;
    for (int a = 0; a < 3; ++a) {
        const double n = plane.normal[a];
        const double* const mins = mins_[a].data();
        const double* const maxs = maxs_[a].data();
        for (std::size_t i = 0; i < count; ++i) {
            const double low = n * mins[i], high = n * maxs[i];
            least_[i] += std::min(low, high);
            most_[i] += std::max(low, high);
        }
    }
    // No branch depends on the sides, which no processor predicts.
    std::int64_t on = 0, inFront = 0, behind = 0;
    std::size_t unclear = 0;
    if (unclear_.size() < count) unclear_.resize(count);
    const PlaneId* const ids = ids_.data();
    const double *const least = least_.data(), *const most = most_.data();
    std::size_t* const open = unclear_.data();
    for (std::size_t i = 0; i < count; ++i) {
        const bool own = ids[i] == id, front = least[i] - dist > kOnPlane, back = most[i] - dist < -kOnPlane;
        on += own;
        inFront += front & !own;
        behind += back & !own;
        open[unclear] = i;
        unclear += !(own | front | back);
    }
    Counts found;
    found.on = static_cast<double>(on);
    found.front = static_cast<double>(inFront);
    found.back = static_cast<double>(behind);
    double left = static_cast<double>(unclear);  // polygons that may still lie on the plane
    const double limit = prices.limit / static_cast<double>(faceStride_);
    for (const std::size_t i : std::span(open, unclear)) {
        const PlaneSide side = roughSideOf(*faces_[i * faceStride_].winding, plane);
        found.front += side == PlaneSide::Front || side == PlaneSide::Both ? 1 : 0;
        found.back += side == PlaneSide::Back || side == PlaneSide::Both ? 1 : 0;
        found.on += side == PlaneSide::On ? 1 : 0;
        found.split += side == PlaneSide::Both ? 1 : 0;
        --left;
        if (prices.split * found.split - prices.on * (found.on + left) <= limit) continue;
        found.on += left;
        break;
    }
    counts = found;
}

HULLBAKE_MULTIVERSION void SplitView::sampleShares(const Plane& plane, double& front, double& back) const {
    const std::size_t count = from_[0].size();
    if (count == 0) {
        // No trace passes here, so only the size of the tree matters.
        front = back = 0.5;
        return;
    }
    const int axis = planeAxis(plane);
    const double dist = plane.dist;
    std::int64_t inFront = 0, behind = 0;
    const auto add = [&](double d0, double d1) {
        inFront += std::max(d0, d1) > kOnPlane;
        behind += std::min(d0, d1) < -kOnPlane;
    };
    if (axis < 3) {
        const double* const from = from_[axis].data();
        const double* const to = to_[axis].data();
        for (std::size_t i = 0; i < count; ++i) add(from[i] - dist, to[i] - dist);
    } else {
        const double *const fx = from_[0].data(), *const fy = from_[1].data(), *const fz = from_[2].data();
        const double *const tx = to_[0].data(), *const ty = to_[1].data(), *const tz = to_[2].data();
        const Vec3 n = plane.normal;
        for (std::size_t i = 0; i < count; ++i)
            add(n.x * fx[i] + n.y * fy[i] + n.z * fz[i] - dist, n.x * tx[i] + n.y * ty[i] + n.z * tz[i] - dist);
    }
    front = static_cast<double>(inFront) / static_cast<double>(count);
    back = static_cast<double>(behind) / static_cast<double>(count);
}

}  // namespace hullbake
