// Proves that depths of boxes in brushes that are near are those in all brushes of the file.
#include "oracle/solids/box_depth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

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

    // What is below is where a way down gets into the first of all brushes: found by halves.
    void compareBelow(const MeetBelow& meet, const std::vector<GrownBrush>& all, const Vec3& at) {
        const auto meets = [&](double far) {
            return std::any_of(all.begin(), all.end(), [&](const GrownBrush& brush) {
                return any(brush.contents & kMaskBlocking) &&
                       goesDeeper(brush, at, at - Vec3{0, 0, far}, kSurfaceTolerance);
            });
        };
        if (deepest(all, at, kMaskBlocking) > 0) return;
        const double least =
            std::accumulate(meet.ups.begin(), meet.ups.end(), 1.0, [](double a, double b) { return std::min(a, b); });
        if (!meets(kReach)) {
            ASSERT_GE(meet.far, kReach - kSurfaceTolerance / least);
            ++over_;
            return;
        }
        double free = 0, hit = kReach;
        for (int i = 0; i < 60; ++i) (meets((free + hit) / 2) ? hit : free) = (free + hit) / 2;
        ASSERT_GE(hit, meet.far - 1e-9);
        ASSERT_LE(hit, meet.far + kSurfaceTolerance / least + 1e-9);
        ++met_;
        sloped_ += least < 1 ? 1 : 0;
    }

    Vec3 placeNear(const Box& bounds, SplitMix& random) {
        Vec3 at;
        for (int axis = 0; axis < 3; ++axis) at[axis] = random.range(bounds.mins[axis] - 40, bounds.maxs[axis] + 40);
        return at;
    }

    OpenMap opened_;
    FileSolids solids_;
    static constexpr double kReach = 32;
    std::size_t inside_ = 0, beside_ = 0, outside_ = 0, crossed_ = 0, free_ = 0, met_ = 0, sloped_ = 0, over_ = 0;
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
                if (i % 4 == 0) {
                    ASSERT_NO_FATAL_FAILURE(compareBelow(near.below(at, kReach, kMaskBlocking), all, at));
                }
                for (const Contents mask : {kMaskBlocking, Contents::Water})
                    ASSERT_NO_FATAL_FAILURE(compare(near.depth(at, mask), deepest(all, at, mask), 0));
            }
        }
    EXPECT_GE(inside_, 200u);
    EXPECT_GE(beside_, 20u);
    EXPECT_GE(outside_, 200u);
    EXPECT_GE(crossed_, 200u);
    EXPECT_GE(free_, 100u);
    EXPECT_GE(met_, 20u);
    EXPECT_GE(over_, 20u);
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
                    if (i % 4 == 0) {
                        const MeetBelow meet = near.below(b, boxes[b], at, kReach, kMaskBlocking);
                        ASSERT_NO_FATAL_FAILURE(compareBelow(meet, all, at));
                    }
                }
            }
        }
    }
    EXPECT_GE(inside_, 200u);
    EXPECT_GE(beside_, 20u);
    EXPECT_GE(outside_, 200u);
    EXPECT_GE(met_, 20u);
    EXPECT_GE(sloped_, 10u);
    EXPECT_GE(over_, 20u);
}

// A roof over the y axis with a flat and a steep side, and the ground that it stands on.
TEST(MeetsBelow, TellTheFacesThatAreMet) {
    GrownBrush roof;
    roof.planes = {{{-0.6, 0, 0.8}, 0}, {{0.8, 0, 0.6}, 0}, {{0, 0, -1}, 64}, {{0, 1, 0}, 8}, {{0, -1, 0}, 8}};
    const auto side = [&](double x) { return meetBelow(roof, {x, 0, 10}, 64); };
    ASSERT_TRUE(side(-2) && side(0) && side(3));
    EXPECT_NEAR(side(-2)->far, 11.5, 1e-12);
    EXPECT_EQ(side(-2)->ups, std::vector{0.8});
    EXPECT_NEAR(side(3)->far, 14, 1e-12);
    EXPECT_EQ(side(3)->ups, std::vector{0.6});
    EXPECT_NEAR(side(0)->far, 10, 1e-12);
    EXPECT_EQ(side(0)->ups, (std::vector{0.8, 0.6}));
    EXPECT_FALSE(meetBelow(roof, {0, 0, 10}, 10));
    EXPECT_FALSE(meetBelow(roof, {0, 8 - 1e-6, 10}, 64));
    EXPECT_FALSE(meetBelow(roof, {0, 0, -1}, 64));
    MeetBelow nearest;
    takeNearer(nearest, *side(3));
    takeNearer(nearest, *side(0));
    takeNearer(nearest, {nearest.far - kSameMeet / 2, {1}});
    EXPECT_EQ(nearest.ups, (std::vector{0.8, 0.6, 1.0}));
}

// A corner that is cut for less than the tolerance is passed, however deep that is. An end is not.
TEST(MeetsBelow, CutCornersAreNoDepth) {
    GrownBrush box;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            GrownPlane& plane = box.planes.emplace_back();
            plane.normal[axis] = sign;
            plane.dist = 8;
        }
    const auto cut = [&](double in) {
        return goesDeeper(box, {9 - in, 7 - in, 0}, {7 - in, 9 - in, 0}, kSurfaceTolerance);
    };
    EXPECT_FALSE(cut(0.4e-5));
    EXPECT_FALSE(cut(1.3e-5));
    EXPECT_TRUE(cut(1.5e-5));
    EXPECT_TRUE(goesDeeper(box, {9, 7, 0}, {8 - 1.1e-5, 8 - 1.1e-5, 0}, kSurfaceTolerance));
    EXPECT_FALSE(goesDeeper(box, {9, 7, 0}, {8 - 0.9e-5, 8 - 0.9e-5, 0}, kSurfaceTolerance));
}

INSTANTIATE_TEST_SUITE_P(Maps, BoxDepthTest,
                         testing::Values("demo/demo", "scenes/clip_and_solid_entity", "scenes/rotating_door"),
                         [](const auto& map) { return map.param.substr(map.param.find('/') + 1); });

}  // namespace
}  // namespace hullbake::oracle
