// Runs random movers through a whole `.hull` file and judges every tick, for `hullbake fuzz-slide`.
//
// In: an opened file and settings. Out: tallies for each box and kind of mover, and the first faults.
// Holds directions for seconds, too (held_window.hpp).
// Moves every hull, baked and expanded at query time, through the world alone and through all models. Moves random
// boxes through one of the two.
// Invariant: the result does not depend on the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "oracle/moves/move_judge.hpp"

namespace hullbake::oracle {

struct MoveFuzzSettings {
    std::size_t moves = 1'000'000;  ///< ticks of all movers together
    std::size_t windows = 1000;     ///< of two seconds, in which a mover holds one direction
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0: all processors
    /// Called now and then from any thread with the share that is done, 0..1. May be empty.
    std::function<void(double)> progress;
};

/// Counts of some moves.
struct MoveTally {
    std::size_t movers = 0, moves = 0;
    std::size_t contacts = 0;  ///< moves that met a plane
    std::size_t crevices = 0;  ///< moves that met two planes with a negative dot product
    std::size_t steps = 0, landings = 0;
    std::size_t examined = 0;               ///< moves that went hardly anywhere: directions were searched
    std::size_t undecided = 0;              ///< of those, moves with too many planes around
    std::size_t pieces = 0, longLooks = 0;  ///< straight pieces of paths; pieces near solid
    std::size_t traces = 0, touchings = 0;  ///< queries that the moves made
    std::size_t windows = 0, rests = 0;     ///< directions held for two seconds; of those, movers that came to rest
    std::array<std::size_t, kMoveFaults> faults{};

    void add(const MoveTally& other);
    std::size_t faultCount() const;
};

/// The moves of one box.
struct MoveFuzzRow {
    std::string name;
    std::array<MoveTally, kMoverKinds> kinds{};
};

struct MoveDifference {
    MoveFault fault = MoveFault::Refused;
    std::string place;   ///< name of the row
    std::string reason;  ///< in words, with numbers
    std::string move;    ///< all that is needed to repeat the move
    std::string answer;  ///< the result of the move
};

struct MoveFuzzResult {
    std::size_t brushes = 0;   ///< brushes of the file
    std::size_t unsolved = 0;  ///< of those, brushes without a volume for the oracle
    std::size_t unplaced = 0;  ///< movers for which no free place was found
    std::vector<MoveFuzzRow> rows;
    std::array<MoveTally, kMoverKinds> kinds{};
    MoveTally total;
    std::vector<MoveDifference> differences;  ///< the first few of each fault

    bool agrees() const { return unsolved == 0 && total.faultCount() == 0; }
};

/// Moves and judges. The result depends on the file and the settings, not on the number of threads.
MoveFuzzResult fuzzMoves(const ClipMap& map, const MoveFuzzSettings& settings);

}  // namespace hullbake::oracle
