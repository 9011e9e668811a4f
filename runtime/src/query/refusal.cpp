#include "query/refusal.hpp"

#include <algorithm>

#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "query/probe_checks.hpp"
#include "scene/members.hpp"

namespace hullbake {

namespace detail {

namespace {

Refusal refusalOfBox(const Box& box) {
    if (!isInRange(box.mins) || !isInRange(box.maxs)) return Refusal::BoxOutOfRange;
    for (int a = 0; a < 3; ++a)
        if (box.mins[a] > box.maxs[a]) return Refusal::BoxInverted;
    return isSmall(box) ? Refusal::None : Refusal::BoxTooLarge;
}

// Returns why a probe with a shape is refused, its transform left out. The map has a model.
Refusal refusalOfShape(const format::Tables& tables, const Probe& probe) {
    if (probe.model != kAllModels && probe.model.value >= tables.models.size()) return Refusal::UnknownModel;
    if (!isValidSkin(probe.skin)) return Refusal::BadSkin;
    if (!probe.shape->valid()) return Refusal::BadShape;
    return acceptsShape(tables, *probe.shape, probe.model) ? Refusal::None : Refusal::UnturnableModel;
}

// Returns why the probe is refused, its transform left out.
Refusal refusalOfProbe(const format::Tables& tables, const Probe& probe) {
    if (tables.models.empty()) return Refusal::NoMap;
    if (probe.shape != nullptr) return refusalOfShape(tables, probe);
    if (!probe.box && probe.hull == kNoHull) return Refusal::NoHull;
    if (!probe.box && probe.hull.value >= tables.hulls.size()) return Refusal::UnknownHull;
    if (probe.model != kAllModels && probe.model.value >= tables.models.size()) return Refusal::UnknownModel;
    const Refusal box = probe.box ? refusalOfBox(*probe.box) : Refusal::None;
    if (box != Refusal::None) return box;
    return isValidSkin(probe.skin) ? Refusal::None : Refusal::BadSkin;
}

// Returns why the transform is refused, which the probe must have, together with the position.
Refusal refusalOfTransform(const format::Tables& tables, const Probe& probe, const Vec3& position) {
    if (!probe.transform->valid()) return Refusal::BadTransform;
    if (probe.model == kAllModels) return Refusal::MovedAllModels;
    if (turns(probe) && !probe.box && probe.shape == nullptr) return Refusal::TurnedHull;
    if (turns(probe) && !isTurnable(tables, probe.model)) return Refusal::UnturnableModel;
    return acceptsTransform(tables, probe, position) ? Refusal::None : Refusal::ModelOutOfRange;
}

}  // namespace

Refusal refusalAt(const format::Tables& tables, const Probe& probe, const Vec3& position) {
    const Refusal refusal = refusalOfProbe(tables, probe);
    if (refusal != Refusal::None) return refusal;
    if (!isFinite(position)) return Refusal::NotFinite;
    if (!isInRange(position)) return Refusal::OutOfRange;
    const Refusal refusalThere = probe.transform ? refusalOfTransform(tables, probe, position) : Refusal::None;
    if (refusalThere != Refusal::None || probe.scene == nullptr) return refusalThere;
    return isValidScene(tables, probe, position) ? Refusal::None : Refusal::BadScene;
}

Refusal refusalOfTrace(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end) {
    const Refusal one = refusalAt(tables, probe, start), two = refusalAt(tables, probe, end);
    if (one == Refusal::None || two == Refusal::None) return one == Refusal::None ? two : one;
    return std::min(one, two);
}

}  // namespace detail

Refusal ClipMap::refusal(const Probe& probe, const Vec3& position) const noexcept {
    return accepts(probe, position) ? Refusal::None : detail::refusalAt(tables_, probe, position);
}

const char* refusalText(Refusal refusal) noexcept {
    switch (refusal) {
        case Refusal::None:
            return "not refused";
        case Refusal::BadArguments:
            return "an argument is null, or a struct has a size that this library does not know";
        case Refusal::NoMap:
            return "no map is open";
        case Refusal::NoHull:
            return "the probe has neither a hull nor a box";
        case Refusal::UnknownHull:
            return "the file has no hull of that number";
        case Refusal::UnknownModel:
            return "the file has no model of that number";
        case Refusal::BoxOutOfRange:
            return "a corner of the box is not finite or beyond +-262144 units";
        case Refusal::BoxInverted:
            return "the box is inverted: its mins exceed its maxs";
        case Refusal::BoxTooLarge:
            return "a side of the box is longer than 512 units";
        case Refusal::BadSkin:
            return "the skin is not within 0 to 262144 units, or 0 to 1 for a move";
        case Refusal::NotFinite:
            return "a position is NaN or infinite";
        case Refusal::OutOfRange:
            return "a position is beyond +-262144 units";
        case Refusal::BadTransform:
            return "the transform is no rotation, or a number of it is not finite or beyond +-262144 units";
        case Refusal::MovedAllModels:
            return "a transform places one model, but the probe names all models";
        case Refusal::TurnedHull:
            return "baked hulls do not turn: a transform that turns needs a box";
        case Refusal::UnturnableModel:
            return "the file lacks the corners of the model: a brush has over 256 faces, or the file is old";
        case Refusal::TurnedModel:
            return "queries of neighbours and moves take no transform that turns";
        case Refusal::ModelOutOfRange:
            return "seen from the moved model, a position is beyond +-262144 units";
        case Refusal::BadDistance:
            return "a distance is not within 0 to 262144 units";
        case Refusal::BadTime:
            return "the time is not within 0 to 10 seconds";
        case Refusal::BadVelocity:
            return "a velocity or acceleration is not finite";
        case Refusal::BadRules:
            return "a rule, mode or anchor of the move is out of its range";
        case Refusal::BadGround:
            return "the ground of the walker's state is not finite";
        case Refusal::TooManyBrushes:
            return "too many grown brushes meet at one position";
        case Refusal::TooMuchWork:
            return "the query takes more steps than one may take";
        case Refusal::BadScene:
            return "a member of the scene near the probe is not valid, or the arrays of a world do not fit together";
        case Refusal::BadShape:
            return "the shape is not valid: a number, its size, its axes or its convex set";
        case Refusal::ShapeNotTaken:
            return "the query takes no such probe";
    }
    return "refused for a reason that this library does not know";
}

}  // namespace hullbake
