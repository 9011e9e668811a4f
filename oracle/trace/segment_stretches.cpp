#include "oracle/trace/segment_stretches.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hullbake::oracle {
namespace {

/// Distance, in multiples of `depth`, beyond which a plane cannot cut the cube around a point, whatever its direction.
constexpr double kCubeReach = 2;
/// The same for the larger cube that is tried first in a crowd.
constexpr double kCrowdReach = 4;
/// Brushes in one place from which on places beside each other are decided together.
constexpr std::size_t kCrowd = 32;
/// Distance, in units, within which two borders are one. Bounds rounding.
constexpr double kSameBorder = 1e-8;
/// Largest distance, in units, of a plane from the contact at which the trace may name it.
constexpr double kSamePlace = 1e-6;
/// Depth, in units, that the rounding of a crack's two faces explains.
constexpr double kCrackRounding = 2e-9;
/// Width, in units, of a crack that is open.
constexpr double kOpenCrack = 1e-9;
/// Cosine between a segment and a normal below which the faces of a crack may end along the segment.
constexpr double kFlatEnd = 1e-3;
/// Cosine below which a segment near a plane slides along it. Above, the segment is merely short.
constexpr double kSlidingCosine = 0.01;
/// Tells points of free space from points beside it. Slivers keep the thickness that they have by the contract.
constexpr Tolerance kFreeItself{1e-3 * kSurfaceTolerance, 1e3 * Tolerance{}.sliver};
/// Cosine between the normals of two faces below which the gap between them is as wide all around a point.
constexpr double kFacingEachOther = -0.999999;
/// Largest distance, in units across the surface, between an exact entry and the border that it belongs to.
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
    if (tolerance_.opening > 0) followOpeningCrack();
}

/// Returns true if the whole segment stays within `depth` of the plane. It then neither enters nor leaves through the
/// plane, because rounding decides where it crosses it.
bool SegmentStretches::grazes(const GrownPlane& plane) const {
    const double a = dot(plane.normal, start_) - plane.dist, b = dot(plane.normal, start_ + delta_) - plane.dist;
    return std::abs(a) <= tolerance_.depth && std::abs(b) <= tolerance_.depth;
}

/// Returns the part of the segment inside the closed brush with each plane moved out by larger(plane).
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

/// Returns the part of the segment inside the closed brush with all planes moved out by `larger`.
SegmentStretches::Interval SegmentStretches::clip(const GrownBrush& brush, double larger, bool withGrazed) const {
    return clipTo(
        brush, [&](const GrownPlane&) { return larger; }, withGrazed);
}

/// Returns the part of the segment where the cube of half size `half` around its point overlaps the brush. For a
/// negative `half`, returns the part where a cube of half size -half is inside the brush.
SegmentStretches::Interval SegmentStretches::clipByCube(const GrownBrush& brush, double half, bool withGrazed) const {
    const auto larger = [&](const GrownPlane& plane) {
        return half * (std::abs(plane.normal.x) + std::abs(plane.normal.y) + std::abs(plane.normal.z));
    };
    return clipTo(brush, larger, withGrazed);
}

/// Collects the brushes that the mask asks for, and solid that replaces them.
void SegmentStretches::addCrossings(const std::vector<std::uint32_t>& near, Contents mask) {
    const bool swallows = any(mask & kMaskBlocking) && !any(mask & Contents::Solid);
    const double cubeReach = near.size() < kCrowd ? kCubeReach : kCrowdReach;
    for (const std::uint32_t index : near) {
        const GrownBrush& brush = brushes_[index];
        const bool excluded = swallows && any(brush.contents & Contents::Solid);
        if (!excluded && !any(brush.contents & mask)) continue;
        const Interval reach = clip(brush, cubeReach * startDepth(), true);
        if (reach.empty()) continue;
        const Interval glued = clip(brush, tolerance_.glue, false);
        const Interval exact = clip(brush, 0, false);
        crossings_.push_back({index, excluded ? Role::Excluded : Role::Cover, reach, glued,
                              exact.empty() ? glued : exact, clip(brush, 0, true), clip(brush, -tolerance_.depth, true),
                              clipByCube(brush, tolerance_.depth, true), clipByCube(brush, -tolerance_.depth, true),
                              clipByCube(brush, -tolerance_.depth, false)});
    }
}

/// Adds the places where a gap between two faces beside the segment becomes too wide, or too narrow, for a sliver.
void SegmentStretches::addCrackBorders(std::vector<double>& borders) const {
    struct FaceAlong {
        std::size_t crossing;
        const GrownPlane* plane;
        double start, end;  ///< units in front of it
        Interval part;      ///< where the segment is near it
    };
    std::vector<FaceAlong> faces;
    const double reach = kCubeReach * startDepth(), width = tolerance_.sliver * tolerance_.depth;
    for (std::size_t i = 0; i < crossings_.size(); ++i)
        for (const GrownPlane& plane : brushes_[crossings_[i].brush].planes) {
            const double a = dot(plane.normal, start_) - plane.dist, b = dot(plane.normal, at(1)) - plane.dist;
            Interval part = crossings_[i].reach;
            if (a != b) {
                const double low = (a + reach) / (a - b), high = (a - reach) / (a - b);
                part = {std::max(part.enter, std::min(low, high)), std::min(part.leave, std::max(low, high))};
            } else if (std::abs(a) > reach) {
                continue;
            }
            if ((part.leave - part.enter) * length_ > kContactTolerance) faces.push_back({i, &plane, a, b, part});
        }
    for (std::size_t i = 0; i < faces.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) {
            const FaceAlong &one = faces[i], &two = faces[k];
            if (one.crossing == two.crossing || dot(one.plane->normal, two.plane->normal) > kFacingEachOther) continue;
            const double from = one.start + two.start, to = one.end + two.end, t = (from - width) / (from - to);
            const Interval part{std::max(one.part.enter, two.part.enter), std::min(one.part.leave, two.part.leave)};
            if (from != to && part.contains(t)) borders.push_back(t);
        }
}

/// A crack in which the segment lies closes where the segment crosses one of its faces, so that is a border, too. Out
/// of solid a crack may open anywhere beside the segment.
std::vector<Stretch> SegmentStretches::splitIntoPieces() const {
    std::vector<double> borders = {0, 1};
    if (startsInside_) addCrackBorders(borders);
    for (const Crossing& crossing : crossings_)
        for (const Interval& part : {crossing.reach, crossing.glued, crossing.crossed, crossing.inner,
                                     crossing.cubeMeets, crossing.cubeInside, crossing.cubeBehind})
            if (!part.empty()) borders.insert(borders.end(), {part.enter, part.leave});
    std::sort(borders.begin(), borders.end());
    std::vector<Stretch> pieces;
    double from = 0;
    for (const double to : borders) {
        // A shorter piece is rounding. It joins the next one.
        if ((to - from) * length_ < kSameBorder && to < 1) continue;
        if (to > from) pieces.push_back({from, to, false});
        from = to;
    }
    return pieces;
}

/// Returns the part of the segment that counts as deep in the brush; empty if shorter than the tolerance. Includes the
/// surface that the segment crosses there: contactAt() finds the exact point later.
SegmentStretches::Interval SegmentStretches::deepPart(const Crossing& crossing) const {
    Interval deep = crossing.inner;
    if (deep.empty()) return deep;
    if ((deep.leave - deep.enter) * length_ < kSurfaceTolerance && deep.leave < 1) return {};
    if ((deep.enter - crossing.glued.enter) * length_ < tolerance_.crossing) deep.enter = crossing.glued.enter;
    if ((crossing.glued.leave - deep.leave) * length_ < tolerance_.crossing) deep.leave = crossing.glued.leave;
    return deep;
}

/// Marks pieces deep in a brush solid and pieces in no brush free. Otherwise the neighbourhood of the middle decides.
/// Sweeps along the segment, so that each piece looks at the brushes near it only.
void SegmentStretches::markSolidPieces(std::vector<Stretch>& pieces) const {
    std::vector<Interval> deepParts;
    std::vector<std::size_t> byEnter(crossings_.size()), near;
    for (const Crossing& crossing : crossings_) deepParts.push_back(deepPart(crossing));
    std::iota(byEnter.begin(), byEnter.end(), std::size_t{0});
    std::sort(byEnter.begin(), byEnter.end(),
              [&](std::size_t a, std::size_t b) { return crossings_[a].span().enter < crossings_[b].span().enter; });
    const bool excludes = std::any_of(crossings_.begin(), crossings_.end(),
                                      [](const Crossing& crossing) { return crossing.role == Role::Excluded; });
    KnownCover known;
    std::size_t next = 0;
    for (Stretch& piece : pieces) {
        const double middle = (piece.from + piece.to) / 2;
        while (next < byEnter.size() && crossings_[byEnter[next]].span().enter <= middle)
            near.push_back(byEnter[next++]);
        std::erase_if(near, [&](std::size_t i) { return crossings_[i].span().leave < middle; });
        bool deep = false, touched = false, excluded = false, maybeExcluded = false;
        for (const std::size_t i : near) {
            const Crossing& crossing = crossings_[i];
            const bool glued = crossing.glued.contains(middle);
            if (crossing.role == Role::Cover)
                deep = deep || deepParts[i].contains(middle), touched = touched || glued;
            else
                excluded = excluded || crossing.inner.contains(middle),
                maybeExcluded = maybeExcluded || crossing.reach.contains(middle);
        }
        const auto covered = [&] {
            return near.size() < kCrowd || excludes ? coveredAt(middle, tolerance_) : coveredNext(middle, known);
        };
        piece.solid = !excluded && ((deep && !maybeExcluded) || (touched && covered()));
    }
}

/// Computes coveredAt() with the tolerance of the segment, for ascending places. Tries a larger cube first, which
/// contains those of the places behind.
bool SegmentStretches::coveredNext(double t, KnownCover& known) const {
    const Vec3 here = at(t);
    if (const std::optional<bool> answer = known.at(here, tolerance_)) return *answer;
    if (t >= known.triedUpTo) {
        const double step = 0.9 * tolerance_.depth / length_, ahead = std::min(1.0, t + step);
        known.triedUpTo = t + 2 * step;
        if (coveredAt(ahead, twiceAsDeep(tolerance_))) {
            known.covered = at(ahead);
            return true;
        }
    }
    return coveredAt(t, tolerance_, &known.missing);
}

bool SegmentStretches::coveredAt(double t, const Tolerance& tolerance, std::optional<Vec3>* missing) const {
    std::vector<const GrownBrush*> cover, excluded;
    for (const Crossing& crossing : crossings_)
        if (crossing.reach.contains(t))
            (crossing.role == Role::Cover ? cover : excluded).push_back(&brushes_[crossing.brush]);
    return coversNeighbourhood(at(t), tolerance, cover, excluded, missing);
}

/// Returns true if the run is free only because free space is near: no longer than a crossing, and in free space itself
/// for less than the contract's tolerance.
bool SegmentStretches::onlyComesNear(const Stretch& run) const {
    if (run.solid || (run.to - run.from) * length_ >= tolerance_.crossing) return false;
    double open = 0;
    for (const Stretch& piece : pieces_) {
        const double middle = (piece.from + piece.to) / 2;
        if (middle >= run.from && middle <= run.to && !coveredAt(middle, kFreeItself)) open += piece.to - piece.from;
    }
    return open * length_ < kSurfaceTolerance;
}

/// Joins pieces into runs. A stretch shorter than the tolerance enters and leaves nothing. It joins the run before it,
/// unless the segment ends in it. So does a stretch on the way through solid that only comes near free space.
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
        const bool brief =
            !final && ((raw[i].to - raw[i].from) * length_ < kSurfaceTolerance || (before && onlyComesNear(raw[i])));
        const bool solid = brief ? before : raw[i].solid;
        if (!runs_.empty() && runs_.back().solid == solid)
            runs_.back().to = raw[i].to;
        else
            runs_.push_back({raw[i].from, raw[i].to, solid});
    }
}

/// Joins the solid at the start, or where solid was left, to the free run behind it if it is a crack that opens soon.
void SegmentStretches::followOpeningCrack() {
    const std::size_t left = startsInside_ && runs_.front().solid ? 1 : 0;
    std::size_t i = left;
    while (i < runs_.size() && !runs_[i].solid) ++i;
    if (i + 1 >= runs_.size() || !isCrackAlong(runs_[i])) return;
    const double since = left > 0 ? runs_.front().to : 0;
    if ((runs_[i].from - since) * length_ > kContactTolerance) return;
    if ((runs_[i].to - runs_[i].from) * length_ > tolerance_.opening) return;
    runs_[i + 1].from = i > left ? runs_[i - 1].from : runs_[i].from;
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(i > left ? i - 1 : i),
                runs_.begin() + static_cast<std::ptrdiff_t>(i + 1));
}

/// Returns true if the segment is nowhere deeper in a brush than rounding, and a crack opens along the run or at its
/// end. A seam between brushes that end there opens nothing.
bool SegmentStretches::isCrackAlong(const Stretch& run) const {
    const bool seam = std::none_of(crossings_.begin(), crossings_.end(), [&](const Crossing& crossing) {
        const Interval firm = clip(brushes_[crossing.brush], -kCrackRounding, true);
        return !firm.empty() && firm.enter < run.to && firm.leave > run.from;
    });
    return seam && (opensIn(run) || std::none_of(crossings_.begin(), crossings_.end(), [&](const Crossing& crossing) {
                        return endsIn(brushes_[crossing.brush], run);
                    }));
}

/// Returns true if a crack is open somewhere along the run. The middles of its pieces, which are covered, do not tell.
bool SegmentStretches::opensIn(const Stretch& run) const {
    constexpr int kSamples = 16;
    const Tolerance open{tolerance_.depth, kOpenCrack / tolerance_.depth};
    for (int i = 1; i < kSamples; ++i)
        if (!coveredAt(run.from + (run.to - run.from) * i / kSamples, open)) return true;
    return false;
}

/// Returns true if the segment leaves the brush's surroundings along the run or at its end, and not at a flat angle.
bool SegmentStretches::endsIn(const GrownBrush& brush, const Stretch& run) const {
    const double room = kCubeReach * tolerance_.depth, near = kContactTolerance / length_;
    double enter = 0, leave = 1, approach = 0;
    for (const GrownPlane& plane : brush.planes) {
        const double a = dot(plane.normal, start_) - plane.dist - room;
        const double b = dot(plane.normal, start_ + delta_) - plane.dist - room;
        if (a > 0 && b > 0) return false;
        if (a > 0) enter = std::max(enter, a / (a - b));
        if (b <= 0 || a > 0 || a / (a - b) >= leave) continue;
        leave = a / (a - b);
        approach = (b - a) / length_;
    }
    return enter <= run.to && leave > std::max(enter, run.from + near) && leave < run.to + near && approach > kFlatEnd;
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
            // A brush that the start is shallow in counts as entered where solid was left, not before.
            contact.fraction = std::max(contact.fraction, left);
            for (Contact::Alternative& other : contact.alternatives) other.fraction = std::max(other.fraction, left);
            return contact;
        }
    }
    return {};
}

/// Returns the exact entry nearest to the border `from` where a solid run begins, with all planes entered there.
Contact SegmentStretches::contactAt(double from, double to) const {
    Contact contact;
    contact.fraction = from;
    // The first piece of a run often crosses a surface. The pieces behind it decide which brushes are entered.
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
    // Skip brushes on whose face the segment slides. None of their planes is entered.
    double nearest = 1e300;
    for (const Crossing& crossing : crossings_) {
        if (!takesPart(crossing) || facingPlanes(crossing, entry(crossing)).empty()) continue;
        const double away = std::abs(entry(crossing) - from) * length_;
        if (away < nearest) nearest = away, contact.fraction = entry(crossing);
    }
    const double seen = contact.fraction;
    for (const Crossing& crossing : crossings_) {
        if (!takesPart(crossing)) continue;
        // Either of two entries within kContactTolerance may be named. So may an entry that the glue hides.
        const double along = std::abs(entry(crossing) - seen);
        for (const EnteredPlane& entered : facingPlanes(crossing, entry(crossing)))
            if (along * length_ <= kContactTolerance ||
                along * std::abs(dot(delta_, entered.plane.normal)) <= 2 * tolerance_.glue)
                contact.planes.push_back(entered);
    }
    if (contact.planes.empty()) contact.planes = touchedPlanes(from);
    // A run may begin without an entry, where a crack closes. The border is the contact then, and the planes of an
    // entry elsewhere are not met there.
    double across = 1e300;
    for (const EnteredPlane& entered : contact.planes)
        across = std::min(across, std::abs((seen - from) * dot(delta_, entered.plane.normal)));
    if (across > kEntryReach) {
        contact.fraction = from;
        std::vector<EnteredPlane> touched = touchedPlanes(from);
        if (!touched.empty()) contact.planes = std::move(touched);
    }
    findEarlier(contact);
    // If the segment grazes a plane, the last point with free space within the tolerance is equally right.
    if (std::abs(contact.fraction - from) * length_ > kContactTolerance)
        contact.alternatives.push_back({from, touchedPlanes(from)});
    return contact;
}

/// Adds the entry into the first of the overlapping brushes that lead to the contact, if it is earlier.
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

/// Returns the planes within the tolerance of the segment's point at `t` that face the mover. Where a seam closes in
/// which the segment slides, no brush is entered. Then any of these planes may be named.
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

/// Returns true if the start is on the brush or inside it, up to rounding. Rounding may put the exact entry a hair
/// behind the start, but the start still is where all planes are entered that it lies behind.
bool SegmentStretches::startTouches(const GrownBrush& brush) const {
    return std::all_of(brush.planes.begin(), brush.planes.end(),
                       [&](const GrownPlane& plane) { return dot(plane.normal, start_) - plane.dist <= kSameBorder; });
}

/// Returns the planes of the crossing's brush through the segment's point at `t` that face the mover. A start that is
/// behind a plane within the tolerance enters through it.
std::vector<EnteredPlane> SegmentStretches::facingPlanes(const Crossing& crossing, double t) const {
    const Vec3 p = at(t);
    const double sign = crossing.role == Role::Cover ? 1 : -1;
    const bool fromStart = crossing.role == Role::Cover ? startTouches(brushes_[crossing.brush]) : t <= 0;
    const double near = fromStart ? std::max(kSamePlace, startDepth()) : kSamePlace;
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
