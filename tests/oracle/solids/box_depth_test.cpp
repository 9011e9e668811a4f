// Proves that depths of boxes in brushes that are near are those in all brushes of the file.
#include "oracle/solids/box_depth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "oracle/base/random_boxes.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/solids/turned_model.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

using test::sized;

double deepest(const std::vector<GrownBrush>& brushes, const Vec3& at, Contents mask) {
    double deepest = kFarOutside;
    for (const GrownBrush& brush : brushes)
        if (any(brush.contents & mask)) deepest = std::max(deepest, depthIn(brush, at));
    return deepest;
}

FileSolids turnedSolids(const FileSolids& solids, ModelId model, const Transform& transform) {
    FileSolids turned;
    for (const FileBrush& solid : solids.brushes) {
        if (solid.model != model.value) continue;
        FileBrush copy = solid;
        const auto brush = turnedBrush(solid.brush, transform);
        if (!brush) continue;
        copy.brush = *brush;
        turned.brushes.push_back(copy);
    }
    return turned;
}

class BoxDepthTest : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        const std::filesystem::path maps = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
        ASSERT_NO_FATAL_FAILURE(openMap((maps / (GetParam() + ".map")).string(), {}, opened_));
        solids_ = readSolids(opened_.open.map);
    }

    // Depths are compared where the box is near, and by its side elsewhere.
    void compare(double got, double expected, double within) {
        if (expected > -kBeside) {
            ASSERT_LE(std::abs(got - expected), within) << got << " and " << expected;
            ++(expected > 0 ? inside_ : beside_);
        } else {
            ASSERT_LE(got, -kBeside + within);
            ++outside_;
        }
    }

    // A way is in what one of its points is in; and where none of the model's brushes is crossed it is in none.
    void compareWay(BoxInModel& near, const std::vector<GrownBrush>& all, const Vec3& from, const Vec3& to) {
        const bool goes = near.goesDeeper(from, to, kMaskBlocking, 0.5);
        bool found = false;
        for (int k = 0; k <= 64; ++k)
            found = found || deepest(all, from + (to - from) * (k / 64.0), kMaskBlocking) > 0.5;
        ASSERT_TRUE(goes || !found);
        const bool crosses = std::any_of(all.begin(), all.end(), [&](const GrownBrush& brush) {
            return any(brush.contents & kMaskBlocking) && goesDeeper(brush, from, to, 0.5);
        });
        ASSERT_EQ(goes, crosses);
        ++(goes ? crossed_ : free_);
    }

    Vec3 placeNear(const Box& bounds, SplitMix& random) {
        Vec3 at;
        for (int axis = 0; axis < 3; ++axis) at[axis] = random.range(bounds.mins[axis] - 40, bounds.maxs[axis] + 40);
        return at;
    }

    OpenMap opened_;
    FileSolids solids_;
    std::size_t inside_ = 0, beside_ = 0, outside_ = 0, crossed_ = 0, free_ = 0;
};

TEST_P(BoxDepthTest, IsThatOfAllBrushes) {
    SplitMix random(3601);
    const ClipMap& map = opened_.open.map;
    for (const Box& box : randomBoxes(12, 4))
        for (std::uint32_t model = 0; model < map.modelCount(); ++model) {
            const std::vector<GrownBrush> all = growSolids(map, solids_, {model}, box);
            BoxInModel near(map, solids_, {model}, box);
            Vec3 at = placeNear(map.model({model}).bounds, random);
            for (int i = 0; i < sized(300, 3000); ++i) {
                // On the way, as moves go, and sometimes elsewhere.
                at = random.chance(0.1) ? placeNear(map.model({model}).bounds, random)
                                        : at + random.direction() * random.range(0, 12);
                ASSERT_NO_FATAL_FAILURE(compareWay(near, all, placeNear(map.model({model}).bounds, random), at));
                for (const Contents mask : {kMaskBlocking, Contents::Water})
                    ASSERT_NO_FATAL_FAILURE(compare(near.depth(at, mask), deepest(all, at, mask), 0));
            }
        }
    EXPECT_GE(inside_, 200u);
    EXPECT_GE(beside_, 20u);
    EXPECT_GE(outside_, 200u);
    EXPECT_GE(crossed_, 200u);
    EXPECT_GE(free_, 100u);
}

TEST_P(BoxDepthTest, IsThatOfAllTurnedBrushes) {
    SplitMix random(3602);
    const ClipMap& map = opened_.open.map;
    std::vector<Box> boxes = randomBoxes(13, 2);
    for (std::uint32_t model = 1; model < map.modelCount(); ++model) {
        TurnedModel near(map, solids_, {model});
        const Box bounds = map.model({model}).bounds;
        for (std::size_t turn = 0; turn < kTurnKinds * sized<std::size_t>(2, 10); ++turn) {
            const Transform transform = randomTransform(static_cast<TurnKind>(turn % kTurnKinds), bounds, random);
            near.place(transform);
            const FileSolids turned = turnedSolids(solids_, {model}, transform);
            for (std::size_t b = 0; b < boxes.size(); ++b) {
                const std::vector<GrownBrush> all = growSolids(map, turned, {model}, boxes[b]);
                for (int i = 0; i < 400; ++i) {
                    const Vec3 at = placeNear(bounds, random) + transform.displacement;
                    ASSERT_NO_FATAL_FAILURE(
                        compare(near.depth(b, boxes[b], at, kMaskBlocking), deepest(all, at, kMaskBlocking), 1e-9));
                }
            }
        }
    }
    EXPECT_GE(inside_, 200u);
    EXPECT_GE(beside_, 20u);
    EXPECT_GE(outside_, 200u);
}

INSTANTIATE_TEST_SUITE_P(Maps, BoxDepthTest,
                         testing::Values("demo/demo", "scenes/clip_and_solid_entity", "scenes/rotating_door"),
                         [](const auto& map) { return map.param.substr(map.param.find('/') + 1); });

}  // namespace
}  // namespace hullbake::oracle
