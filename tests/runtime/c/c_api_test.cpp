// Proves the C interface beside the C++ one: equal answers and statuses, structs of older and newer sizes.
// c_api_calls.c tries misuse by C callers.
#include "hullbake/hullbake.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/c/c_api_calls.h"
#include "runtime/c/c_api_rig.hpp"
#include "runtime/src/c/sized_struct.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using test::asCpp;

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
        textOf("runtime/include/hullbake/hullbake_queries.h") + textOf("runtime/include/hullbake/hullbake_moves.h") +
        textOf("runtime/include/hullbake/hullbake_shapes.h") + textOf("runtime/include/hullbake/hullbake_contacts.h") +
        textOf("runtime/include/hullbake/hullbake_volumes.h") + textOf("runtime/include/hullbake/hullbake_scene.h") +
        textOf("runtime/include/hullbake/hullbake_world.h");
    const std::string calls =
        textOf("tests/runtime/c/c_api_calls.c") + textOf("tests/runtime/c/c_api_probe_calls.c") +
        textOf("tests/runtime/c/c_api_move_calls.c") + textOf("tests/runtime/c/c_api_shape_calls.c") +
        textOf("tests/runtime/c/c_api_contact_calls.c") + textOf("tests/runtime/c/c_api_volume_calls.c") +
        textOf("tests/runtime/c/c_api_scene_calls.c") + textOf("tests/runtime/c/c_api_world_calls.c");
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
    std::size_t hits = 0, invalid = 0, surfaces = 0, water = 0, all = 0;
    for (int i = 0; i < 10000; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
        TraceCall call = randomCall(random);
        if (i % 5 == 0) call.probe.model = kAllModels;
        const Trace trace = traceOf(baked_.map, call);
        HullbakeTrace answer = HULLBAKE_TRACE_INIT;
        ASSERT_EQ(traceInC(call, answer), trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
        ASSERT_TRUE(sameBits(asCpp(answer), trace));
        const Surface surface = surfaceOf(baked_.map, call, trace);
        HullbakeSurface side = HULLBAKE_SURFACE_INIT;
        const HullbakeStatus status = surfaceInC(call, answer, side);
        ASSERT_EQ(status, trace.invalid   ? HullbakeStatusInvalidQuery
                          : surface.found ? HullbakeStatusOk
                                          : HullbakeStatusNotFound);
        expectSame(side, surface);
        const Contents contents = contentsInC(call);
        ASSERT_EQ(contents, baked_.map.contentsAt(call.probe, call.start));
        hits += trace.hit && !trace.invalid;
        invalid += trace.invalid;
        surfaces += surface.found;
        water += contents == Contents::Water;
        all += surface.found && trace.model.value == 1 && call.probe.model == kAllModels;
    }
    EXPECT_GE(hits, 2500u);
    EXPECT_GE(invalid, 200u);
    EXPECT_GE(surfaces, 2000u);
    EXPECT_GE(water, 20u);
    EXPECT_GE(all, 20u);
}

TEST_F(CApi, BoxQueriesAnswerAsInCpp) {
    const std::uint64_t seed = 16;
    Random random(seed);
    const ClipMap& map = baked_.map;
    std::size_t hits = 0, invalid = 0, surfaces = 0, filled = 0;
    for (int i = 0; i < 5000; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
        TraceCall call = randomCall(random);
        Box box;
        box.mins = random.pointIn({{-40, -40, -40}, {10, 10, 10}});
        box.maxs = random.pointIn({{8, 8, 8}, {40, 40, 40}});  // inverted now and then
        call.probe.box = box;
        const Trace trace = traceOf(map, call);
        HullbakeTrace answer = HULLBAKE_TRACE_INIT;
        ASSERT_EQ(traceInC(call, answer), trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
        ASSERT_TRUE(sameBits(asCpp(answer), trace));
        const Surface surface = surfaceOf(map, call, trace);
        HullbakeSurface side = HULLBAKE_SURFACE_INIT;
        ASSERT_EQ(surfaceInC(call, answer, side) == HullbakeStatusOk, surface.found);
        expectSame(side, surface);
        const Contents contents = contentsInC(call);
        ASSERT_EQ(contents, map.contentsAt(call.probe, call.start));
        hits += trace.hit && !trace.invalid;
        invalid += trace.invalid;
        surfaces += surface.found;
        filled += any(contents);
    }
    EXPECT_GE(hits, 1000u);
    EXPECT_GE(invalid, 100u);
    EXPECT_GE(surfaces, 500u);
    EXPECT_GE(filled, 100u);
}

TEST_F(CApi, QueriesOfMovedModelsAnswerAsInCpp) {
    const std::uint64_t seed = 17;
    Random random(seed);
    const ClipMap& map = baked_.map;
    const Box box{{-8, -9, -10}, {11, 12, 13}};
    std::size_t hits = 0, turnedHits = 0, invalid = 0, surfaces = 0, filled = 0;
    for (int i = 0; i < 5000; ++i) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", query " << i);
        TraceCall call = randomCall(random);
        const Vec3 angles = random.pointIn({{-200, -200, -200}, {200, 200, 200}}), pivot = random.pointIn(box);
        const Transform transform = i % 2 == 0 ? Transform::moved(pivot) : Transform::rotated(angles, pivot);
        const HullbakeTransform at = asC(transform);
        HullbakeTransform turned = HULLBAKE_TRANSFORM_INIT;
        ASSERT_EQ(hullbakeRotation(asC(angles), asC(pivot), &turned), HullbakeStatusOk);
        ASSERT_TRUE(i % 2 == 0 || std::memcmp(&at, &turned, sizeof at) == 0);
        ASSERT_EQ(hullbakeTurnable(map_, call.probe.model.value) == 1, map.turnable(call.probe.model));
        call.probe.transform = transform;
        if (i % 8 == 3) call.probe.skin = -1;  // refused
        for (const bool boxed : {false, true}) {
            if (boxed) call.probe.box = box;
            const Trace trace = traceOf(map, call);
            HullbakeTrace answer = HULLBAKE_TRACE_INIT;
            ASSERT_EQ(traceInC(call, answer), trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk);
            ASSERT_TRUE(sameBits(asCpp(answer), trace));
            HullbakeSurface side = HULLBAKE_SURFACE_INIT;
            surfaceInC(call, answer, side);
            expectSame(side, surfaceOf(map, call, trace));
            const Contents contents = contentsInC(call);
            ASSERT_EQ(contents, map.contentsAt(call.probe, call.start));
            if (!boxed) continue;
            hits += trace.hit && !trace.invalid;
            turnedHits += trace.hit && !trace.invalid && i % 2 == 1;
            invalid += trace.invalid;
            surfaces += side.found;
            filled += any(contents);
        }
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
    for (const HullbakeStatus status :
         {HullbakeStatusNullArgument, HullbakeStatusBadSize, HullbakeStatusBadStorage, HullbakeStatusInvalidQuery,
          HullbakeStatusNotFound, HullbakeStatusMalformedValue})
        EXPECT_TRUE(texts.insert(hullbakeStatusText(status)).second) << status;
    for (const HullbakeStatus unknown : {-1, 13, 63, 70, 1000000, std::numeric_limits<std::int32_t>::min()})
        EXPECT_STREQ(hullbakeStatusText(unknown), "unknown status") << unknown;
    for (std::uint32_t bit = 0; bit < 32; ++bit)
        EXPECT_EQ(hullbakeContentsName(1u << bit), contentsName(Contents{1u << bit})) << bit;
    for (std::uint32_t bits = 0; bits <= 0x1ff; ++bits)
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
        TraceCall call = randomCall(random);
        if (random.index(2) == 0) call.start = call.end;
        if (i % 4 == 0) call.probe.model = kAllModels;
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        trace.hit = static_cast<std::uint8_t>(random.index(256));
        trace.fraction = number();
        trace.hitFraction = number();
        trace.normal = {number(), number(), number()};
        trace.dist = number();
        trace.contents = static_cast<std::uint32_t>(random.next());
        if (i % 8 == 0) trace.model = static_cast<std::uint32_t>(random.next());
        HullbakeSurface surface = HULLBAKE_SURFACE_INIT;
        const HullbakeStatus status = surfaceInC(call, trace, surface);
        EXPECT_EQ(status == HullbakeStatusOk, surface.found == 1);
        refused += status == HullbakeStatusInvalidQuery;
        asked += status != HullbakeStatusInvalidQuery;
    }
    EXPECT_GE(refused, 5000u);
    EXPECT_GE(asked, 2000u);
}

// Simulates a later version with one more member: it must work with programs of this one, and this library with later
// programs.
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
    std::vector<unsigned char> room(sizeof(HullbakeProbe) + sizeof(HullbakeTrace) + 16);
    const Vec3 start{0, 0, 100}, end{0, 0, -100};
    const HullbakeProbe question = asC(hullProbe({0}));
    HullbakeTrace answer = HULLBAKE_TRACE_INIT;
    unsigned char* const at = room.data() + 1;
    unsigned char* const to = at + sizeof question + 2;
    std::memcpy(at, &question, sizeof question);
    std::memcpy(to, &answer, sizeof answer);
    ASSERT_EQ(hullbakeTrace(map_, reinterpret_cast<const HullbakeProbe*>(at), asC(start), asC(end),
                            reinterpret_cast<HullbakeTrace*>(to)),
              HullbakeStatusOk);
    std::memcpy(&answer, to, sizeof answer);
    EXPECT_TRUE(sameBits(asCpp(answer), baked_.map.trace(hullProbe({0}), start, end)));
    EXPECT_EQ(answer.hit, 1);
}

}  // namespace
}  // namespace hullbake::test
