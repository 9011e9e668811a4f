// Judges those who stand on models: that they are carried along, and that they stay where they are carried to.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/base/output.hpp"
#include "tools/runs/world_judge.hpp"

namespace hullbake::cli {
namespace {

/// Units: a rider's place beside its ground may change by so much, which is rounding at the far end of the range.
constexpr double kSameOffset = 1e-9;
/// Units above its ground, and the skin, at which a standing walker is not lowered. There a step carries it, too.
constexpr double kRests = 0.25;
/// Units within which a walker has ground: that and skin of one who is not lowered, and as much for the skin of a
/// slope.
constexpr double kStands = kRests + 2 * kDefaultSkin + kSurfaceTolerance;
/// Units beside a walker within which it still has ground, while steep ground is under it.
constexpr double kBeside = 2 * kDefaultSkin + kSurfaceTolerance;

}  // namespace

// Returns true if the body is in the model, or so near beside it, as soon as it is lowered by `reach`.
bool WorldJudge::standsOn(std::size_t body, std::size_t model, double reach, double beside) {
    const Vec3 foot = player_.bodies()[body].origin - Vec3{0, 0, reach};
    return depthInModel(body, model, foot) > kRounding - beside;
}

// Returns true for a walker who must be carried: he stands on a model that is as near under him as walkers rest.
bool WorldJudge::rides(std::size_t body) {
    const WalkState& walker = player_.walker(body);
    const MemberId ground = walker.groundMember;
    return walker.onGround && !ground.none() && ground.isModel() &&
           standsOn(body, ground.index(), kRests + kDefaultSkin / walker.ground.normal.z, 0);
}

// Who stands on a model has it under the feet. Not judged is a walker that began inside something: it is stuck, and
// keeps the state that it had.
std::string WorldJudge::judgeGrounds(const Depths& driven) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const WalkState& walker = player_.walker(i);
        if (!walker.onGround || walker.groundMember.none() || !walker.groundMember.isModel()) continue;
        const std::uint32_t model = walker.groundMember.index();
        if (!standsOn(i, model, kStands, kBeside) && !overlapsAny(driven, i))
            return fmt::format("body {} stands on model {}, which is not under it", i, model);
    }
    return {};
}

// How far a rider's foot, the middle of its box's bottom, goes with a model.
Vec3 WorldJudge::wayOf(std::size_t body, const Transform& from, const Transform& to) const {
    const Box& box = run_.bodies[body].box;
    const Vec3 foot =
        walkers_[body].origin + Vec3{(box.mins.x + box.maxs.x) / 2, (box.mins.y + box.maxs.y) / 2, box.mins.z};
    if (!from.turns() && !to.turns()) return to.displacement - from.displacement;
    const Vec3 arm = foot - from.pivot - from.displacement;
    Vec3 place = to.pivot + to.displacement;
    for (int a = 0; a < 3; ++a) place = place + to.axes[a] * dot(from.axes[a], arm);
    return place - foot;
}

// What is straight under a body where it has been carried to. The bodies before it have walked.
oracle::MeetBelow WorldJudge::below(std::size_t body) {
    const double reach = WalkRules().stepHeight + 1;
    const Vec3 at = player_.driven()[body];
    const Box& box = run_.bodies[body].box;
    oracle::MeetBelow nearest = inModel(body, 0).below(at, reach, kMaskBlocking);
    for (std::size_t k = 0; k < models_.size(); ++k) {
        const PlacedModel& placed = player_.models()[k];
        const Transform& transform = placed.transform;
        takeNearer(nearest,
                   transform.turns()
                       ? turnedModel(k, placed).below(body, box, at, reach, kMaskBlocking)
                       : inModel(body, placed.model.value).below(at - transform.displacement, reach, kMaskBlocking));
    }
    for (std::size_t k = 0; k < places_.size(); ++k) {
        if (k == body) continue;
        const oracle::GrownBrush sum =
            sumOf(box, run_.bodies[k].box, k < body ? player_.bodies()[k].origin : player_.driven()[k]);
        if (const auto meet = oracle::meetBelow(sum, at, reach)) takeNearer(nearest, *meet);
    }
    return nearest;
}

// A standing walker stays where he is. If what is under him has turned away from his box, so that he is higher above it
// than walkers rest, he is lowered onto that. Where that is too steep to walk on, he may fall, from rest. Of several
// faces under him any may be the one from which he has the skin: the others are as near.
bool WorldJudge::mayEndThere(std::size_t body) {
    const WalkRules rules;
    const Vec3 drift = player_.walker(body).origin - player_.driven()[body];
    const oracle::MeetBelow meet = below(body);
    const bool none = meet.far > rules.stepHeight;
    const auto hasFace = [&](const auto& isSo) { return std::any_of(meet.ups.begin(), meet.ups.end(), isSo); };
    const auto highOver = [&](double up) { return meet.far - kDefaultSkin / up; };
    const bool falls = none || hasFace([&](double up) { return up < rules.groundNormal + kRounding; });
    if (length(drift) <= kSameOffset)
        return falls || hasFace([&](double up) { return highOver(up) <= kRests + oracle::kSameMeet; });
    const bool straight = std::fabs(drift.x) <= kSameOffset && std::fabs(drift.y) <= kSameOffset;
    const auto isLowered = [&](double up) {
        const double high = highOver(up);
        return up > rules.groundNormal - kRounding && high >= kRests - oracle::kSameMeet &&
               std::fabs(drift.z + high) <= oracle::kSameMeet;
    };
    if (!none && straight && hasFace(isLowered)) return true;
    const double most = rules.gravity / (2 * run_.rate * run_.rate) + 2 * kDefaultSkin;
    return falls && drift.z <= 2 * kDefaultSkin && length(drift) <= most;
}

// Judges riders that nothing was told of. The movers' step must carry them by the whole way; then they stand still.
// Not judged are a ground that has jumped, one that is out of reach, which only a stuck walker has, and the walk of one
// that begins inside something: it is put out of that.
std::string WorldJudge::judgeRiders(const std::vector<bool>& still, const Depths& driven, WorldTally& tally) {
    for (std::size_t i = 0; i < walkers_.size(); ++i) {
        if (!rode_[i] || player_.hasJumped(walkers_[i].groundMember.index())) continue;
        const WalkState &was = walkers_[i], &is = player_.walker(i);
        const bool told = std::any_of(player_.events().begin(), player_.events().end(), [&](const PlayedEvent& event) {
            const bool other = !event.other.none() && event.other.isBody() && event.other.index() == i;
            return event.trigger == UINT32_MAX && (event.body == i || other);
        });
        if (told) continue;
        const std::uint32_t model = was.groundMember.index();
        const Transform &from = models_[model].transform, &to = player_.models()[model].transform;
        const Vec3 lag = player_.carried()[i] - was.origin - wayOf(i, from, to);
        ++tally.carried;
        if (length(lag) > kSameOffset)
            return fmt::format("body {} rides model {} and is carried {} off", i, model, pointText(lag));
        if (!still[i] || !is.onGround || !(is.groundMember == was.groundMember) || overlapsAny(driven, i)) continue;
        tally.tilted += length(to.axes[2] - from.axes[2]) > kSameOffset ? 1 : 0;
        if (!mayEndThere(i))
            return fmt::format("body {} stands still on model {} and drifts by {}", i, model,
                               pointText(is.origin - player_.driven()[i]));
    }
    return {};
}

}  // namespace hullbake::cli
