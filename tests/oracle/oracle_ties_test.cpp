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

// Two walls that meet almost in one plane. The trace starts in one and sinks into the other beside the needle between
// both, which is thinner than rounding where the trace is within the tolerance of it.
TEST(OracleTies, ANeedleThinnerThanRoundingIsNoWayOut) {
    const Proof proof = bakeProof(
        parseText(worldText("{\n"
                            "( -152.93519094 138.59025187 -25.83736553 ) ( -105.83435149 215.23380023 106.47770322 ) "
                            "( 29.58070239 258.63314301 33.13426297 ) a 0 0 0 1 1\n"
                            "( -19.71015419 204.73829398 -111.5784065 ) ( -17.52013706 181.98959465 -99.18080578 ) "
                            "( 29.58070239 258.63314301 33.13426297 ) a 0 0 0 1 1\n"
                            "( -172.05208981 155.91403336 -29.06703622 ) ( -152.93519094 138.59025187 -25.83736553 ) "
                            "( -17.52013706 181.98959465 -99.18080578 ) a 0 0 0 1 1\n"
                            "( -124.95125036 232.55758171 103.24803253 ) ( 27.39068526 281.38184234 20.73666225 ) "
                            "( 29.58070239 258.63314301 33.13426297 ) a 0 0 0 1 1\n"
                            "( -172.05208981 155.91403336 -29.06703622 ) ( -124.95125036 232.55758171 103.24803253 ) "
                            "( -105.83435149 215.23380023 106.47770322 ) a 0 0 0 1 1\n"
                            "( -172.05208981 155.91403336 -29.06703622 ) ( -19.71015419 204.73829398 -111.5784065 ) "
                            "( 27.39068526 281.38184234 20.73666225 ) a 0 0 0 1 1\n"
                            "}\n{\n"
                            "( -152.93519094 138.59025187 -25.83736553 ) ( -198.00959133 14.70825669 61.96667595 ) "
                            "( -150.90875188 91.35180505 194.28174469 ) a 0 0 0 1 1\n"
                            "( -172.05208981 155.91403336 -29.06703622 ) ( -152.93519094 138.59025187 -25.83736553 ) "
                            "( -105.83435149 215.23380023 106.47770322 ) a 0 0 0 1 1\n"
                            "( -172.05208981 155.91403336 -29.06703622 ) ( -222.76079024 16.54678878 69.71251044 ) "
                            "( -198.00959133 14.70825669 61.96667595 ) a 0 0 0 1 1\n"
                            "( -124.95125036 232.55758171 103.24803253 ) ( -105.83435149 215.23380023 106.47770322 ) "
                            "( -150.90875188 91.35180505 194.28174469 ) a 0 0 0 1 1\n"
                            "( -222.76079024 16.54678878 69.71251044 ) ( -175.65995079 93.19033713 202.02757919 ) "
                            "( -150.90875188 91.35180505 194.28174469 ) a 0 0 0 1 1\n"
                            "( -172.05208981 155.91403336 -29.06703622 ) ( -124.95125036 232.55758171 103.24803253 ) "
                            "( -175.65995079 93.19033713 202.02757919 ) a 0 0 0 1 1\n"
                            "}\n")));
    const TraceCase input{{.box = Box{}},
                          {-149.57121164480554, 182.56322626940329, 23.734969302901909},
                          {80.943694861978827, 173.15126062897917, 270.57133488749076}};
    const Trace trace = input.ask(proof.clip);
    const oracle::Verdict verdict = compareTrace(proof.solids(proof.hull("point")), input, trace);
    EXPECT_TRUE(verdict.agrees && !verdict.marginal) << verdict.reason;
    EXPECT_TRUE(trace.startsolid && !trace.hit);
}

// Three brushes of `tiled_ramp`, turned and saved with 5 decimals. The trace runs exactly along an edge of one, with
// the other two on its other sides, up to 1e-4 units away. Free space ends a hair before it enters one of these at a
// flat angle.
TEST(OracleTies, BesideAnEdgeTheBrushIsNamedThatIsEnteredAtAFlatAngle) {
    const Proof proof = bakeProof(parseText(worldText(
        "{\n"
        "( 109.76883 -172.65674 11.15594 ) ( 49.25564 -151.82038 11.15594 ) ( 70.92071 -88.90042 37.4562 ) a 0 0 0 1 "
        "1\n"
        "( 109.76883 -172.65674 11.15594 ) ( 130.7529 -111.71456 13.54753 ) ( 70.23971 -90.8782 13.54753 ) a 0 0 0 1 "
        "1\n"
        "( 109.76883 -172.65674 11.15594 ) ( 131.4339 -109.73679 37.4562 ) ( 130.7529 -111.71456 13.54753 ) a 0 0 0 1 "
        "1\n"
        "( 49.25564 -151.82038 11.15594 ) ( 70.23971 -90.8782 13.54753 ) ( 70.92071 -88.90042 37.4562 ) a 0 0 0 1 1\n"
        "( 130.7529 -111.71456 13.54753 ) ( 131.4339 -109.73679 37.4562 ) ( 70.92071 -88.90042 37.4562 ) a 0 0 0 1 1\n"
        "}\n{\n"
        "( 131.4339 -109.73679 37.4562 ) ( 101.17731 -99.31861 37.4562 ) ( 122.84239 -36.39865 63.75646 ) a 0 0 0 1 1\n"
        "( 130.5259 -112.37382 5.57797 ) ( 100.2693 -101.95564 5.57797 ) ( 101.17731 -99.31861 37.4562 ) a 0 0 0 1 1\n"
        "( 130.5259 -112.37382 5.57797 ) ( 131.4339 -109.73679 37.4562 ) ( 153.09898 -46.81683 63.75646 ) a 0 0 0 1 1\n"
        "( 100.2693 -101.95564 5.57797 ) ( 121.02638 -41.67272 0 ) ( 122.84239 -36.39865 63.75646 ) a 0 0 0 1 1\n"
        "( 151.28297 -52.0909 0 ) ( 153.09898 -46.81683 63.75646 ) ( 122.84239 -36.39865 63.75646 ) a 0 0 0 1 1\n"
        "( 130.5259 -112.37382 5.57797 ) ( 151.28297 -52.0909 0 ) ( 121.02638 -41.67272 0 ) a 0 0 0 1 1\n"
        "}\n{\n"
        "( 101.17731 -99.31861 37.4562 ) ( 40.66412 -78.48224 37.4562 ) ( 62.3292 -15.56229 63.75646 ) a 0 0 0 1 1\n"
        "( 100.2693 -101.95564 5.57797 ) ( 39.75612 -81.11928 5.57797 ) ( 40.66412 -78.48224 37.4562 ) a 0 0 0 1 1\n"
        "( 100.2693 -101.95564 5.57797 ) ( 101.17731 -99.31861 37.4562 ) ( 122.84239 -36.39865 63.75646 ) a 0 0 0 1 1\n"
        "( 39.75612 -81.11928 5.57797 ) ( 61.42119 -18.19933 31.87823 ) ( 62.3292 -15.56229 63.75646 ) a 0 0 0 1 1\n"
        "( 121.93438 -39.03569 31.87823 ) ( 122.84239 -36.39865 63.75646 ) ( 62.3292 -15.56229 63.75646 ) a 0 0 0 1 1\n"
        "( 100.2693 -101.95564 5.57797 ) ( 121.93438 -39.03569 31.87823 ) ( 61.42119 -18.19933 31.87823 ) a 0 0 0 1 1\n"
        "}\n")));
    const TraceCase input{{.box = Box{}},
                          {101.12087400385815, -99.482510634202143, 35.474790094986375},
                          {91.94940037789415, -126.11817664707684, -286.51472080961372}};
    const Trace trace = input.ask(proof.clip);
    const oracle::Verdict verdict = compareTrace(proof.solids(proof.hull("point")), input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
    EXPECT_NEAR(trace.dist, -63.999976380912081, 1e-9);
}

// A step of a spiral, where four faces meet in a corner. Rounded to ten decimals, the faces leave an edge of 1e-10
// units there, which has a bevel. The trace meets the corner to 1e-11 units.
TEST(OracleTies, RoundingMayOpenAnEdgeWhereFourFacesMeet) {
    const Proof proof = bakeProof(
        parseText(worldText("{\n"
                            "( -15.3801871350131 4.41019769307199 82 ) ( -134.513802879852 38.5712122966673 82 ) ( "
                            "-15.4548132206251 4.14110472164034 82.5 ) a 0 0 0 1 1\n"
                            "( -134.513802879852 38.5712122966673 82 ) ( -135.166476249921 36.2177481549269 82.5 ) ( "
                            "-15.4548132206251 4.14110472164034 82.5 ) a 0 0 0 1 1\n"
                            "( -15.3801871350131 4.41019769307199 86 ) ( -15.4548132206251 4.14110472164034 86.5 ) ( "
                            "-134.513802879852 38.5712122966673 86 ) a 0 0 0 1 1\n"
                            "( -134.513802879852 38.5712122966673 86 ) ( -15.4548132206251 4.14110472164034 86.5 ) ( "
                            "-135.166476249921 36.2177481549269 86.5 ) a 0 0 0 1 1\n"
                            "( -15.3801871350131 4.41019769307199 82 ) ( -134.513802879852 38.5712122966673 86 ) ( "
                            "-134.513802879852 38.5712122966673 82 ) a 0 0 0 1 1\n"
                            "( -15.4548132206251 4.14110472164034 82.5 ) ( -135.166476249921 36.2177481549269 82.5 ) ( "
                            "-135.166476249921 36.2177481549269 86.5 ) a 0 0 0 1 1\n"
                            "( -15.3801871350131 4.41019769307199 82 ) ( -15.4548132206251 4.14110472164034 82.5 ) ( "
                            "-15.4548132206251 4.14110472164034 86.5 ) a 0 0 0 1 1\n"
                            "( -134.513802879852 38.5712122966673 82 ) ( -135.166476249921 36.2177481549269 86.5 ) ( "
                            "-135.166476249921 36.2177481549269 82.5 ) a 0 0 0 1 1\n"
                            "}\n")));
    const Box box{{-7, -3, 0}, {7, 2, 0}};
    const TraceCase input{{.box = box, .skin = 0},
                          {-16.007731621882868, -14.769248309090703, 61.044284474080911},
                          {-8.5740123487149127, 14.752312432062187, 98.500995637486767}};
    const SolidSet solids(oracle::growModel(oracle::readModels(proof.map).front(), box));
    const Trace trace = input.ask(proof.clip);
    const oracle::Verdict verdict = compareTrace(solids, input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
    EXPECT_NEAR(trace.normal.y, -0.88057238, 1e-6);
}

// A step of a spiral whose inner face touches the step in a corner only: the faces above and below bend inwards.
// Rounding of the others to ten decimals leaves some of that face, and a trace meets the corner by it.
TEST(OracleTies, RoundingMayLeaveAFaceThatTouchesACorner) {
    const Proof proof = bakeProof(parseText(
        worldText("{\n"
                  "( -15.692019452489756 3.1241839738855184 336 ) ( -15.744154010418235 2.8498446442273635 338 ) ( "
                  "-123.55836349155108 24.599705616511848 336 ) a 0 0 0 1 1\n"
                  "( -123.55836349155108 24.599705616511848 336 ) ( -123.96886901497982 22.439568183814963 338 ) ( "
                  "-15.744154010418235 2.8498446442273635 338 ) a 0 0 0 1 1\n"
                  "( -15.692019452489756 3.1241839738855184 340 ) ( -15.744154010418235 2.8498446442273635 342 ) ( "
                  "-123.55836349155108 24.599705616511848 340 ) a 0 0 0 1 1\n"
                  "( -123.55836349155108 24.599705616511848 340 ) ( -15.744154010418235 2.8498446442273635 342 ) ( "
                  "-123.96886901497982 22.439568183814963 342 ) a 0 0 0 1 1\n"
                  "( -15.692019452489756 3.1241839738855184 336 ) ( -123.55836349155108 24.599705616511848 340 ) ( "
                  "-123.55836349155108 24.599705616511848 336 ) a 0 0 0 1 1\n"
                  "( -15.744154010418235 2.8498446442273635 338 ) ( -123.96886901497982 22.439568183814963 338 ) ( "
                  "-123.96886901497982 22.439568183814963 342 ) a 0 0 0 1 1\n"
                  "( -15.692019452489756 3.1241839738855184 336 ) ( -15.744154010418235 2.8498446442273635 338 ) ( "
                  "-15.744154010418235 2.8498446442273635 342 ) a 0 0 0 1 1\n"
                  "( -123.55836349155108 24.599705616511848 336 ) ( -123.96886901497982 22.439568183814963 342 ) ( "
                  "-123.96886901497982 22.439568183814963 338 ) a 0 0 0 1 1\n"
                  "}\n")));
    const Box box{{-16, -16, -24}, {16, 16, 32}};
    const SolidSet solids(oracle::growModel(oracle::readModels(proof.map).front(), box));
    const TraceCase input{{.box = box},
                          {0.25584598958176485, -13.150155355772636, 306},
                          {-98.782957717886461, -10.413926598405133, 325.38821042133895}};
    Trace trace = input.ask(proof.clip);
    const oracle::Verdict verdict = compareTrace(solids, input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
    EXPECT_NEAR(trace.normal.x, 0.98241783, 1e-8);
    // A plane through the corner that is no face of the map is wrong.
    trace.normal = oracle::normalized(trace.normal + Vec3{0, 3e-6, 0});
    trace.dist = dot(trace.normal, input.start);
    EXPECT_FALSE(compareTrace(solids, input, trace).agrees);
}

// A trace starts at an edge where two brushes overlap by 1.4e-8 units. It lies in the face of one, and leaves the other
// after 0.0007 units. Between them it is solid all around, as no rounding explains an overlap so deep.
TEST(OracleTies, ASeamThatOverlapsStopsATraceHoweverBriefly) {
    const Proof proof = bakeProof(parseText(
        worldText("{\n"
                  "( 78.481 46.442 195.483 ) ( 78.481 38.419 191.03 ) ( 78.481 46.442 166.713 ) a 0 0 0 1 1\n"
                  "( 78.481 46.442 166.713 ) ( 126.371 46.442 209.093 ) ( 78.481 46.442 195.483 ) a 0 0 0 1 1\n"
                  "( 87.114 46.442 156.519 ) ( 89.656 45.451 156.519 ) ( 89.973 46.442 156.519 ) a 0 0 0 1 1\n"
                  "( 78.481 46.442 195.483 ) ( 108.565 26.129 192.758 ) ( 78.481 38.419 191.03 ) a 0 0 0 1 1\n"
                  "( 89.656 45.451 156.519 ) ( 126.371 46.442 209.093 ) ( 89.973 46.442 156.519 ) a 0 0 0 1 1\n"
                  "( 78.481 38.419 191.03 ) ( 87.114 46.442 156.519 ) ( 78.481 46.442 166.713 ) a 0 0 0 1 1\n"
                  "}\n{\n"
                  "( 164.678 16.223 156.519 ) ( 164.678 46.442 219.98 ) ( 164.678 46.442 156.519 ) a 0 0 0 1 1\n"
                  "( 126.371 46.442 209.093 ) ( 164.678 46.442 156.519 ) ( 164.678 46.442 219.98 ) a 0 0 0 1 1\n"
                  "( 89.656 45.451 156.519 ) ( 164.678 46.442 156.519 ) ( 89.973 46.442 156.519 ) a 0 0 0 1 1\n"
                  "( 164.678 3.204 195.981 ) ( 126.371 46.442 209.093 ) ( 164.678 46.442 219.98 ) a 0 0 0 1 1\n"
                  "( 108.565 26.129 192.758 ) ( 89.973 46.442 156.519 ) ( 126.371 46.442 209.093 ) a 0 0 0 1 1\n"
                  "( 89.656 45.451 156.519 ) ( 164.678 3.204 195.981 ) ( 164.678 16.223 156.519 ) a 0 0 0 1 1\n"
                  "}\n{\n"
                  "( 78.481 -39.756 179.742 ) ( 78.481 21.367 242.716 ) ( 78.481 -39.756 242.716 ) a 0 0 0 1 1\n"
                  "( 78.481 -39.756 242.716 ) ( 122.079 -39.756 242.716 ) ( 78.481 -39.756 179.742 ) a 0 0 0 1 1\n"
                  "( 78.481 21.367 242.716 ) ( 122.079 -39.756 242.716 ) ( 78.481 -39.756 242.716 ) a 0 0 0 1 1\n"
                  "( 78.481 -8.19 165.159 ) ( 108.565 26.129 192.758 ) ( 78.481 38.419 191.03 ) a 0 0 0 1 1\n"
                  "( 122.079 -39.756 242.716 ) ( 78.481 -8.19 165.159 ) ( 78.481 -39.756 179.742 ) a 0 0 0 1 1\n"
                  "( 108.565 26.129 192.758 ) ( 78.481 21.367 242.716 ) ( 78.481 38.419 191.03 ) a 0 0 0 1 1\n"
                  "}\n")));
    const Vec3 start{106.49794324553268, 26.972965941958481, 192.63900695941854},
        end{122.47913902207219, 34.878563868436416, 201.56840223078297};
    EXPECT_EQ(faultsOf(proof, "point", start, end, {-0.34698802743989954, -0.89064534890247926, -0.29385399655568495}),
              std::vector<std::string>{});
}

}  // namespace
}  // namespace hullbake::test
