// Which triggers a body enters and leaves on its way.
// In: a path of straight pieces, triggers, and a bit for each that the body is in. Out: events in order.
// Each trigger is asked by itself, in its own frame, where the relative way of body and trigger is straight, too.
// Invariant: a bit changes only by an event. So Enter and Leave alternate, whatever the game does in between.

#include "hullbake/triggers.hpp"

#include <algorithm>

#include "block/box_checks.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "query/trigger_list.hpp"
#include "query/trigger_volume.hpp"

namespace hullbake {

using namespace detail;

namespace {

// A straight piece of the path.
struct Piece {
    Vec3 from, to;
    double start = 0, end = 0;  // seconds
    std::uint32_t point = 0;
    bool jump = false;
};

// Returns the seconds that the path takes.
double timeOf(const Passage& passage) {
    return passage.path.empty() ? passage.seconds : std::max(passage.seconds, passage.path.back().time);
}

// Calls visit(piece) for all pieces of the path until a call returns false. A step is one piece, from foot to tread.
template <class Visit>
void forPieces(const Passage& passage, const Visit& visit) {
    Piece piece{passage.start, passage.start, 0, 0, 0, false};
    const std::span<const PathPoint> path = passage.path;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const PathPoint& point = path[i];
        const bool lifted = point.event == PathEvent::StepUp || point.event == PathEvent::StepOver;
        if (lifted && i + 1 < path.size()) continue;
        piece.to = point.position;
        piece.end = point.time;
        piece.point = static_cast<std::uint32_t>(i);
        piece.jump = point.event == PathEvent::Unstick;
        if (!visit(piece)) return;
        piece.from = piece.to;
        piece.start = piece.end;
    }
    if (piece.end >= passage.seconds && !path.empty()) return;
    piece.to = piece.from;
    piece.end = passage.seconds;
    piece.point = static_cast<std::uint32_t>(path.size());
    piece.jump = false;
    visit(piece);
}

// Returns true if `a` is on the path before `b`.
bool isBefore(const TriggerEvent& a, const TriggerEvent& b) {
    if (a.time != b.time) return a.time < b.time;
    return a.point != b.point ? a.point < b.point : a.fraction < b.fraction;
}

class Toucher {
  public:
    Toucher(const format::Tables& tables, const Box& box, const Passage& passage, const TriggerList& triggers,
            std::span<const std::uint64_t> inside, std::span<TriggerEvent> room)
        : tables_(tables), box_(box), passage_(passage), triggers_(triggers), inside_(inside), room_(room) {
        bounds_ = {passage.start, passage.start};
        for (const PathPoint& point : passage.path)
            for (int a = 0; a < 3; ++a) {
                bounds_.mins[a] = std::min(bounds_.mins[a], point.position[a]);
                bounds_.maxs[a] = std::max(bounds_.maxs[a], point.position[a]);
            }
    }

    // Finds the first entry of a trigger that stops.
    void findStop() {
        for (std::uint32_t i = 0; i < triggers_.count; ++i)
            if (triggers_[i].stops)
                run(i, [&](const TriggerEvent& event) {
                    if (event.kind != TriggerEventKind::Enter) return true;
                    if (!stop_ || isBefore(event, *stop_)) stop_ = event;
                    return false;
                });
    }
    void findEvents() {
        for (std::uint32_t i = 0; i < triggers_.count; ++i)
            run(i, [&](const TriggerEvent& event) {
                if (stop_ && isBefore(*stop_, event)) return false;
                insert(event);
                return true;
            });
    }
    const std::optional<TriggerEvent>& stop() const { return stop_; }
    std::size_t count() const { return count_; }
    bool failed() const { return failed_; }

  private:
    template <class Tell>
    void run(std::uint32_t index, const Tell& tell);
    bool takesNotice(const Trigger& trigger) const {
        return passage_.enabled && trigger.enabled && (trigger.kinds & passage_.kind) != 0;
    }
    bool precedes(const TriggerEvent& a, const TriggerEvent& b) const;
    void insert(const TriggerEvent& event);

    const format::Tables& tables_;
    const Box box_;
    const Passage& passage_;
    const TriggerList triggers_;
    const std::span<const std::uint64_t> inside_;
    const std::span<TriggerEvent> room_;
    Box bounds_;  // of the path
    std::optional<TriggerEvent> stop_;
    std::size_t count_ = 0;
    bool failed_ = false;
};

bool Toucher::precedes(const TriggerEvent& a, const TriggerEvent& b) const {
    if (isBefore(a, b) || isBefore(b, a)) return isBefore(a, b);
    if (a.kind != b.kind) return a.kind == TriggerEventKind::Leave;
    const std::int32_t one = triggers_[a.trigger].priority, two = triggers_[b.trigger].priority;
    return one != two ? one > two : a.trigger < b.trigger;
}

void Toucher::insert(const TriggerEvent& event) {
    std::size_t at = std::min(count_++, room_.size());
    if (at == room_.size() && (at == 0 || !precedes(event, room_[--at]))) return;
    for (; at > 0 && precedes(event, room_[at - 1]); --at) room_[at] = room_[at - 1];
    room_[at] = event;
}

// One trigger on one piece of the path.
template <class Tell>
class Crossing {
  public:
    Crossing(const TriggerVolume& volume, const Passage& passage, std::uint32_t index, bool inside, const Tell& tell)
        : volume_(volume), seconds_(timeOf(passage)), index_(index), inside_(inside), tell_(tell) {}

    // These return false if no more events are wanted.
    bool settle(const Vec3& position, const Piece& piece, double fraction, TriggerReason enter, TriggerReason leave) {
        const double time = fraction < 1 ? piece.start : piece.end;
        const bool now = volume_.contains(seen(position, time), inside_);
        return now == inside_ || change(piece, fraction, now ? enter : leave);
    }
    bool sweep(const Piece& piece) {
        const Vec3 from = seen(piece.from, piece.start), to = seen(piece.to, piece.end);
        const double size = length(to - from);
        bool on = true;
        const bool room = volume_.forParts(from, to, [&](const Stretch& part) {
            if (!on) return;
            const bool goesOn = inside_ && part.from * size <= kSurfaceTolerance;
            if (inside_ && !goesOn) on = change(piece, 0, TriggerReason::Crossed);
            if (on && !inside_) on = change(piece, part.from, TriggerReason::Crossed);
            met_ = true;
            if (on && part.to < 1) on = change(piece, part.to, TriggerReason::Crossed);
        });
        if (!room) failed_ = true;
        if (on && inside_ && !met_) on = change(piece, 0, TriggerReason::Crossed);
        met_ = false;
        return on && room;
    }
    bool leave(const Piece& piece) { return !inside_ || change(piece, 0, TriggerReason::Disabled); }
    bool failed() const { return failed_; }

  private:
    // Returns a position of the body as seen from a trigger that moves.
    Vec3 seen(const Vec3& position, double time) const {
        return seconds_ > 0 ? position - volume_.moved() * (time / seconds_) : position;
    }
    bool change(const Piece& piece, double fraction, TriggerReason reason) {
        inside_ = !inside_;
        const double seconds = piece.end - piece.start;
        TriggerEvent event;
        event.time = piece.start + fraction * seconds;
        event.trigger = index_;
        event.kind = inside_ ? TriggerEventKind::Enter : TriggerEventKind::Leave;
        event.reason = reason;
        event.point = piece.point;
        event.fraction = fraction;
        event.position = piece.jump && fraction == 1 ? piece.to : piece.from + (piece.to - piece.from) * fraction;
        if (seconds > 0 && !piece.jump) event.velocity = (piece.to - piece.from) * (1 / seconds);
        return tell_(event);
    }

    const TriggerVolume& volume_;
    const double seconds_;
    const std::uint32_t index_;
    bool inside_, met_ = false, failed_ = false;
    const Tell& tell_;
};

template <class Tell>
void Toucher::run(std::uint32_t index, const Tell& tell) {
    const Trigger trigger = triggers_[index];
    const bool inside = (inside_[index / 64] >> (index % 64) & 1) != 0;
    const TriggerVolume volume(tables_, trigger, box_);
    if (!inside && !(takesNotice(trigger) && volume.comesNear(bounds_))) return;
    Crossing<Tell> crossing(volume, passage_, index, inside, tell);
    bool first = true;
    forPieces(passage_, [&](const Piece& piece) {
        if (!takesNotice(trigger)) {
            crossing.leave(piece);
            return false;
        }
        const bool jumped = passage_.jumped || trigger.jumped;
        if (first && !crossing.settle(piece.from, piece, 0, jumped ? TriggerReason::Jumped : TriggerReason::Started,
                                      jumped ? TriggerReason::Jumped : TriggerReason::Gone))
            return false;
        first = false;
        return piece.jump ? crossing.settle(piece.to, piece, 1, TriggerReason::Jumped, TriggerReason::Jumped)
                          : crossing.sweep(piece);
    });
    failed_ = failed_ || crossing.failed();
}

Refusal refusalOfPassage(const ClipMap& map, const Probe& body, const Passage& passage) {
    Probe still = body;
    still.transform.reset();
    still.model = {};
    const Refusal refusal = map.refusal(still, passage.start);
    if (refusal != Refusal::None) return refusal;
    double time = 0;
    for (const PathPoint& point : passage.path) {
        if (!isFinite(point.position)) return Refusal::NotFinite;
        if (!isInRange(point.position)) return Refusal::OutOfRange;
        if (!(point.time >= time && point.time <= kMaxMoveSeconds)) return Refusal::BadTime;
        time = point.time;
    }
    return passage.seconds >= 0 && passage.seconds <= kMaxMoveSeconds ? Refusal::None : Refusal::BadTime;
}

Refusal refusalOfTrigger(const format::Tables& tables, const Trigger& trigger) {
    if (!trigger.transform.valid() || !isInRange(trigger.moved)) return Refusal::BadTransform;
    if (!trigger.box) {
        if (trigger.model.value >= tables.models.size()) return Refusal::UnknownModel;
        const bool turns = trigger.transform.turns();
        return turns && !isTurnable(tables, trigger.model) ? Refusal::UnturnableModel : Refusal::None;
    }
    const Box& box = *trigger.box;
    if (!isInRange(box.mins) || !isInRange(box.maxs)) return Refusal::BoxOutOfRange;
    for (int a = 0; a < 3; ++a)
        if (box.mins[a] > box.maxs[a]) return Refusal::BoxInverted;
    return trigger.transform.turns() ? Refusal::BadTransform : Refusal::None;
}

}  // namespace

std::string_view triggerEventName(TriggerEventKind kind) noexcept {
    return kind == TriggerEventKind::Enter ? "enter" : "leave";
}

std::string_view triggerReasonName(TriggerReason reason) noexcept {
    switch (reason) {
        case TriggerReason::Jumped:
            return "jumped";
        case TriggerReason::Started:
            return "started";
        case TriggerReason::Gone:
            return "gone";
        case TriggerReason::Disabled:
            return "disabled";
        case TriggerReason::Crossed:
            break;
    }
    return "crossed";
}

TouchResult detail::touch(const ClipMap& map, const Probe& body, const Passage& passage, const TriggerList& triggers,
                          std::span<std::uint64_t> inside, std::span<TriggerEvent> events) noexcept {
    TouchResult result;
    result.position = passage.start;
    result.refusal = refusalOfPassage(map, body, passage);
    if (result.refusal == Refusal::None && inside.size() < triggerWords(triggers.count))
        result.refusal = Refusal::BadRules;
    for (std::size_t i = 0; i < triggers.count && result.refusal == Refusal::None; ++i)
        result.refusal = refusalOfTrigger(map.tables(), triggers[i]);
    result.invalid = result.refusal != Refusal::None;
    if (result.invalid) return result;
    Toucher toucher(map.tables(), boxOf(map.tables(), body), passage, triggers, inside, events);
    toucher.findStop();
    toucher.findEvents();
    if (toucher.failed()) {
        result.invalid = true;
        result.refusal = Refusal::TooMuchWork;
        return result;
    }
    result.events = toucher.count();
    result.stopped = toucher.stop().has_value();
    result.time = result.stopped ? toucher.stop()->time : timeOf(passage);
    result.position = result.stopped         ? toucher.stop()->position
                      : passage.path.empty() ? passage.start
                                             : passage.path.back().position;
    result.told = result.events <= events.size();
    if (!result.told) return result;
    for (const TriggerEvent& event : events.first(result.events)) {
        const std::uint64_t bit = std::uint64_t{1} << (event.trigger % 64);
        std::uint64_t& word = inside[event.trigger / 64];
        word = event.kind == TriggerEventKind::Enter ? word | bit : word & ~bit;
    }
    return result;
}

TouchResult touchTriggers(const ClipMap& map, const Probe& body, const Passage& passage,
                          std::span<const Trigger> triggers, std::span<std::uint64_t> inside,
                          std::span<TriggerEvent> events) noexcept {
    const auto read = [](const void* one, std::size_t) { return *static_cast<const Trigger*>(one); };
    return touch(map, body, passage, {triggers.data(), sizeof(Trigger), triggers.size(), read}, inside, events);
}

}  // namespace hullbake
