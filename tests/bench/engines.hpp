// Everything that is timed side by side: our own ways to trace, and the peers, all asked the same questions.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "oracle/solids/grown_brush.hpp"
#include "tests/bench/levels.hpp"

namespace hullbake::bench {

/// Where an engine says that the box stops.
struct Stop {
    bool hit = false, startsolid = false, allsolid = false;
    double fraction = 1;  ///< of the move, after the skin that the engine keeps
};

struct EngineInfo {
    std::string name;
    double skin = 0;         ///< units kept from the plane that was hit
    bool tellsStart = true;  ///< knows about starts in solid
    std::size_t group = 4;   ///< traces between two looks at the clock for p50 and p99
};

/// One way to trace the player's box through a level's world. Any number of queries; built once.
class Engine {
  public:
    explicit Engine(EngineInfo info) : info_(std::move(info)) {}
    virtual ~Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const EngineInfo& info() const { return info_; }
    /// Traces all, one after another, and returns the sum of the fractions, so that none can be left out.
    virtual double pass(std::span<const Segment> segments) const = 0;
    virtual Stop stop(const Segment& segment) const = 0;

  private:
    EngineInfo info_;
};

using Engines = std::vector<std::unique_ptr<Engine>>;

/// What peers are built from: the world's blocking brushes as the oracle reads them.
struct PeerInput {
    Box box;                                ///< the player's
    std::vector<oracle::BareBrush> bare;    ///< that take part in the hull
    std::vector<oracle::GrownBrush> grown;  ///< the same, grown by the box
};
PeerInput peerInput(const Level& level);

std::unique_ptr<Engine> makeBaked(const Level& level);
/// Eight traces a call.
std::unique_ptr<Engine> makeBatch(const Level& level);
/// The same box, expanded at query time.
std::unique_ptr<Engine> makeQuery(const Level& level);
/// The classic check with positions in single precision, as the engines that made it famous have them, or in double.
std::unique_ptr<Engine> makeClassic(const Level& level);
std::unique_ptr<Engine> makeClassicDouble(const Level& level);
/// Null when not built in.
std::unique_ptr<Engine> makeBullet(const PeerInput& input);
std::unique_ptr<Engine> makeEmbree(const PeerInput& input);

/// All of them, our own first.
Engines makeEngines(const Level& level);
/// Names of the peers that this program was built without, and what to install.
std::vector<std::string> missingPeers();

}  // namespace hullbake::bench
