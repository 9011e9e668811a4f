// hullbake fuzz-world: random movers, stacks, riders and triggers in a .hull file. Each tick is judged by brute force.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "oracle/base/random.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/base/progress.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/reports/run_output.hpp"
#include "tools/runs/world_judge.hpp"

namespace hullbake::cli {
namespace {

using oracle::SplitMix;

/// Upper bound of --ticks, so that a mistyped number is refused.
constexpr std::size_t kMaxTicks = 1'000'000'000;
constexpr std::size_t kTicksPerWorld = 300;
/// In one of so many worlds movers jump. The first one of a seed is none of these.
constexpr std::size_t kJumpWorlds = 3;
constexpr double kMostDegrees = 360;
/// Ground that tilts no more keeps most of its riders.
constexpr double kMostTilt = 8;
constexpr std::size_t kMostModels = 6, kMostBodies = 8, kMostTriggers = 6;

struct FuzzWorldOptions {
    std::string file, save;
    std::size_t ticks = 100'000;
    std::uint64_t seed = 1;
    bool json = false, turn = false;
};

struct FuzzWorldResult {
    WorldTally tally;
    std::string fault;  ///< of the first world that has one
    WorldRun run;       ///< that world, up to its fault
    std::size_t world = 0, tick = 0;
};

bool isTrigger(const ModelInfo& model) {
    return model.classname.starts_with("trigger");
}

/// Fills in what there is: some models of the file with movers, bodies on and beside them, and triggers.
class WorldMaker {
  public:
    WorldMaker(const ClipMap& map, SplitMix& random, bool turns) : map_(map), random_(random), turns_(turns) {}

    WorldRun make() {
        constexpr double kRates[] = {10, 20, 30, 60, 125, 1000};
        run_.rate = kRates[random_.index(6)];
        placeModels();
        for (std::uint32_t m = 0; m < run_.movers.size(); ++m)
            run_.movers[m].seconds = std::max(run_.movers[m].seconds, leastSeconds(run_, m));
        const std::size_t count = 1 + random_.index(kMostBodies);
        for (std::size_t tries = 0; tries < 200 && run_.bodies.size() < count; ++tries) placeBody();
        placeTriggers();
        return std::move(run_);
    }

    /// Returns a leg of that mover.
    WorldRunLine leg(const WorldRun& run, std::uint32_t mover) {
        WorldRunLine line;
        line.verb = WorldVerb::Leg;
        line.index = mover;
        line.to = way();
        line.number = random_.chance(0.05) ? 0.01 : random_.range(0.1, 2);
        const bool turns = !(run.movers[mover].axis == Vec3{});
        if (turns && random_.chance(0.5)) line.to = run.movers[mover].to;
        if (turns) line.degrees = degrees(run.movers[mover]);
        line.number = std::max(line.number, leastSeconds(run, mover));
        return line;
    }

    /// Returns a jump of that mover: anywhere near, or so that its model is where a body is.
    WorldRunLine jump(const WorldRun& run, std::uint32_t mover, const WorldPlayer& player) {
        WorldRunLine line;
        line.verb = WorldVerb::Jumped;
        line.index = mover;
        line.to = way();
        if (!player.bodies().empty() && random_.chance(0.5)) {
            const PlacedModel& placed = player.models()[run.movers[mover].model];
            const Box bounds = map_.model(placed.model).bounds;
            line.to = player.bodies()[random_.index(player.bodies().size())].origin - placed.transform.displacement +
                      placeOnLeg(player.movers()[mover]);
            for (int axis = 0; axis < 3; ++axis)
                line.to[axis] -= random_.range(bounds.mins[axis] - 4, bounds.maxs[axis] + 4);
        }
        if (!(run.movers[mover].axis == Vec3{})) line.degrees = degrees(run.movers[mover]);
        return line;
    }

  private:
    Vec3 way() {
        const double size = random_.chance(0.2) ? random_.range(0, 4) : random_.range(4, 160);
        if (random_.chance(0.3)) return random_.direction() * size;
        Vec3 along;
        along[static_cast<int>(random_.index(3))] = std::round(random_.chance(0.5) ? size : -size);
        return along;
    }
    // A leg that is not shorter turns in half the pieces that a step may have, whatever carries it or is carried.
    double leastSeconds(const WorldRun& run, std::uint32_t m) const {
        const Mover& mover = run.movers[m];
        if (mover.axis == Vec3{}) return 0;
        constexpr double kWidest = 2 * kMostDegrees, kRadiansOfDegree = 3.14159265358979323846 / 180;
        const bool isAlone =
            mover.parent == kNoMover &&
            std::none_of(run.movers.begin(), run.movers.end(), [&](const Mover& other) { return other.parent == m; });
        const std::uint32_t model = isAlone ? run.models[mover.model].model.value : 0;
        const Box bounds = map_.model({model}).bounds;
        const double pieces = kMaxTurnPieces / 2.0 / (isAlone ? 1.0 : static_cast<double>(kMostModels));
        // As in WorldRules::sagitta: a piece of d radians at a distance r is 3 r d^2 / 8 off.
        const double piece = std::sqrt(8 * WorldRules().sagitta / (3 * length(bounds.maxs - bounds.mins)));
        return kWidest * kRadiansOfDegree / (pieces * piece) / run.rate;
    }
    // What turns about a level axis tilts.
    double degrees(const Mover& mover) {
        if (random_.chance(mover.axis.z == 0 ? 0.8 : 0.4)) return random_.range(-kMostTilt, kMostTilt);
        return random_.chance(0.5) ? 45 * std::round(random_.range(-kMostDegrees, kMostDegrees) / 45)
                                   : random_.range(-200, 200);
    }
    // About an edge or the middle of its model; every other time about the vertical.
    void turn(Mover& mover, PlacedModel& model) {
        const Box bounds = map_.model(model.model).bounds;
        for (int axis = 0; axis < 3; ++axis) {
            const std::size_t end = random_.index(3);
            model.transform.pivot[axis] = end == 0   ? bounds.mins[axis]
                                          : end == 1 ? bounds.maxs[axis]
                                                     : (bounds.mins[axis] + bounds.maxs[axis]) / 2;
        }
        mover.axis = {0, 0, 1};
        if (random_.chance(0.3)) mover.axis = random_.direction();
        if (random_.chance(0.5)) mover.axis = {random_.chance(0.5) ? 1.0 : 0.0, 1, 0};
        mover.toDegrees = degrees(mover);
        if (random_.chance(0.6)) mover.to = {};
    }
    double within(double low, double high) { return random_.range(low, std::max(low, high)); }

    void placeModels() {
        std::vector<std::uint32_t> solid;
        for (std::uint32_t i = 1; i < map_.modelCount(); ++i)
            if (!isTrigger(map_.model({i}))) solid.push_back(i);
        for (std::size_t i = 0; i < kMostModels && !solid.empty(); ++i) {
            const std::size_t pick = random_.index(solid.size());
            PlacedModel model;
            model.model.value = solid[pick];
            solid.erase(solid.begin() + static_cast<std::ptrdiff_t>(pick));
            run_.models.push_back(model);
            if (random_.chance(0.2)) continue;
            Mover mover;
            mover.model = static_cast<std::uint32_t>(run_.models.size() - 1);
            mover.to = way();
            mover.seconds = random_.range(0.1, 2);
            mover.blocked = static_cast<Blocked>(random_.index(4));
            if (turns_ && map_.turnable(model.model) && random_.chance(0.35)) turn(mover, run_.models.back());
            if (random_.chance(0.3)) mover.team = 0;
            if (!run_.movers.empty() && random_.chance(0.2))
                mover.parent = static_cast<std::uint32_t>(random_.index(run_.movers.size()));
            run_.movers.push_back(mover);
        }
    }

    // One that turns, more often than others.
    ModelId modelForBody() {
        const Mover* const mover = run_.movers.empty() ? nullptr : &run_.movers[random_.index(run_.movers.size())];
        const bool takes = turns_ && mover != nullptr && !(mover->axis == Vec3{});
        return run_.models[takes ? mover->model : random_.index(run_.models.size())].model;
    }

    // On, under or beside a model, on another body, or anywhere near.
    void placeBody() {
        WorldRunBody body;
        const double width = std::round(random_.range(2, 16)), height = std::round(random_.range(4, 40));
        body.box = {{-width, -width, -height}, {width, width, std::round(random_.range(2, 32))}};
        const Box around = run_.models.empty() ? map_.model({0}).bounds : map_.model(modelForBody()).bounds;
        for (int axis = 0; axis < 2; ++axis) body.start[axis] = within(around.mins[axis] - 24, around.maxs[axis] + 24);
        body.start.z = random_.chance(0.7) ? around.maxs.z - body.box.mins.z + random_.range(0.1, 4)
                                           : within(around.mins.z, around.maxs.z);
        if (!run_.bodies.empty() && random_.chance(0.4)) {
            const WorldRunBody& below = run_.bodies[random_.index(run_.bodies.size())];
            body.start = below.start;
            body.start.z += below.box.maxs.z - body.box.mins.z + 0.1;
        }
        if (isFree(body)) run_.bodies.push_back(body);
    }

    bool isFree(const WorldRunBody& body) const {
        std::vector<Body> others;
        for (const WorldRunBody& other : run_.bodies)
            others.push_back({other.start, other.box, Contents::Solid, 1, true});
        const Scene scene{run_.models, others, ~0u, kNoMember};
        Probe probe;
        probe.box = body.box;
        probe.scene = &scene;
        const Trace trace = map_.trace(probe, body.start, body.start);
        if (trace.invalid || trace.startsolid) return false;
        // Only a baked hull knows the outside of a sealed level.
        for (std::uint32_t i = 0; i < map_.hullCount(); ++i)
            if (!map_.trace({.hull = {i}}, body.start, body.start).startsolid) return true;
        return false;
    }

    void placeTriggers() {
        for (std::uint32_t i = 1; i < map_.modelCount() && run_.triggers.size() < kMostTriggers / 2; ++i)
            if (isTrigger(map_.model({i}))) run_.triggers.emplace_back().trigger.model.value = i;
        while (run_.triggers.size() < kMostTriggers && !run_.bodies.empty()) {
            WorldRunTrigger& trigger = run_.triggers.emplace_back();
            const Vec3 at = run_.bodies[random_.index(run_.bodies.size())].start;
            const Vec3 middle = at + random_.direction() * random_.range(0, 60);
            const Vec3 half{random_.range(0.1, 40), random_.range(0.1, 40), random_.range(0.1, 40)};
            trigger.trigger.box = Box{middle - half, middle + half};
            if (!run_.models.empty() && random_.chance(0.4))
                trigger.on = static_cast<std::uint32_t>(random_.index(run_.models.size()));
        }
    }

    const ClipMap& map_;
    SplitMix& random_;
    bool turns_;
    WorldRun run_;
};

/// Gives random inputs, and new legs to movers that have arrived or stand still.
class WorldDriver {
  public:
    /// `calm`: most bodies stand still most of the time. `jumps`: movers jump at times.
    WorldDriver(WorldMaker& maker, SplitMix& random, WorldRun& run, WorldPlayer& player, bool calm, bool jumps)
        : maker_(maker),
          random_(random),
          run_(run),
          player_(player),
          calm_(calm),
          jumps_(jumps),
          still_(run.bodies.size(), true) {}

    const std::vector<bool>& still() const { return still_; }

    void drive() {
        for (std::uint32_t i = 0; i < run_.movers.size(); ++i) {
            const Mover& mover = player_.movers()[i];
            const bool arrived = mover.clock >= mover.seconds;
            if (jumps_ && random_.chance(kJumpChance)) give(maker_.jump(run_, i, player_));
            if (random_.chance(arrived ? 0.2 : 0.01)) give(maker_.leg(run_, i));
        }
        for (std::uint32_t i = 0; i < still_.size(); ++i) {
            const double draw = random_.unit() * (calm_ ? kCalm : 1);
            WorldRunLine line;
            line.index = i;
            still_[i] = standsStill(i);
            if (draw < 0.03) {
                line.verb = WorldVerb::Wish;
                const Vec3 wish = random_.chance(0.5) ? Vec3{} : random_.direction() * random_.range(1, 400);
                line.to = {wish.x, wish.y, 0};
                wishes_[i] = line.to;
            } else if (draw < 0.05) {
                line.verb = WorldVerb::Push;
                line.to = random_.chance(0.6) ? Vec3{} : random_.direction() * random_.range(1, 300);
                pushes_[i] = line.to;
            } else if (draw < 0.06) {
                line.verb = WorldVerb::Jump;
                line.number = kDefaultJump;
            } else {
                continue;
            }
            // Who jumps does not stand still in this tick, also where something holds it down.
            still_[i] = standsStill(i) && line.verb != WorldVerb::Jump;
            give(line);
        }
    }

  private:
    static constexpr double kCalm = 20;  // fewer inputs
    static constexpr double kJumpChance = 0.02;

    bool standsStill(std::uint32_t i) const { return wishes_[i] == Vec3{} && pushes_[i] == Vec3{}; }
    void give(const WorldRunLine& line) {
        player_.apply(line);
        run_.lines.push_back(line);
    }

    WorldMaker& maker_;
    SplitMix& random_;
    WorldRun& run_;
    WorldPlayer& player_;
    bool calm_, jumps_;
    std::vector<bool> still_;
    Vec3 wishes_[kMostBodies], pushes_[kMostBodies];
};

/// Returns true if a body has fallen out of the level, which is not sealed.
bool hasLeft(const ClipMap& map, const WorldPlayer& player) {
    constexpr double kFar = 2048;
    const Box level = map.model({0}).bounds;
    return std::any_of(player.bodies().begin(), player.bodies().end(), [&](const Body& body) {
        for (int axis = 0; axis < 3; ++axis)
            if (body.origin[axis] < level.mins[axis] - kFar || body.origin[axis] > level.maxs[axis] + kFar) return true;
        return false;
    });
}

/// Plays one random world. Returns what is wrong, or an empty string.
std::string playOne(const HullFile& file, const oracle::FileSolids& solids, SplitMix& random, bool turns, bool jumps,
                    std::size_t ticks, WorldRun& run, WorldTally& tally) {
    WorldMaker maker(file.map, random, turns);
    run = maker.make();
    run.source = file.map.tables().header->sourceHash;
    ++tally.worlds;
    WorldPlayer player(file, run);
    WorldJudge judge(file.map, solids, run, player);
    WorldDriver driver(maker, random, run, player, turns && random.chance(0.5), jumps);
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        driver.drive();
        judge.before();
        WorldRunLine& line = run.lines.emplace_back();
        line.verb = WorldVerb::Ticks;
        line.ticks = 1;
        try {
            player.tick();
        } catch (const Failure& failure) {
            return failure.what();  // a refusal
        }
        std::string fault = judge.judge(driver.still(), tally);
        if (!fault.empty()) return fault;
        if (hasLeft(file.map, player)) break;
    }
    return {};
}

std::string reportText(const FuzzWorldResult& result, const FuzzWorldOptions& options) {
    const WorldTally& t = result.tally;
    std::string text = fmt::format(
        "fuzz     {}: seed {}, {} worlds, {} ticks, {} events\n"
        "moved    {} contacts, {} blocked, {} taken back, {} crushed or passed\n"
        "let in   {} bodies where movers had jumped to, {} times one got deeper as its mover went\n"
        "carried  {} riders compared, {} of them where the ground tilts\n"
        "judged   {} pairs for overlaps, {} ways, {} enters and leaves, {} bodies in triggers\n",
        options.file, options.seed, t.worlds, t.ticks, t.events, t.contacts, t.blocked, t.rollbacks, t.crushed,
        t.jumped, t.deeper, t.carried, t.tilted, t.pairs, t.ways, t.touches, t.insides);
    if (result.fault.empty()) return text + "no fault\n";
    text += fmt::format("FAULT    world {}, tick {}: {}\n", result.world, result.tick, result.fault);
    if (!options.save.empty()) return text + fmt::format("saved    {}: 'hullbake world' plays it\n", options.save);
    return text + "\n" + worldRunText(result.run);
}

std::string reportJson(const FuzzWorldResult& result, const FuzzWorldOptions& options) {
    const WorldTally& t = result.tally;
    fmt::memory_buffer out;
    fmt::format_to(std::back_inserter(out),
                   "{{\"seed\":{},\"worlds\":{},\"ticks\":{},\"events\":{},\"contacts\":{},\"blocked\":{},"
                   "\"rollbacks\":{},\"crushed\":{},\"jumped\":{},\"deeper\":{},\"riders\":{},\"tilted\":{},\"pairs\":{"
                   "},\"ways\":{},\"touches\":{},"
                   "\"insides\":{},"
                   "\"fault\":",
                   options.seed, t.worlds, t.ticks, t.events, t.contacts, t.blocked, t.rollbacks, t.crushed, t.jumped,
                   t.deeper, t.carried, t.tilted, t.pairs, t.ways, t.touches, t.insides);
    if (result.fault.empty()) {
        out.append(std::string_view("null}\n"));
        return fmt::to_string(out);
    }
    fmt::format_to(std::back_inserter(out), "{{\"world\":{},\"tick\":{},\"text\":", result.world, result.tick);
    appendString(out, result.fault);
    out.append(std::string_view(",\"run\":"));
    appendString(out, worldRunText(result.run));
    out.append(std::string_view("}}\n"));
    return fmt::to_string(out);
}

void runFuzzWorld(const FuzzWorldOptions& options) {
    const HullFile file = openHullFile(options.file);
    checkRecordPath("--save", options.save, file);
    const oracle::FileSolids solids = oracle::readSolids(file.map);
    FuzzWorldResult result;
    ProgressLine progress;
    for (std::size_t world = 0; result.tally.ticks < options.ticks && result.fault.empty(); ++world) {
        // Each world has a seed of its own, so that it does not depend on those before it.
        SplitMix random(options.seed * 0x9e3779b97f4a7c15ull + world);
        const std::size_t ticks = std::min(kTicksPerWorld, options.ticks - result.tally.ticks);
        const bool jumps = world % kJumpWorlds == kJumpWorlds - 1;
        result.fault = playOne(file, solids, random, options.turn, jumps, ticks, result.run, result.tally);
        result.world = world;
        result.tick = result.run.lines.empty()
                          ? 0
                          : static_cast<std::size_t>(
                                std::count_if(result.run.lines.begin(), result.run.lines.end(),
                                              [](const WorldRunLine& line) { return line.verb == WorldVerb::Ticks; }));
        if (progress.shown()) progress.update("fuzz-world", result.tally.ticks, options.ticks);
    }
    progress.erase();
    std::string error;
    if (!result.fault.empty() && !options.save.empty() && !writeFile(options.save, worldRunText(result.run), error))
        throw Failure(options.save + ": " + error);
    writeOutput(options.json ? reportJson(result, options) : reportText(result, options));
    if (!result.fault.empty()) throw Failure("");
}

}  // namespace

Command fuzzWorldCommand() {
    auto options = std::make_shared<FuzzWorldOptions>();
    Command command("fuzz-world", "Move random worlds in a .hull file and judge each tick");
    command.add({
        argument("FILE", options->file, "A .hull file"),
        option("--ticks", options->ticks, "N", "Ticks of all worlds together; default: 100000").within(1, kMaxTicks),
        option("--seed", options->seed, "S", "Another seed makes other worlds; default: 1"),
        option("--save", options->save, "FILE.world", "Write the world that has a fault, for 'hullbake world'"),
        flag("--turn", options->turn, "Turn some of the models, too"),
        flag("--json", options->json, "Print the result as one JSON object"),
    });
    command.notes =
        "Each world has models of the file that move on random legs, nested, in teams and with every way\n"
        "to be blocked, bodies on, under and beside them and on one another, which walk, jump and are\n"
        "pushed, and triggers, some of which move. In a third of the worlds movers jump at times. 10 to\n"
        "1000 ticks a second. After each tick a brute-force oracle that grows the brushes of the file\n"
        "itself judges: no overlap deeper than 0.00001 units that was not there before, what a mover was\n"
        "let into gets no deeper in it than that mover goes, no walk through anything, Enter and Leave\n"
        "alternate, who is inside is what brute force finds, riders keep their place, and what is taken\n"
        "back has not changed. Exit 1 on the first fault, with the world that repeats it.\n"
        "\nExample: a million ticks\n"
        "  hullbake fuzz-world demo.hull --ticks 1000000 --seed 7";
    command.run = [options] { runFuzzWorld(*options); };
    return command;
}

}  // namespace hullbake::cli
