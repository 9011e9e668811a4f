// The C interface beside the C++ one: the same answers, the same statuses, sizes of older and newer structs. What C
// callers get wrong is tried in C, in c_api_calls.c.
#include "hullbake/hullbake.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/c/c_api_calls.h"
#include "runtime/runtime_support.hpp"
#include "runtime/src/c/sized_struct.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string roomText() {
    return worldText(boxText({-256, -256, -16}, {256, 256, 0}, "floor") +
                     boxText({-256, 240, 0}, {256, 256, 128}, "wall") +
                     boxText({100, -100, 0}, {200, 0, 40}, "*water")) +
           entityText("func_door", boxText({-64, 100, 0}, {64, 132, 96}, "door"));
}

class CApi : public testing::Test {
  protected:
    CApi() : baked_(bakeText(roomText())) {
        EXPECT_EQ(hullbakeOpen(baked_.block.data(), baked_.block.size(), &storage_, sizeof storage_, &map_, nullptr),
                  HullbakeStatusOk);
    }
    TraceInput randomInput(Random& random) const {
        TraceInput input;
        input.hull.value = static_cast<std::uint32_t>(random.index(baked_.map.hullCount() + (random.index(50) == 0)));
        input.model.value = static_cast<std::uint32_t>(random.index(baked_.map.modelCount()));
        if (random.index(2) == 0) input.mask = kMaskAll;
        input.skin = random.index(4) == 0 ? 0 : kDefaultSkin;
        input.start = random.inBox({{-250, -250, -20}, {250, 250, 200}});
        input.end = random.inBox({{-250, -250, -60}, {250, 250, 100}});
        if (random.index(20) == 0) input.end = input.start;
        if (random.index(50) == 0) input.end.y = kNan;
        return input;
    }
    BakedMap baked_;
    HullbakeStorage storage_;
    const HullbakeMap* map_ = nullptr;
};

HullbakeVec3 asC(const Vec3& v) {
    return {v.x, v.y, v.z};
}
Vec3 asCpp(const HullbakeVec3& v) {
    return {v.x, v.y, v.z};
}

// The structured bindings stop compiling when a member is added to the C++ struct and not here.
HullbakeTraceInput asC(const TraceInput& input) {
    const auto& [start, end, hull, model, mask, skin] = input;
    HullbakeTraceInput c = HULLBAKE_TRACE_INPUT_INIT;
    c.start = asC(start);
    c.end = asC(end);
    c.hull = hull.value;
    c.model = model.value;
    c.mask = static_cast<HullbakeContents>(mask);
    c.skin = skin;
    return c;
}

Trace asCpp(const HullbakeTrace& c) {
    Trace trace;
    auto& [fraction, hitFraction, endpos, normal, dist, contents, hit, startsolid, allsolid, invalid] = trace;
    fraction = c.fraction;
    hitFraction = c.hitFraction;
    endpos = asCpp(c.endpos);
    normal = asCpp(c.normal);
    dist = c.dist;
    contents = Contents{c.contents};
    hit = c.hit != 0;
    startsolid = c.startsolid != 0;
    allsolid = c.allsolid != 0;
    invalid = c.invalid != 0;
    EXPECT_LE(c.hit | c.startsolid | c.allsolid | c.invalid, 1);
    return trace;
}

std::string_view asCpp(const HullbakeText& text) {
    return {text.data, text.length};
}

void expectSame(const HullbakeSurface& c, const Surface& surface) {
    const auto& [texture, brush, side, line, entity, bevel, found] = surface;
    EXPECT_EQ(asCpp(c.texture), texture);
    EXPECT_EQ(c.brush, brush);
    EXPECT_EQ(c.side, side);
    EXPECT_EQ(c.line, line);
    EXPECT_EQ(c.entity, entity);
    EXPECT_EQ(c.bevel != 0, bevel);
    EXPECT_EQ(c.found != 0, found);
}

TEST_F(CApi, WhatCCallersGetWrongHasADefinedAnswer) {
    const int checks =
        checkCApi(baked_.block.data(), baked_.block.size(), [](const char* expression, const char* file, int line) {
            ADD_FAILURE() << file << ':' << line << ": " << expression;
        });
    EXPECT_GE(checks, 250);
}

TEST(CApiHeader, TheCProgramCallsEveryFunction) {
    const auto textOf = [](const std::string& path) {
        std::stringstream text;
        text << std::ifstream(HULLBAKE_SOURCE_ROOT "/" + path).rdbuf();
        return text.str();
    };
    const std::string header =
        textOf("runtime/include/hullbake/hullbake_queries.h") + textOf("runtime/include/hullbake/hullbake_moves.h");
    const std::string calls = textOf("tests/runtime/c/c_api_calls.c") + textOf("tests/runtime/c/c_api_move_calls.c");
    std::set<std::string> names;
    std::istringstream lines(header.substr(header.find("extern \"C\"")));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t name = line.find("hullbake"), end = line.find('(', name);
        const bool inComment = line.starts_with("/*") || line.starts_with(" *");
        if (name == std::string::npos || end == std::string::npos || inComment) continue;
        EXPECT_TRUE(line.starts_with("HULLBAKE_API ")) << "not exported: " << line;
        names.insert(line.substr(name, end - name));
    }
    EXPECT_GE(names.size(), 16u);
    for (const std::string& name : names) EXPECT_NE(calls.find(name + "("), std::string::npos) << name;
}

TEST_F(CApi, QueriesAnswerAsInCpp) {
    const std::uint64_t seed = 11;
    Random random(seed);
    std::size_t hits = 0, invalid = 0, surfaces = 0, water = 0;
    for (int i = 0; i < 10000; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
        const TraceInput input = randomInput(random);
        const HullbakeTraceInput question = asC(input);
        const Trace trace = baked_.map.trace(input);
        HullbakeTrace answer = HULLBAKE_TRACE_INIT;
        ASSERT_EQ(hullbakeTrace(map_, &question, &answer),
                  trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
        ASSERT_TRUE(sameBits(asCpp(answer), trace));
        const Surface surface = baked_.map.surface(input, trace);
        HullbakeSurface side = HULLBAKE_SURFACE_INIT;
        const HullbakeStatus status = hullbakeSurface(map_, &question, &answer, &side);
        ASSERT_EQ(status, trace.invalid   ? HullbakeStatusInvalidQuery
                          : surface.found ? HullbakeStatusOk
                                          : HullbakeStatusNotFound);
        expectSame(side, surface);
        HullbakeContents contents = 0;
        hullbakePointContents(map_, question.start, question.hull, question.model, &contents);
        ASSERT_EQ(Contents{contents}, baked_.map.pointContents(input.start, input.hull, input.model));
        hits += trace.hit && !trace.invalid;
        invalid += trace.invalid;
        surfaces += surface.found;
        water += contents == HullbakeContentsWater;
    }
    EXPECT_GE(hits, 2500u);
    EXPECT_GE(invalid, 200u);
    EXPECT_GE(surfaces, 2000u);
    EXPECT_GE(water, 20u);
}

TEST_F(CApi, BoxQueriesAnswerAsInCpp) {
    const std::uint64_t seed = 16;
    Random random(seed);
    const ClipMap& map = baked_.map;
    std::size_t hits = 0, invalid = 0, surfaces = 0, filled = 0;
    for (int i = 0; i < 5000; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
        const TraceInput input = randomInput(random);
        Box box;
        box.mins = random.inBox({{-40, -40, -40}, {10, 10, 10}});
        box.maxs = random.inBox({{8, 8, 8}, {40, 40, 40}});  // now and then inverted
        const HullbakeTraceInput question = asC(input);
        const HullbakeBox c = {asC(box.mins), asC(box.maxs)};
        const Trace trace = map.traceBox(box, input);
        HullbakeTrace answer = HULLBAKE_TRACE_INIT;
        ASSERT_EQ(hullbakeTraceBox(map_, c, &question, &answer),
                  trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
        ASSERT_TRUE(sameBits(asCpp(answer), trace));
        const Surface surface = map.surface(box, input, trace);
        HullbakeSurface side = HULLBAKE_SURFACE_INIT;
        ASSERT_EQ(hullbakeBoxSurface(map_, c, &question, &answer, &side) == HullbakeStatusOk, surface.found);
        expectSame(side, surface);
        HullbakeContents contents = 0;
        hullbakeBoxContents(map_, question.start, c, question.model, &contents);
        ASSERT_EQ(Contents{contents}, map.boxContents(input.start, box, input.model));
        hits += trace.hit && !trace.invalid;
        invalid += trace.invalid;
        surfaces += surface.found;
        filled += contents != HullbakeContentsEmpty;
    }
    EXPECT_GE(hits, 1000u);
    EXPECT_GE(invalid, 100u);
    EXPECT_GE(surfaces, 500u);
    EXPECT_GE(filled, 100u);
}

HullbakeTransform asC(const Transform& transform) {
    const auto& [displacement, axes, pivot] = transform;
    HullbakeTransform c = HULLBAKE_TRANSFORM_INIT;
    c.displacement = asC(displacement);
    for (int i = 0; i < 3; ++i) c.axes[i] = asC(axes[i]);
    c.pivot = asC(pivot);
    return c;
}

TEST_F(CApi, QueriesOfMovedModelsAnswerAsInCpp) {
    const std::uint64_t seed = 17;
    Random random(seed);
    const ClipMap& map = baked_.map;
    const Box box{{-8, -9, -10}, {11, 12, 13}};
    const HullbakeBox c = {asC(box.mins), asC(box.maxs)};
    std::size_t hits = 0, turnedHits = 0, invalid = 0, surfaces = 0, filled = 0;
    for (int i = 0; i < 5000; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
        const TraceInput input = randomInput(random);
        const Vec3 angles = random.inBox({{-200, -200, -200}, {200, 200, 200}}), pivot = random.inBox(box);
        const Transform transform = i % 2 == 0 ? Transform::moved(pivot) : Transform::rotated(angles, pivot);
        HullbakeTransform at = asC(transform), turned = HULLBAKE_TRANSFORM_INIT;
        ASSERT_EQ(hullbakeRotation(asC(angles), asC(pivot), &turned), HullbakeStatusOk);
        ASSERT_TRUE(i % 2 == 0 || std::memcmp(&at, &turned, sizeof at) == 0);
        const HullbakeTraceInput question = asC(input);
        ASSERT_EQ(hullbakeTurnable(map_, question.model) == 1, map.turnable(input.model));
        const Trace baked = map.trace(input, transform), boxed = map.traceBox(box, input, transform);
        HullbakeTrace bakedAnswer = HULLBAKE_TRACE_INIT, boxedAnswer = HULLBAKE_TRACE_INIT;
        ASSERT_EQ(hullbakeTraceMoved(map_, &at, &question, &bakedAnswer),
                  baked.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
        ASSERT_EQ(hullbakeTraceBoxMoved(map_, &at, c, &question, &boxedAnswer),
                  boxed.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
        ASSERT_TRUE(sameBits(asCpp(bakedAnswer), baked));
        ASSERT_TRUE(sameBits(asCpp(boxedAnswer), boxed));
        HullbakeSurface side = HULLBAKE_SURFACE_INIT;
        hullbakeSurfaceMoved(map_, &at, &question, &bakedAnswer, &side);
        expectSame(side, map.surface(input, baked, transform));
        hullbakeBoxSurfaceMoved(map_, &at, c, &question, &boxedAnswer, &side);
        expectSame(side, map.surface(box, input, boxed, transform));
        HullbakeContents contents = 0;
        hullbakePointContentsMoved(map_, &at, question.start, question.hull, question.model, &contents);
        ASSERT_EQ(Contents{contents}, map.pointContents(input.start, input.hull, input.model, transform));
        hullbakeBoxContentsMoved(map_, &at, question.start, c, question.model, &contents);
        ASSERT_EQ(Contents{contents}, map.boxContents(input.start, box, input.model, transform));
        hits += boxed.hit && !boxed.invalid;
        turnedHits += boxed.hit && !boxed.invalid && i % 2 == 1;
        invalid += boxed.invalid;
        surfaces += side.found;
        filled += contents != HullbakeContentsEmpty;
    }
    EXPECT_GE(hits, 500u);
    EXPECT_GE(turnedHits, 50u);
    EXPECT_GE(invalid, 500u);
    EXPECT_GE(surfaces, 300u);
    EXPECT_GE(filled, 50u);
}

TEST_F(CApi, InformationIsThatOfCpp) {
    ASSERT_EQ(hullbakeHullCount(map_), baked_.map.hullCount());
    for (std::uint32_t i = 0; i < hullbakeHullCount(map_); ++i) {
        const auto [name, box] = baked_.map.hull({i});
        HullbakeHullInfo info = HULLBAKE_HULL_INFO_INIT;
        ASSERT_EQ(hullbakeHull(map_, i, &info), HullbakeStatusOk);
        EXPECT_EQ(asCpp(info.name), name);
        EXPECT_EQ((Box{asCpp(info.box.mins), asCpp(info.box.maxs)}), box);
    }
    ASSERT_EQ(hullbakeModelCount(map_), 2u);
    for (std::uint32_t i = 0; i < 2; ++i) {
        const auto [classname, bounds, origin, entity, brushCount] = baked_.map.model({i});
        HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
        ASSERT_EQ(hullbakeModel(map_, i, &info), HullbakeStatusOk);
        EXPECT_EQ(asCpp(info.classname), classname);
        EXPECT_EQ((Box{asCpp(info.bounds.mins), asCpp(info.bounds.maxs)}), bounds);
        EXPECT_EQ(asCpp(info.origin), origin);
        EXPECT_EQ(info.entity, entity);
        EXPECT_EQ(info.brushCount, brushCount);
    }
    EXPECT_EQ(asCpp(hullbakeEntityText(map_)), baked_.map.entityText());
    EXPECT_EQ(asCpp(hullbakeMetaText(map_)), baked_.map.metaText());
}

TEST(CApiTexts, StatusesAndContentsReadAsInCpp) {
    for (int i = 0; i <= static_cast<int>(Status::TooDeep); ++i)
        EXPECT_EQ(hullbakeStatusText(i), statusText(static_cast<Status>(i))) << i;
    std::set<std::string> texts;
    for (const HullbakeStatus status : {HullbakeStatusNullArgument, HullbakeStatusBadSize, HullbakeStatusBadStorage,
                                        HullbakeStatusInvalidQuery, HullbakeStatusNotFound})
        EXPECT_TRUE(texts.insert(hullbakeStatusText(status)).second) << status;
    for (const HullbakeStatus unknown : {-1, 13, 63, 69, 1000000, std::numeric_limits<std::int32_t>::min()})
        EXPECT_STREQ(hullbakeStatusText(unknown), "unknown status") << unknown;
    for (std::uint32_t bits = 0; bits <= static_cast<std::uint32_t>(kMaskAll); ++bits)
        EXPECT_EQ(hullbakeContentsName(bits), contentsName(Contents{bits})) << bits;
}

TEST_F(CApi, DamagedBlocksHaveTheStatusesOfCpp) {
    const std::vector<std::byte>& whole = baked_.block;
    std::set<HullbakeStatus> seen;
    const auto compare = [&](std::span<const std::byte> block) {
        const OpenResult expected = ClipMap::open(block);
        HullbakeFault fault = HULLBAKE_FAULT_INIT;
        HullbakeStorage storage;
        const HullbakeMap* map = map_;
        const HullbakeStatus status = hullbakeOpen(block.data(), block.size(), &storage, sizeof storage, &map, &fault);
        EXPECT_EQ(status, static_cast<HullbakeStatus>(expected.status));
        EXPECT_EQ(fault.status, status);
        EXPECT_EQ(fault.offset, expected.offset);
        EXPECT_STREQ(fault.section, expected.section);
        EXPECT_EQ(map == nullptr, status != HullbakeStatusOk);
        seen.insert(status);
    };
    for (std::size_t size = 0; size <= whole.size(); size += size < 800 ? 1 : 97) compare(std::span(whole).first(size));
    for (std::size_t shift = 1; shift < 8; ++shift) compare(std::span(whole).subspan(shift));
    for (std::size_t at = 0; at < whole.size(); at += at < 512 ? 1 : 61) {
        std::vector<std::byte> flipped = whole;
        flipped[at] ^= std::byte{0x10};
        compare(flipped);
    }
    compare(whole);
    EXPECT_TRUE(seen.contains(HullbakeStatusOk));
    EXPECT_GE(seen.size(), 7u);
}

TEST_F(CApi, SurfaceTakesAnyTraceThatACallerMakesUp) {
    Random random(12);
    const double numbers[] = {0, 1, -1, 0.5, 1e-300, 1e300, kNan, std::numeric_limits<double>::infinity()};
    const auto number = [&] { return numbers[random.index(std::size(numbers))]; };
    std::size_t refused = 0, asked = 0;
    for (int i = 0; i < 20000; ++i) {
        TraceInput input = randomInput(random);
        if (random.index(2) == 0) input.start = input.end;
        const HullbakeTraceInput question = asC(input);
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        trace.hit = static_cast<std::uint8_t>(random.index(256));
        trace.fraction = number();
        trace.hitFraction = number();
        trace.normal = {number(), number(), number()};
        trace.dist = number();
        trace.contents = static_cast<std::uint32_t>(random.next());
        HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
        const HullbakeStatus status = hullbakeSurface(map_, &question, &trace, &surface);
        EXPECT_EQ(status == HullbakeStatusOk, surface.found == 1);
        refused += status == HullbakeStatusInvalidQuery;
        asked += status != HullbakeStatusInvalidQuery;
    }
    EXPECT_GE(refused, 5000u);
    EXPECT_GE(asked, 2000u);
}

// A batch is its single traces, wherever it is split, in both languages.
TEST_F(CApi, BatchesAreTheirSingleTraces) {
    Random random(13);
    constexpr std::size_t kCount = 400;
    std::vector<TraceInput> inputs;
    std::vector<HullbakeTraceInput> questions;
    std::vector<Trace> singles;
    std::size_t hits = 0, invalid = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
        inputs.push_back(randomInput(random));
        questions.push_back(asC(inputs.back()));
        singles.push_back(baked_.map.trace(inputs.back()));
        hits += singles.back().hit;
        invalid += singles.back().invalid;
    }
    EXPECT_GE(hits, 100u);
    EXPECT_GE(invalid, 5u);
    for (const std::size_t part : {std::size_t{1}, std::size_t{7}, std::size_t{399}, kCount}) {
        std::vector<Trace> traces(kCount);
        std::vector<HullbakeTrace> answers(kCount);
        for (std::size_t from = 0; from < kCount; from += part) {
            const std::size_t count = std::min(part, kCount - from);
            EXPECT_EQ(baked_.map.traces(std::span(inputs).subspan(from, count), std::span(traces).subspan(from, count)),
                      count);
            hullbakeTraceBatch(map_, &questions[from], sizeof questions[0], &answers[from], sizeof answers[0], count);
        }
        for (std::size_t i = 0; i < kCount; ++i) {
            ASSERT_TRUE(sameBits(traces[i], singles[i])) << i;
            ASSERT_TRUE(sameBits(asCpp(answers[i]), singles[i])) << i;
            ASSERT_EQ(answers[i].size, sizeof(HullbakeTrace));
        }
    }
}

TEST_F(CApi, SpansOfDifferentLengthsAnswerTheShorterOne) {
    Random random(14);
    std::vector<TraceInput> inputs;
    for (int i = 0; i < 5; ++i) inputs.push_back(randomInput(random));
    std::vector<Trace> traces(8);
    for (Trace& trace : traces) trace.dist = 77;
    EXPECT_EQ(baked_.map.traces(inputs, traces), 5u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(sameBits(traces[i], baked_.map.trace(inputs[i])));
    for (std::size_t i = 5; i < 8; ++i) EXPECT_EQ(traces[i].dist, 77);
    EXPECT_EQ(baked_.map.traces(inputs, std::span(traces).first(2)), 2u);
    EXPECT_EQ(baked_.map.traces({}, traces), 0u);
    EXPECT_EQ(baked_.map.traces(inputs, {}), 0u);
    EXPECT_EQ(ClipMap().traces(inputs, traces), 5u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(traces[i].invalid);
}

// Elements of other lengths than ours: an older program's, and structs that the caller has put more into.
TEST_F(CApi, BatchesStepByTheCallersStrides) {
    struct Older {
        std::uint32_t size, hull;
        HullbakeVec3 start, end;
    };
    static_assert(sizeof(Older) == HULLBAKE_TRACE_INPUT_MIN);
    struct Wider {
        HullbakeTrace trace;
        std::uint64_t mine;
    };
    std::vector<Older> inputs(20);
    std::vector<Wider> answers(20);
    Random random(15);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        inputs[i] = {sizeof(Older), 1, asC(random.inBox({{-90, -90, 60}, {90, 90, 90}})), {0, 0, -50}};
        answers[i].mine = i;
    }
    inputs[3].size = 0;
    inputs[4].size = sizeof(HullbakeTraceInput);  // more than lies in the array
    const auto* first = reinterpret_cast<const HullbakeTraceInput*>(inputs.data());
    EXPECT_EQ(hullbakeTraceBatch(map_, first, sizeof(Older), &answers[0].trace, sizeof(Wider), inputs.size()),
              HullbakeStatusBadSize);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        TraceInput input;
        input.hull = {1};
        input.start = asCpp(inputs[i].start);
        input.end = asCpp(inputs[i].end);
        EXPECT_EQ(answers[i].mine, i);
        EXPECT_EQ(answers[i].trace.invalid != 0, i == 3 || i == 4) << i;
        if (i == 3 || i == 4) continue;
        EXPECT_TRUE(sameBits(asCpp(answers[i].trace), baked_.map.trace(input))) << i;
        EXPECT_EQ(answers[i].trace.hit, 1);
    }
}

// How a later version with one more member works with programs of this one, and this library with later programs.
struct NextVersion {
    std::uint32_t size = sizeof(NextVersion), first = 1;
    double second = 2, added = 3;
};

TEST(CApiVersions, ShorterStructsKeepDefaultsAndLongerOnesAreRefused) {
    using namespace detail;
    constexpr std::size_t kFirstVersion = 16;
    struct Program {
        NextVersion shared;
        double behind = 55;
    } program;
    for (const std::uint32_t size : {16u, 24u}) {
        program = {{size, 10, 20, 30}, 55};
        NextVersion ours;
        ASSERT_TRUE(readSized(&program, kFirstVersion, ours));
        EXPECT_EQ(ours.first, 10u);
        EXPECT_EQ(ours.second, 20);
        EXPECT_EQ(ours.added, size == 16 ? 3 : 30);
        writeSized(&program, sizeToldBy<NextVersion>(&program, kFirstVersion), NextVersion{0, 7, 8, 9});
        EXPECT_EQ(program.shared.size, size);
        EXPECT_EQ(program.shared.second, 8);
        EXPECT_EQ(program.shared.added, size == 16 ? 30 : 9);
        EXPECT_EQ(program.behind, 55);
    }
    for (const std::uint32_t size : {0u, 4u, 8u, 15u, 17u, 20u, 23u, 25u, 32u, 0xfffffff8u, 0xffffffffu}) {
        program = {{size, 10, 20, 30}, 55};
        NextVersion ours;
        EXPECT_FALSE(readSized(&program, kFirstVersion, ours)) << size;
        EXPECT_EQ(ours.first, 1u) << size;
        EXPECT_EQ(ours.size, sizeof(NextVersion)) << size;
    }
}

TEST_F(CApi, MisalignedStructsAreReadAndWritten) {
    std::vector<unsigned char> room(sizeof(HullbakeTraceInput) + sizeof(HullbakeTrace) + 16);
    TraceInput input;
    input.start = {0, 0, 100};
    input.end = {0, 0, -100};
    const HullbakeTraceInput question = asC(input);
    HullbakeTrace answer = HULLBAKE_TRACE_INIT;
    unsigned char* const at = room.data() + 1;
    unsigned char* const to = at + sizeof question + 2;
    std::memcpy(at, &question, sizeof question);
    std::memcpy(to, &answer, sizeof answer);
    ASSERT_EQ(
        hullbakeTrace(map_, reinterpret_cast<const HullbakeTraceInput*>(at), reinterpret_cast<HullbakeTrace*>(to)),
        HullbakeStatusOk);
    std::memcpy(&answer, to, sizeof answer);
    EXPECT_TRUE(sameBits(asCpp(answer), baked_.map.trace(input)));
    EXPECT_EQ(answer.hit, 1);
}

}  // namespace
}  // namespace hullbake::test
