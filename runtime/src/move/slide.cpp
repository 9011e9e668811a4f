// Moves a box for some time: straight on, and along whatever it hits.

#include "hullbake/slide.hpp"

#include <algorithm>

#include "move/classic_slide.hpp"
#include "move/move_checks.hpp"
#include "move/slider.hpp"

namespace hullbake {

using namespace detail;

namespace {

SlideStatus slideRobust(Slider& slider, const SlideInput& input) {
    const SlideStatus status = slider.begin(input.unstick);
    if (status != SlideStatus::Moved) return status;
    Leg met;
    const Vec3 start = slider.at;
    if (input.acceleration == Vec3{}) slider.held = input.velocity;
    const Stopped stopped = slider.fly(
        input.acceleration, [](const Leg&) { return false; }, met);
    if (stopped == Stopped::Fails) return SlideStatus::Invalid;
    slider.revertIfStuck(start);
    return SlideStatus::Moved;
}

}  // namespace

std::string_view pathEventName(PathEvent event) noexcept {
    switch (event) {
        case PathEvent::Bump:
            return "bump";
        case PathEvent::Land:
            return "land";
        case PathEvent::Ground:
            return "ground";
        case PathEvent::StepUp:
            return "step up";
        case PathEvent::StepOver:
            return "step over";
        case PathEvent::StepDown:
            return "step down";
        case PathEvent::Drop:
            return "drop";
        case PathEvent::Fall:
            return "fall";
        case PathEvent::Clear:
            return "clear";
        case PathEvent::Unstick:
            return "unstick";
        case PathEvent::Bend:
            return "bend";
        case PathEvent::End:
            break;
    }
    return "end";
}

SlideResult slide(const ClipMap& map, const Probe& probe, const SlideInput& input, std::span<PathPoint> path) noexcept {
    SlideResult result;
    result.origin = input.origin;
    result.velocity = input.velocity;
    const MoveSpace space(map, probe);
    result.refusal = refusalOfMove(space, input.origin, input.velocity, input.acceleration, input.seconds);
    if (result.refusal == Refusal::None && !(validRules(input.classic) && isValidDistance(input.unstick)))
        result.refusal = Refusal::BadRules;
    if (result.refusal != Refusal::None) return result;
    PathRecorder recorder(path);
    Slider slider(space, recorder, input.origin, input.velocity, input.seconds);
    result.status = input.mode == SlideMode::Robust ? slideRobust(slider, input) : slideClassic(slider, input);
    result.traces = space.traces();
    result.touchings = space.touchings();
    if (result.status != SlideStatus::Moved) {
        result.refusal = space.refused();
        return result;
    }
    slider.record(PathEvent::End);
    result.pathPoints = recorder.count();
    result.origin = slider.at;
    result.blocked = slider.blocked;
    result.velocity =
        input.mode == SlideMode::Robust ? nudgedOff(slider.velocity, slider.touched.normals()) : slider.velocity;
    result.planeCount = copyNormals(slider.touched, result.planes);
    return result;
}

}  // namespace hullbake
