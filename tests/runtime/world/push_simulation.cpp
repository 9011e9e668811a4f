#include "runtime/world/push_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hullbake::test {
namespace {

constexpr double kNever = 1e300;
/// What comes within the skin of a plane at a shallow angle is stopped at most that many skins before it, along its
/// way.
constexpr double kMostSkinsBack = 8;

// Seconds until a box that moves comes within the skin of a box that rests, or kNever.
double gapInSeconds(const Box& moving, const Vec3& velocity, const Box& resting, double skin) {
    double enter = -kNever, leave = kNever, closing = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double speed = velocity[axis];
        const double ahead = resting.mins[axis] - moving.maxs[axis], behind = resting.maxs[axis] - moving.mins[axis];
        if (speed == 0) {
            if (!(ahead < 0 && behind > 0)) return kNever;
            continue;
        }
        const double in = speed > 0 ? ahead / speed : behind / speed, out = speed > 0 ? behind / speed : ahead / speed;
        if (in > enter) {
            enter = in;
            closing = std::fabs(speed);
        }
        leave = std::min(leave, out);
    }
    if (!(enter < leave) || enter < 0) return kNever;
    const double back = std::min(kMostSkinsBack * skin / length(velocity), skin / closing);
    return std::max(0.0, enter - back);
}

Box grownBy(const Box& box, double by) {
    return {box.mins - Vec3{by, by, by}, box.maxs + Vec3{by, by, by}};
}

// Pushes along one axis: places are numbers, and who is in whose way does not change. Things are movers, then bodies,
// then walls.
class TinySteps {
  public:
    TinySteps(const PushScene& scene, int axis) : skin_(scene.skin), axis_(axis), movers_(scene.movers.size()) {
        for (const PushMover& mover : scene.movers) {
            boxes_.push_back(mover.box);
            velocity_.push_back(mover.velocity[axis]);
        }
        for (const PushBody& body : scene.bodies) {
            boxes_.push_back(body.box);
            carriers_.push_back(body.carrier);
        }
        bodiesEnd_ = boxes_.size();
        boxes_.insert(boxes_.end(), scene.walls.begin(), scene.walls.end());
        at_.assign(boxes_.size(), 0);
        stopped_.assign(movers_, false);
        pushedBy_.assign(boxes_.size(), SIZE_MAX);
        for (std::size_t a = 0; a < boxes_.size(); ++a)
            for (std::size_t b = 0; b < boxes_.size(); ++b)
                kept_.push_back(gap(a, b) < 0 || isAside(boxes_[a], boxes_[b]) ? -1 : 0);
    }

    TinyStepsAnswer run(int pieces) {
        for (int piece = 1; piece <= pieces; ++piece) {
            before_ = at_;
            part_ = static_cast<double>(piece) / pieces;
            keepGaps();
            for (std::size_t m = 0; m < movers_; ++m)
                if (!stopped_[m]) advance(m, velocity_[m] * part_);
        }
        const auto bodies = at_.begin() + static_cast<std::ptrdiff_t>(movers_);
        return {{at_.begin(), bodies},
                {bodies, at_.begin() + static_cast<std::ptrdiff_t>(bodiesEnd_)},
                stopped_,
                scraped_,
                handedOn_};
    }

  private:
    struct State {
        std::vector<double> at;
        std::vector<PushCarrier> carriers;
        std::vector<std::size_t> pushedBy;
        std::size_t scraped, handedOn;
    };
    State state() const { return {at_, carriers_, pushedBy_, scraped_, handedOn_}; }
    void restore(const State& state) {
        at_ = state.at;
        carriers_ = state.carriers;
        pushedBy_ = state.pushedBy;
        scraped_ = state.scraped;
        handedOn_ = state.handedOn;
    }

    bool isAside(const Box& a, const Box& b) const {
        for (int axis = 0; axis < 3; ++axis)
            if (axis != axis_ && !(a.mins[axis] < b.maxs[axis] && a.maxs[axis] > b.mins[axis])) return true;
        return false;
    }
    // Between the one behind and the one in front, at first.
    double gap(std::size_t a, std::size_t b) const { return boxes_[b].mins[axis_] - boxes_[a].maxs[axis_]; }
    double kept(std::size_t a, std::size_t b) const { return kept_[a * boxes_.size() + b]; }

    // Two in one another's way keep the skin, or as much of it as there has been between them.
    void keepGaps() {
        for (std::size_t a = 0; a < boxes_.size(); ++a)
            for (std::size_t b = 0; b < boxes_.size(); ++b) {
                double& keep = kept_[a * boxes_.size() + b];
                if (keep >= 0) keep = std::min(skin_, std::max(keep, gap(a, b) + at_[b] - at_[a]));
            }
    }

    void advance(std::size_t m, double to) {
        const double from = at_[m];
        const auto pushes = [&] {
            at_[m] = to;
            return push(m, m);
        };
        while (!tryTo(pushes)) {
            if (scrapeBlamed()) continue;
            stopped_[m] = true;
            return;
        }
        carry({PushCarrier::Kind::Mover, m}, to - from, m);
    }

    // Pushes what is in front of a thing. Returns false if something there does not give way.
    bool push(std::size_t thing, std::size_t by) {
        for (std::size_t b = movers_; b < bodiesEnd_; ++b) {
            const double keep = kept(thing, b);
            if (keep < 0) continue;
            const double need = at_[thing] + keep - gap(thing, b);
            if (!(need > at_[b])) continue;
            if (pushedBy_[b] != SIZE_MAX && pushedBy_[b] != by) ++handedOn_;
            pushedBy_[b] = by;
            if (!move(b, need, by)) return false;
        }
        return true;
    }

    // How far a body gets before it comes too near to a mover in front of it.
    double roomOf(std::size_t b) const {
        double room = kNever;
        for (std::size_t m = 0; m < movers_; ++m) {
            const double keep = kept(b, m), at = stopped_[m] ? at_[m] : velocity_[m] * part_;
            if (keep >= 0) room = std::min(room, gap(b, m) + at - keep);
        }
        return room;
    }

    // Makes an attempt. If it fails all is as before, and blamed_ is the nearest of those before the squeezed body that
    // is carried.
    template <class Attempt>
    bool tryTo(const Attempt& attempt) {
        const State old = state();
        const std::size_t depth = chain_.size();
        blamed_ = SIZE_MAX;
        if (attempt()) return true;
        restore(old);
        chain_.resize(depth);
        return false;
    }
    // One that is carried is not worth stopping what pushes it: it stays behind what carries it.
    bool scrapeBlamed() {
        if (blamed_ == SIZE_MAX) return false;
        carriers_[blamed_ - movers_] = {};
        ++scraped_;
        return true;
    }

    bool move(std::size_t b, double to, std::size_t by) {
        chain_.push_back(b);
        if (!moveAll(b, to, by)) {
            for (std::size_t k = chain_.size() - 1; k-- > 0 && blamed_ == SIZE_MAX;)
                if (carriers_[chain_[k] - movers_].kind != PushCarrier::Kind::None) blamed_ = chain_[k];
            return false;
        }
        chain_.pop_back();
        return true;
    }
    bool moveAll(std::size_t b, double to, std::size_t by) {
        for (std::size_t wall = bodiesEnd_; wall < boxes_.size(); ++wall)
            if (kept(b, wall) >= 0 && to + kept(b, wall) > gap(b, wall)) return false;
        if (to > roomOf(b)) return false;
        at_[b] = to;
        if (!push(b, by)) return false;
        carry({PushCarrier::Kind::Body, b - movers_}, to - before_[b], by);
        return true;
    }

    // Takes along what stands on something that has gone so far in this piece. A mover in front holds it back, as long
    // as it is there. What meets anything else that does not give way stays behind.
    void carry(const PushCarrier& ground, double way, std::size_t by) {
        for (std::size_t b = movers_; b < bodiesEnd_; ++b) {
            PushCarrier& carrier = carriers_[b - movers_];
            if (carrier.kind != ground.kind || carrier.index != ground.index) continue;
            const double to = std::min(before_[b] + way, roomOf(b));
            if (!(to > at_[b])) continue;
            const std::vector<std::size_t> chain = std::exchange(chain_, {});  // what is carried begins one of its own
            while (!tryTo([&] { return move(b, to, by); })) {
                if (blamed_ == SIZE_MAX) blamed_ = b;
                const bool itself = blamed_ == b;
                scrapeBlamed();
                if (itself) break;
            }
            chain_ = chain;
        }
    }

    double skin_;
    int axis_;
    std::size_t movers_, bodiesEnd_ = 0;
    std::vector<Box> boxes_;
    std::vector<double> velocity_, at_, before_, kept_;
    std::vector<bool> stopped_;
    std::vector<PushCarrier> carriers_;
    std::vector<std::size_t> pushedBy_, chain_;  // bodies that move one another, in an attempt
    std::size_t blamed_ = SIZE_MAX;
    std::size_t scraped_ = 0, handedOn_ = 0;
    double part_ = 0;  // of the second: where all are at the end of the piece
};

}  // namespace

bool grazes(const PushScene& scene, const Vec3& velocity) {
    constexpr double kClose = 2e-5;
    std::vector<Box> moving, all = scene.walls;
    for (const PushMover& mover : scene.movers) moving.push_back(mover.box);
    for (const PushBody& body : scene.bodies) moving.push_back(body.box);
    all.insert(all.end(), moving.begin(), moving.end());
    const auto meet = [&](const Box& a, const Box& b) { return gapInSeconds(a, velocity, b, 0) < kNever; };
    for (const Box& a : moving)
        for (const Box& b : all)
            if (meet(a, grownBy(b, kClose)) != meet(a, grownBy(b, -kClose))) return true;
    return false;
}

ChainAnswer pushChains(const PushScene& scene) {
    const std::size_t bodies = scene.bodies.size();
    const Vec3 velocity = scene.movers.front().velocity;
    ChainAnswer answer{std::vector<double>(bodies, kNever), std::vector<std::uint32_t>(bodies, 0), 1};
    for (std::size_t b = 0; b < bodies; ++b)
        for (const PushMover& mover : scene.movers) {
            const double start = gapInSeconds(mover.box, velocity, scene.bodies[b].box, scene.skin);
            if (start < answer.starts[b]) answer.starts[b] = start;
            answer.depth[b] = 1;
        }
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t p = 0; p < bodies; ++p)
            for (std::size_t b = 0; b < bodies; ++b) {
                if (p == b || answer.starts[p] > 1) continue;
                const double start =
                    answer.starts[p] + gapInSeconds(scene.bodies[p].box, velocity, scene.bodies[b].box, scene.skin);
                if (!(start < answer.starts[b])) continue;
                answer.starts[b] = start;
                answer.depth[b] = answer.depth[p] + 1;
                changes = true;
            }
    }
    for (std::size_t b = 0; b < bodies; ++b)
        for (const Box& wall : scene.walls)
            answer.stopped = std::min(answer.stopped,
                                      answer.starts[b] + gapInSeconds(scene.bodies[b].box, velocity, wall, scene.skin));
    return answer;
}

TinyStepsAnswer pushByTinySteps(const PushScene& scene, int axis, int pieces) {
    return TinySteps(scene, axis).run(pieces);
}

}  // namespace hullbake::test
