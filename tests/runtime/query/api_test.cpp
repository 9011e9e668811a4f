// Proves the rest of ClipMap's interface: names, texts, information on hulls and models, queries from many threads.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

// Callers pass the view by value and copy it into threads and C interfaces. It needs no destructor.
static_assert(std::is_trivially_copyable_v<ClipMap> && std::is_trivially_destructible_v<ClipMap>);
static_assert(std::is_trivially_copyable_v<Probe> && std::is_trivially_copyable_v<Trace>);
static_assert(std::is_trivially_copyable_v<Segment> && std::is_trivially_copyable_v<format::Tables>);
static_assert(std::is_trivially_copyable_v<Surface> && std::is_trivially_copyable_v<OpenResult>);
static_assert(noexcept(std::declval<const ClipMap&>().trace({}, {}, {})) && noexcept(ClipMap::open({})));
static_assert(noexcept(std::declval<const ClipMap&>().contentsAt({}, {})));
static_assert(noexcept(std::declval<const ClipMap&>().surface({}, {}, {}, {})));

const std::string& roomText() {
    static const std::string text =
        worldText("\"message\" \"a \\\"room\\\"\"\n" + boxText({-256, -256, -16}, {256, 256, 0}, "floor") +
                  boxText({-256, 240, 0}, {256, 256, 128}, "wall") + boxText({100, -100, 0}, {200, 0, 40}, "*water")) +
        "{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 32\"\n}\n" +
        entityText("func_door", "\"angle\" \"90\"\n" + boxText({-64, 100, 0}, {0, 132, 96}, "door") +
                                    boxText({0, 100, 0}, {64, 132, 96}, "door")) +
        entityText("func_rotating", "\"origin\" \"1 2 3\"\n" + boxText({-100, -100, 50}, {-60, -60, 70}, "blade"));
    return text;
}

class Api : public testing::Test {
  protected:
    Api() : baked_(bakeText(roomText())), map_(baked_.map) {}
    BakedMap baked_;
    const ClipMap& map_;
};

TEST_F(Api, Hulls) {
    const std::vector<HullSpec> hulls = testHulls();
    ASSERT_EQ(map_.hullCount(), hulls.size());
    for (std::uint32_t i = 0; i < hulls.size(); ++i) {
        EXPECT_EQ(map_.findHull(hulls[i].name), HullId{i});
        EXPECT_EQ(map_.hull({i}).name, hulls[i].name);
        EXPECT_EQ(map_.hull({i}).box, hulls[i].box);
    }
    for (const char* unknown : {"", "Point", "POINT", "point ", "poin", "points", "player", "centre\nd"})
        EXPECT_FALSE(map_.findHull(unknown).has_value()) << unknown;
    EXPECT_EQ(map_.hull({4}).name, "");
    EXPECT_EQ(map_.hull({4}).box, Box{});
    EXPECT_EQ(map_.hull({0xffffffff}).box, Box{});
}

TEST_F(Api, Models) {
    ASSERT_EQ(map_.modelCount(), 3u);
    const ModelInfo world = map_.model({});
    EXPECT_EQ(world.classname, "worldspawn");
    EXPECT_EQ(world.bounds, (Box{{-256, -256, -16}, {256, 256, 128}}));
    EXPECT_EQ(world.entity, 0u);
    EXPECT_EQ(world.brushCount, 3u);
    EXPECT_EQ(world.origin, Vec3{});
    const ModelInfo door = map_.model({1});
    EXPECT_EQ(door.classname, "func_door");
    EXPECT_EQ(door.bounds, (Box{{-64, 100, 0}, {64, 132, 96}}));
    EXPECT_EQ(door.entity, 2u);
    EXPECT_EQ(door.brushCount, 2u);
    const ModelInfo blade = map_.model({2});
    EXPECT_EQ(blade.classname, "func_rotating");
    EXPECT_EQ(blade.origin, (Vec3{1, 2, 3}));
    EXPECT_EQ(blade.entity, 3u);
    for (const std::uint32_t unknown : {3u, 0xffffffffu}) {
        EXPECT_EQ(map_.model({unknown}).classname, "");
        EXPECT_EQ(map_.model({unknown}).brushCount, 0u);
        EXPECT_EQ(map_.model({unknown}).bounds, Box{});
    }
}

TEST_F(Api, EntityText) {
    // The entity text is map syntax without brushes: reading it back gives the same keys and values.
    const MapFile source = parseText(roomText()), copy = parseText(map_.entityText());
    ASSERT_EQ(copy.entities.size(), source.entities.size());
    std::size_t keys = 0;
    for (std::size_t i = 0; i < source.entities.size(); ++i) {
        EXPECT_TRUE(copy.entities[i].brushes.empty());
        ASSERT_EQ(copy.entities[i].keys.size(), source.entities[i].keys.size());
        for (std::size_t k = 0; k < source.entities[i].keys.size(); ++k, ++keys) {
            EXPECT_EQ(copy.entities[i].keys[k].key, source.entities[i].keys[k].key);
            EXPECT_EQ(copy.entities[i].keys[k].value, source.entities[i].keys[k].value);
        }
    }
    EXPECT_EQ(keys, 8u);
}

TEST_F(Api, MetaTextIsJsonWithTheHulls) {
    const std::string_view meta = map_.metaText();
    ASSERT_GE(meta.size(), 2u);
    EXPECT_EQ(meta.front(), '{');
    EXPECT_EQ(meta.back(), '}');
    for (const HullSpec& hull : testHulls())
        EXPECT_NE(meta.find('"' + hull.name + '"'), std::string_view::npos) << hull.name;
    EXPECT_NE(meta.find("\"fill\":false"), std::string_view::npos);
}

TEST_F(Api, HeaderAndTables) {
    const format::Tables& tables = map_.tables();
    const format::FileHeader& header = *tables.header;
    EXPECT_EQ(header.major, format::kMajor);
    EXPECT_EQ(header.minor, format::kMinor);
    EXPECT_EQ(header.byteCount, baked_.block.size());
    EXPECT_EQ(header.sectionCount, 28u);
    EXPECT_GT(header.maxDepth, 0u);
    EXPECT_LE(header.maxDepth, format::kMaxDepth);
    EXPECT_EQ(tables.roots.size(), map_.hullCount() * map_.modelCount());
    EXPECT_EQ(tables.brushes.size(), 6u);
    EXPECT_EQ(tables.sides.size(), 36u);
    EXPECT_FALSE(tables.nodes.empty());
    // The source hash differs between maps and between settings.
    EXPECT_NE(bakeText(roomText(), {{"point", {}}}).map.tables().header->sourceHash, header.sourceHash);
    EXPECT_EQ(bakeText(roomText()).map.tables().header->sourceHash, header.sourceHash);
}

TEST_F(Api, ACopyOfTheViewAndAMovedBlockAnswerTheSame) {
    const ClipMap copy = map_;
    std::vector<std::byte> elsewhere = baked_.block;
    const ClipMap moved = ClipMap::open(elsewhere).map;
    Random random(4);
    std::size_t hits = 0;
    for (int i = 0; i < 2000; ++i) {
        TraceCall call;
        call.probe = hullProbe({0});
        call.start = random.pointIn({{-200, -200, 1}, {200, 200, 200}});
        call.end = random.pointIn({{-200, -200, -50}, {200, 200, 60}});
        const Trace trace = traceOf(map_, call);
        EXPECT_TRUE(sameBits(trace, traceOf(copy, call)));
        EXPECT_TRUE(sameBits(trace, traceOf(moved, call)));
        hits += trace.hit ? 1 : 0;
    }
    EXPECT_GE(hits, 500u);
}

TEST(ApiContents, NamesRoundTrip) {
    const std::array<std::string_view, 29> names = {
        "solid",      "sky",          "clip",         "playerclip",    "monsterclip",  "lava",
        "slime",      "water",        "illusionary",  "fog",           "ladder",       "trigger",
        "areaportal", "botclip",      "current_east", "current_north", "current_west", "current_south",
        "current_up", "current_down", "user1",        "user2",         "user3",        "user4",
        "user5",      "user6",        "user7",        "user8",         "empty"};
    std::uint32_t seen = 0;
    for (const std::string_view name : names) {
        Contents bits{0xffffffff};
        ASSERT_TRUE(contentsFromName(name, bits)) << name;
        EXPECT_EQ(contentsName(bits), name);
        EXPECT_EQ(static_cast<std::uint32_t>(bits) & seen, 0u) << name;
        seen |= static_cast<std::uint32_t>(bits);
    }
    EXPECT_EQ(Contents{seen}, kMaskAll);
    Contents untouched = Contents::Sky;
    for (const std::string_view unknown : {"", "Solid", "solid ", "stone", "user0", "user9"}) {
        EXPECT_FALSE(contentsFromName(unknown, untouched)) << unknown;
        EXPECT_EQ(untouched, Contents::Sky);
    }
    // With several bits set, the first in that order gives the name.
    for (std::uint32_t low = 0; low <= 0x3ff; ++low) {
        const std::uint32_t bits = low < 0x200 ? low : (low & 0x1ff) * 0x54321 & static_cast<std::uint32_t>(kMaskAll);
        std::string_view expected = "empty";
        for (std::size_t i = names.size(); i-- > 0;) {
            Contents one = Contents::Empty;
            if (contentsFromName(names[i], one) && any(Contents{bits} & one)) expected = names[i];
        }
        EXPECT_EQ(contentsName(Contents{bits}), expected) << bits;
    }
}

TEST(ApiContents, ResolveOverlap) {
    std::size_t solids = 0;
    for (std::uint32_t bits = 0; bits <= 0xff; ++bits) {
        const Contents mixed{bits};
        const bool solid = any(mixed & Contents::Solid);
        EXPECT_EQ(resolveOverlap(mixed), solid ? Contents::Solid : mixed);
        EXPECT_EQ(resolveOverlap(resolveOverlap(mixed)), resolveOverlap(mixed));
        solids += solid ? 1 : 0;
    }
    EXPECT_EQ(solids, 128u);
    static_assert(kMaskAll == (kMaskBlocking | kMaskPassable) && (kMaskBlocking & kMaskPassable) == Contents::Empty);
    static_assert((kMaskPassable & kMaskLiquid) == kMaskLiquid);
}

TEST(ApiStatus, EveryStatusHasATextOfItsOwn) {
    std::set<std::string_view> texts;
    for (int i = 0; i <= static_cast<int>(Status::TooDeep); ++i) {
        const std::string_view text = statusText(static_cast<Status>(i));
        EXPECT_FALSE(text.empty());
        EXPECT_TRUE(texts.insert(text).second) << text;
    }
    EXPECT_EQ(texts.size(), 13u);
    EXPECT_FALSE(statusText(static_cast<Status>(200)).empty());
    EXPECT_FALSE(texts.contains(statusText(static_cast<Status>(200))));
    EXPECT_TRUE(static_cast<bool>(OpenResult{}));
}

struct Answer {
    Trace trace;
    Contents contents = Contents::Empty;
    std::uint32_t line = 0;
};

Answer ask(const ClipMap& map, std::uint64_t seed) {
    Random random(seed);
    TraceCall call;
    call.probe.hull.value = static_cast<std::uint32_t>(random.index(map.hullCount()));
    call.probe.model.value = static_cast<std::uint32_t>(random.index(map.modelCount()));
    call.probe.mask = random.index(2) == 0 ? kMaskBlocking : kMaskAll;
    call.start = random.pointIn({{-250, -250, -40}, {250, 250, 200}});
    call.end = random.pointIn({{-250, -250, -40}, {250, 250, 200}});
    Answer answer;
    answer.trace = traceOf(map, call);
    answer.contents = map.contentsAt(call.probe, call.start);
    answer.line = surfaceOf(map, call, answer.trace).line;
    return answer;
}

TEST_F(Api, FourThreadsGetTheSameAnswers) {
    constexpr std::size_t kQueries = 20000, kThreads = 4;
    std::vector<Answer> alone;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < kQueries; ++i) {
        alone.push_back(ask(map_, i));
        hits += alone.back().trace.hit ? 1 : 0;
    }
    EXPECT_GE(hits, 2500u);
    std::array<std::size_t, kThreads> same{};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            std::size_t count = 0;
            // Each thread starts at another query, so that different queries run at the same time.
            for (std::size_t k = 0; k < kQueries; ++k) {
                const std::size_t i = (k + t * kQueries / kThreads) % kQueries;
                const Answer answer = ask(map_, i);
                count += sameBits(answer.trace, alone[i].trace) && answer.contents == alone[i].contents &&
                         answer.line == alone[i].line;
            }
            same[t] = count;
        });
    for (std::thread& thread : threads) thread.join();
    for (const std::size_t count : same) EXPECT_EQ(count, kQueries);
}

}  // namespace
}  // namespace hullbake::test
