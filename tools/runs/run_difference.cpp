#include "tools/runs/run_difference.hpp"

#include <fmt/format.h>

#include <bit>

namespace hullbake::cli {
namespace {

/// Maps doubles to integers in the same order and without gaps: -0 comes just below 0.
std::uint64_t ordered(double value) {
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

std::optional<RunDifference> compared(const char* what, double is, double recorded) {
    const auto changed = std::bit_cast<std::uint64_t>(is) ^ std::bit_cast<std::uint64_t>(recorded);
    if (changed == 0) return std::nullopt;
    const std::uint64_t a = ordered(is), b = ordered(recorded);
    return RunDifference{what, fmt::format("{}", is), fmt::format("{}", recorded),
                         static_cast<unsigned>(std::popcount(changed)), a > b ? a - b : b - a};
}

}  // namespace

std::optional<RunDifference> firstDifference(const RunState& is, const RunState& recorded) {
    constexpr const char* kOrigin[] = {"origin.x", "origin.y", "origin.z"};
    constexpr const char* kVelocity[] = {"velocity.x", "velocity.y", "velocity.z"};
    for (int axis = 0; axis < 3; ++axis)
        if (auto found = compared(kOrigin[axis], is.origin[axis], recorded.origin[axis])) return found;
    for (int axis = 0; axis < 3; ++axis)
        if (auto found = compared(kVelocity[axis], is.velocity[axis], recorded.velocity[axis])) return found;
    if (is.stance == recorded.stance) return std::nullopt;
    return RunDifference{"stance", std::string(stanceName(is.stance)), std::string(stanceName(recorded.stance)), 0, 0};
}

}  // namespace hullbake::cli
