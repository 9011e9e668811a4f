// A level that changes while others look at it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hullbake/math.hpp"
#include "tools/live/file_watch.hpp"

namespace hullbake::cli {

/// The way out of a level that leaks, of one hull.
struct LevelLeak {
    std::string hull;
    std::string entity;       ///< class of the entity that reaches the void
    std::uint32_t line = 0;   ///< of this entity in the map, or of the prefab that has it
    std::vector<Vec3> trail;  ///< from the entity to the void
};

/// What one try to read or to compile a level has given.
struct LoadedLevel {
    std::vector<std::byte> bytes;    ///< of the .hull file
    std::string error;               ///< why there are none; then the level stays as it was
    std::vector<std::string> files;  ///< what it was made from, also if that failed
    std::vector<LevelLeak> leaks;    ///< of the bytes, a hull each
};

/// The newest sound bytes of a level, and what has gone wrong since. Any thread may ask at any time.
class LiveLevel {
  public:
    struct State {
        std::uint64_t change = 0;                             ///< counts what set() was told
        std::uint64_t version = 0;                            ///< counts the bytes
        std::string error;                                    ///< of the last try; empty if it was good
        std::shared_ptr<const std::vector<std::byte>> bytes;  ///< null as long as no try was good
        std::shared_ptr<const std::vector<LevelLeak>> leaks;  ///< of these bytes; null with them
    };

    void set(LoadedLevel loaded);
    State state() const;
    /// Waits until the level's `change` differs from what was seen, at most so long.
    State after(std::uint64_t seen, std::chrono::milliseconds longest) const;

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    State state_;
};

/// Reads or compiles a level anew. Must not throw.
using Loader = std::function<LoadedLevel()>;

/// Loads a level at once, and again whenever one of its files has changed.
class LevelWatch {
  public:
    /// `file` is watched before the first load.
    LevelWatch(LiveLevel& level, std::string file, Loader loader);

    /// Waits until a file changes, at most so long, and then loads. Returns whether it has loaded.
    bool wait(std::chrono::milliseconds longest);

  private:
    void load();

    LiveLevel& level_;
    std::string file_;
    Loader loader_;
    FileWatch watch_;
};

}  // namespace hullbake::cli
