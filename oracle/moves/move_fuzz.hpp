// Random movers through a whole `.hull` file: every hull, baked and as a box that is expanded at query time, and boxes
// that are no hulls, through the world alone and through all models. Every tick is judged. What `hullbake fuzz-slide`
// does.
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
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0: all processors
    /// Called now and then from any thread with what is done, 0..1; may be empty.
    std::function<void(double)> progress;
};

/// What some moves met.
struct MoveTally {
    std::size_t movers = 0, moves = 0;
    std::size_t contacts = 0;  ///< moves that met a plane
    std::size_t crevices = 0;  ///< that met two with a negative dot product
    std::size_t steps = 0, landings = 0;
    std::size_t examined = 0;               ///< hardly moved: looked for a direction that is free
    std::size_t undecided = 0;              ///< of those, with too many planes around
    std::size_t pieces = 0, longLooks = 0;  ///< straight pieces of paths; those that came near solid
    std::size_t traces = 0, touchings = 0;  ///< that the moves took
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
    std::string move;    ///< what the mover was asked to do: all that it takes to repeat it
    std::string answer;  ///< what came of it
};

struct MoveFuzzResult {
    std::size_t brushes = 0;   ///< of the file
    std::size_t unsolved = 0;  ///< of those, without a volume by the oracle
    std::size_t unplaced = 0;  ///< movers for which no free place was found
    std::vector<MoveFuzzRow> rows;
    std::array<MoveTally, kMoverKinds> kinds{};
    MoveTally total;
    std::vector<MoveDifference> differences;  ///< the first few of each fault

    bool agrees() const { return unsolved == 0 && total.faultCount() == 0; }
};

/// The answer depends on the file and the settings, and not on the number of threads.
MoveFuzzResult fuzzMoves(const ClipMap& map, const MoveFuzzSettings& settings);

}  // namespace hullbake::oracle
