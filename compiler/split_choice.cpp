#include "compiler/split_choice.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake {

namespace {

constexpr std::size_t kMaxCandidates = 24;    // planes looked at per node; more gains next to nothing
constexpr std::size_t kFacesLookedAt = 384;   // polygons per candidate, spread evenly
constexpr std::size_t kQuickCandidates = 12;  // the same for a tree that only has to be balanced
constexpr std::size_t kQuickFaces = 128;
constexpr std::size_t kSamplesLookedAt = 512;
constexpr double kSplitPrice = 10;         // what a cut polygon costs, in polygons left to test
constexpr double kOnReward = 5;            // what each polygon that a plane uses up is worth
constexpr double kPeelingShare = 0.9;      // a split that leaves this much on one side only peels
constexpr std::size_t kPeelingFaces = 32;  // fewer polygons are not worth an auxiliary plane
constexpr std::size_t kAlwaysHalve = 160;  // from this depth on, halve whenever that is possible

struct Counts {
    double front = 0, back = 0, on = 0, split = 0;

    double share() const { return std::max(front, back) / std::max(1.0, front + back + on - split); }
};

std::size_t strideFor(std::size_t count, std::size_t wanted) {
    return std::max<std::size_t>(1, count / wanted);
}

Counts countFaces(const Plane& plane, PlaneId id, std::span<const TreeFace> faces, std::size_t stride) {
    Counts counts;
    const int axis = planeAxis(plane);
    for (std::size_t i = 0; i < faces.size(); i += stride) {
        const bool own = (faces[i].winding.plane & ~1u) == id;
        const PlaneSide side = own ? PlaneSide::On : roughSideOfFace(faces[i], plane, axis);
        counts.front += side == PlaneSide::Front || side == PlaneSide::Both;
        counts.back += side == PlaneSide::Back || side == PlaneSide::Both;
        counts.on += side == PlaneSide::On;
        counts.split += side == PlaneSide::Both;
    }
    const double scale = static_cast<double>(stride);
    return {counts.front * scale, counts.back * scale, counts.on * scale, counts.split * scale};
}

// Shares of the samples that reach into each side; ends on the plane, where a sample was stopped, count for neither.
void sampleShares(const Plane& plane, std::span<const SampleSegment> samples, double& front, double& back) {
    front = back = 0;
    const std::size_t stride = strideFor(samples.size(), kSamplesLookedAt);
    const int axis = planeAxis(plane);
    std::size_t seen = 0, inFront = 0, behind = 0;
    for (std::size_t i = 0; i < samples.size(); i += stride) {
        const SampleSegment& sample = samples[i];
        const double d0 = axis < 3 ? sample.from[axis] - plane.dist : distanceTo(plane, sample.from);
        const double d1 = axis < 3 ? sample.to[axis] - plane.dist : distanceTo(plane, sample.to);
        inFront += std::max(d0, d1) > kOnPlane;
        behind += std::min(d0, d1) < -kOnPlane;
        ++seen;
    }
    front = static_cast<double>(inFront);
    back = static_cast<double>(behind);
    if (seen == 0) {
        // Nobody comes here: a small tree is all that counts.
        front = back = 0.5;
        return;
    }
    front /= static_cast<double>(seen);
    back /= static_cast<double>(seen);
}

double costOf(const Plane& plane, const Counts& counts, std::span<const SampleSegment> samples, bool balance) {
    if (balance) return std::fabs(counts.front - counts.back) + 3 * counts.split - counts.on;
    double front, back;
    sampleShares(plane, samples, front, back);
    const double lopsided = 0.01 * std::max(counts.front, counts.back);
    return front * counts.front + back * counts.back + kSplitPrice * counts.split - kOnReward * counts.on + lopsided;
}

// Distinct planes of the polygons, spread evenly over them.
std::vector<PlaneId> candidatePlanes(std::span<const TreeFace> faces, std::size_t most) {
    std::vector<PlaneId> candidates;
    const double step = std::max(1.0, static_cast<double>(faces.size()) / static_cast<double>(2 * most));
    for (double at = step / 2 - 0.5; at < static_cast<double>(faces.size()) && candidates.size() < most; at += step) {
        const PlaneId id = faces[static_cast<std::size_t>(std::max(0.0, at))].winding.plane & ~1u;
        if (std::find(candidates.begin(), candidates.end(), id) == candidates.end()) candidates.push_back(id);
    }
    return candidates;
}

// An axial plane through the median of the polygons' middles, on the axis that cuts the fewest.
std::optional<SplitPlane> auxiliaryPlane(std::span<const TreeFace> faces, double shareToBeat) {
    std::optional<SplitPlane> best;
    std::vector<double> middles(faces.size());
    for (int axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < faces.size(); ++i) middles[i] = centreOf(faces[i].winding)[axis];
        std::nth_element(middles.begin(), middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2),
                         middles.end());
        // A short binary fraction: every float and double holds it, and so do the file's axial node and equations.
        // Middles of on-grid polygons are short fractions but for rounding: the quarter keeps them from falling either
        // way.
        const double dist = std::floor(middles[middles.size() / 2] / kEquationUnit + 0.25) * kEquationUnit;
        Plane plane;
        plane.normal[axis] = 1;
        plane.dist = dist;
        const PlaneId id = axialPlaneId(plane);
        const Counts counts = countFaces(plane, id, faces, 1);
        const double share = std::max(counts.front, counts.back) / static_cast<double>(faces.size());
        if (share >= shareToBeat) continue;
        shareToBeat = share;
        best = SplitPlane{plane, id};
    }
    return best;
}

}  // namespace

SplitPlane chooseSplit(const PlaneTable& planes, std::span<const TreeFace> faces,
                       std::span<const SampleSegment> samples, std::size_t depth, bool mayHalve) {
    if (faces.size() <= kSmallSplit) return chooseSmallSplit(planes, faces);
    const bool balance = samples.empty() && depth < 32 && faces.size() > 64;
    const std::size_t stride = strideFor(faces.size(), balance ? kQuickFaces : kFacesLookedAt);
    SplitPlane best;
    double bestCost = 1e300, bestShare = 1;
    for (const PlaneId id : candidatePlanes(faces, balance ? kQuickCandidates : kMaxCandidates)) {
        const Plane& plane = planes[id];
        const Counts counts = countFaces(plane, id, faces, stride);
        const double cost = costOf(plane, counts, samples, balance);
        if (cost >= bestCost) continue;
        bestCost = cost;
        bestShare = counts.share();
        best = {plane, id};
    }
    const bool peels = bestShare > kPeelingShare && faces.size() >= kPeelingFaces;
    if (mayHalve && (peels || (depth >= kAlwaysHalve && faces.size() > 2)))
        if (const auto auxiliary = auxiliaryPlane(faces, peels ? 0.75 : 0.95)) return *auxiliary;
    return best;
}

}  // namespace hullbake
