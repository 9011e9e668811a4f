#include "runtime/world/push_simulation.hpp"

#include <algorithm>
#include <cmath>

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

// Pushes along one axis: places are numbers, and who is in whose way does not change.
class TinySteps {
  public:
    TinySteps(const PushScene& scene, int axis) : scene_(scene), axis_(axis) {
        for (const PushMover& mover : scene.movers) {
            moverAt_.push_back(0);
            stopped_.push_back(false);
            velocity_.push_back(mover.velocity[axis]);
        }
        for (const PushBody& body : scene.bodies) {
            carriers_.push_back(body.carrier);
            pushedBy_.push_back(SIZE_MAX);
        }
        at_.assign(scene.bodies.size(), 0);
        before_ = at_;
    }

    TinyStepsAnswer run(int pieces) {
        for (int piece = 1; piece <= pieces; ++piece) {
            before_ = at_;
            part_ = static_cast<double>(piece) / pieces;
            for (std::size_t m = 0; m < moverAt_.size(); ++m)
                if (!stopped_[m]) advance(m, velocity_[m] * part_);
        }
        return {moverAt_, at_, stopped_, scraped_, handedOn_};
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
    double gap(const Box& a, const Box& b) const { return b.mins[axis_] - a.maxs[axis_]; }
    // The part of the skin that is there between two at first: they keep it. Below 0: they are not in each other's way.
    double kept(const Box& behind, const Box& ahead) const {
        const double first = gap(behind, ahead);
        return first < 0 || isAside(behind, ahead) ? -1 : std::min(first, scene_.skin);
    }

    void advance(std::size_t m, double to) {
        const State old = state();
        const double from = moverAt_[m];
        moverAt_[m] = to;
        if (!push(scene_.movers[m].box, to, m)) {
            restore(old);
            moverAt_[m] = from;
            stopped_[m] = true;
            return;
        }
        carry({PushCarrier::Kind::Mover, m}, to - from, m);
    }

    // Pushes what is in front of a box. Returns false if something there does not give way.
    bool push(const Box& box, double at, std::size_t by) {
        for (std::size_t b = 0; b < at_.size(); ++b) {
            const Box& other = scene_.bodies[b].box;
            const double keep = kept(box, other);
            if (keep < 0) continue;
            const double need = at + keep - gap(box, other);
            if (!(need > at_[b])) continue;
            if (pushedBy_[b] != SIZE_MAX && pushedBy_[b] != by) ++handedOn_;
            pushedBy_[b] = by;
            if (!move(b, need, by)) return false;
        }
        return true;
    }

    bool move(std::size_t b, double to, std::size_t by) {
        const Box& box = scene_.bodies[b].box;
        for (const Box& wall : scene_.walls) {
            const double keep = kept(box, wall);
            if (keep >= 0 && to + keep > gap(box, wall)) return false;
        }
        if (to > roomOf(b)) return false;
        at_[b] = to;
        if (!push(box, to, by)) return false;
        carry({PushCarrier::Kind::Body, b}, to - before_[b], by);
        return true;
    }

    // How far a body gets before it comes too near to a mover in front of it.
    double roomOf(std::size_t b) const {
        double room = kNever;
        for (std::size_t m = 0; m < moverAt_.size(); ++m) {
            const double keep = kept(scene_.bodies[b].box, scene_.movers[m].box);
            const double at = stopped_[m] ? moverAt_[m] : velocity_[m] * part_;
            if (keep >= 0) room = std::min(room, gap(scene_.bodies[b].box, scene_.movers[m].box) + at - keep);
        }
        return room;
    }

    // Takes along what stands on something that has gone so far in this piece. A mover in front holds it back, as long
    // as it is there. What meets anything else that does not give way stays behind.
    void carry(const PushCarrier& ground, double way, std::size_t by) {
        for (std::size_t b = 0; b < at_.size(); ++b) {
            if (carriers_[b].kind != ground.kind || carriers_[b].index != ground.index) continue;
            const double to = std::min(before_[b] + way, roomOf(b));
            if (!(to > at_[b])) continue;
            const State old = state();
            if (move(b, to, by)) continue;
            restore(old);
            carriers_[b] = {};
            ++scraped_;
        }
    }

    const PushScene& scene_;
    int axis_;
    std::vector<double> velocity_, moverAt_, at_, before_;
    std::vector<bool> stopped_;
    std::vector<PushCarrier> carriers_;
    std::vector<std::size_t> pushedBy_;
    std::size_t scraped_ = 0, handedOn_ = 0;
    double part_ = 0;  // of the second: where all are at the end of the piece
};

}  // namespace

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
