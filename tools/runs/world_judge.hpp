// Judges the ticks of a world by brute force, for `fuzz-world`.
// In: a world after each tick. Out: what is wrong with it, in words.
// Invariant: the oracle grows the brushes of the file by its own code; nothing here asks the runtime.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "oracle/solids/box_depth.hpp"
#include "oracle/solids/file_solids.hpp"
#include "tools/runs/world_player.hpp"

namespace hullbake::cli {

struct WorldTally {
    std::size_t ticks = 0, worlds = 0, events = 0;
    std::size_t pairs = 0;    ///< of members, tested for an overlap
    std::size_t ways = 0;     ///< pieces of walks, tested for what they lead through
    std::size_t carried = 0;  ///< riders whose offset was compared
    std::size_t tilted = 0;   ///< of these, on ground that tilts
    std::size_t contacts = 0, blocked = 0, rollbacks = 0, crushed = 0;
    std::size_t jumped = 0;   ///< bodies in movers that have jumped
    std::size_t deeper = 0;   ///< bodies in movers that got deeper, as far as the mover went
    std::size_t touches = 0;  ///< of triggers: Enter and Leave
    std::size_t insides = 0;  ///< bodies and triggers compared

    void add(const WorldTally& other);
};

class WorldJudge {
  public:
    /// All must outlive the judge.
    WorldJudge(const ClipMap& map, const oracle::FileSolids& solids, const WorldRun& run, const WorldPlayer& player);

    /// Call before each tick.
    void before();
    /// Returns an empty string, or what is wrong after the tick. `still` tells the bodies without a wish or push.
    std::string judge(const std::vector<bool>& still, WorldTally& tally);

    /// Units: a deeper overlap is a fault, if it is new.
    static constexpr double kDeepest = kSurfaceTolerance;
    /// Units: the rounding of depths that are compared.
    static constexpr double kRounding = 1e-7;

  private:
    struct Depths {
        std::vector<double> world;           ///< of each body
        std::vector<double> models, bodies;  ///< of each body with each model, and with each body
    };
    oracle::TurnedModel& turnedModel(std::size_t model, const PlacedModel& placed);
    oracle::BoxInModel& inModel(std::size_t body, std::uint32_t model);
    Vec3 wayOf(std::size_t body, const Transform& from, const Transform& to) const;
    double depthInModel(std::size_t body, std::size_t model, const Vec3& origin);
    double depthInModel(std::size_t body, std::size_t model, const PlacedModel& placed, const Vec3& origin);
    double depthOfTrigger(std::size_t body, std::size_t trigger);
    Depths measure(const std::vector<Vec3>& places);
    std::vector<Vec3> places() const;
    static oracle::GrownBrush sumOf(const Box& box, const Box& other, const Vec3& at);
    bool standsOn(std::size_t body, std::size_t model, double reach, double beside);
    bool overlapsAny(const Depths& depths, std::size_t body) const;
    std::string judgeRules() const;
    std::string judgeJumps(Depths& was, WorldTally& tally);
    double farthestFrom(const Vec3& pivot, std::size_t body) const;
    double wayAtBody(std::size_t body, std::size_t model) const;
    double deeperInside(std::size_t body, std::size_t model);
    std::string judgeStep(const Depths& was, const Depths& now, WorldTally& tally);
    void forgetParted(const Depths& depths);
    std::string judgeWalks(const Depths& was, const Depths& now, WorldTally& tally) const;
    std::string judgeWays(const Depths& driven, WorldTally& tally);
    std::string judgeWay(std::size_t body, const Vec3& from, const Vec3& to);
    std::string judgeTriggers(WorldTally& tally);
    // world_judge_riders.cpp
    bool rides(std::size_t body);
    std::string judgeGrounds(const Depths& driven);
    std::string judgeRiders(const std::vector<bool>& still, const Depths& driven, WorldTally& tally);
    oracle::MeetBelow below(std::size_t body);
    bool mayEndThere(std::size_t body);

    const ClipMap& map_;
    const oracle::FileSolids& solids_;
    const WorldRun& run_;
    const WorldPlayer& player_;
    std::map<std::pair<std::size_t, std::uint32_t>, oracle::BoxInModel> inModels_;  ///< by body and model of the file
    std::map<std::size_t, oracle::TurnedModel> turned_;                             ///< by placed model
    Depths depths_;
    std::vector<bool> inside_;  ///< as told by the events
    /// The bodies and models that overlap as the rule of a mover lets them, or after a jump, until they are apart: as
    /// in Depths.
    std::vector<bool> letIn_;
    std::vector<WalkState> walkers_;
    std::vector<bool> rode_;  ///< before the tick: stands on a model
    std::vector<PlacedModel> models_;
    std::vector<Mover> movers_;
    std::vector<Vec3> places_;
};

}  // namespace hullbake::cli
