// Bodies in the way of what turns.
// In: a body that moves straight on, a mover that turns, and the end of the piece. Out: when they meet, and how fast
// the body must go to be clear of it at the piece's end. A plane that parts both now and at the end of the piece parts
// them between, but for the sagitta. Where the plane that parts them best now does not do so at the end, the time goes
// on as far as nothing can touch, until it does or both are as near as they may come. So nothing is stepped over at any
// speed.

#include <algorithm>
#include <cmath>

#include "brushes/turned_set.hpp"
#include "world/step.hpp"

namespace hullbake::detail {

namespace {

constexpr std::uint32_t kNoSideOfBrush = UINT32_MAX;
constexpr std::uint32_t kMostAdvances = 64;
// Units: by that much less than the wanted gap is rounding.
constexpr double kGapRounding = 1e-9;
// Part of a piece: what meets in the last one is found in the next piece.
constexpr double kLastPart = 1e-6;

struct PartingSide {
    std::uint32_t side = kNoSideOfBrush;
    double gap = -1e300;
    Vec3 normal;
};

// Returns true if the box touches the brush within that face when it is moved onto it. Then no bevel parts them better.
bool isOverFace(const TurnedSet& set, const TurnedSides& sides, const PartingSide& face, const Vec3& origin) {
    if (!(face.gap >= 0)) return false;
    Vec3 point = origin;
    for (int a = 0; a < 3; ++a) {
        const double n = face.normal[a];
        point[a] += n > 0 ? set.box.mins[a] : n < 0 ? set.box.maxs[a] : (set.box.mins[a] + set.box.maxs[a]) * 0.5;
    }
    point = point - face.normal * face.gap;
    for (std::uint32_t s = 0; s < sides.faceCount(); ++s) {
        const format::SideRecord side = sides.face(s);
        if ((side.flags & format::kSideNotGrown) != 0) return false;
        if (s != face.side && distanceTo(Plane{vectorOf(side.normal), side.dist}, point) > 0) return false;
    }
    return true;
}

// The side that parts box and brush best, of equal ones the first.
PartingSide bestSide(const TurnedSet& set, const format::BrushRecord& brush, const Vec3& origin) {
    PartingSide best;
    const TurnedSides sides = set.sidesOf(brush);
    for (std::uint32_t s = 0; s < sides.size(); ++s) {
        if (s == sides.faceCount() && isOverFace(set, sides, best, origin)) break;
        const format::SideRecord side = sides[s];
        if (!sideCounts(side, set.box)) continue;
        const Plane plane = grownPlane(side, set.box);
        const double gap = distanceTo(plane, origin);
        if (gap > best.gap + kGapRounding) best = {s, gap, plane.normal};
    }
    return best;
}

// The same side at another time. Returns false if the brush has no such side then.
bool sideAt(const TurnedSet& set, const format::BrushRecord& brush, std::uint32_t side, Plane& plane) {
    const format::SideRecord record = set.sidesOf(brush)[side];
    if (!sideCounts(record, set.box)) return false;
    plane = grownPlane(record, set.box);
    return true;
}

// How far the brush, grown by the set's box, reaches along a direction.
double brushReach(const TurnedSet& set, const format::BrushRecord& brush, const Vec3& normal) {
    const BrushShape shape(*set.tables, brush);
    double far = -1e300;
    for (std::uint32_t c = 0; c < shape.cornerCount(); ++c)
        far = std::max(far, dot(normal, set.turn.place(shape.corner(c))));
    return far + support(normal, set.box);
}

}  // namespace

double WorldStep::demandOf(const WorldContact& contact) const {
    if (contact.other == kNoThing) return 0;
    const WorldThing& other = thing(contact.other);
    const double now = contact.turns && other.turning ? contact.least : dot(contact.normal, other.velocity);
    return std::max(now, contact.atLeast);
}

Vec3 WorldStep::pushOf(const WorldContact& contact) const {
    const WorldThing& other = thing(contact.other);
    return contact.turns && other.turning ? contact.push : other.velocity;
}

bool WorldStep::touchesSide(const WorldThing& body, std::uint32_t mover, std::uint32_t brush,
                            std::uint32_t side) const {
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact& contact = body.contacts[c];
        if (contact.turns && contact.other == mover && contact.brush == brush &&
            (side == kNoSideOfBrush || contact.side == side))
            return true;
    }
    return false;
}

void WorldStep::findTurning(std::uint32_t i, std::uint32_t m) {
    const double left = pieceEnd_ - now_;
    if (!(left > kLastPart * (pieceEnd_ - pieceStart_))) return;
    const double end = left * (1 - kLastPart), speed = speedTowards(i, m);
    const WorldThing& body = thing(i);
    const Box& box = world_.bodies[bodyOf(i)].box;
    const Contents mask = world_.passengers[bodyOf(i)].mask;
    const ModelId model = world_.models[world_.movers[m].model].model;
    const Vec3 from = placeOf(i, now_);
    const format::Tables& tables = map_.tables();
    const TurnedSet first = turnedBrushes(tables, box, model, turnedPose(m, now_).turn);
    const TurnedSet last = turnedBrushes(tables, box, model, turnedPose(m, pieceEnd_).turn);
    const Vec3 place = first.turn.placeBack(from);
    const auto visit = [&](std::uint32_t index) {
        const format::BrushRecord& brush = tables.brushes[index];
        if (!any(static_cast<Contents>(brush.contents) & mask) || !first.rule.takesPart(brush)) return;
        double time = 0, keep = 0;
        PartingSide best = bestSide(first, brush, from);
        if (best.side == kNoSideOfBrush) return;
        // What starts inside is left alone, unless it was pushed already. But it goes no farther in by itself.
        if (best.gap < -2 * rules_.sagitta && !touchesSide(body, m, index, kNoSideOfBrush)) {
            Plane there;
            const bool found = sideAt(last, brush, best.side, there);
            if (found && distanceTo(there, from + body.velocity * left) < best.gap - kGapRounding)
                keepFromGoingIn(i, m, best.normal, 0);
            return;
        }
        keep = std::clamp(best.gap, 0.0, rules_.skin);
        for (std::uint32_t step = 0; step < kMostAdvances; ++step) {
            if (touchesSide(body, m, index, best.side)) return;
            Plane there;
            if (sideAt(last, brush, best.side, there) &&
                distanceTo(there, from + body.velocity * left) >= keep - kGapRounding)
                return;
            if (best.gap <= keep + rules_.sagitta) break;
            time += (best.gap - keep) / speed;
            if (!(time < end)) return;
            ++result_.casts;
            const TurnedSet now = turnedBrushes(tables, box, model, turnedPose(m, now_ + time).turn);
            best = bestSide(now, brush, from + body.velocity * time);
        }
        WorldMeeting meeting;
        meeting.when = now_ + time;
        meeting.other = m;
        meeting.member = memberOf(m);
        meeting.normal = best.normal;
        meeting.brush = index;
        meeting.side = best.side;
        meeting.keep = std::min(rules_.skin, keep + rules_.sagitta);
        // Of brushes with a face in one plane the one that asks for most is enough.
        if (time == 0 && obeysAlready(body, turningContact(i, m, index, best.side, meeting.keep))) return;
        WorldMeeting& next = thing(i).next;
        if (meeting.when > next.when || (meeting.when == next.when && !isFirst(meeting, next))) return;
        next = meeting;
    };
    first.forBrushesIn({place + first.reach.mins, place + first.reach.maxs}, visit,
                       speed * left + rules_.skin + rules_.sagitta + kNearBrush);
}

WorldContact WorldStep::turningContact(std::uint32_t i, std::uint32_t m, std::uint32_t brushIndex, std::uint32_t side,
                                       double keep) const {
    const Box& box = world_.bodies[bodyOf(i)].box;
    const ModelId model = world_.models[world_.movers[m].model].model;
    const format::BrushRecord& brush = map_.tables().brushes[brushIndex];
    const TurnedSet now = turnedBrushes(map_.tables(), box, model, turnedPose(m, now_).turn);
    const TurnedSet last = turnedBrushes(map_.tables(), box, model, turnedPose(m, pieceEnd_).turn);
    const double left = pieceEnd_ - now_;
    const Vec3 at = placeOf(i, now_);
    Plane here, there;
    WorldContact contact;
    contact.other = m;
    contact.member = memberOf(m);
    contact.turns = true;
    contact.brush = brushIndex;
    contact.side = side;
    contact.apart = keep;
    if (!(left > 0) || !sideAt(now, brush, side, here)) return contact;
    const double gap = distanceTo(here, at);
    if (!sideAt(last, brush, side, there) || dot(here.normal, there.normal) < 0.5)
        there = {here.normal, brushReach(last, brush, here.normal)};
    // A gap that has become narrower is made good no faster than things move.
    const double goal = std::min(keep, gap + 0.5 * fastest_ * left);
    contact.normal = there.normal;
    contact.least = (goal - distanceTo(there, at)) / left;
    const Vec3 middle = at + (box.mins + box.maxs) * 0.5;
    const Vec3 touch = middle - here.normal * (distanceTo(here, middle) + support(here.normal, box));
    contact.push = (last.turn.place(now.turn.placeBack(touch)) - touch) * (1 / left);
    return contact;
}

// Contacts with what turns are those of one piece: finds them anew.
void WorldStep::renewContacts(std::uint32_t i) {
    WorldThing& body = thing(i);
    WorldContact old[WorldThing::kMostContacts];
    std::uint32_t kept = 0, turning = 0;
    for (std::uint32_t c = 0; c < body.count; ++c) {
        const WorldContact contact = body.contacts[c];
        if (contact.turns && contact.other != kNoThing && thing(contact.other).turning)
            old[turning++] = contact;
        else
            body.contacts[kept++] = contact;
    }
    body.count = kept;
    body.touched = turning > 0 ? old[0].other : kNoThing;
    for (std::uint32_t c = 0; c < turning; ++c) {
        if (thing(old[c].other).gone) continue;
        const std::uint32_t model = world_.movers[old[c].other].model;
        const TurnedSet set = turnedBrushes(map_.tables(), world_.bodies[bodyOf(i)].box, world_.models[model].model,
                                            turnedPose(old[c].other, now_).turn);
        const PartingSide best = bestSide(set, map_.tables().brushes[old[c].brush], placeOf(i, now_));
        if (best.side == kNoSideOfBrush || best.gap > old[c].apart + rules_.sagitta) continue;
        if (touchesSide(body, old[c].other, old[c].brush, best.side)) continue;
        addContact(i, turningContact(i, old[c].other, old[c].brush, best.side, old[c].apart));
    }
}

void WorldStep::giveToTurning(std::uint32_t i, const WorldMeeting& meeting) {
    WorldThing& body = thing(i);
    bool before = body.touched == meeting.other;
    for (std::uint32_t c = 0; c < body.count; ++c) before = before || body.contacts[c].other == meeting.other;
    const WorldContact contact = turningContact(i, meeting.other, meeting.brush, meeting.side, meeting.keep);
    if (addContact(i, contact) && !before && !body.crushed) tellContact(i, meeting.other, meeting.normal);
}

}  // namespace hullbake::detail
