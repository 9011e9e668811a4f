// Proves row A10: liquids and sky keep their contents, clips are not forgotten, coincident volumes do not delete each
// other.
#include <iostream>
#include <map>

#include "oracle/judge/compare_trace.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240715;

// Adds all brushes of the world again as an entity, so that models get the same queries.
MapFile withCopyAsModel(MapFile map) {
    MapEntity entity;
    entity.keys.push_back({"classname", "func_wall", {}});
    entity.brushes = map.entities.front().brushes;
    map.entities.push_back(std::move(entity));
    return map;
}

const Contents kMasks[] = {kMaskBlocking,         kMaskAll,
                           kMaskPassable,         Contents::Water,
                           Contents::Slime,       Contents::Lava,
                           Contents::Sky,         Contents::Solid,
                           Contents::Clip,        Contents::Playerclip,
                           Contents::Monsterclip, Contents::Solid | Contents::Water};

TEST(LostContents, EveryMaskAndEveryHullAnswersLikeTheOracle) {
    SplitMix random(kSeed);
    Faults faults;
    std::map<std::string, std::size_t> hits, inside;
    for (const char* name : {"liquids_overlap", "sky_and_solid", "clip_kinds", "coincident_faces"}) {
        const Proof proof = bakeProof(withCopyAsModel(sceneMap(name)));
        const auto lastModel = static_cast<std::uint32_t>(proof.clip.modelCount() - 1);
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h)
            for (const std::uint32_t model : {0u, lastModel}) {
                const SolidSet solids = proof.solids({h}, model);
                for (const Vec3& p : hardPoints(solids, random, 400, 512, 400)) {
                    const Contents got = proof.at(p, {h}, model);
                    const std::string reason = oracle::comparePoint(solids, p, got);
                    if (!reason.empty()) faults.note(std::string(name) + ", " + text(p) + ": " + reason);
                    ++inside[std::string(contentsName(got))];
                }
                for (int i = 0; i < 1200; ++i) {
                    TraceCase input{exact({h}), inBox(random, solids.bounds()), inBox(random, solids.bounds())};
                    input.probe.model = {model};
                    input.probe.mask = kMasks[static_cast<std::size_t>(i) % std::size(kMasks)];
                    const Trace trace = input.ask(proof.clip);
                    const oracle::Verdict verdict = oracle::compareTrace(solids, input, trace);
                    if (!verdict.agrees && !verdict.marginal)
                        faults.note(std::string(name) + ", " + text(input) + ": " + verdict.reason);
                    if (trace.hit && !trace.startsolid) ++hits[std::string(contentsName(trace.contents))];
                }
            }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed;
    for (const char* kind : {"solid", "sky", "clip", "playerclip", "monsterclip", "lava", "slime", "water"}) {
        EXPECT_GE(hits[kind], 40u) << kind;
        EXPECT_GE(inside[kind], 40u) << kind;
        std::cout << kind << ": " << hits[kind] << " hits, inside " << inside[kind] << " times\n";
    }
}

// Two coincident brushes of water are water, not empty. Lava wins over slime, slime over water, and solid over all.
TEST(LostContents, CoincidentBrushesKeepTheirContents) {
    const char* const textures[] = {"*water1", "*slime1", "*lava1", "sky1", "stone"};
    const char* const names[] = {"water", "slime", "lava", "sky", "solid"};
    std::size_t checked = 0;
    for (std::size_t a = 0; a < 5; ++a)
        for (std::size_t b = 0; b < 5; ++b) {
            MapBrush one = boxBrush({-64, -64, -64}, {64, 64, 64}), two = one;
            for (MapFace& face : one.faces) face.texture = textures[a];
            for (MapFace& face : two.faces) face.texture = textures[b];
            // Identical brushes are reported as one duplicate. Different ones overlap.
            const Proof proof = bakeProof(worldOf({one, two}));
            for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
                EXPECT_EQ(contentsName(proof.at({1, 2, 3}, {h})), names[std::max(a, b)]) << a << ' ' << b;
                ++checked;
            }
        }
    EXPECT_EQ(checked, 150u);
}

}  // namespace
}  // namespace hullbake::test
