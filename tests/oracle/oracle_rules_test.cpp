// Proves that the oracle reads maps right, that its queries repeat, and that its comparison finds wrong answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/judge/compare_trace.hpp"
#include "oracle/solids/sample_brushes.hpp"

namespace hullbake::oracle {
namespace {

MapBrush brushOf(const std::string& first, const std::string& others) {
    MapBrush brush = boxBrush({0, 0, 0}, {8, 8, 8}, others);
    brush.faces.front().texture = first;
    return brush;
}

Contents worldContents(const MapBrush& brush) {
    return brushWord(brush, gameRules("any"), true).contents;
}

Contents worldContents(const std::string& first, const std::string& others) {
    return worldContents(brushOf(first, others));
}

TEST(OracleContents, ComeFromTheFirstFaceThatTells) {
    EXPECT_EQ(worldContents("stone", "*lava1"), Contents::Solid);
    EXPECT_EQ(worldContents("common/Caulk", "*LAVA1"), Contents::Lava);
    EXPECT_EQ(worldContents("skip", "textures/liquids/*slime0"), Contents::Slime);
    EXPECT_EQ(worldContents("!water", "nodraw"), Contents::Water);
    EXPECT_EQ(worldContents("!lavafall", "nodraw"), Contents::Lava);
    EXPECT_EQ(worldContents("*teleport", "nodraw"), Contents::Water);
    EXPECT_EQ(worldContents("SKY4", "nodraw"), Contents::Sky);
    EXPECT_EQ(worldContents("common/clip", "nodraw"), Contents::Clip);
    EXPECT_EQ(worldContents("fullclip", "nodraw"), Contents::Clip);
    EXPECT_EQ(worldContents("playerclip", "nodraw"), Contents::Playerclip);
    EXPECT_EQ(worldContents("monsterclip", "nodraw"), Contents::Monsterclip);
    EXPECT_EQ(worldContents("skip", "nodraw"), Contents::Solid);
    EXPECT_EQ(worldContents("hint", "hintskip"), Contents::Empty);
    EXPECT_EQ(worldContents("origin", "nodraw"), Contents::Empty);
    EXPECT_EQ(worldContents("trigger", "trigger"), Contents::Trigger);
    EXPECT_EQ(brushWord(brushOf("trigger", "trigger"), gameRules("any"), false).contents, Contents::Solid);
}

TEST(OracleContents, NoFaceTakesSolidAway) {
    const std::pair<const char*, Contents> marks[] = {{"origin", Contents::Empty},
                                                      {"trigger", Contents::Trigger},
                                                      {"hint", Contents::Empty},
                                                      {"common/clusterportal", Contents::User1},
                                                      {"sfx/fog_red", Contents::Fog}};
    for (const auto& [mark, contents] : marks) {
        EXPECT_EQ(worldContents(mark, mark), contents) << mark;
        EXPECT_EQ(worldContents(mark, "stone"), Contents::Solid) << mark;
        EXPECT_EQ(worldContents("stone", mark), Contents::Solid) << mark;
        EXPECT_EQ(worldContents(mark, "*water1"), Contents::Water) << mark;
    }
    EXPECT_EQ(worldContents("*water1", "stone"), Contents::Solid);
    EXPECT_EQ(worldContents("clip", "stone"), Contents::Solid);
    EXPECT_EQ(worldContents("sky1", "stone"), Contents::Sky);
    EXPECT_EQ(worldContents("playerclip", "common/slick"), Contents::Playerclip) << "not visible";
    EXPECT_EQ(worldContents("common/slick", "playerclip"), Contents::Solid);
    EXPECT_EQ(worldContents("*water1", "sky1"), Contents::Water);
    MapBrush brush = brushOf("stone", "stone");
    for (MapFace& face : brush.faces) face.flags = {1, 0x200, 0};
    EXPECT_EQ(worldContents(brush), Contents::Empty) << "skip";
    brush.faces[2].flags = {1, 0, 0};
    EXPECT_EQ(worldContents(brush), Contents::Solid);
}

TEST(OracleContents, FoldersOfQuake3) {
    EXPECT_EQ(worldContents("liquids/calm_pool", "caulk"), Contents::Water);
    EXPECT_EQ(worldContents("textures/liquids/lavahell", "caulk"), Contents::Lava);
    EXPECT_EQ(worldContents("liquids\\slime7", "caulk"), Contents::Slime);
    EXPECT_EQ(worldContents("liquids/swampfog", "caulk"), Contents::Fog);
    EXPECT_EQ(worldContents("fogs/green", "caulk"), Contents::Fog);
    EXPECT_EQ(worldContents("base/foggy", "caulk"), Contents::Solid);
}

TEST(OracleContents, FlagsCountBeforeNames) {
    MapBrush brush = brushOf("caulk", "caulk");
    brush.faces[0].flags = {32, 0, 0};
    EXPECT_EQ(worldContents(brush), Contents::Water) << "caulk tells nothing, its flags do";
    brush.faces[0].flags = {0, 0, 0};
    brush.faces[1].texture = "stone";
    EXPECT_EQ(worldContents(brush), Contents::Solid) << "the first face does not tell";
    brush.faces[1].flags = {32, 0, 0};
    EXPECT_EQ(worldContents(brush), Contents::Water);
    brush.faces[1].flags = {2, 0, 0};
    EXPECT_EQ(worldContents(brush), Contents::Solid);
    brush.faces[1].flags = {0x30000, 0, 0};
    EXPECT_EQ(worldContents(brush), Contents::Playerclip | Contents::Monsterclip);
    brush.faces[1].texture = "sky2";
    brush.faces[1].flags = {0, 4, 0};
    EXPECT_EQ(worldContents(brush), Contents::Sky);
}

TEST(OracleContents, ModelsFollowTheFile) {
    MapFile map = worldOf({boxBrush({0, 0, 0}, {8, 8, 8})});
    const auto add = [&](const std::string& classname, bool withBrush) {
        MapEntity entity;
        entity.keys.push_back({"classname", classname, {}});
        if (withBrush) entity.brushes.push_back(boxBrush({0, 0, 0}, {8, 8, 8}));
        map.entities.push_back(entity);
    };
    add("info_player_start", false);
    add("func_group", true);
    add("func_door", true);
    add("func_detail_illusionary", true);
    add("func_illusionary_visblocker", true);
    add("func_detail_wall", true);
    add("trigger_once", true);
    const auto models = readModels(map);
    ASSERT_EQ(models.size(), 3u);
    ASSERT_EQ(models[0].solids.size(), 5u);
    EXPECT_EQ(models[0].solids[2].contents, Contents::Illusionary);
    EXPECT_EQ(models[0].solids[3].contents, Contents::Illusionary);
    EXPECT_EQ(models[1].entity, 3u);
    EXPECT_EQ(models[1].solids.size(), 1u);
    EXPECT_EQ(models[2].entity, 7u);
    EXPECT_EQ(models[2].solids.size(), 1u);
}

TEST(OracleContents, ClipIsAbsentFromPointHulls) {
    const MapFile map = worldOf({boxBrush({0, 0, 0}, {8, 8, 8}, "clip"), boxBrush({20, 0, 0}, {28, 8, 8})});
    EXPECT_EQ(solidsOf(map).brushes().size(), 1u);
    EXPECT_EQ(solidsOf(map, {{-1, -1, -1}, {1, 1, 1}}).brushes().size(), 2u);
}

TEST(OracleQueries, SameSeedSameQueriesOfEveryKind) {
    const MapFile map = rocks(5, 60, 100);
    const SolidSet solids = solidsOf(map, {{-16, -16, -24}, {16, 16, 32}});
    const Targets targets(map, solids);
    QuerySource a(targets, 7), b(targets, 7);
    std::array<int, kQueryKinds> kinds{};
    std::size_t onSurface = 0;
    for (int i = 0; i < 4000; ++i) {
        const Query q = a.next(), r = b.next();
        ASSERT_EQ(q.start, r.start);
        ASSERT_EQ(q.end, r.end);
        ++kinds[static_cast<std::size_t>(q.kind)];
        if (q.kind < QueryKind::Face || q.kind > QueryKind::Parallel) continue;
        // The start must be on the boundary of some grown brush, up to rounding.
        const bool touches =
            std::any_of(solids.brushes().begin(), solids.brushes().end(), [&](const GrownBrush& brush) {
                double depth = 1e9;
                for (const GrownPlane& plane : brush.planes)
                    depth = std::min(depth, plane.dist - dot(plane.normal, q.start));
                return std::abs(depth) < 1e-10;
            });
        ASSERT_TRUE(touches) << text(q.start);
        ++onSurface;
    }
    for (const int count : kinds) EXPECT_GE(count, 50);
    EXPECT_GE(onSurface, 1000u);
}

/// Returns the oracle's own answer in the form of a Trace.
Trace answerOf(const SolidSet& solids, const TraceCase& input) {
    const TraceAnswer answer = solids.trace(input.start, input.end, input.probe.mask);
    Trace trace;
    trace.startsolid = answer.startsolid;
    trace.allsolid = answer.allsolid;
    trace.hit = answer.hit;
    trace.fraction = trace.hitFraction = answer.hitFraction;
    trace.endpos = input.start + (input.end - input.start) * trace.fraction;
    if (!answer.hit) {
        trace.endpos = answer.allsolid ? input.start : input.end;
        const PointAnswer at = solids.contents(input.start);
        const bool inside = at.blocked || at.wet;
        if (answer.allsolid || (input.start == input.end && inside))
            trace.contents = resolveOverlap(any(at.certain) ? at.certain : at.possible);
        if (answer.allsolid) trace.contents |= input.probe.mask;
        return trace;
    }
    const Plane plane = answer.planes.at(0).plane;
    trace.normal = plane.normal;
    trace.dist = plane.dist;
    const PointAnswer behind = answer.contents.back();
    const Contents contents = any(behind.certain) ? behind.certain : behind.possible;
    const Contents half = input.probe.mask == kMaskPassable ? kMaskPassable : kMaskBlocking;
    trace.contents = input.probe.mask == kMaskAll ? contents : resolveOverlap(contents & half);
    const double towards = -dot(plane.normal, input.end - input.start);
    trace.fraction = std::max(0.0, trace.hitFraction - input.probe.skin / towards);
    trace.endpos = input.start + (input.end - input.start) * trace.fraction;
    return trace;
}

TEST(OracleCompare, AcceptsRightAnswersAndNothingElse) {
    constexpr std::uint64_t kSeed = 41;
    RecordProperty("seed", static_cast<int>(kSeed));
    const MapFile map = rocks(kSeed, 150, 200);
    const SolidSet solids = solidsOf(map, {{-16, -16, -24}, {16, 16, 32}});
    const Targets targets(map, solids);
    QuerySource source(targets, kSeed);
    std::size_t hits = 0, others = 0, caught = 0;
    for (int i = 0; i < 4000; ++i) {
        const Query q = source.next();
        const TraceCase input = q.of({});
        const Trace right = answerOf(solids, input);
        const Verdict verdict = compareTrace(solids, input, right);
        ASSERT_TRUE(verdict.agrees) << verdict.reason;
        ++(right.hit ? hits : others);
        const auto wrong = [&](const auto& change) {
            Trace trace = right;
            change(trace);
            const Verdict other = compareTrace(solids, input, trace);
            EXPECT_FALSE(other.agrees && !other.marginal) << text(q.start) << " " << text(q.end);
            EXPECT_TRUE(other.agrees || !other.reason.empty());
            caught += !other.agrees;
        };
        wrong([](Trace& t) { t.startsolid = !t.startsolid; });
        if (!right.allsolid) wrong([](Trace& t) { t.hit = !t.hit; });
        if (!right.hit || right.allsolid) continue;
        const double size = length(q.end - q.start), cosine = std::abs(dot(right.normal, q.end - q.start)) / size;
        wrong([&](Trace& t) { t.hitFraction += 0.0011 / size / cosine; });
        wrong([&](Trace& t) { t.normal = -t.normal; });
        wrong([&](Trace& t) { t.dist += 1e-5; });
        wrong([&](Trace& t) { t.contents = Contents::Empty; });
        if (!right.startsolid) wrong([&](Trace& t) { t.endpos = t.endpos - t.normal * 1e-3; });
    }
    EXPECT_GE(hits, 500u);
    EXPECT_GE(others, 500u);
    EXPECT_GE(caught, 5000u);
}

TEST(OracleCompare, PointsHaveOneAnswerInsideAndSeveralOnSeams) {
    const SolidSet solids =
        solidsOf(worldOf({boxBrush({0, 0, 0}, {8, 8, 8}, "sky"), boxBrush({8, 0, 0}, {16, 8, 8}, "stone"),
                          boxBrush({0, 0, 8}, {16, 8, 16}, "*water")}));
    EXPECT_TRUE(comparePoint(solids, {4, 4, 4}, Contents::Sky).empty());
    EXPECT_FALSE(comparePoint(solids, {4, 4, 4}, Contents::Solid).empty());
    EXPECT_TRUE(comparePoint(solids, {8, 4, 4}, Contents::Sky).empty());
    EXPECT_TRUE(comparePoint(solids, {8, 4, 4}, Contents::Solid).empty());
    EXPECT_FALSE(comparePoint(solids, {8, 4, 4}, Contents::Empty).empty());
    EXPECT_TRUE(comparePoint(solids, {4, 4, 8}, Contents::Empty).empty()) << "touches sky and water from between";
    EXPECT_TRUE(comparePoint(solids, {4, 4, 12}, Contents::Water).empty());
    EXPECT_TRUE(comparePoint(solids, {4, 4, 20}, Contents::Empty).empty());
}

}  // namespace
}  // namespace hullbake::oracle
