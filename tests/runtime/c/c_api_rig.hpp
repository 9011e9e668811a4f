// A room with water and a door, opened in C++ and in C, for the tests of queries in C.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "hullbake/hullbake.h"
#include "runtime/c/c_api_values.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {

class CApi : public testing::Test {
  protected:
    CApi() : baked_(bakeText(roomText())) {
        EXPECT_EQ(hullbakeOpen(baked_.block.data(), baked_.block.size(), &storage_, sizeof storage_, &map_, nullptr),
                  HullbakeStatusOk);
    }
    TraceCall randomCall(Random& random) const {
        TraceCall call;
        call.probe.hull.value =
            static_cast<std::uint32_t>(random.index(baked_.map.hullCount() + (random.index(50) == 0)));
        call.probe.model.value = static_cast<std::uint32_t>(random.index(baked_.map.modelCount()));
        if (random.index(2) == 0) call.probe.mask = kMaskAll;
        call.probe.skin = random.index(4) == 0 ? 0 : kDefaultSkin;
        call.start = random.pointIn({{-250, -250, -20}, {250, 250, 200}});
        call.end = random.pointIn({{-250, -250, -60}, {250, 250, 100}});
        if (random.index(20) == 0) call.end = call.start;
        if (random.index(50) == 0) call.end.y = std::numeric_limits<double>::quiet_NaN();
        return call;
    }
    HullbakeStatus traceInC(const TraceCall& call, HullbakeTrace& trace) const {
        const HullbakeProbe probe = asC(call.probe);
        return hullbakeTrace(map_, &probe, asC(call.start), asC(call.end), &trace);
    }
    HullbakeStatus surfaceInC(const TraceCall& call, const HullbakeTrace& trace, HullbakeSurface& surface) const {
        const HullbakeProbe probe = asC(call.probe);
        return hullbakeSurface(map_, &probe, asC(call.start), asC(call.end), &trace, &surface);
    }
    Contents contentsInC(const TraceCall& call) const {
        const HullbakeProbe probe = asC(call.probe);
        HullbakeContents contents = 0;
        hullbakeContentsAt(map_, &probe, asC(call.start), &contents);
        return Contents{contents};
    }
    BakedMap baked_;
    HullbakeStorage storage_;
    const HullbakeMap* map_ = nullptr;

  private:
    static std::string roomText() {
        return worldText(boxText({-256, -256, -16}, {256, 256, 0}, "floor") +
                         boxText({-256, 240, 0}, {256, 256, 128}, "wall") +
                         boxText({100, -100, 0}, {200, 0, 40}, "*water")) +
               entityText("func_door", boxText({-64, 100, 0}, {64, 132, 96}, "door"));
    }
};

// The structured bindings fail to compile when a member is added to the C++ struct only.
inline Trace asCpp(const HullbakeTrace& c) {
    Trace trace;
    auto& [fraction, hitFraction, endpos, normal, dist, contents, model, member, hit, startsolid, allsolid, invalid,
           refusal] = trace;
    fraction = c.fraction;
    hitFraction = c.hitFraction;
    endpos = asCpp(c.endpos);
    normal = asCpp(c.normal);
    dist = c.dist;
    contents = Contents{c.contents};
    model = ModelId{c.model};
    member = MemberId{c.member};
    hit = c.hit != 0;
    startsolid = c.startsolid != 0;
    allsolid = c.allsolid != 0;
    invalid = c.invalid != 0;
    refusal = Refusal{c.refusal};
    EXPECT_EQ(invalid, refusal != Refusal::None);
    EXPECT_LE(c.hit | c.startsolid | c.allsolid | c.invalid, 1);
    return trace;
}

}  // namespace hullbake::test
