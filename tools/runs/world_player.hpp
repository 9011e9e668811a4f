// Plays a world, tick by tick, for `world` and `fuzz-world`.
// In: a .hull file, a world, its lines. Out: events, and the state of all bodies and models after each tick.
// A tick: all movers step, then what is pushed, then each body walks through the scene, then it touches the triggers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/world_file.hpp"
#include "tools/input/hull_file.hpp"

namespace hullbake::cli {

/// One event of a tick. Members that it does not name are UINT32_MAX.
struct PlayedEvent {
    double seconds = 0;  ///< since the start of the world
    std::string_view what, reason;
    std::uint32_t mover = UINT32_MAX, body = UINT32_MAX, trigger = UINT32_MAX;
    MemberId other{};
    Vec3 position;
};

/// Returns where its leg has brought a mover, without what carries it.
Vec3 placeOnLeg(const Mover& mover);
/// Returns how far its leg has turned a mover about its own axis.
double degreesOnLeg(const Mover& mover);

class WorldPlayer {
  public:
    /// Throws a Failure for a model that the file does not have. Both must outlive the player.
    WorldPlayer(const HullFile& file, const WorldRun& run);

    /// Applies the input of a line. Comments, labels and ticks change nothing.
    void apply(const WorldRunLine& line);
    /// Plays one tick. Throws a Failure if the runtime refuses it.
    WorldRunResult tick();

    /// Events of the last tick.
    std::span<const PlayedEvent> events() const { return events_; }
    std::uint32_t ticks() const { return ticks_; }
    double seconds() const { return ticks_ / run_.rate; }
    /// True if the last tick was undone, as a mover with Blocked::Rollback met something.
    bool rolledBack() const { return rolledBack_; }
    /// False if a step that was undone has changed a byte of movers, models or bodies.
    bool rollbackKeptAll() const { return rollbackKeptAll_; }

    /// True if a step or push of the last tick had more events than it may take, and stopped there.
    bool tooMuch() const { return tooMuch_; }

    const std::vector<PlacedModel>& models() const { return models_; }
    const std::vector<Mover>& movers() const { return movers_; }
    const std::vector<Body>& bodies() const { return bodies_; }
    /// The models where the last step began: elsewhere than before it if they had jumped.
    const std::vector<PlacedModel>& starts() const { return starts_; }
    /// Returns true if a placed model had jumped before the last step, with its mover or what carries that.
    bool hasJumped(std::size_t model) const { return jumped_[model]; }
    /// Of all bodies, in the last tick: where the movers have put them, and the pushes after that, before they walked.
    const std::vector<Vec3>& carried() const { return carried_; }
    const std::vector<Vec3>& driven() const { return driven_; }
    /// The way of a body's walk in the last tick: all its bends, but for those that it is moved out of solid to.
    std::span<const Vec3> way(std::size_t body) const { return ways_[body]; }
    const WalkState& walker(std::size_t body) const { return walkers_[body]; }
    bool isInside(std::size_t body, std::size_t trigger) const;
    /// The triggers where they are now.
    const std::vector<Trigger>& triggers() const { return triggers_; }

  protected:
    // What a tick leaves behind. Tests spoil it to see what the judge says.
    std::vector<PlacedModel> models_, starts_;
    std::vector<bool> jumped_;  // of models
    std::vector<Mover> movers_;
    std::vector<Body> bodies_;
    std::vector<WalkState> walkers_;
    std::vector<Vec3> carried_, driven_;
    std::vector<std::vector<Vec3>> ways_;
    std::vector<std::uint64_t> inside_;
    std::vector<PlayedEvent> events_;
    bool rolledBack_ = false, rollbackKeptAll_ = true, tooMuch_ = false;

  private:
    void stepAll();
    void placeJumped();
    void pushAll();
    void walkAll();
    void follow(const std::vector<Vec3>& before);
    void placeTriggers(const std::vector<Vec3>& before, bool jumps);
    void touch(std::size_t body, const Vec3& start, double from, std::span<const PathPoint> path);
    void tell(const WorldEvent& event, double from, double scale);
    WorldRunResult result() const;

    const ClipMap& map_;
    const WorldRun& run_;
    double seconds_ = 0;  ///< of a tick
    std::vector<Passenger> passengers_;
    std::vector<SlideStatus> statuses_;
    std::vector<Vec3> wishes_, pushes_;
    std::vector<std::optional<double>> jumps_;
    std::vector<Trigger> triggers_;
    std::vector<WorldScratch> scratch_;
    std::vector<WorldEvent> stepEvents_;
    std::vector<TriggerEvent> touched_;
    std::vector<PathPoint> path_;
    std::uint32_t ticks_ = 0;
};

}  // namespace hullbake::cli
