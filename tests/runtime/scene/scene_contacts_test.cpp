// Proves that a body has the contacts with a scene that it has with each member alone, and that members that are surely
// left free by a place do not stop a probe there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "hullbake/contact.hpp"
#include "hullbake/scene.hpp"
#include "hullbake/shape.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "runtime/scene/scene_level.hpp"
#include "scene/members.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kSameContact = 1e-9;

class SceneContacts : public testing::Test {
  protected:
    SceneContacts() : baked_(bakeText(sceneLevel())), map_(baked_.map) {
        shapes_ = {
            Shape::ball(9), Shape::capsule({-8, -3, -5}, {9, 4, 6}, 5), Shape::cylinder(6, 15).turned({30, 50, 20}),
            Shape::box({{-8, -12, -6}, {8, 12, 6}}).turned({20, 35, 10}), Shape::box({{-8, -8, -12}, {8, 8, 12}})};
    }

    // Draws a probe of a shape, or of a box at times, and members, of which some bodies are round.
    TraceCall draw(Random& random, int turn) {
        TraceCall call{Probe{.shape = &shapes_[static_cast<std::size_t>(turn) % shapes_.size()]}, {}, {}};
        drawWay(random, turn, call);
        if (turn % 6 == 0) {
            call.probe.shape = nullptr;
            call.probe.box = Box{{-8, -8, -12}, {8, 8, 12}};
        }
        drawn_.draw(random, 2, 8);
        for (Body& body : drawn_.bodies)
            if (random.chance(0.4)) body.form = BodyForm::Capsule;
        call.probe.scene = &drawn_.scene;
        return call;
    }
    std::vector<BrushContact> contactsOf(const Probe& probe, const Vec3& origin) const {
        std::vector<BrushContact> found(64);
        const NeighbourCount count = map_.contacts(probe, origin, found);
        EXPECT_FALSE(count.invalid) << refusalText(count.refusal);
        EXPECT_LE(count.count, found.size());
        found.resize(std::min(count.count, found.size()));
        return found;
    }
    // The contacts with one member alone; a body's are those of its own shape.
    std::vector<BrushContact> alone(const Probe& probe, MemberId member, const Vec3& origin) const {
        Probe one = probe;
        one.scene = nullptr;
        if (!member.isBody()) {
            if (member.isModel()) {
                one.model = drawn_.models[member.index()].model;
                one.transform = drawn_.models[member.index()].transform;
            }
            return contactsOf(one, origin);
        }
        const Body& body = drawn_.bodies[member.index()];
        const Shape shape = body.form == BodyForm::Box ? Shape::box(body.box) : Shape::capsuleIn(body.box);
        const Shape own = probe.shape != nullptr ? *probe.shape : Shape::box(*probe.box);
        const BodyContact found = contact(shape, body.origin, own, origin);
        if (found.distance > kSurfaceTolerance) return {};
        BrushContact contact;
        contact.contents = body.contents;
        contact.depth = -found.distance;
        contact.normal = found.normal;
        contact.point = found.onA;
        return {contact};
    }
    template <class Visit>
    void forAll(const Visit& visit) const {
        visit(kNoMember);
        for (std::uint32_t i = 0; i < drawn_.models.size(); ++i) visit(MemberId::model(i));
        for (std::uint32_t i = 0; i < drawn_.bodies.size(); ++i) visit(MemberId::body(i));
    }

    BakedMap baked_;
    const ClipMap& map_;
    std::vector<Shape> shapes_;
    DrawnScene drawn_;
};

TEST_F(SceneContacts, AreThoseWithEachMemberAlone) {
    std::size_t world = 0, models = 0, turned = 0, boxes = 0, rounds = 0, moves = 0;
    forRandomCases(97, 20000, [&](Random& random, int i) {
        const TraceCall call = draw(random, i);
        const std::vector<BrushContact> all = contactsOf(call.probe, call.start);
        std::size_t at = 0;
        forAll([&](MemberId member) {
            for (const BrushContact& one : alone(call.probe, member, call.start)) {
                ASSERT_LT(at, all.size()) << text(call);
                const BrushContact& found = all[at++];
                ASSERT_EQ(found.member, member) << text(call);
                ASSERT_EQ(found.model, one.model);
                ASSERT_EQ(found.brush, one.brush);
                ASSERT_EQ(found.line, one.line);
                ASSERT_EQ(found.entity, one.entity);
                ASSERT_EQ(found.contents, one.contents);
                ASSERT_NEAR(found.depth, one.depth, kSameContact) << text(call);
                // Of two ways out that are equally long, either may be told.
                if (member.isModel() || member.none()) {
                    ASSERT_EQ(found.normal, one.normal) << text(call);
                    ASSERT_EQ(found.point, one.point) << text(call);
                }
                world += member.none();
                models += member.isModel();
                turned += member.isModel() && drawn_.models[member.index()].transform.turns();
                const bool isRound = member.isBody() && drawn_.bodies[member.index()].form == BodyForm::Capsule;
                rounds += isRound;
                boxes += member.isBody() && !isRound;
            }
        });
        ASSERT_EQ(at, all.size()) << text(call);
        const MoveOut out = leastMoveOut(all);
        if (!out.found || all.empty()) return;
        // The move leads out of all that it was in, and may lead into others.
        for (const BrushContact& contact : contactsOf(call.probe, call.start + out.move)) {
            const bool before = std::any_of(all.begin(), all.end(), [&](const BrushContact& old) {
                return old.member == contact.member && old.model == contact.model && old.brush == contact.brush &&
                       old.depth > 1e-6;
            });
            ASSERT_TRUE(!before || contact.depth <= 1e-6) << text(call);
        }
        ++moves;
    });
    EXPECT_GE(world, 500u);
    EXPECT_GE(models, 300u);
    EXPECT_GE(turned, 100u);
    EXPECT_GE(boxes, 300u);
    EXPECT_GE(rounds, 200u);
    EXPECT_GE(moves, 500u);
}

TEST_F(SceneContacts, WhoIsNotSeenHasNone) {
    const Shape ball = Shape::ball(9);
    Probe probe{.shape = &ball};
    drawn_.bodies.assign(1, Body{});
    drawn_.bodies[0].box = kCrate;
    drawn_.bodies[0].origin = {0, 0, 40};
    drawn_.scene = {drawn_.models, drawn_.bodies};
    probe.scene = &drawn_.scene;
    const Vec3 inside{0, 0, 50};
    ASSERT_EQ(contactsOf(probe, inside).size(), 1u);
    EXPECT_EQ(contactsOf(probe, inside)[0].member, MemberId::body(0));
    drawn_.scene.self = MemberId::body(0);
    EXPECT_TRUE(contactsOf(probe, inside).empty()) << "the member that moves";
    drawn_.scene.self = kNoMember;
    drawn_.bodies[0].enabled = false;
    EXPECT_TRUE(contactsOf(probe, inside).empty()) << "a member that is not enabled";
    drawn_.bodies[0].enabled = true;
    drawn_.bodies[0].contents = Contents::Water;
    EXPECT_TRUE(contactsOf(probe, inside).empty()) << "contents outside of the mask";
    drawn_.bodies[0].contents = Contents::Solid;
    EXPECT_TRUE(contactsOf(probe, {500, 0, 50}).empty()) << "far away";
    drawn_.bodies[0].box.maxs.x = 1e9;
    std::array<BrushContact, 4> out;
    const NeighbourCount bad = map_.contacts(probe, inside, out);
    EXPECT_TRUE(bad.invalid);
    EXPECT_EQ(bad.refusal, Refusal::BadScene);
}

// What isSurelyFreeOfMember says saves a trace, and is never wrong.
TEST_F(SceneContacts, ProbesAreFreeOfWhatTheyAreSurelyFreeOf) {
    std::size_t surely = 0, bodies = 0, models = 0, stuck = 0;
    forRandomCases(98, 8000, [&](Random& random, int i) {
        TraceCall call = draw(random, i);
        // Round probes are never told to be free.
        if (call.probe.shape != nullptr && i % 4 != 0) {
            call.probe.shape = nullptr;
            call.probe.box = Box{{-8, -8, -12}, {8, 8, 12}};
        }
        if (i % 5 == 0) call.start = random.pointIn({{-60, -60, -4}, {60, 60, 60}});
        forAll([&](MemberId member) {
            if (member.none()) return;
            const bool isFree = detail::isSurelyFreeOfMember(map_.tables(), call.probe, member, call.start);
            const Trace trace = detail::traceMember(map_.tables(), call.probe, member, call.start, call.start);
            stuck += trace.startsolid;
            if (!isFree) return;
            ASSERT_FALSE(trace.startsolid) << text(call);
            ++surely;
            bodies += member.isBody();
            models += member.isModel();
        });
    });
    EXPECT_GE(surely, 5000u);
    EXPECT_GE(bodies, 2000u);
    EXPECT_GE(models, 2000u);
    EXPECT_GE(stuck, 200u);
}

}  // namespace
}  // namespace hullbake::test
