// Scores candidate planes by sampled counts of polygons and traces; prefers few nodes for few polygons.

#include "compiler/tree/split_choice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace hullbake {

namespace {

constexpr std::size_t kMaxCandidates = 24;     // planes scored per node; more gain almost nothing
constexpr std::size_t kFacesLookedAt = 384;    // polygons counted per candidate, spread evenly
constexpr std::size_t kQuickCandidates = 12;   // kMaxCandidates for a tree that only needs balance
constexpr std::size_t kQuickFaces = 128;       // kFacesLookedAt for such a tree
constexpr std::size_t kSamplesLookedAt = 512;  // samples counted per candidate
constexpr std::size_t kFewFaces = 160;         // polygons of a node up to which it is split for few nodes
constexpr std::size_t kFewCandidates = 60;     // most planes scored for such a node
constexpr double kSplitPrice = 10;             // cost of a cut polygon, in polygons left to test
constexpr double kOnReward = 5;                // worth of each polygon that a plane uses up
constexpr double kPeelingShare = 0.9;          // share of polygons on one side from which a split only peels
constexpr std::size_t kPeelingFaces = 32;      // lower bound of the polygons that repay an auxiliary plane
constexpr std::size_t kAxialFaces = 20;        // lower bound of the polygons that are divided along an axis
constexpr double kFewCut = 0.1;                // share of polygons cut up to which no other plane is looked at
constexpr std::size_t kAlwaysHalve = 160;      // depth from which a node is halved whenever possible

using Counts = SplitView::Counts;
using Candidates = InlineVector<PlaneId, 2 * kFewCandidates>;

std::size_t strideFor(std::size_t count, std::size_t wanted) {
    return std::max<std::size_t>(1, count / wanted);
}

// Returns the cost of a plane, or any value of at least `limit` if the cost is certain to be that high.
double costOf(const SplitView& view, const Plane& plane, const Counts& counts, bool balance, double limit) {
    if (balance) return std::fabs(counts.front - counts.back) + 3 * counts.split - counts.on;
    const double lopsided = 0.01 * std::max(counts.front, counts.back);
    // Rounding is monotonic: adding the shares cannot make the sum less.
    const double least = kSplitPrice * counts.split - kOnReward * counts.on + lopsided;
    if (least >= limit) return least;
    double front, back;
    view.sampleShares(plane, front, back);
    return front * counts.front + back * counts.back + kSplitPrice * counts.split - kOnReward * counts.on + lopsided;
}

// Returns the cost of a plane in a small tree. Planes that cut nothing and use up many polygons are best, even if all
// the rest is on one side: branch prediction learns that side.
double costInNodes(const SplitView& view, const Plane& plane, const Counts& counts) {
    constexpr double kCutPrice = 3, kStepPrice = 0.2;  // in polygons used up
    double front, back;
    view.sampleShares(plane, front, back);
    return kCutPrice * counts.split - counts.on + 0.01 * std::max(counts.front, counts.back) +
           kStepPrice * (front * counts.front + back * counts.back);
}

// Returns the distinct planes of few polygons, or some of them. Returns none if most polygons have a plane of their
// own: using those up one by one makes the tree deep but not small.
Candidates sharedPlanes(std::span<const TreeFace> faces, std::size_t most) {
    constexpr double kMostDistinct = 0.65;  // planes for each polygon
    Candidates planes;
    const auto isNew = [&](PlaneId id) { return std::find(planes.begin(), planes.end(), id) == planes.end(); };
    for (const TreeFace& face : faces) {
        if (!isNew(face.plane)) continue;
        planes.push_back(face.plane);
        if (static_cast<double>(planes.size()) > kMostDistinct * static_cast<double>(faces.size())) return {};
    }
    if (planes.size() <= most) return planes;
    planes.clear();
    const std::size_t step = strideFor(faces.size(), most);
    for (std::size_t i = 0; i < faces.size(); i += step)
        if (isNew(faces[i].plane)) planes.push_back(faces[i].plane);
    return planes;
}

// Returns up to `most` distinct planes of the polygons, spread evenly over them.
Candidates candidatePlanes(std::span<const TreeFace> faces, std::size_t most) {
    Candidates candidates;
    const double step = std::max(1.0, static_cast<double>(faces.size()) / static_cast<double>(2 * most));
    for (double at = step / 2 - 0.5; at < static_cast<double>(faces.size()) && candidates.size() < most; at += step) {
        const PlaneId id = faces[static_cast<std::size_t>(std::max(0.0, at))].plane;
        if (std::find(candidates.begin(), candidates.end(), id) == candidates.end()) candidates.push_back(id);
    }
    return candidates;
}

// Returns the share of the polygons that extend into the fuller side.
double shareOf(const Plane& plane, int axis, std::span<const TreeFace> faces) {
    std::size_t inFront = 0, behind = 0;
    for (const TreeFace& face : faces) {
        const PlaneSide side = roughSideOfFace(face, plane, axis);
        inFront += side == PlaneSide::Front || side == PlaneSide::Both;
        behind += side == PlaneSide::Back || side == PlaneSide::Both;
    }
    return static_cast<double>(std::max(inFront, behind)) / static_cast<double>(faces.size());
}

// Returns an axial plane through the median of the polygons' centres, on the axis with the most even split.
std::optional<SplitPlane> auxiliaryPlane(std::span<const TreeFace> faces, double shareToBeat) {
    std::optional<SplitPlane> best;
    std::vector<double> middles(faces.size());
    for (int axis = 0; axis < 3; ++axis) {
        for (std::size_t i = 0; i < faces.size(); ++i) middles[i] = centreOf(*faces[i].winding)[axis];
        std::nth_element(middles.begin(), middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2),
                         middles.end());
        // Rounds the distance to a short binary fraction, which floats, axial nodes of the file and equations represent
        // exactly. Centres of on-grid polygons are such fractions within rounding; adding a quarter makes them round
        // consistently.
        const double dist = std::floor(middles[middles.size() / 2] / kEquationUnit + 0.25) * kEquationUnit;
        Plane plane;
        plane.normal[axis] = 1;
        plane.dist = dist;
        const double share = shareOf(plane, axis, faces);
        if (share >= shareToBeat) continue;
        shareToBeat = share;
        best = SplitPlane{plane, axialPlaneId(plane)};
    }
    return best;
}

// Returns whether equations can tell the distance of an axial plane.
bool isOnUnit(double dist) {
    return dist / kEquationUnit == std::floor(dist / kEquationUnit);
}

}  // namespace

// Looks at axial planes where polygons begin, a quarter, half and three quarters of the way. Triangles of terrain share
// such planes, so that few of them are cut.
SplitChooser::Scored SplitChooser::bestAlongAxes() {
    Scored best;
    for (int axis = 0; axis < 3; ++axis) {
        const std::span<const double> mins = view_.minsAlong(axis);
        ends_.assign(mins.begin(), mins.end());
        Plane plane;
        plane.normal[axis] = 1;
        const auto quarter = [&](std::size_t i) {
            return ends_.begin() + static_cast<std::ptrdiff_t>(ends_.size() * i / 4);
        };
        std::nth_element(ends_.begin(), quarter(2), ends_.end());
        std::nth_element(ends_.begin(), quarter(1), quarter(2));
        std::nth_element(quarter(2) + 1, quarter(3), ends_.end());
        std::optional<double> last;
        for (const auto at : {quarter(1), quarter(2), quarter(3)}) {
            if (last == *at || !isOnUnit(*at)) continue;
            last = *at;
            plane.dist = *at + 0.0;  // not -0
            const PlaneId id = axialPlaneId(plane);
            const Counts counts = view_.countFaces(plane, id, {});
            if (counts.share() > kPeelingShare) continue;
            const double cost = costOf(view_, plane, counts, false, best.cost);
            if (cost < best.cost) best = {{plane, id}, cost, counts.share(), counts.split};
        }
    }
    return best;
}

// Returns the one of the further planes that halves the polygons best.
std::optional<SplitPlane> SplitChooser::halvingPlane(std::span<const TreeFace> faces, double shareToBeat) const {
    std::optional<SplitPlane> best;
    for (const PlaneId id : halving_) {
        const Plane& plane = planes_[id];
        const double share = shareOf(plane, planeAxis(plane), faces);
        if (share >= shareToBeat) continue;
        shareToBeat = share;
        best = SplitPlane{plane, id};
    }
    return best;
}

SplitPlane SplitChooser::choose(std::span<const TreeFace> faces, std::span<const SampleSegment> samples,
                                std::size_t depth, bool mayHalve, SplitPlan& plan) {
    plan = {};
    if (faces.size() <= kSmallSplit) {
        const PlaneId id = small_.choose(faces, plan);
        return {planes_[id], id};
    }
    // Without samples the tree is only for the fill, and large nodes are split for balance.
    const Candidates shared =
        !samples.empty() && faces.size() <= kFewFaces ? sharedPlanes(faces, fewCandidates_) : Candidates{};
    const bool few = !shared.empty();
    const bool balance = samples.empty() && depth < 32 && faces.size() > 64;
    view_.look(faces, strideFor(faces.size(), balance ? kQuickFaces : kFacesLookedAt), samples,
               strideFor(samples.size(), kSamplesLookedAt));
    Scored best;
    if (alongAxes_ && mayHalve && !few && !balance && faces.size() >= kAxialFaces) {
        best = bestAlongAxes();
        if (best.split <= kFewCut * static_cast<double>(faces.size())) return best.plane;
    }
    double leastShare = 1;
    for (const PlaneId id : few ? shared : candidatePlanes(faces, balance ? kQuickCandidates : kMaxCandidates)) {
        const Plane& plane = planes_[id];
        // Where few planes are compared by their shares too, all polygons are counted.
        const SplitView::Prices prices =
            few || balance ? SplitView::Prices{} : SplitView::Prices{kSplitPrice, kOnReward, best.cost};
        const Counts counts = view_.countFaces(plane, id, prices);
        leastShare = std::min(leastShare, counts.share());
        const double cost = few ? costInNodes(view_, plane, counts) : costOf(view_, plane, counts, balance, best.cost);
        if (cost < best.cost) best = {{plane, id}, cost, counts.share(), counts.split};
    }
    // With few polygons, counts a split as peeling only if no plane halves them.
    const bool peels = (few ? leastShare : best.share) > kPeelingShare && faces.size() >= kPeelingFaces;
    if (mayHalve && (peels || (depth >= kAlwaysHalve && faces.size() > 2)))
        if (const auto auxiliary = auxiliaryPlane(faces, peels ? 0.75 : 0.95)) return *auxiliary;
    if (mayHalve && peels)
        if (const auto halving = halvingPlane(faces, 0.75)) return *halving;
    return best.plane;
}

}  // namespace hullbake
