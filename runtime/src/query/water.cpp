// How deep a box stands in liquids.
// In: a box, its position, and the height of its eyes. Out: what of the vertical line through its middle is in liquid.
// Invariant: crossings are those of the bare brushes' planes. Nothing is sampled.

#include "hullbake/water.hpp"

#include <algorithm>

#include "brushes/model_brushes.hpp"
#include "brushes/stretches.hpp"
#include "brushes/turned_set.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "scene/body_brush.hpp"
#include "scene/members.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake {

using namespace detail;

namespace {

constexpr Box kPoint{};
// Units by which a line may pass a side of a brush and still be in it: the seam of two brushes is in one of them.
constexpr double kSeam = 1e-9;
// Upper bound of the liquids, one above the other, through which a surface is followed upwards.
constexpr int kMostClimbs = 4096;

// The vertical line through the middle of the box. Places on it are units above the box's bottom.
class Column {
  public:
    Column(const format::Tables& tables, const Probe& probe, Contents liquids, const Vec3& foot)
        : tables_(tables), probe_(probe), liquids_(liquids), foot_(foot) {}

    // Calls visit(stretch, contents) for each liquid brush between two places. Returns false if a member of the scene
    // there is not valid.
    template <class Visit>
    bool forLiquids(double low, double high, const Visit& visit) const {
        const Vec3 from = foot_ + Vec3{0, 0, low}, to = foot_ + Vec3{0, 0, high};
        const ModelRange models = modelsOf(tables_, probe_.model);
        if (!turns(probe_)) {
            const Vec3 moved = displacementOf(probe_);
            forModelsAlong(tables_, models, kPoint, from - moved, to - moved, [&](ModelId model) {
                visitModel(model, foot_ - moved, {0, 0, 1}, {low, high}, visit);
                return true;
            });
        } else {
            visitTurned(probe_.model, Turn(*probe_.transform), {low, high}, visit);
        }
        if (probe_.scene == nullptr) return true;
        Scene all = *probe_.scene;
        all.near = nullptr;  // what a move lists is not near all of the line
        return forMembersNear(tables_, all, sweptBox(kPoint, from, to), [&](MemberId member) {
            visitMember(member, {low, high}, visit);
            return true;
        });
    }

  private:
    template <class Visit>
    void visitMember(MemberId member, const Stretch& whole, const Visit& visit) const {
        if (member.isModel()) {
            const PlacedModel& placed = probe_.scene->models[member.index()];
            const Vec3 moved = placed.transform.displacement;
            if (placed.transform.turns())
                visitTurned(placed.model, Turn(placed.transform), whole, visit);
            else
                visitModel(placed.model, foot_ - moved, {0, 0, 1}, whole, visit);
            return;
        }
        const Body& body = probe_.scene->bodies[member.index()];
        const Contents contents = body.contents & liquids_;
        if (isRound(body) || !any(contents)) return;
        format::SideRecord sides[6];
        boxSides(placeOf(body), sides);
        Stretch part = whole;
        if (clipStretch(std::span<const format::SideRecord>(sides), kPoint, foot_, {0, 0, 1}, 0, kSeam, part))
            visit(part, contents);
    }

    template <class Visit>
    void visitTurned(ModelId model, const Turn& turn, const Stretch& whole, const Visit& visit) const {
        visitModel(model, turn.placeBack(foot_), turn.directionBack({0, 0, 1}), whole, visit);
    }

    template <class Visit>
    void visitModel(ModelId model, const Vec3& foot, const Vec3& up, const Stretch& whole, const Visit& visit) const {
        const BrushSet set = boxBrushes(tables_, kPoint, tables_.hulls.size(), model);
        const Vec3 one = foot + up * whole.from, two = foot + up * whole.to;
        const Box place{{std::min(one.x, two.x), std::min(one.y, two.y), std::min(one.z, two.z)},
                        {std::max(one.x, two.x), std::max(one.y, two.y), std::max(one.z, two.z)}};
        set.forBrushesIn(place, [&](std::uint32_t index) {
            const format::BrushRecord& brush = set.brushes[index];
            const Contents contents = static_cast<Contents>(brush.contents) & liquids_;
            Stretch part = whole;
            if (any(contents) && clipStretch(set.sidesOf(brush), kPoint, foot, up, 0, kSeam, part))
                visit(part, contents);
        });
    }

    const format::Tables& tables_;
    const Probe& probe_;
    const Contents liquids_;
    const Vec3 foot_;
};

bool isWet(std::span<const Stretch> parts, double low, double high) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Stretch& part) { return part.from <= low && high < part.to; });
}

// Returns true if a mark that was wet or dry before is wet.
bool staysWet(std::span<const Stretch> parts, double mark, bool before, double band) {
    if (!before) return isWet(parts, mark, mark + band);
    return std::any_of(parts.begin(), parts.end(),
                       [&](const Stretch& part) { return part.from <= mark + band && mark - band < part.to; });
}

// Follows liquid upwards from a place, through liquids that touch. Returns why it cannot, or None.
Refusal climb(const Column& column, double& place) {
    for (int i = 0; i < kMostClimbs; ++i) {
        const double before = place;
        const auto rise = [&](const Stretch& part, Contents) {
            if (part.from <= before + kSurfaceTolerance) place = std::max(place, part.to);
        };
        if (!column.forLiquids(before - kSurfaceTolerance, 4 * kMaxCoordinate, rise)) return Refusal::BadScene;
        if (!(place > before)) return Refusal::None;
    }
    return Refusal::TooMuchWork;
}

Refusal refusalOfWater(const ClipMap& map, const Probe& probe, const Vec3& origin, const WaterRules& rules) {
    const Refusal refusal = map.refusal(probe, origin);
    if (refusal != Refusal::None) return refusal;
    const bool valid = std::fabs(rules.eyes) <= kMaxCoordinate && isValidDistance(rules.band);
    return valid ? Refusal::None : Refusal::BadDistance;
}

WaterLevel refused(Refusal refusal) {
    WaterLevel level;
    level.invalid = true;
    level.refusal = refusal;
    return level;
}

}  // namespace

WaterLevel waterLevel(const ClipMap& map, const Probe& probe, const Vec3& origin, const WaterRules& rules,
                      const WaterLevel* before) noexcept {
    const Refusal refusal = refusalOfWater(map, probe, origin, rules);
    if (refusal != Refusal::None) return refused(refusal);
    const Box box = boxOf(map.tables(), probe);
    const double height = box.maxs.z - box.mins.z, eyes = rules.eyes - box.mins.z;
    const double band = before != nullptr ? rules.band : 0, margin = band + 2 * kSurfaceTolerance;
    const Vec3 middle = (box.mins + box.maxs) * 0.5;
    const Vec3 foot = origin + Vec3{middle.x, middle.y, box.mins.z};
    const Column column(map.tables(), probe, rules.liquids, foot);

    WaterLevel level;
    Stretches liquids(kSurfaceTolerance);
    bool room = true;
    const auto add = [&](const Stretch& part, Contents contents) {
        room = liquids.add(part) && room;
        if (part.from < height && part.to > 0) level.contents |= contents;
    };
    if (!column.forLiquids(std::min(0.0, eyes) - margin, std::max(height, eyes) + margin, add))
        return refused(Refusal::BadScene);
    if (!room) return refused(Refusal::TooMuchWork);
    double surface = 0;
    for (const Stretch& part : liquids.parts()) {
        const double wet = std::min(part.to, height) - std::max(part.from, 0.0);
        if (!(wet > 0)) continue;
        level.depth += wet;
        surface = part.to;
    }
    const Refusal climbing = surface >= height ? climb(column, surface) : Refusal::None;
    if (climbing != Refusal::None) return refused(climbing);
    level.surface = foot.z + surface;
    level.feet = staysWet(liquids.parts(), 0, before != nullptr && before->feet, band);
    level.middle = staysWet(liquids.parts(), height / 2, before != nullptr && before->middle, band);
    level.eyes = staysWet(liquids.parts(), eyes, before != nullptr && before->eyes, band);
    level.level = level.eyes ? 3 : level.middle ? 2 : level.feet ? 1 : 0;
    return level;
}

}  // namespace hullbake
