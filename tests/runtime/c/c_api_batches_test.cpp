// Proves batches of traces in C: equal to single traces, with any stride, and within their arrays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "runtime/c/c_api_rig.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A batch equals its single traces, wherever it is split, in both languages.
TEST_F(CApi, BatchesAreTheirSingleTraces) {
    Random random(13);
    constexpr std::size_t kCount = 400;
    std::vector<Probe> probes;
    for (std::uint32_t hull = 0; hull < 5; ++hull)
        probes.push_back(hullProbe({hull}));  // one more than the four that exist
    probes.push_back(hullProbe({1}, kAllModels));
    probes.push_back(boxProbe({{-3, -5, -7}, {11, 13, 17}}));
    probes.push_back(boxProbe({{-3, -5, -7}, {11, 13, 17}}, {1}));
    probes.back().transform = Transform::rotated({10, 20, 30}, {0, 116, 48});
    std::size_t hits = 0, invalid = 0;
    for (const Probe& probe : probes) {
        std::vector<Segment> segments;
        std::vector<HullbakeSegment> cSegments;
        std::vector<Trace> singles;
        for (std::size_t i = 0; i < kCount; ++i) {
            const TraceCall call = randomCall(random);
            segments.push_back({call.start, call.end});
            cSegments.push_back({asC(call.start), asC(call.end)});
            singles.push_back(baked_.map.trace(probe, call.start, call.end));
            hits += singles.back().hit && !singles.back().invalid;
            invalid += singles.back().invalid;
        }
        const HullbakeProbe c = asC(probe);
        for (const std::size_t part : {std::size_t{1}, std::size_t{7}, std::size_t{399}, kCount}) {
            std::vector<Trace> traces(kCount);
            std::vector<HullbakeTrace> answers(kCount);
            for (std::size_t from = 0; from < kCount; from += part) {
                const std::size_t count = std::min(part, kCount - from);
                EXPECT_EQ(baked_.map.traceBatch(probe, std::span(segments).subspan(from, count),
                                                std::span(traces).subspan(from, count)),
                          count);
                hullbakeTraceBatch(map_, &c, &cSegments[from], &answers[from], sizeof answers[0], count);
            }
            for (std::size_t i = 0; i < kCount; ++i) {
                ASSERT_TRUE(sameBits(traces[i], singles[i])) << i;
                ASSERT_TRUE(sameBits(asCpp(answers[i]), singles[i])) << i;
                ASSERT_EQ(answers[i].size, sizeof(HullbakeTrace));
            }
        }
    }
    EXPECT_GE(hits, 500u);
    EXPECT_GE(invalid, kCount + 20);
}

TEST_F(CApi, SpansOfDifferentLengthsAnswerTheShorterOne) {
    Random random(14);
    const Probe probe = hullProbe({1});
    std::vector<Segment> segments;
    for (int i = 0; i < 5; ++i) {
        const TraceCall call = randomCall(random);
        segments.push_back({call.start, call.end});
    }
    std::vector<Trace> traces(8);
    for (Trace& trace : traces) trace.dist = 77;
    EXPECT_EQ(baked_.map.traceBatch(probe, segments, traces), 5u);
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_TRUE(sameBits(traces[i], baked_.map.trace(probe, segments[i].start, segments[i].end)));
    for (std::size_t i = 5; i < 8; ++i) EXPECT_EQ(traces[i].dist, 77);
    EXPECT_EQ(baked_.map.traceBatch(probe, segments, std::span(traces).first(2)), 2u);
    EXPECT_EQ(baked_.map.traceBatch(probe, {}, traces), 0u);
    EXPECT_EQ(baked_.map.traceBatch(probe, segments, {}), 0u);
    EXPECT_EQ(ClipMap().traceBatch(probe, segments, traces), 5u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(traces[i].invalid);
}

// Structs of other lengths than the library's: those of an older program, and those with the caller's own data added.
TEST_F(CApi, BatchesStepByTheCallersStrides) {
    struct OlderProbe {
        std::uint32_t size, hull;
    };
    static_assert(sizeof(OlderProbe) == HULLBAKE_PROBE_MIN);
    struct Wider {
        HullbakeTrace trace;
        std::uint64_t mine;
    };
    const OlderProbe older{sizeof(OlderProbe), 1};
    const auto* probe = reinterpret_cast<const HullbakeProbe*>(&older);
    std::vector<HullbakeSegment> segments(20);
    std::vector<Wider> answers(20);
    std::vector<unsigned char> shorter(20 * HULLBAKE_TRACE_MIN);
    Random random(15);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        segments[i] = {asC(random.pointIn({{-90, -90, 60}, {90, 90, 90}})), {0, 0, -50}};
        answers[i].mine = i;
    }
    segments[3].start.x = kNan;
    segments[4].end.z = 2 * kMaxCoordinate;
    EXPECT_EQ(hullbakeTraceBatch(map_, probe, segments.data(), &answers[0].trace, sizeof(Wider), segments.size()),
              HullbakeStatusInvalidQuery);
    EXPECT_EQ(hullbakeTraceBatch(map_, probe, segments.data(), reinterpret_cast<HullbakeTrace*>(shorter.data()),
                                 HULLBAKE_TRACE_MIN, segments.size()),
              HullbakeStatusInvalidQuery);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const Trace expected = baked_.map.trace(hullProbe({1}), asCpp(segments[i].start), asCpp(segments[i].end));
        EXPECT_EQ(answers[i].mine, i);
        EXPECT_EQ(answers[i].trace.invalid != 0, i == 3 || i == 4) << i;
        EXPECT_TRUE(sameBits(asCpp(answers[i].trace), expected)) << i;
        EXPECT_EQ(answers[i].trace.hit, 1);
        HullbakeTrace cut = answers[i].trace;
        cut.size = HULLBAKE_TRACE_MIN;
        EXPECT_EQ(std::memcmp(&shorter[i * HULLBAKE_TRACE_MIN], &cut, HULLBAKE_TRACE_MIN), 0) << i;
    }
}

// Every array ends with the heap block that holds it, so that a sanitizer finds a byte read or written behind it. No
// size is read out of the arrays: the stride alone counts, and it is checked first.
TEST_F(CApi, BatchesStayWithinArraysOfAnyStride) {
    const HullbakeProbe probe = asC(hullProbe({1}));
    std::size_t answered = 0, refused = 0;
    for (std::size_t stride = 0; stride <= sizeof(HullbakeTrace) + 24; ++stride)
        for (const std::size_t count : {1u, 7u, 8u, 9u}) {
            const std::vector<HullbakeSegment> segments(count, HullbakeSegment{{0, 0, 90}, {0, 0, -50}});
            std::vector<unsigned char> answers(count * stride, 0xa5);
            const std::vector<unsigned char> before = answers;
            const HullbakeStatus status =
                hullbakeTraceBatch(map_, &probe, segments.data(), reinterpret_cast<HullbakeTrace*>(answers.data()),
                                   stride, stride == 0 ? 0 : count);
            const bool known = stride >= HULLBAKE_TRACE_MIN && stride % 8 == 0;
            ASSERT_EQ(status, known ? HullbakeStatusOk : HullbakeStatusBadSize) << stride;
            ++(known ? answered : refused);
            if (!known) {
                ASSERT_EQ(answers, before) << stride;
                continue;
            }
            for (std::size_t i = 0; i < count; ++i) {
                std::uint32_t size = 0;
                std::memcpy(&size, &answers[i * stride], sizeof size);
                ASSERT_EQ(size, std::min(stride, sizeof(HullbakeTrace))) << stride;
                for (std::size_t at = size; at < stride; ++at) ASSERT_EQ(answers[i * stride + at], 0xa5) << stride;
            }
        }
    EXPECT_GE(answered, 36u);
    EXPECT_GE(refused, 300u);
}

}  // namespace
}  // namespace hullbake::test
