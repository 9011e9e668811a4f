// Finds the contents behind a contact with the bare brushes.
#pragma once

#include <algorithm>

#include "brushes/turned_set.hpp"
#include "tree/contact.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

inline constexpr double kSampledBehind = 5e-4;  // units behind a contact at which its contents are sampled

// Returns true if the brush contains the point. One that a trace slides over does, wherever within the tolerance the
// trace lies.
template <class Set>
bool isWithinSides(const Set& set, const format::BrushRecord& brush, const Vec3& p) {
    const auto isBehind = [&](const format::SideRecord& side) {
        return !(grownDistance(side, set.box, p) > kSurfaceTolerance);
    };
    if constexpr (Set::kTurned) {
        return set.sidesOf(brush).forEach(
            [&](std::uint32_t, const format::SideRecord& side) { return isBehind(side); },
            [&](const BevelSketch& sketch) { return heightOver(sketch, set.box, p) < -kClearlyBehind * sketch.most; });
    } else {
        for (const format::SideRecord& side : set.sidesOf(brush))
            if (!isBehind(side)) return false;
        return true;
    }
}

// Returns the contents of all brushes that contain the point, of the kinds (blocking, liquid) that the mask includes.
template <class Set>
std::uint32_t bitsAt(const Set& set, const Vec3& p, Contents mask) {
    std::uint32_t bits = 0, kinds = 0;
    for (const Contents kind : {kMaskBlocking, kMaskPassable})
        if (any(mask & kind)) kinds |= static_cast<std::uint32_t>(kind);
    set.forBrushesAt(p, [&](std::uint32_t index) {
        const format::BrushRecord& brush = set.brushes[index];
        if ((brush.contents & kinds) == 0 || (brush.contents & ~bits) == 0 || !set.rule.takesPart(brush)) return;
        if (isWithinSides(set, brush, p)) bits |= brush.contents;
    });
    return bits;
}

inline constexpr std::uint32_t kSolidBit = static_cast<std::uint32_t>(Contents::Solid);

// Fills in the contents behind the contact. Contents found by the exact trace may belong to a brush that only touches
// the trace.
template <class Set>
void addContents(const Set& set, const TraceQuery& input, const Line& line, Contact& contact) {
    const double t = std::min(1.0, std::max(contact.t, contact.until) + kSampledBehind / line.length);
    std::uint32_t behind = bitsAt(set, line.start + line.delta * t, input.probe.mask);
    if (!any(input.probe.mask & Contents::Solid) && (behind & kSolidBit) != 0) {
        // What blocks was hit where such solid ends, so the solid does not count. A liquid that was hit inside solid
        // keeps company with liquids alone, as solid swallows what blocks there.
        const bool blocks = any(Contents{contact.contents} & input.probe.mask & kMaskBlocking);
        behind &= blocks ? ~kSolidBit : static_cast<std::uint32_t>(kMaskPassable);
    }
    if ((behind & static_cast<std::uint32_t>(input.probe.mask)) != 0) contact.contents = behind;
}

}  // namespace hullbake::detail
