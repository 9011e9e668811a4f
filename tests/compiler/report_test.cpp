// Proves the compile report, its remarks and errors, and the hull sets of the games.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iostream>
#include <limits>
#include <memory>
#include <set>

#include "compiler/compiler_support.hpp"
#include "hullbake/format.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

// The parts of small maps: two boxes, a box beside them, a wedge.
MapBrush smallWedge(const Vec3& at) {
    return hullBrush({at, at + Vec3{64, 0, 0}, at + Vec3{0, 32, 0}, at + Vec3{64, 32, 0}, at + Vec3{64, 0, 48},
                      at + Vec3{64, 32, 48}});
}

// Counts each node once, because equal subtrees are shared.
std::size_t nodesBelow(const ClipMap& map, format::ChildRef root) {
    std::set<format::ChildRef> seen;
    std::vector<format::ChildRef> pending = {root};
    while (!pending.empty()) {
        const format::ChildRef ref = pending.back();
        pending.pop_back();
        if (format::isLeaf(ref) || !seen.insert(ref).second) continue;
        pending.insert(pending.end(), {map.tables().nodes[ref].front(), map.tables().nodes[ref].back});
    }
    return seen.size();
}

std::size_t depthBelow(const ClipMap& map, format::ChildRef ref) {
    if (format::isLeaf(ref)) return 0;
    const format::NodeRecord& node = map.tables().nodes[ref];
    return 1 + std::max(depthBelow(map, node.front()), depthBelow(map, node.back));
}

// Compares the counts of a report with the map and the finished block.
void expectCounts(const MapFile& map, const Baked& baked) {
    const CompileReport& report = baked.result.report;
    std::size_t brushes = 0, faces = 0, models = 1;
    for (const MapEntity& entity : map.entities) {
        brushes += entity.brushes.size();
        for (const MapBrush& brush : entity.brushes) faces += brush.faces.size();
        const std::set<std::string_view> world = {"worldspawn",       "func_group",        "func_detail",
                                                  "func_detail_wall", "func_detail_fence", "func_detail_illusionary"};
        models += !entity.brushes.empty() && !world.contains(entity.classname());
    }
    EXPECT_EQ(report.entities, map.entities.size());
    EXPECT_EQ(report.brushes, brushes);
    EXPECT_EQ(report.faces, faces);
    EXPECT_EQ(report.models, models);
    EXPECT_EQ(baked.map.modelCount(), models);
    ASSERT_EQ(report.hulls.size(), baked.map.hullCount());
    std::size_t deepest = 0;
    for (std::uint32_t h = 0; h < report.hulls.size(); ++h) {
        const HullReport& hull = report.hulls[h];
        SCOPED_TRACE(hull.name);
        EXPECT_EQ(hull.name, baked.map.hull({h}).name);
        std::size_t world = 0, others = 0, depth = 0, taking = 0;
        for (std::size_t m = 0; m < models; ++m) {
            const format::RootRecord& root = baked.map.tables().roots[m * report.hulls.size() + h];
            (m == 0 ? world : others) += nodesBelow(baked.map, root.blocking) + nodesBelow(baked.map, root.liquid);
            depth = std::max({depth, depthBelow(baked.map, root.blocking), depthBelow(baked.map, root.liquid)});
        }
        for (const format::BrushRecord& brush : baked.map.tables().brushes) taking += brush.hullMask >> h & 1;
        EXPECT_EQ(hull.worldNodes, world);
        EXPECT_EQ(hull.modelNodes, others);
        EXPECT_EQ(hull.depth, depth);
        EXPECT_EQ(hull.grownBrushes, taking);
        EXPECT_GT(hull.boundaryFaces, 0u);
        deepest = std::max(deepest, depth);
    }
    EXPECT_EQ(baked.map.tables().header->maxDepth, deepest);
    EXPECT_EQ(countRemarks(report, Severity::Error, ""), 0u);
    EXPECT_EQ(countRemarks(report, Severity::Error, "self-check"), 0u);
    for (const Remark& remark : report.remarks) EXPECT_EQ(remark.where.file, map.path);
}

TEST(ReportTest, CountsOfOwnMaps) {
    std::size_t checked = 0;
    for (const auto& path : ownMaps()) {
        SCOPED_TRACE(path.filename());
        const MapFile map = loadMap(path.string());
        expectCounts(map, bake(map));
        ++checked;
    }
    EXPECT_GE(checked, 44u);
}

TEST(ReportTest, CountsOfARealMap) {
    const auto path = sharedFile("maps/quake/e1m1.map");
    if (!path) GTEST_SKIP() << missingShared("maps/quake/e1m1.map");
    const MapFile map = loadMap(*path);
    const Baked baked = bake(map);
    expectCounts(map, baked);
    EXPECT_GT(baked.result.report.brushes, 1000u);
}

TEST(ReportTest, CountsWorkedOutByHand) {
    // Two boxes with a common side have 6 + 6 planes, of which four are flush.
    const Baked two =
        bake(worldMap({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({64, 0, 0}, {128, 64, 64})}), pointOnly());
    EXPECT_EQ(two.result.report.planes, 8u);
    EXPECT_EQ(two.result.report.planeDeviation, 0);
    const HullReport& hull = two.result.report.hulls[0];
    EXPECT_EQ(hull.grownBrushes, 2u);
    EXPECT_EQ(hull.grownPlanes, 7u) << "a plane and its flip are one";
    EXPECT_EQ(hull.bevels, 0u);
    EXPECT_EQ(hull.boundaryFaces, 10u);
    EXPECT_EQ(hull.worldNodes, 6u) << "the union is one box";
    EXPECT_EQ(hull.depth, 6u);

    // The corner tetrahedron has three edge bevels that boxes need and points do not.
    const Baked corner = bake(worldMap({hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {0, 0, 64}})}));
    EXPECT_EQ(corner.result.report.hulls[0].grownPlanes, 4u);
    EXPECT_EQ(corner.result.report.hulls[0].bevels, 0u);
    EXPECT_EQ(corner.result.report.hulls[1].grownPlanes, 10u);
    EXPECT_EQ(corner.result.report.hulls[1].bevels, 3u);
    EXPECT_EQ(corner.result.report.hulls[1].boundaryFaces, 10u);
}

TEST(ReportTest, RoundedCoordinatesAreTold) {
    const Rotation turn(0.3, 0.2, 0.7);
    const auto reportWith = [&](int decimals) {
        const auto place = [&](const Vec3& p) { return rounded(turn(p), decimals); };
        return bake(worldMap({moved(boxBrush({0, 0, 0}, {64, 64, 64}), place)})).result.report;
    };
    for (const int decimals : {0, 3, 6, 9}) EXPECT_EQ(reportWith(decimals).planeDeviation, 0) << decimals;
    EXPECT_GT(reportWith(14).planeDeviation, 0);
    EXPECT_LT(reportWith(14).planeDeviation, 1e-6);
}

TEST(ReportTest, Stages) {
    const Baked baked = bake(worldMap({smallWedge({0, 0, 0})}));
    const std::vector<std::string> names = {"solids",      "grow", "boundary", "first tree", "fill",
                                            "second tree", "grid", "emit",     "check"};
    ASSERT_EQ(baked.result.report.stages.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(baked.result.report.stages[i].name, names[i]);
        EXPECT_GE(baked.result.report.stages[i].milliseconds, 0);
    }
    EXPECT_GT(baked.result.report.milliseconds, 0);
}

TEST(ReportTest, ProgressCountsUp) {
    std::atomic<int> running = 0;
    std::vector<std::string> stages;
    std::size_t calls = 0, lastTotal = 0;
    std::atomic<bool> alone = true;
    bool inside = true;
    CompileContext context;
    context.progress = [&](std::string_view stage, std::size_t done, std::size_t total) {
        if (running++ != 0) alone = false;
        ++calls;
        inside = inside && done <= total;
        if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
        if (stage == "bake") inside = inside && total >= lastTotal;
        if (stage == "bake") lastTotal = total;
        --running;
    };
    CompileSettings settings;
    settings.threads = 4;
    const MapFile map = loadMap(std::string(HULLBAKE_SOURCE_ROOT) + "/maps/demo/demo.map");
    EXPECT_FALSE(compileMap(map, "", settings, context).blob.empty());
    EXPECT_TRUE(alone) << "one call at a time";
    EXPECT_TRUE(inside);
    EXPECT_GT(calls, 100u);
    EXPECT_EQ(stages, (std::vector<std::string>{"solids", "grow", "bake"}));
}

std::string errorOf(const std::vector<HullSpec>& hulls) {
    CompileSettings settings;
    settings.hulls = hulls;
    const CompileResult result = compileMap(worldMap({smallWedge({0, 0, 0})}), "", settings);
    EXPECT_TRUE(result.blob.empty());
    EXPECT_EQ(result.report.remarks.size(), 1u);
    if (result.report.remarks.empty()) return "no remark";
    EXPECT_EQ(result.report.remarks[0].severity, Severity::Error);
    EXPECT_EQ(result.report.remarks[0].where.pos.line, 0u);
    return result.report.remarks[0].where.message;
}

TEST(ReportTest, SettingsAtFault) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(errorOf({}), "no hull to compile");
    EXPECT_EQ(errorOf({{"", {}}}), "a hull has no name");
    for (const char* name : {"a b", "tab\t", "quote\"", "back\\slash", "\xc3\xa9", "\x7f"})
        EXPECT_EQ(errorOf({{name, {}}}), "a hull's name has odd characters");
    EXPECT_EQ(errorOf({{"one", {}}, {"two", {}}, {"one", {}}}), "two hulls are named \"one\"");
    const std::string wrongBox = "the box of hull \"box\" is inverted or larger than 4096 units";
    EXPECT_EQ(errorOf({{"box", {{1, 0, 0}, {0, 1, 1}}}}), wrongBox);
    EXPECT_EQ(errorOf({{"box", {{0, 0, -4097}, {0, 1, 1}}}}), wrongBox);
    EXPECT_EQ(errorOf({{"box", {{0, 0, 0}, {0, 4097, 1}}}}), wrongBox);
    EXPECT_EQ(errorOf({{"box", {{0, nan, 0}, {1, 1, 1}}}}), wrongBox);
    EXPECT_EQ(errorOf({{"box", {{0, 0, 0}, {1, 1, nan}}}}), wrongBox);
    EXPECT_EQ(errorOf({{"box", {{0, 0, -inf}, {1, 1, 1}}}}), wrongBox);
    std::vector<HullSpec> many;
    for (int i = 0; i < 33; ++i) many.push_back({"h" + std::to_string(i), {}});
    EXPECT_EQ(errorOf(many), "33 hulls are too many, 32 is the limit");
    many.pop_back();
    CompileSettings settings;
    settings.hulls = many;
    EXPECT_EQ(bake(worldMap({smallWedge({0, 0, 0})}), settings).map.hullCount(), 32u);
}

TEST(ReportTest, MapWithoutAUsableBrush) {
    for (MapFile map : {MapFile{}, worldMap({}), worldMap({boxBrush({0, 0, 0}, {64, 64, 0})}),
                        worldMap({boxBrush({0, 0, 0}, {8, 8, 8}, "hint")})}) {
        const CompileResult result = compileMap(map, "", {});
        EXPECT_TRUE(result.blob.empty());
        EXPECT_EQ(countRemarks(result.report, Severity::Error, "the map has no brush that could be compiled"), 1u);
    }
}

// The self-check asks nothing beyond the limit, where no query has an answer.
TEST(ReportTest, BrushesAtTheLimitOfCoordinates) {
    for (const double sign : {-1.0, 1.0}) {
        const double outer = sign * kMaxCoordinate, inner = sign * (kMaxCoordinate - 44);
        const Baked baked = bake(worldMap(
            {boxBrush({std::min(outer, inner), 0, 0}, {std::max(outer, inner), 64, 64}), smallWedge({0, 0, 0})}));
        EXPECT_EQ(countRemarks(baked.result.report, Severity::Error, "self-check"), 0u);
        EXPECT_FALSE(baked.result.blob.empty());
        EXPECT_EQ(baked.at({sign * (kMaxCoordinate - 1), 32, 32}), Contents::Solid);
    }
}

// Remarks about the whole map have no line.
bool inOrder(const CompileReport& report) {
    std::vector<std::uint32_t> lines;
    for (const Remark& remark : report.remarks)
        if (remark.where.pos.line != 0) lines.push_back(remark.where.pos.line);
    return std::is_sorted(lines.begin(), lines.end());
}

TEST(ReportTest, FaultyBrushesAreNamedAndLeftOut) {
    MapBrush open = boxBrush({0, 0, 0}, {64, 64, 64});
    open.faces.pop_back();
    MapBrush doubled = boxBrush({200, 0, 0}, {264, 64, 64});
    doubled.faces.push_back(doubled.faces[2]);
    MapBrush mixed = boxBrush({400, 0, 0}, {464, 64, 64}, "sky1");
    mixed.faces[3].texture = "stone";
    // The brushes are at lines 100, 110, ...
    const Baked baked = bake(
        worldMap({open, boxBrush({100, 0, 0}, {164, 64, 64}), boxBrush({0, 0, 500}, {64, 64, 500}), doubled, mixed}));
    const CompileReport& report = baked.result.report;
    EXPECT_TRUE(remarkedAt(report, 100, "brush is open: its faces do not enclose it; it is left out"));
    EXPECT_TRUE(remarkedAt(report, 120, "brush is flat: less than 0.001 units thick; it is left out"));
    EXPECT_TRUE(remarkedAt(report, 130, "faces 3 and 7 lie on one plane: the second is dropped"));
    EXPECT_TRUE(
        remarkedAt(report, 140, "the faces mean different contents: \"sky1\" counts (sky), \"stone\" does not"));
    EXPECT_EQ(baked.map.tables().brushes.size(), 3u);
    EXPECT_EQ(report.brushes, 5u);
    EXPECT_EQ(baked.at({32, 32, 32}), Contents::Empty);
    EXPECT_EQ(baked.at({132, 32, 32}), Contents::Solid);
    EXPECT_EQ(baked.at({232, 32, 32}), Contents::Solid);
    EXPECT_EQ(baked.at({432, 32, 32}), Contents::Sky);
    EXPECT_TRUE(inOrder(report));
}

TEST(ReportTest, RemarksComeInTheOrderOfTheMap) {
    MapFile map = worldMap(roomBrushes({{-128, -128, 0}, {128, 128, 192}}, 16));
    addPoint(map, "info_player_start", "0 0 24");
    const std::uint32_t stray = addPoint(map, "light", "1000 0 100");
    // The entity comes after the light.
    addModel(map, "func_wall", {boxBrush({0, 0, 0}, {64, 64, 0}), boxBrush({0, 0, 64}, {8, 8, 72})});
    const Baked baked = bake(map);
    EXPECT_TRUE(remarkedAt(baked.result.report, stray, "light lies in the void"));
    EXPECT_EQ(countRemarks(baked.result.report, Severity::Warning, "brush is flat"), 1u);
    EXPECT_TRUE(inOrder(baked.result.report)) << "the light comes before the brush";
}

TEST(ReportTest, DuplicateBrush) {
    const MapBrush wedge = smallWedge({0, 0, 0});
    MapBrush shuffled = wedge;
    std::reverse(shuffled.faces.begin(), shuffled.faces.end());
    MapFile map =
        worldMap({wedge, boxBrush({200, 0, 0}, {264, 64, 64}), shuffled, boxBrush({200, 0, 0}, {264, 64, 64}, "sky1")});
    addModel(map, "func_wall", {wedge});
    const Baked baked = bake(map);
    EXPECT_TRUE(remarkedAt(baked.result.report, 120, "brush is a duplicate of the one at line 100; it is left out"));
    EXPECT_EQ(countRemarks(baked.result.report, Severity::Warning, "duplicate"), 1u)
        << "other contents and other models are no duplicates";
    EXPECT_EQ(baked.map.tables().brushes.size(), 4u);
}

TEST(ReportTest, OtherRemarks) {
    MapFile map = worldMap({boxBrush({0, 0, 0}, {64, 64, 64})});
    map.entities[0].patches.emplace_back().pos = {77, 1};
    map.entities[0].patches.emplace_back().pos = {88, 1};
    map.entities[0].keys.push_back({"_hulls", "point nosuch", {5, 1}});
    addModel(map, "func_wall", {boxBrush({80, 0, 0}, {96, 64, 64})});
    MapPatch even;
    even.pos = {99, 1};
    even.rows = 4;
    even.columns = 3;
    even.points.resize(12);
    map.entities.back().patches = {even};
    addModel(map, "func_wall", {boxBrush({80, 0, 0}, {96, 64, 64})});
    MapPatch mesh;
    mesh.pos = {111, 1};
    mesh.kind = PatchKind::Mesh;
    mesh.points = {{{0, -262145, 0}}};
    map.entities.back().patches = {mesh, mesh};
    const Baked baked = bake(map);
    EXPECT_TRUE(remarkedAt(baked.result.report, 111,
                           "2 meshes of this entity are left out: points lie past the coordinate limit of +-262144"));
    EXPECT_TRUE(
        remarkedAt(baked.result.report, 99,
                   "1 curved patch of this entity is left out: curved patches have odd numbers of rows and columns"));
    EXPECT_TRUE(remarkedAt(baked.result.report, 77, "2 curved patches of this entity are left out"));
    EXPECT_TRUE(remarkedAt(baked.result.report, 5, "_hulls names \"nosuch\", which is no hull of this compile"));
    ASSERT_EQ(baked.result.report.leftOut.size(), 1u);
    EXPECT_EQ(baked.result.report.leftOut[0].kind, "name of an unknown hull");
}

TEST(ReportTest, HullSetsOfAllGames) {
    using Set = std::vector<std::pair<std::string, Box>>;
    const Box point{}, quakePlayer{{-16, -16, -24}, {16, 16, 32}};
    const auto centred = [](double x, double y, double z) { return Box{{-x, -y, -z}, {x, y, z}}; };
    const std::vector<std::pair<std::string, Set>> games = {
        {"quake", {{"point", point}, {"player", quakePlayer}, {"large", {{-32, -32, -24}, {32, 32, 64}}}}},
        {"halflife",
         {{"point", point},
          {"player", centred(16, 16, 36)},
          {"large", centred(32, 32, 32)},
          {"crouch", centred(16, 16, 18)}}},
        {"hexen2",
         {{"point", point},
          {"player", quakePlayer},
          {"medium", centred(24, 24, 20)},
          {"crouch", {{-16, -16, -12}, {16, 16, 16}}},
          {"small", centred(8, 8, 8)},
          {"large", centred(28, 28, 40)}}},
        {"quake2", {{"point", point}, {"player", quakePlayer}, {"crouch", {{-16, -16, -24}, {16, 16, 4}}}}},
        {"quake3",
         {{"point", point}, {"player", {{-15, -15, -24}, {15, 15, 32}}}, {"crouch", {{-15, -15, -24}, {15, 15, 16}}}}},
        {"doom3",
         {{"point", point}, {"player", {{-16, -16, 0}, {16, 16, 74}}}, {"crouch", {{-16, -16, 0}, {16, 16, 38}}}}},
        {"source",
         {{"point", point}, {"player", {{-16, -16, 0}, {16, 16, 72}}}, {"crouch", {{-16, -16, 0}, {16, 16, 36}}}}},
    };
    std::vector<std::string_view> names;
    for (const auto& [game, set] : games) {
        SCOPED_TRACE(game);
        names.push_back(game);
        const std::vector<HullSpec> hulls = gameHulls(game);
        ASSERT_EQ(hulls.size(), set.size());
        for (std::size_t i = 0; i < set.size(); ++i) {
            EXPECT_EQ(hulls[i].name, set[i].first);
            EXPECT_EQ(hulls[i].box, set[i].second) << set[i].first;
        }
        CompileSettings settings;
        settings.hulls = hulls;
        EXPECT_EQ(bake(worldMap({smallWedge({0, 0, 0})}), settings).map.hullCount(), set.size());
    }
    EXPECT_EQ(gameNames(), names);
    EXPECT_TRUE(gameHulls("doom").empty());
    EXPECT_TRUE(gameHulls("").empty());
    EXPECT_EQ(CompileSettings{}.hulls.size(), 3u) << "quake unless told otherwise";
}

// Who takes what the stages have built gets the same block, and is the only one that holds it.
TEST(CompileContext, TakesWhatIsLeftOver) {
    const MapFile map = worldMap({boxBrush({0, 0, 0}, {64, 64, 64})});
    std::shared_ptr<void> leftOver;
    CompileContext context;
    context.leftOver = &leftOver;
    const CompileResult with = compileMap(map, "", {}, context), without = compileMap(map, "", {});
    ASSERT_FALSE(with.blob.empty());
    EXPECT_EQ(with.blob, without.blob);
    EXPECT_EQ(leftOver.use_count(), 1);
}

}  // namespace
}  // namespace hullbake::test
