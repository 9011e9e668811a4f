// Proves that the solids read from a .hull file are the solids of its map.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "oracle/base/random_boxes.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/solids/file_solids.hpp"

namespace hullbake::oracle {
namespace {

/// Bounds, in units and in parts of a normal, the rounding of planes that were solved in different ways.
constexpr double kSame = 1e-6;

std::string mapPath(const std::string& name) {
    return (std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps" / (name + ".map")).string();
}

/// Returns true if every plane of `a` is one of `b`.
bool planesAmong(const GrownBrush& a, const GrownBrush& b) {
    return std::all_of(a.planes.begin(), a.planes.end(), [&](const GrownPlane& plane) {
        return std::any_of(b.planes.begin(), b.planes.end(), [&](const GrownPlane& other) {
            return length(plane.normal - other.normal) < kSame && std::abs(plane.dist - other.dist) < kSame;
        });
    });
}

class FileSolidsTest : public testing::TestWithParam<std::string> {
  protected:
    void compare(const OpenMap& opened, const FileSolids& file, std::uint32_t model, const Box& box,
                 std::optional<HullId> hull) {
        const std::string name = hull ? std::string(opened.open.map.hull(*hull).name) : "";
        const auto expected = growModel(opened.models[model], box, name);
        const auto got = growSolids(opened.open.map, file, ModelId{model}, box, hull);
        ASSERT_EQ(got.size(), expected.size()) << "model " << model << " " << name;
        for (const GrownBrush& brush : got) {
            const auto same = std::find_if(expected.begin(), expected.end(), [&](const GrownBrush& other) {
                return other.entity == brush.entity && other.number == brush.number;
            });
            ASSERT_NE(same, expected.end()) << "line " << brush.line;
            EXPECT_EQ(brush.contents, same->contents) << "line " << brush.line;
            EXPECT_EQ(brush.line, same->line);
            EXPECT_TRUE(planesAmong(brush, *same) && planesAmong(*same, brush)) << "line " << brush.line;
            ++compared_;
        }
    }

    std::size_t compared_ = 0;
};

TEST_P(FileSolidsTest, AreThoseOfTheMap) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(mapPath(GetParam()), {}, opened));
    const FileSolids file = readSolids(opened.open.map);
    EXPECT_EQ(file.unsolved, 0u);
    std::vector<Box> boxes = randomBoxes(11, 3);
    boxes.push_back({{1, 2, 3}, {1, 2, 3}});
    for (std::uint32_t model = 0; model < opened.open.map.modelCount(); ++model) {
        for (std::uint32_t h = 0; h < opened.open.map.hullCount(); ++h)
            compare(opened, file, model, opened.open.map.hull(HullId{h}).box, HullId{h});
        for (const Box& box : boxes) compare(opened, file, model, box, {});
    }
    EXPECT_GE(compared_, 30u);
}

INSTANTIATE_TEST_SUITE_P(Maps, FileSolidsTest,
                         testing::Values("demo/demo", "scenes/clip_kinds", "scenes/clip_and_solid_entity",
                                         "scenes/liquids_overlap", "scenes/rotated_room", "scenes/terrain_prisms"),
                         [](const auto& map) { return map.param.substr(map.param.find('/') + 1); });

}  // namespace
}  // namespace hullbake::oracle
