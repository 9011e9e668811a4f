#include "brushes/turned_brush_clip.hpp"

#include <algorithm>
#include <bit>

#include "simd/four_lanes.hpp"

namespace hullbake::detail {

using namespace format;

#ifdef HULLBAKE_AVX
namespace {

using Answer = TurnedBoxClip::Answer;

// Brushes with more take the exact planes.
constexpr std::uint32_t kMostRowFaces = 16, kMostRowCorners = 32, kMostRowEdges = 40;
constexpr std::uint32_t kMostRows = kMostRowFaces / 4 + 2 + kMostRowEdges;
// Units by which planes are passed clearly, and the sine from which on a way crosses one: as in turned_box_clip.cpp.
constexpr double kClearlyPassed = 1e-3, kCrossing = 1e-6;
// In place of a plane's distance, units, so that it bounds nothing.
constexpr double kBoundsNothing = 1e30;
// Units: bevels that are wider for certain are no edges to TurnedSides, which leaves out what is half as wide.
constexpr double kWideBevel = 4e-5;

double greatestOfFour(const double (&row)[4]) {
    const double one = row[0] > row[1] ? row[0] : row[1], two = row[2] > row[3] ? row[2] : row[3];
    return one > two ? one : two;
}

template <class Four>
HULLBAKE_INLINE double greatestOf(const Four& four) {
    double row[4];
    four.store(row);
    return greatestOfFour(row);
}

// Planes in rows of four, and where a way crosses them.
template <class Four>
class PlaneRows {
  public:
    HULLBAKE_INLINE explicit PlaneRows(double length)
        : flat_(Four::all(kCrossing * length)),
          apart_(Four::all(-kBoundsNothing)),
          close_(apart_),
          first_(apart_),
          early_(apart_),
          reached_(apart_),
          past_(apart_) {}

    // Adds planes: the height of the start over each, how far the way rises, and at least the length of the normal.
    HULLBAKE_INLINE void add(const Four& height, const Four& rise, const Four& size) {
        const Four none = Four::all(0), never = Four::all(-kBoundsNothing), one = Four::all(1);
        const Four speed = Four::absolute(rise), flat = size * flat_, to = height + rise;
        // A way along a plane must not cross it.
        const Four margin = size * Four::all(kClearlyPassed) + Four::where(speed, flat, none, speed);
        apart_ = Four::most(apart_, Four::least(height, to) - margin);
        close_ = Four::most(close_, margin - Four::least(Four::absolute(height), Four::absolute(to)));
        const Four inverse = one / Four::where(speed, flat, rise, one), quotient = height * inverse;
        const Four in = Four::where(none - flat, rise, none - quotient, never);
        const Four out = Four::where(rise, flat, quotient, never), spare = margin * Four::absolute(inverse);
        first_ = Four::most(first_, in);
        early_ = Four::most(early_, out);
        reached_ = Four::most(reached_, in - spare);
        past_ = Four::most(past_, out - spare);
        heights_[count_] = height;
        rises_[count_] = rise;
        margins_[count_] = margin;
        ins_[count_++] = in;
    }

    // Returns true if the way is certainly clear of the planes so far, or comes near them after `last`. A way that
    // crosses planes at flat angles may come near long before it crosses them.
    HULLBAKE_INLINE bool isApart(double last) const {
        if (Four::above(apart_, Four::all(0)) != 0) return true;
        const double reached = greatestOf(reached_);
        return reached > -greatestOf(past_) || reached > last;
    }

    // Returns the one plane that is certainly entered last, 4 times its row and its place there, or -1.
    HULLBAKE_INLINE int entered(double room) {
        enter_ = greatestOf(first_);
        leave_ = -greatestOf(early_);
        if (Four::above(close_, Four::all(0)) != 0) return -1;
        if (!(enter_ > room && enter_ < 1 - room && leave_ - enter_ > 4 * room)) return -1;
        // The brush must be deep at the middle of the part inside.
        const Four middle = Four::all((enter_ + std::min(leave_, 1.0)) * 0.5), last = Four::all(enter_ - room);
        Four outside = Four::all(-kBoundsNothing);
        int found = -1;
        unsigned count = 0;
        for (std::uint32_t r = 0; r < count_; ++r) {
            outside = Four::most(outside, heights_[r] + rises_[r] * middle + margins_[r]);
            const unsigned late = Four::above(ins_[r], last);
            if (late == 0) continue;
            count += static_cast<unsigned>(std::popcount(late));
            found = static_cast<int>(4 * r) + std::countr_zero(late);
        }
        return count != 1 || Four::above(outside, Four::all(0)) != 0 ? -1 : found;
    }

    double enter() const { return enter_; }
    double leave() const { return leave_; }

  private:
    Four flat_, apart_, close_, first_, early_;  // the last two of entries, and of exits that are negative
    Four reached_, past_;                        // as these, of the planes moved out by the margin
    double enter_ = 0, leave_ = 0;
    std::uint32_t count_ = 0;
    Four heights_[kMostRows], rises_[kMostRows], margins_[kMostRows], ins_[kMostRows];
};

template <class Four>
HULLBAKE_INLINE Four rowFrom(const Vec3& v, double fourth = 0) {
    return Four::of(v.x, v.y, v.z, fourth);
}

// A vector in the frame of the box, and turned by one and two axes.
template <class Four>
struct Turned {
    Four own, next, after;

    HULLBAKE_INLINE void set(const Four& v) {
        own = v;
        next = Four::next(v);
        after = Four::after(v);
    }
};

// Four faces of a brush, number by number. What is beyond the last one bounds nothing.
template <class Four>
struct FaceColumns {
    Four x, y, z, dist;

    HULLBAKE_INLINE FaceColumns(const SideRecord& a, const SideRecord& b, const SideRecord& c, const SideRecord& d)
        : x(Four::of(a.normal[0], b.normal[0], c.normal[0], d.normal[0])),
          y(Four::of(a.normal[1], b.normal[1], c.normal[1], d.normal[1])),
          z(Four::of(a.normal[2], b.normal[2], c.normal[2], d.normal[2])),
          dist(Four::of(a.dist, b.dist, c.dist, d.dist)) {}

    HULLBAKE_INLINE Four along(double ax, double ay, double az) const {
        return x * Four::all(ax) + y * Four::all(ay) + z * Four::all(az);
    }
};

template <class Four>
class RowsClip {
  public:
    HULLBAKE_INLINE RowsClip(const TurnedSet& set, const BrushShape& shape, const Line& line)
        : set_(set),
          shape_(shape),
          delta_(line.delta),
          half_((set.box.maxs - set.box.mins) * 0.5),
          place_(line.start + (set.box.mins + set.box.maxs) * 0.5 - set.turn.shift),
          planes_(line.length) {}

    // `last`, `room`: fractions of the way.
    HULLBAKE_INLINE Answer run(double last, double room, TurnedEntry& entry) {
        if (!addFaces()) return Answer::Unclear;
        if (planes_.isApart(last)) return Answer::Apart;
        addAxes();
        if (planes_.isApart(last)) return Answer::Apart;
        if (!addEdges()) return Answer::Unclear;
        if (planes_.isApart(last)) return Answer::Apart;
        const int found = planes_.entered(room);
        if (found < 0) return Answer::Unclear;
        entry = {sideOf(static_cast<std::uint32_t>(found)), planes_.enter() - room, planes_.leave()};
        return Answer::Enters;
    }

  private:
    std::uint32_t faceCount() const { return static_cast<std::uint32_t>(shape_.faces().size()); }

    // Returns false if some faces are not grown.
    HULLBAKE_INLINE bool addFaces() {
        static constexpr SideRecord kNothing{{0, 0, 0}, kBoundsNothing, 0, 0};
        const Turn& turn = set_.turn;
        const Vec3 bare = turn.directionBack(place_), way = turn.directionBack(delta_);
        const auto faces = shape_.faces();
        const auto side = [&](std::uint32_t k) -> const SideRecord& { return k < faces.size() ? faces[k] : kNothing; };
        for (std::uint32_t i = 0; i < faces.size(); i += 4) {
            const SideRecord &a = side(i), &b = side(i + 1), &c = side(i + 2), &d = side(i + 3);
            if (((a.flags | b.flags | c.flags | d.flags) & kSideNotGrown) != 0) return false;
            const FaceColumns<Four> four(a, b, c, d);
            double turned[3][4];
            Four reach = Four::all(0);
            for (int k = 0; k < 3; ++k) {
                const Four part = four.along(turn.axes[0][k], turn.axes[1][k], turn.axes[2][k]);
                part.store(turned[k]);
                reach = reach + Four::absolute(part) * Four::all(half_[k]);
            }
            for (std::uint32_t k = 0; k < 4; ++k)
                normals_[i + k].set(Four::of(turned[0][k], turned[1][k], turned[2][k]));
            planes_.add(four.along(bare.x, bare.y, bare.z) - four.dist - reach, four.along(way.x, way.y, way.z),
                        Four::all(1));
        }
        return true;
    }

    // Finds where the corners lie, from the middle of the box at the start, and adds both ends of each axis.
    HULLBAKE_INLINE void addAxes() {
        const Vec3(&axes)[3] = set_.turn.axes;
        const Four xs = rowFrom<Four>(axes[0]), ys = rowFrom<Four>(axes[1]), zs = rowFrom<Four>(axes[2]);
        const Four at = rowFrom<Four>(place_), rise = rowFrom<Four>(delta_), none = Four::all(0), one = Four::all(1);
        const Four reach = rowFrom<Four>(half_, kBoundsNothing);
        Four low = Four::all(kBoundsNothing), high = none - low;
        for (std::uint32_t i = 0; i < shape_.cornerCount(); ++i) {
            const Vec3 p = shape_.corner(i);
            const Four from = at - (xs * Four::all(p.x) + ys * Four::all(p.y) + zs * Four::all(p.z));
            low = Four::least(low, from);
            high = Four::most(high, from);
            corners_[i].set(from);
        }
        planes_.add(low - reach, rise, one);
        planes_.add(none - high - reach, none - rise, one);
    }

    // Adds the bevels of each edge: no axis of the box is along it, and the faces of the edge face both its ends.
    // Returns false if one is so narrow that rounding tells whether it counts.
    HULLBAKE_INLINE bool addEdges() {
        const Vec3 &h = half_, &d = delta_;
        const Four nextReach = Four::of(h.y, h.z, h.x), afterReach = Four::of(h.z, h.x, h.y);
        const Four nextRise = Four::of(d.y, d.z, d.x), afterRise = Four::of(d.z, d.x, d.y);
        const Four half = rowFrom<Four>(h), side = half + half, squares = side * side;
        const Four wide = Four::all(kWideBevel * kWideBevel), none = Four::all(0),
                   nothing = none - Four::all(kBoundsNothing);
        unsigned thin = 0;
        for (std::uint32_t i = 0; i < shape_.edgeCount(); ++i) {
            const EdgeRecord edge = shape_.edge(i);
            const Turned<Four>&n1 = normals_[edge.faces[0]], &n2 = normals_[edge.faces[1]];
            const Turned<Four>&from = corners_[edge.corners[0]], &to = corners_[edge.corners[1]];
            const Four share1 = Four::absolute(n1.own), share2 = Four::absolute(n2.own), facing = n1.own * n2.own;
            const Four next = n1.next * share2 + n2.next * share1, after = n1.after * share2 + n2.after * share1;
            const Four height = next * from.next + after * from.after - Four::absolute(next) * nextReach -
                                Four::absolute(after) * afterReach;
            const Four along = from.own - to.own, nextAlong = from.next - to.next, afterAlong = from.after - to.after;
            const Four across = nextAlong * nextAlong + afterAlong * afterAlong;
            const Four least = wide * (across + along * along + squares);
            thin |= Four::above(none, facing) & ~Four::above(across * squares, least);
            planes_.add(Four::where(none, facing, height, nothing),
                        Four::where(none, facing, next * nextRise + after * afterRise, none), share1 + share2);
        }
        return thin == 0;
    }

    // The number among TurnedSides of what is at that place of the rows.
    std::uint32_t sideOf(std::uint32_t place) const {
        const std::uint32_t row = place / 4, lane = place % 4, faceRows = (faceCount() + 3) / 4;
        if (row < faceRows) return place;
        if (row < faceRows + 2) return faceCount() + 2 * lane + (row == faceRows ? 1 : 0);
        return faceCount() + 6 + 3 * (row - faceRows - 2) + lane;
    }

    const TurnedSet& set_;
    const BrushShape& shape_;
    const Vec3& delta_;
    Vec3 half_, place_;  // the middle of the box at the start, seen from the brush's origin
    PlaneRows<Four> planes_;
    Turned<Four> normals_[kMostRowFaces], corners_[kMostRowCorners];
};

template <class Four>
HULLBAKE_INLINE Answer clipByRows(const TurnedSet& set, const BrushShape& shape, const Line& line, double limit,
                                  TurnedEntry& entry) {
    return RowsClip<Four>(set, shape, line).run(std::min(limit, 1.0), kClearlyPassed / line.length, entry);
}

HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE Answer clipByRowsAvx(const TurnedSet& set, const BrushShape& shape, const Line& line, double limit,
                                       TurnedEntry& entry) {
    return clipByRows<FourAvx>(set, shape, line, limit, entry);
}
HULLBAKE_END_TARGET

}  // namespace
#endif

// Without vectors the exact planes take less time, and answer the same.
TurnedBoxClip::Answer clipTurnedBrush([[maybe_unused]] const TurnedSet& set, [[maybe_unused]] const BrushShape& shape,
                                      [[maybe_unused]] const Line& line, [[maybe_unused]] double limit,
                                      [[maybe_unused]] TurnedEntry& entry) {
#ifdef HULLBAKE_AVX
    const bool fits = shape.faces().size() <= kMostRowFaces && shape.cornerCount() <= kMostRowCorners &&
                      shape.edgeCount() <= kMostRowEdges;
    if (kHasAvx && fits) return clipByRowsAvx(set, shape, line, limit, entry);
#endif
    return TurnedBoxClip::Answer::Unclear;
}

}  // namespace hullbake::detail
