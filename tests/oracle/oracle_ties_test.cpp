// Proves answers where several planes or brushes meet along a trace: seams that it lies in, and edges of slivers.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "oracle/judge/compare_trace.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

/// Asks baked hulls and boxes. Returns what differs from the oracle's answer or from that normal.
std::vector<std::string> faultsOf(const Proof& proof, const std::string& hull, const Vec3& start, const Vec3& end,
                                  const Vec3& normal) {
    std::vector<std::string> faults;
    const SolidSet solids = proof.solids(proof.hull(hull));
    for (const bool baked : {true, false}) {
        Probe probe = exact(proof.hull(hull));
        if (!baked) probe.box = proof.clip.hull(probe.hull).box;
        const TraceCase input{probe, start, end};
        const Trace trace = input.ask(proof.clip);
        const oracle::Verdict verdict = compareTrace(solids, input, trace);
        const std::string mode = baked ? "baked: " : "query: ";
        if (!verdict.agrees) faults.push_back(mode + verdict.reason);
        if (!(length(trace.normal - normal) < 1e-12)) faults.push_back(mode + "plane " + text(trace.normal));
    }
    return faults;
}

// A trace lies in the edge in which two brushes meet a third. Both end 0.0006 units behind the place where that begins,
// so that only for a moment there is solid all around.
TEST(OracleTies, BrushesOnAllSidesOfATraceStopItHoweverBriefly) {
    constexpr double kEnd = 0.0006;
    std::vector<MapBrush> brushes{boxBrush({-32, -32, 0}, {0, 32, 32}), boxBrush({0, -32, -64}, {32, 0, kEnd}),
                                  boxBrush({0, 0, -64}, {32, 32, kEnd})};
    for (std::size_t first = 0; first < brushes.size(); ++first) {
        const Proof proof = bakeProof(worldOf(brushes));
        for (const std::string& fault : faultsOf(proof, "point", {0, 0, -32}, {0, 0, 64}, {0, 0, -1}))
            ADD_FAILURE() << "order " << first << ", " << fault;
        std::rotate(brushes.begin(), brushes.begin() + 1, brushes.end());
    }
}

// One of them gone: the trace slides along the other two.
TEST(OracleTies, BrushesOnTwoSidesOfATraceDoNot) {
    const Proof proof =
        bakeProof(worldOf({boxBrush({-32, -32, 0}, {0, 32, 32}), boxBrush({0, -32, -64}, {32, 0, 0.0006})}));
    EXPECT_TRUE(faultsOf(proof, "point", {0, 0, -32}, {0, 0, 64}, {}).empty());
}

// A brush of e1m3, turned by 33 degrees and saved with 12 decimals. Its last four faces touched it in edges. Now they
// cut slivers off, thinner than rounding, whose bevels are planes of the grown brush.
TEST(OracleTies, AnEdgeNamesTheFaceRatherThanASliversBevel) {
    const Proof proof = bakeProof(
        parseText(worldText("{\n"
                            "( 192.060332572056 -266.369721725859 -132 ) ( 222.560118532897 -313.335273530802 -132 ) "
                            "( 222.560118532897 -313.335273530802 -172 ) a 0 0 0 1 1\n"
                            "( 179.683780225227 -188.556991713307 -132 ) ( 152.846322050974 -205.985440833788 -132 ) "
                            "( 152.846322050974 -205.985440833788 -172 ) a 0 0 0 1 1\n"
                            "( 249.397576707151 -295.906824410322 -132 ) ( 218.897790746309 -248.941272605378 -132 ) "
                            "( 218.897790746309 -248.941272605378 -172 ) a 0 0 0 1 1\n"
                            "( 222.560118532897 -313.335273530802 -132 ) ( 192.060332572056 -266.369721725859 -132 ) "
                            "( 218.897790746309 -248.941272605378 -132 ) a 0 0 0 1 1\n"
                            "( 218.897790746309 -248.941272605378 -164 ) ( 192.060332572056 -266.369721725859 -164 ) "
                            "( 222.560118532897 -313.335273530802 -164 ) a 0 0 0 1 1\n"
                            "( 209.488781692537 -293.207179900112 -788 ) ( 235.978847620024 -304.621048970562 -788 ) "
                            "( 209.488781692537 -293.207179900112 -804 ) a 0 0 0 1 1\n"
                            "( 235.978847620024 -304.621048970562 -788 ) ( 236.32623986679 -275.778730779631 -788 ) "
                            "( 235.978847620024 -304.621048970562 -804 ) a 0 0 0 1 1\n"
                            "( -313.841652705408 -633.061937749489 -132 ) ( -300.770315865047 -653.190031380179 -148 ) "
                            "( -327.260381792535 -641.77616230973 -132 ) a 0 0 0 1 1\n"
                            "( -300.770315865047 -653.190031380179 -148 ) ( -313.841652705408 -633.061937749489 -164 ) "
                            "( -314.189044952174 -661.90425594042 -148 ) a 0 0 0 1 1\n"
                            "}\n")));
    for (const std::string& fault :
         faultsOf(proof, "large", {280.75852983751992, -346.92311381584335, -97.323482975380244},
                  {258.91481387386915, -219.86432406828686, -116.08228010091359}, {0, 0, 1}))
        ADD_FAILURE() << fault;
}

}  // namespace
}  // namespace hullbake::test
