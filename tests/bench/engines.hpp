// The engines that are timed side by side: our own ways to trace, and the peers, all with the same queries.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "oracle/solids/grown_brush.hpp"
#include "tests/bench/levels.hpp"

namespace hullbake::bench {

/// The place where an engine stops the box.
struct Stop {
    bool hit = false, startsolid = false, allsolid = false;
    double fraction = 1;  ///< fraction of the move, after the engine's own skin
};

struct EngineInfo {
    std::string name;
    double skin = 0;         ///< units kept from the plane that was hit
    bool tellsStart = true;  ///< the engine detects starts in solid
    std::size_t group = 4;   ///< traces between two readings of the clock for p50 and p99
};

/// One way to trace the player's box through a level's world. Built once, for any number of queries.
class Engine {
  public:
    explicit Engine(EngineInfo info) : info_(std::move(info)) {}
    virtual ~Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const EngineInfo& info() const { return info_; }
    /// Traces all segments in order. Returns the sum of the fractions, so that the compiler cannot omit a trace.
    virtual double pass(std::span<const Segment> segments) const = 0;
    virtual Stop stop(const Segment& segment) const = 0;

  private:
    EngineInfo info_;
};

using Engines = std::vector<std::unique_ptr<Engine>>;

/// Input for building peers: the world's blocking brushes as the oracle reads them.
struct PeerInput {
    Box box;                                ///< the player's box
    std::vector<oracle::BareBrush> bare;    ///< brushes that take part in the hull
    std::vector<oracle::GrownBrush> grown;  ///< those brushes, grown by the box
};
PeerInput peerInput(const Level& level);

std::unique_ptr<Engine> makeBaked(const Level& level);
/// Traces eight segments a call.
std::unique_ptr<Engine> makeBatch(const Level& level);
/// Expands the brushes by the box at query time.
std::unique_ptr<Engine> makeQuery(const Level& level);
/// The classic check with positions in single precision, as in the engines that used it, or in double.
std::unique_ptr<Engine> makeClassic(const Level& level);
std::unique_ptr<Engine> makeClassicDouble(const Level& level);
/// Null when the peer is not built in.
std::unique_ptr<Engine> makeBullet(const PeerInput& input);
std::unique_ptr<Engine> makeEmbree(const PeerInput& input);

/// Returns all engines, our own first.
Engines makeEngines(const Level& level);
/// Returns the names of the missing peers, with the packages to install.
std::vector<std::string> missingPeers();

}  // namespace hullbake::bench
