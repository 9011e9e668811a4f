#include "oracle/trace/segment_stretches.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/trace/point_cover.hpp"

namespace hullbake::oracle {
namespace {

/// Of `depth`: planes further away than this do not cut the cube around a point, whatever their direction.
constexpr double kCubeReach = 2;
/// Units. Cuts closer to each other than this are one, but for rounding.
constexpr double kSameBorder = 1e-8;
/// Units. Planes entered this close to the contact are all named.
constexpr double kSamePlace = 1e-6;
/// Cosines below this are those of a slide along a plane, not of a segment that is merely short.
constexpr double kSlidingCosine = 0.01;
/// Units, across the surface. Exact entries this far from where the borders saw one belong to it.
constexpr double kEntryReach = 1e-4;

}  // namespace

SegmentStretches::SegmentStretches(const std::vector<GrownBrush>& brushes, const std::vector<std::uint32_t>& near,
                                   const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance)
    : brushes_(brushes),
      start_(start),
      delta_(end - start),
      length_(hullbake::length(end - start)),
      tolerance_(tolerance) {
    addCrossings(near, mask);
    Tolerance atStart = tolerance;
    atStart.depth = startDepth();
    startsInside_ = coveredAt(0, atStart);
    endsInside_ = coveredAt(1, tolerance);
    pieces_ = splitIntoPieces();
    markSolidPieces(pieces_);
    joinRuns(pieces_);
}

/// Whether the whole segment stays within the tolerance of the plane: then it neither enters nor leaves anything
/// through it, and where it crosses the plane exactly is an accident of rounding.
bool SegmentStretches::grazes(const GrownPlane& plane) const {
    const double a = dot(plane.normal, start_) - plane.dist, b = dot(plane.normal, start_ + delta_) - plane.dist;
    return std::abs(a) <= tolerance_.depth && std::abs(b) <= tolerance_.depth;
}

/// The part of the segment in the closed brush whose planes stand larger(plane) further out.
template <typename Larger>
SegmentStretches::Interval SegmentStretches::clipTo(const GrownBrush& brush, const Larger& larger,
                                                    bool withGrazed) const {
    Interval part{0, 1};
    const Vec3 end = start_ + delta_;
    for (const GrownPlane& plane : brush.planes) {
        const double a = dot(plane.normal, start_) - plane.dist - larger(plane);
        const double b = dot(plane.normal, end) - plane.dist - larger(plane);
        if (a <= 0 && b <= 0) continue;
        if (!withGrazed && grazes(plane)) continue;
        if (a > 0 && b > 0) return {0, -1};
        const double t = a / (a - b);
        if (a > 0)
            part.enter = std::max(part.enter, t);
        else
            part.leave = std::min(part.leave, t);
        if (part.empty()) return part;
    }
    return part;
}

SegmentStretches::Interval SegmentStretches::clip(const GrownBrush& brush, double larger, bool withGrazed) const {
    return clipTo(
        brush, [&](const GrownPlane&) { return larger; }, withGrazed);
}

/// Where the cube of half size `half` around the segment's point meets the brush; with a negative one, is inside it.
SegmentStretches::Interval SegmentStretches::clipByCube(const GrownBrush& brush, double half) const {
    const auto larger = [&](const GrownPlane& plane) {
        return half * (std::abs(plane.normal.x) + std::abs(plane.normal.y) + std::abs(plane.normal.z));
    };
    return clipTo(brush, larger, true);
}

void SegmentStretches::addCrossings(const std::vector<std::uint32_t>& near, Contents mask) {
    const bool swallows = any(mask & kMaskBlocking) && !any(mask & Contents::Solid);
    for (const std::uint32_t index : near) {
        const GrownBrush& brush = brushes_[index];
        const bool excluded = swallows && any(brush.contents & Contents::Solid);
        if (!excluded && !any(brush.contents & mask)) continue;
        const Interval reach = clip(brush, kCubeReach * startDepth(), true);
        if (reach.empty()) continue;
        const Interval glued = clip(brush, tolerance_.glue, false);
        const Interval exact = clip(brush, 0, false);
        crossings_.push_back({index, excluded ? Role::Excluded : Role::Cover, reach, glued,
                              exact.empty() ? glued : exact, clip(brush, -tolerance_.depth, true),
                              clipByCube(brush, tolerance_.depth), clipByCube(brush, -tolerance_.depth)});
    }
}

std::vector<Stretch> SegmentStretches::splitIntoPieces() const {
    std::vector<double> borders = {0, 1};
    for (const Crossing& crossing : crossings_)
        for (const Interval& part :
             {crossing.reach, crossing.glued, crossing.inner, crossing.cubeMeets, crossing.cubeInside})
            if (!part.empty()) borders.insert(borders.end(), {part.enter, part.leave});
    std::sort(borders.begin(), borders.end());
    std::vector<Stretch> pieces;
    double from = 0;
    for (const double to : borders) {
        // Shorter ones are rounding; they go to the next.
        if ((to - from) * length_ < kSameBorder && to < 1) continue;
        if (to > from) pieces.push_back({from, to, false});
        from = to;
    }
    return pieces;
}

/// Where the segment counts as deep in the brush, if for longer than the tolerance. A surface being crossed belongs to
/// it: the exact place is found later.
SegmentStretches::Interval SegmentStretches::deepPart(const Crossing& crossing) const {
    Interval deep = crossing.inner;
    if (deep.empty()) return deep;
    if ((deep.leave - deep.enter) * length_ < kSurfaceTolerance && deep.leave < 1) return {};
    if ((deep.enter - crossing.glued.enter) * length_ < tolerance_.crossing) deep.enter = crossing.glued.enter;
    if ((crossing.glued.leave - deep.leave) * length_ < tolerance_.crossing) deep.leave = crossing.glued.leave;
    return deep;
}

/// Pieces deep in a brush are solid, pieces in none are free; for the rest the neighbourhood of the middle tells.
void SegmentStretches::markSolidPieces(std::vector<Stretch>& pieces) const {
    std::vector<Interval> deepParts;
    for (const Crossing& crossing : crossings_) deepParts.push_back(deepPart(crossing));
    for (Stretch& piece : pieces) {
        const double middle = (piece.from + piece.to) / 2;
        bool deep = false, touched = false, excluded = false, maybeExcluded = false;
        for (std::size_t i = 0; i < crossings_.size(); ++i) {
            const Crossing& crossing = crossings_[i];
            const bool glued = crossing.glued.contains(middle);
            if (crossing.role == Role::Cover)
                deep = deep || deepParts[i].contains(middle), touched = touched || glued;
            else
                excluded = excluded || crossing.inner.contains(middle),
                maybeExcluded = maybeExcluded || crossing.reach.contains(middle);
        }
        piece.solid = !excluded && ((deep && !maybeExcluded) || (touched && coveredAt(middle, tolerance_)));
    }
}

bool SegmentStretches::coveredAt(double t, const Tolerance& tolerance) const {
    std::vector<const GrownBrush*> cover, excluded;
    for (const Crossing& crossing : crossings_)
        if (crossing.reach.contains(t))
            (crossing.role == Role::Cover ? cover : excluded).push_back(&brushes_[crossing.brush]);
    return coversNeighbourhood(at(t), tolerance, cover, excluded);
}

/// A stretch shorter than the tolerance neither enters nor leaves anything: it goes to the one before it, unless the
/// segment ends in it.
void SegmentStretches::joinRuns(const std::vector<Stretch>& pieces) {
    std::vector<Stretch> raw;
    for (const Stretch& piece : pieces) {
        if (!raw.empty() && raw.back().solid == piece.solid)
            raw.back().to = piece.to;
        else
            raw.push_back(piece);
    }
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const bool before = runs_.empty() ? startsInside_ : runs_.back().solid;
        const bool final = i + 1 == raw.size() && raw[i].solid == endsInside_;
        const bool brief = !final && (raw[i].to - raw[i].from) * length_ < kSurfaceTolerance;
        const bool solid = brief ? before : raw[i].solid;
        if (!runs_.empty() && runs_.back().solid == solid)
            runs_.back().to = raw[i].to;
        else
            runs_.push_back({raw[i].from, raw[i].to, solid});
    }
}

bool SegmentStretches::leavesSolid() const {
    return !startsInside_ || !endsInside_ ||
           std::any_of(runs_.begin(), runs_.end(), [](const Stretch& run) { return !run.solid; });
}

std::optional<Contact> SegmentStretches::firstContact(bool& startsInside) const {
    startsInside = startsInside_;
    bool free = !startsInside_;
    double left = 0;
    for (const Stretch& run : runs_) {
        if (!run.solid) {
            if (!free) left = run.from;
            free = true;
        } else if (free) {
            Contact contact = contactAt(run.from, run.to);
            // What the start was shallow in is entered where solid was left, not before.
            contact.fraction = std::max(contact.fraction, left);
            return contact;
        }
    }
    return {};
}

/// The exact entry nearest to where the borders saw the solid run begin, and everything that is entered there.
Contact SegmentStretches::contactAt(double from, double to) const {
    Contact contact;
    contact.fraction = from;
    // The first piece of the run is often a surface being crossed; what counts is what lies behind it.
    for (const Stretch& piece : pieces_) {
        const double middle = (piece.from + piece.to) / 2;
        if (middle < from || middle > to || !piece.solid) continue;
        contact.behind.push_back(middle);
        if ((piece.to - from) * length_ > tolerance_.crossing) break;
    }
    const auto entry = [](const Crossing& c) { return c.role == Role::Cover ? c.exact.enter : c.exact.leave; };
    const auto takesPart = [&](const Crossing& c) {
        if (c.role == Role::Excluded) return c.reach.contains(from);
        return std::any_of(contact.behind.begin(), contact.behind.end(), [&](double t) { return c.glued.contains(t); });
    };
    // A brush on whose face the segment slides is there too, but nothing of it is entered.
    double nearest = 1e300;
    for (const Crossing& crossing : crossings_) {
        if (!takesPart(crossing) || facingPlanes(crossing, entry(crossing)).empty()) continue;
        const double away = std::abs(entry(crossing) - from) * length_;
        if (away < nearest) nearest = away, contact.fraction = entry(crossing);
    }
    const double seen = contact.fraction;
    for (const Crossing& crossing : crossings_) {
        if (!takesPart(crossing)) continue;
        // Two entries closer than the contract tells apart: either may be named. So may one that the glue hid.
        const double along = std::abs(entry(crossing) - seen);
        for (const EnteredPlane& entered : facingPlanes(crossing, entry(crossing)))
            if (along * length_ <= kContactTolerance ||
                along * std::abs(dot(delta_, entered.plane.normal)) <= 2 * tolerance_.glue)
                contact.planes.push_back(entered);
    }
    if (contact.planes.empty()) contact.planes = touchedPlanes(from);
    // A run that begins without any entry (a crack that closes) keeps the place that the borders saw.
    double across = 1e300;
    for (const EnteredPlane& entered : contact.planes)
        across = std::min(across, std::abs((seen - from) * dot(delta_, entered.plane.normal)));
    if (across > kEntryReach) contact.fraction = from;
    findEarlier(contact);
    // Where a plane is grazed, the place where nothing free is that near any more is as good.
    if (std::abs(contact.fraction - from) * length_ > kContactTolerance)
        contact.alternatives.push_back({from, touchedPlanes(from)});
    return contact;
}

/// Follows the brushes back that the contact is in the closed inside of, to where the first of them is entered.
void SegmentStretches::findEarlier(Contact& contact) const {
    double first = contact.fraction;
    const double step = kSameBorder / length_;
    for (bool moved = true; moved;) {
        moved = false;
        for (const Crossing& crossing : crossings_) {
            const Interval& part = crossing.exact;
            if (crossing.role != Role::Cover || part.empty() || part.enter >= first - step) continue;
            if (part.leave < first - step) continue;
            first = part.enter;
            moved = true;
        }
    }
    if (first >= contact.fraction - step) return;
    Contact::Alternative earlier{first, {}};
    for (const Crossing& crossing : crossings_) {
        if (crossing.role != Role::Cover || std::abs(crossing.exact.enter - first) * length_ > kContactTolerance)
            continue;
        const auto planes = facingPlanes(crossing, crossing.exact.enter);
        earlier.planes.insert(earlier.planes.end(), planes.begin(), planes.end());
    }
    if (!earlier.planes.empty()) contact.alternatives.push_back(std::move(earlier));
}

/// The planes within the tolerance of the segment's point at `t` that face the mover: where a seam closes in which the
/// segment slides, no brush is entered, and any of those beside it may be named.
std::vector<EnteredPlane> SegmentStretches::touchedPlanes(double t) const {
    std::vector<EnteredPlane> planes;
    for (const Crossing& crossing : crossings_) {
        if (crossing.role != Role::Cover || !crossing.reach.contains(t)) continue;
        for (const GrownPlane& plane : brushes_[crossing.brush].planes) {
            const double away = dot(plane.normal, at(t)) - plane.dist;
            if (std::abs(away) <= (1 + kCubeReach) * startDepth() && dot(plane.normal, delta_) < 0)
                planes.push_back({{plane.normal, plane.dist}, plane.kind, crossing.brush});
        }
    }
    return planes;
}

/// The planes of the crossing's brush through the segment's point at `t` that face the mover. A start within the
/// tolerance inside a plane enters through it.
std::vector<EnteredPlane> SegmentStretches::facingPlanes(const Crossing& crossing, double t) const {
    const Vec3 p = at(t);
    const double sign = crossing.role == Role::Cover ? 1 : -1;
    const double near = t > 0 ? kSamePlace : std::max(kSamePlace, startDepth());
    std::vector<EnteredPlane> planes;
    for (const GrownPlane& plane : brushes_[crossing.brush].planes) {
        if (std::abs(dot(plane.normal, p) - plane.dist) > near) continue;
        const double facing = -sign * dot(plane.normal, delta_) / length_;
        if (facing <= 0 || (facing < kSlidingCosine && grazes(plane))) continue;
        planes.push_back({{plane.normal * sign, plane.dist * sign}, plane.kind, crossing.brush});
    }
    return planes;
}

}  // namespace hullbake::oracle
