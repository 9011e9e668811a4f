// One step of a world: an event loop over exact sweeps.
// In: the arrays of a world, and what drives it: movers on their legs, or one body. Out: places, clocks, events.
// Between two events everything moves straight on. The next event is the first of: a leg ends, or a body comes within
// the skin of something that it approaches. Then the velocities of all that it concerns are found anew.
// Invariants: everything is computed in the caller's scratch and written at the end. A body's next meeting is that of
// the velocities now: whoever's velocity changes, its meetings are looked for again. Only what moves, or was set in
// motion, has meetings, and only a body that is carried, driven or in contact moves: these bodies are `active_`.
#pragma once

#include <algorithm>

#include "brushes/turned_set.hpp"
#include "hullbake/world.hpp"
#include "world/event_heap.hpp"
#include "world/thing_grid.hpp"
#include "world/yielding.hpp"

namespace hullbake::detail {

/// A mover or a body during a step: movers first, then bodies, by their index.
inline constexpr std::uint32_t kNoThing = UINT32_MAX;
/// Later than any step ends.
inline constexpr double kNeverInStep = 1e300;
/// Less than any body must move along a normal.
inline constexpr double kNoDemand = -1e300;
/// How many skins before the contact, along the way, a body that nears a plane at a shallow angle may be stopped.
inline constexpr double kMostSkinsBack = 8;
/// Contacts whose normals differ less are one.
inline constexpr double kSameContactNormal = 1 - 1e-12;
/// Fraction of the fastest speed: slower approaches are rounding.
inline constexpr double kAlongPart = 1e-9;

struct WorldContact {
    Vec3 normal;                     ///< facing the thing
    std::uint32_t other = kNoThing;  ///< what it must not be overtaken by; kNoThing: what does not move
    MemberId member{};
    bool turns = false;  ///< of a mover that turns, up to the end of the piece
    /// Along the normal, from the other thing's place to the body's, when they met. Of what turns: the gap that the
    /// body has at the end of the piece.
    double apart = 0;
    double atLeast = kNoDemand;  ///< while a ring is settled: the greatest demand so far
    // Of a mover that turns:
    std::uint32_t brush = 0, side = 0;
    double least = 0;  ///< how fast the body must move along the normal
    /// Velocity of the mover there. Of what does not turn, while a ring is settled: how far the demand rose in the last
    /// three sweeps, the last one first.
    Vec3 push;
};

inline WorldContact contactWith(const Vec3& normal, std::uint32_t other, MemberId member) {
    WorldContact contact;
    contact.normal = normal;
    contact.other = other;
    contact.member = member;
    return contact;
}

struct WorldMeeting {
    double when = kNeverInStep;
    std::uint32_t other = kNoThing;  ///< kNoThing: the world, or a model without a mover
    MemberId member{};
    Vec3 normal;                        ///< facing the body
    std::uint32_t brush = 0, side = 0;  ///< of a mover that turns
    double keep = 0;
};

/// Times are seconds since the start of the step.
struct WorldThing {
    static constexpr std::uint32_t kMostContacts = 8;
    /// What a body's velocity depends on: its contacts and what carries it.
    static constexpr std::uint32_t kMostDepends = kMostContacts + 1;

    Vec3 at;  ///< of a body: its place at `since`
    Vec3 velocity;
    double since = 0;
    double ends = kNeverInStep;          ///< of a mover: when its leg ends
    double stopped = kNeverInStep;       ///< of what is driven: when it was stopped
    std::uint32_t lead = kNoThing;       ///< the mover whose way it takes, to the bit
    std::uint32_t carrier = kNoThing;    ///< what it stands on
    std::uint32_t link = kNoThing;       ///< the next one in the queue of velocities
    std::uint32_t trail = kNoThing;      ///< the next one to look at while the cause of a squeeze is searched
    std::uint32_t count = 0;             ///< of contacts
    std::uint32_t resolved = 0;          ///< when its velocity was found last: the number of the search,
    std::uint32_t updates = 0;           ///< and how often in that search
    std::uint32_t depends = 0;           ///< number of places taken in the lists of what depends on what
    std::uint32_t dependent = kNoThing;  ///< the first in the list of what depends on it: body * kMostDepends + place
    bool driven = false;                 ///< has a velocity of its own
    bool gone = false;                   ///< takes no part
    bool crushed = false;                ///< of a body: stays where it is, whatever moves that does not stop
    bool queued = false;                 ///< its velocity must be found anew
    bool changed = false;                ///< its meetings must be found anew
    bool squeezed = false;               ///< no velocity obeys all its contacts
    bool stiff = false;                  ///< has met more than it can keep: gives way no more
    bool arrived = false;
    bool blamed = false, seen = false;  ///< while the cause of a squeeze is searched
    bool active = false;                ///< of a body: carried, driven or in contact, now or before
    bool renewed = false;               ///< while meetings are looked for: all of its own must be found anew
    bool posed = false;                 ///< of a mover: it has an axis, or what carries it has one
    bool turning = false;               ///< of a mover: now
    bool follows = false;               ///< of a body: it went with what turns under it in all of this piece
    bool along = false;                 ///< and so did all that carry it, when `under` was searched
    std::uint32_t under = kNoThing;     ///< of a body: the mover that turns under it, when that was last searched
    std::uint32_t touched = kNoThing;   ///< the turning mover that pushed it in the piece before
    Vec3 anchor;                        ///< its foot, seen from what turns under it
    Vec3 carried;                       ///< velocity that this gives it
    double turned = 0;                  ///< degrees of yaw
    WorldMeeting next;
    WorldContact* contacts = nullptr;  ///< room for kMostContacts
};

/// Of a body while a ring is settled.
struct RingPlace {
    Vec3 before, wish;  ///< the velocity that it had before, and that it would have without contacts
    std::uint32_t leadBefore = kNoThing, wishLead = kNoThing;
    // While the order is found: what has asked for the body, and how many of those that it depends on it has asked.
    std::uint32_t asker = kNoThing, asked = 0;
};

/// Where a mover is at a time.
struct MoverPose {
    std::uint32_t mover = kNoThing;
    double time = 0;
    Transform transform;
    Turn turn;
};

/// Models without movers: from `first` on, before `last`.
struct RestingModels {
    std::uint32_t first = 0, last = 0;
};
/// What depends on what: the thing, and the next dependent in its list.
struct WorldDependence {
    std::uint32_t thing = kNoThing, next = kNoThing;
};
static_assert(sizeof(WorldThing) + WorldThing::kMostContacts * sizeof(WorldContact) + sizeof(GridRecord) +
                      sizeof(HeapEntry) + sizeof(RestingModels) + WorldThing::kMostDepends * sizeof(WorldDependence) +
                      sizeof(RingPlace) + 5 * sizeof(std::uint32_t) <=
                  sizeof(WorldScratch) &&
              alignof(WorldThing) <= alignof(WorldScratch));

/// An order of normals, for answers that do not depend on when contacts were met.
inline bool isBeforeInOrder(const Vec3& a, const Vec3& b) {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

class WorldStep {
  public:
    WorldStep(const ClipMap& map, const WorldRules& rules, const World& world, double seconds,
              std::span<WorldScratch> scratch, std::span<WorldEvent> events);

    /// Returns true if the step may be made.
    bool valid() const { return !result_.invalid; }
    void driveMovers();
    void driveBody(std::uint32_t body, const Vec3& way);
    /// Moves everything to the end of the step, in scratch.
    void run();
    /// Writes places and clocks, unless the step is not valid or undone.
    void commit();
    void placeModel(std::uint32_t mover);
    const StepResult& result() const { return result_; }
    double stopOf(std::uint32_t body) const { return std::min(thing(bodyThing(body)).stopped, seconds_); }

  private:
    // Set up: step_setup.cpp.
    Refusal check() const;
    Refusal orderMovers();
    Refusal checkMovers() const;
    Refusal checkBodies() const;
    void placeBodies();
    void findCarrier(std::uint32_t body);
    bool standsOnBody(std::uint32_t body, std::uint32_t ground) const;
    bool standsOnModel(std::uint32_t body, std::uint32_t model);
    double fastestMover() const;
    double downOf(std::uint32_t body, std::uint32_t mover) const;

    // Lists: step_lists.cpp.
    void takeMemory(std::span<WorldScratch> scratch);
    void listStaticModels();
    void markActive(std::uint32_t body);
    void markChanged(std::uint32_t i);
    void schedule(std::uint32_t i);
    void dependOn(std::uint32_t body, std::uint32_t other);
    bool dependsOn(std::uint32_t body, std::uint32_t other) const;
    std::uint32_t placeForDependence(std::uint32_t body);
    void enqueueDependents(std::uint32_t i);
    std::span<const std::uint32_t> activeBodies() const { return {active_, activeCount_}; }
    /// Calls visit for the movers and active bodies, in order.
    template <class Visit>
    void forDrivers(const Visit& visit) const {
        for (std::uint32_t m = 0; m < movers(); ++m) visit(m);
        for (const std::uint32_t b : activeBodies()) visit(b);
    }

    // Turning: step_turning.cpp, step_turning_contacts.cpp.
    Refusal checkTurn(const Mover& mover) const;
    bool runs(std::uint32_t mover) const;
    double degreesOf(std::uint32_t mover, double time) const;
    Transform poseOf(std::uint32_t mover, double time) const;
    Transform computedPose(std::uint32_t mover, double time) const;
    const MoverPose& turnedPose(std::uint32_t mover, double time) const;
    void forgetPoses();
    double spinOf(std::uint32_t mover) const;
    double yawOf(std::uint32_t mover, double from, double to) const;
    template <class Visit>
    Box reachOfChain(std::uint32_t mover, const Visit& visit) const;
    Box boundsOfPosed(std::uint32_t mover) const;
    Refusal planPieces();
    void askForPieces(const WorldThing& body);
    void takeFinerPieces();
    void refreshTurning();
    void finishPiece();
    void startPiece();
    void carryOn(std::uint32_t body);
    void renewContacts(std::uint32_t body);
    void findGrounds();
    double speedTowards(std::uint32_t body, std::uint32_t mover) const;
    void findTurning(std::uint32_t i, std::uint32_t mover);
    bool touchesSide(const WorldThing& body, std::uint32_t mover, std::uint32_t brush, std::uint32_t side) const;
    WorldContact turningContact(std::uint32_t i, std::uint32_t mover, std::uint32_t brush, std::uint32_t side,
                                double keep) const;
    double demandOf(const WorldContact& contact) const;
    Vec3 pushOf(const WorldContact& contact) const;
    bool pieceIsNext() const;

    // Places.
    Vec3 legOf(std::uint32_t mover, double time) const;
    Vec3 displacementOf(std::uint32_t mover, double time) const;
    Vec3 velocityOfMover(std::uint32_t mover) const;
    Vec3 placeOf(std::uint32_t body, double time) const;
    Box boxAt(std::uint32_t body, double time) const;

    // Velocities: step_velocities.cpp.
    void resolve();
    void enqueue(std::uint32_t i);
    void settleQueue();
    bool isInRing(std::uint32_t i);
    void update(std::uint32_t i);
    void updateBody(std::uint32_t i);
    bool findVelocity(std::uint32_t i, const Vec3& wish, Vec3& velocity) const;
    std::uint32_t boundsOf(const WorldThing& body, YieldBound* bounds) const;
    Vec3 wishOf(const WorldThing& body, std::uint32_t& lead) const;
    void setVelocity(std::uint32_t i, const Vec3& velocity, std::uint32_t lead);
    Vec3 velocityAlong(std::uint32_t i) const;
    bool isForced(const WorldThing& body, const Vec3& way) const;
    bool yields(std::uint32_t i) const;
    bool enters(std::uint32_t driver, std::uint32_t body) const;
    bool isBeforeThing(std::uint32_t a, std::uint32_t b) const;
    bool obeysAlready(const WorldThing& body, const WorldContact& contact) const;
    bool addContact(std::uint32_t i, const WorldContact& contact);
    double offsetOf(std::uint32_t i, const WorldContact& contact) const;
    void dropParted(std::uint32_t i);

    // Velocities that follow from one another: step_rings.cpp.
    void settleRings();
    void endRings();
    void orderRings();
    std::uint32_t nextBefore(std::uint32_t i);
    void rest(std::uint32_t i);
    bool look(std::uint32_t i, double surplus);
    bool follow(std::uint32_t i);
    void lookAhead(std::uint32_t i);
    void settle(std::uint32_t i);

    // Squeezes: step_squeezes.cpp.
    bool handleSqueezes();
    void blame(std::uint32_t i);
    void blameContact(const WorldContact& contact, std::uint32_t& trail);
    bool squeezesAlone(const WorldThing& body, std::uint32_t contact) const;
    bool handleBlamed(std::uint32_t i);
    void crush(std::uint32_t i);
    void tellBlocked(WorldEventKind kind, std::uint32_t driver, std::uint32_t i);
    void scrape(std::uint32_t i, std::uint32_t other, MemberId member, const Vec3& normal);
    void stopWith(std::uint32_t mover);
    void stopAll();

    // Meetings: step_meetings.cpp.
    void findMeetings();
    std::uint32_t findRenewed(std::uint32_t changed, std::uint32_t renewed);
    void findOf(std::uint32_t changed, bool others);
    void sweep(std::uint32_t i);
    bool areFar(const Box& a, const Box& b) const;
    std::span<const std::uint32_t> thingsNear(const Box& swept);
    void findAllOf(std::uint32_t i, std::span<const std::uint32_t> near);
    void findWith(std::uint32_t i, std::uint32_t other);
    void findStatic(std::uint32_t i);
    void findModel(std::uint32_t i, std::uint32_t other, std::uint32_t model, const Transform& transform);
    void castModel(std::uint32_t i, std::uint32_t other, MemberId member, const Probe& probe);
    void findBody(std::uint32_t i, std::uint32_t other);
    bool keepsTo(std::uint32_t i, std::uint32_t other, const Vec3& normal, const Vec3& relative) const;
    void note(std::uint32_t i, const Vec3& relative, double hitTime, const WorldMeeting& meeting);
    bool isFirst(const WorldMeeting& a, const WorldMeeting& b) const;
    double reachOfSearch(double speed) const;
    bool meets(std::uint32_t body, std::uint32_t other) const;

    // Overlaps: step_overlaps.cpp.
    void tellOverlaps();
    template <class Visit>
    void forBrushesOf(std::uint32_t mover, std::uint32_t i, const Vec3& way, const Visit& visit) const;
    bool standsOn(std::uint32_t i, std::uint32_t mover) const;
    void keepFromGoingIn(std::uint32_t i, std::uint32_t mover, const Vec3& normal, double seconds);
    void findOverlapped(std::uint32_t i, std::uint32_t mover, const Vec3& way, double seconds);

    // Events: step.cpp.
    std::uint32_t takeNext();
    void meetNext(std::uint32_t i);
    void arrive(std::uint32_t mover);
    void meet(std::uint32_t i, const WorldMeeting& meeting);
    void meetBody(std::uint32_t i, const WorldMeeting& meeting);
    void hold(std::uint32_t i, std::uint32_t other, MemberId member, const Vec3& normal);
    void give(std::uint32_t i, std::uint32_t to, const Vec3& normal);
    void giveToTurning(std::uint32_t i, const WorldMeeting& meeting);
    void tellContact(std::uint32_t i, std::uint32_t to, const Vec3& normal);
    void tellAt(WorldEventKind kind, std::uint32_t i, std::uint32_t other, const Vec3& normal);
    void tell(WorldEvent event);
    void refuse(Refusal why);

    std::uint32_t movers() const { return static_cast<std::uint32_t>(world_.movers.size()); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }
    std::uint32_t bodyThing(std::uint32_t body) const { return movers() + body; }
    std::uint32_t bodyOf(std::uint32_t i) const { return i - movers(); }
    bool isBody(std::uint32_t i) const { return i != kNoThing && i >= movers(); }
    MemberId memberOf(std::uint32_t i) const {
        return isBody(i) ? MemberId::body(bodyOf(i)) : MemberId::model(world_.movers[i].model);
    }
    std::uint32_t moverOf(std::uint32_t model) const;
    WorldThing& thing(std::uint32_t i) { return *(things_ + i); }
    const WorldThing& thing(std::uint32_t i) const { return *(things_ + i); }

    const ClipMap& map_;
    const WorldRules& rules_;
    const World& world_;
    double seconds_;
    std::span<WorldEvent> events_;
    WorldThing* things_ = nullptr;
    WorldDependence* depends_ = nullptr;
    RingPlace* rings_ = nullptr;
    RestingModels* statics_ = nullptr;  // models without movers
    std::uint32_t* byModel_ = nullptr;  // movers in the order of their models
    std::uint32_t* active_ = nullptr;   // bodies, in order
    std::uint32_t* changed_ = nullptr;
    std::uint32_t* near_ = nullptr;
    std::uint32_t staticCount_ = 0, activeCount_ = 0, changedCount_ = 0;
    ThingGrid grid_;
    EventHeap heap_;
    std::size_t count_ = 0;
    double now_ = 0;
    double fastest_ = 0;
    Vec3 way_;                    // of a driven body, units a second
    std::uint32_t resolves_ = 0;  // searches for velocities
    std::uint32_t queueHead_ = kNoThing, queueTail_ = kNoThing;
    std::uint32_t pieces_ = 0, piece_ = 0;  // of a step in which something turns; the one that is under way
    double pieceStart_ = 0, pieceEnd_ = kNeverInStep;
    double turnRate_ = 0;       // radians a second at which something turns, at most
    std::uint32_t needed_ = 0;  // pieces, as bodies slip along what turns
    // The last poses that were asked for: all bodies near a mover ask for the same ones.
    static constexpr std::uint32_t kPoseKinds = 3, kPosedMovers = 4;
    mutable MoverPose poses_[kPoseKinds * kPosedMovers];
    bool anySqueezed_ = false, anyRing_ = false, swept_ = false;
    bool anyParted_ = false;  // contacts have been dropped since the last squeeze
    StepResult result_;
};

}  // namespace hullbake::detail
