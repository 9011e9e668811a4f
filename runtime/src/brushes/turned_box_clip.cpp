#include "brushes/turned_box_clip.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simd/four_lanes.hpp"

namespace hullbake::detail {

namespace {

// Axes that are nearer to each other than this, in sines, are one. Others must be farther apart than kOtherAxis.
constexpr double kOneAxis = 1e-12, kOtherAxis = 1e-3;
// Sine: a way that rises less runs along the plane.
constexpr double kAlongAxis = 1e-6;
// Units by which planes are passed clearly.
constexpr double kClearPlane = 1e-3;
constexpr double kFarAway = 1e30;

}  // namespace

bool TurnedBoxClip::layAxes(const Vec3 (&axes)[3]) {
    double nearest = 1;
    same_ = false;
    for (int a = 0; a < 3; ++a) {
        for (int i = 0; i < 3; ++i) {
            axes_[a][i] = axes[i][a];
            const double size = std::fabs(axes[i][a]);
            sizes_[a][i] = spans_[i][a] = size;
            same_ = same_ || size <= kOneAxis;
            nearest = std::min(nearest, size > kOneAxis ? size : 1);
        }
        axes_[a][3] = sizes_[a][3] = spans_[a][3] = next_[a][3] = after_[a][3] = 0;
        for (int i = 0; i < 3; ++i) {
            next_[a][i] = sizes_[a][(i + 1) % 3];
            after_[a][i] = sizes_[a][(i + 2) % 3];
        }
    }
    return nearest >= kOtherAxis;
}

// Finds how far a vector goes along each axis. An axis square to a has nothing along it, minus the brush's part along c
// on b, and its part along b on c, for the next axes b and c.
template <class Four>
HULLBAKE_INLINE void TurnedBoxClip::alongAxes(const Vec3& v, Four (&along)[kRows]) const {
    const Row own = {v.x, v.y, v.z, 0};
    const Four x = Four::all(v.x), y = Four::all(v.y), z = Four::all(v.z);
    const Four xs = Four::load(axes_[0]), ys = Four::load(axes_[1]), zs = Four::load(axes_[2]);
    along[0] = Four::load(own);
    along[1] = xs * x + ys * y + zs * z;
    along[2] = ys * z - zs * y;
    along[3] = zs * x - xs * z;
    along[4] = xs * y - ys * x;
}

// Finds how far both boxes reach along each axis.
template <class Four>
HULLBAKE_INLINE void TurnedBoxClip::reachOf(const Vec3& half, Four (&reach)[kRows]) const {
    const Row rows[3] = {{half.x, half.y, half.z, 0}, {half.y, half.z, half.x, 0}, {half.z, half.x, half.y, 0}};
    const Four own = Four::load(rows[0]), next = Four::load(rows[1]), after = Four::load(rows[2]);
    reach[0] =
        Four::load(own_[0]) + (Four::load(spans_[0]) * Four::all(half.x) + Four::load(spans_[1]) * Four::all(half.y) +
                               Four::load(spans_[2]) * Four::all(half.z));
    reach[1] = Four::load(own_[1]) + own;
    for (int a = 0; a < 3; ++a)
        reach[2 + a] = Four::load(own_[2 + a]) + (next * Four::load(after_[a]) + after * Four::load(next_[a]));
}

template <class Four>
HULLBAKE_INLINE void TurnedBoxClip::layWay(const Vec3& half, const Vec3& delta) {
    const Row own = {half.x, half.y, half.z, 0};
    const Four x = Four::all(half.x), y = Four::all(half.y), z = Four::all(half.z), one = Four::all(1);
    const Four xs = Four::load(sizes_[0]), ys = Four::load(sizes_[1]), zs = Four::load(sizes_[2]);
    Four::load(own).store(own_[0]);
    (xs * x + ys * y + zs * z).store(own_[1]);
    (y * zs + z * ys).store(own_[2]);
    (z * xs + x * zs).store(own_[3]);
    (x * ys + y * xs).store(own_[4]);
    // The brush's axis has unit length, and what is left of it is square to the box's.
    const Four squares[kRows] = {one, one, one - xs * xs, one - ys * ys, one - zs * zs};
    Four rises[kRows];
    alongAxes(delta, rises);
    const Four none = Four::all(0), far = Four::all(kFarAway), length = Four::all(length_ * kAlongAxis);
    for (int r = 0; r < kRows; ++r) {
        const Four longest = Four::root(Four::most(squares[r], none)), rise = Four::absolute(rises[r]);
        const Four least = longest * length;
        rises[r].store(rise_[r]);
        Four::where(none, rises[r], none - one, one).store(sign_[r]);
        Four::where(rise, least, one / Four::most(rise, Four::all(1e-300)), none).store(inverse_[r]);
        Four::where(rise, least, none, far).store(shift_[r]);
        // A way along a plane must not cross it.
        (longest * Four::all(kClearPlane) + Four::where(rise, least, none, rise)).store(margin_[r]);
    }
    for (Row& row : own_) row[3] = kFarAway;
}

// An axis square to two that are square to each other is the third of one of the boxes.
void TurnedBoxClip::leaveOutSame() {
    for (int a = 0; a < 3; ++a)
        for (int i = 0; i < 3; ++i) {
            const int b = (a + 1) % 3, c = (a + 2) % 3, j = (i + 1) % 3, k = (i + 2) % 3;
            if (std::fmin(sizes_[b][i], sizes_[c][i]) <= kOneAxis || std::fmin(sizes_[a][j], sizes_[a][k]) <= kOneAxis)
                own_[2 + a][i] = kFarAway;
            if (std::fmax(sizes_[b][i], sizes_[c][i]) <= kOneAxis) own_[0][a] = kFarAway;
        }
}

template <class Four>
HULLBAKE_INLINE TurnedBoxClip::Answer TurnedBoxClip::clipRows(const TurnedSet& set, const format::BrushRecord& brush,
                                                              double limit, BoxEntry& entry) const {
    const Vec3 mins{brush.mins[0], brush.mins[1], brush.mins[2]}, maxs{brush.maxs[0], brush.maxs[1], brush.maxs[2]};
    Four at[kRows], reach[kRows], in[kRows];
    alongAxes(start_ - set.turn.direction((mins + maxs) * 0.5), at);
    reachOf((maxs - mins) * 0.5, reach);
    const Four none = Four::all(0), far = Four::all(kFarAway);
    Four apart = none - far, first = apart, close = apart, early = apart;  // the last two are negative
    Four reached = apart, past = apart;  // as first and early, of the planes moved out by the margin
    for (int r = 0; r < kRows; ++r) {
        const Four rise = Four::load(rise_[r]), margin = Four::load(margin_[r]), inverse = Four::load(inverse_[r]);
        const Four to = at[r] + rise, along = at[r] * Four::load(sign_[r]), shift = Four::load(shift_[r]);
        const Four outside = Four::most(Four::least(at[r], to), none - Four::most(at[r], to)) - reach[r];
        const Four off = Four::least(Four::absolute(Four::absolute(at[r]) - reach[r]),
                                     Four::absolute(Four::absolute(to) - reach[r]));
        apart = Four::most(apart, outside - margin);
        close = Four::most(close, margin - off);
        in[r] = none - (along + reach[r]) * inverse - shift;
        first = Four::most(first, in[r]);
        const Four out = none - (reach[r] - along) * inverse - shift, spare = margin * inverse;
        early = Four::most(early, out);
        reached = Four::most(reached, in[r] - spare);
        past = Four::most(past, out - spare);
    }
    // A way that crosses planes at flat angles may come near long before it crosses them.
    const double near = Four::mostOfThree(reached);
    if (Four::mostOfThree(apart) > 0 || near > -Four::mostOfThree(past) || near > std::min(limit, 1.0))
        return Answer::Apart;
    const double enter = Four::mostOfThree(first), leave = -Four::mostOfThree(early);
    if (Four::mostOfThree(close) >= 0 || !(enter > room_ && enter < 1 - room_ && leave - enter > 4 * room_))
        return Answer::Unclear;
    // One side must be entered last, and the brush be deep at the middle of the part inside, or the way runs along a
    // plane.
    const Four middle = Four::all((enter + std::min(leave, 1.0)) * 0.5), last = Four::all(enter - room_);
    Four outside = none - far;
    unsigned late = 0, ups = 0;
    for (int r = 0; r < kRows; ++r) {
        const Four there = Four::absolute(at[r] + Four::load(rise_[r]) * middle);
        outside = Four::most(outside, there + Four::load(margin_[r]) - reach[r]);
        late |= Four::above(in[r], last) << kLanes * r;
        ups |= Four::above(at[r], none) << kLanes * r;
    }
    if ((late & (late - 1)) != 0 || Four::mostOfThree(outside) >= 0) return Answer::Unclear;
    const int found = std::countr_zero(late);
    entry = {found / kLanes, found % kLanes, (ups >> found & 1) != 0, enter - room_, leave};
    return Answer::Enters;
}

#ifdef HULLBAKE_AVX
namespace {
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE void layWayAvx(TurnedBoxClip& clip, const Vec3& half, const Vec3& delta) {
    clip.layWay<FourAvx>(half, delta);
}
HULLBAKE_NOINLINE TurnedBoxClip::Answer clipAvx(const TurnedBoxClip& clip, const TurnedSet& set,
                                                const format::BrushRecord& brush, double limit, BoxEntry& entry) {
    return clip.clipRows<FourAvx>(set, brush, limit, entry);
}
HULLBAKE_END_TARGET
}  // namespace
#endif

#ifdef __wasm__
// The package for pages is kept small, and the exact planes answer the same.
bool TurnedBoxClip::prepare(const TurnedSet&, const Vec3&, const Vec3&) {
    return false;
}
TurnedBoxClip::Answer TurnedBoxClip::clip(const TurnedSet&, const format::BrushRecord&, double, BoxEntry&) const {
    return Answer::Unclear;
}
#else
bool TurnedBoxClip::prepare(const TurnedSet& set, const Vec3& start, const Vec3& end) {
    if (!layAxes(set.turn.axes)) return false;
    const Vec3 half = (set.box.maxs - set.box.mins) * 0.5, delta = end - start;
    start_ = start + (set.box.mins + set.box.maxs) * 0.5 - set.turn.shift;
    length_ = length(delta);
    room_ = kClearPlane / length_;
#ifdef HULLBAKE_AVX
    if (kHasAvx)
        layWayAvx(*this, half, delta);
    else
#endif
        layWay<FourScalar>(half, delta);
    if (same_) leaveOutSame();
    return true;
}

TurnedBoxClip::Answer TurnedBoxClip::clip(const TurnedSet& set, const format::BrushRecord& brush, double limit,
                                          BoxEntry& entry) const {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return clipAvx(*this, set, brush, limit, entry);
#endif
    return clipRows<FourScalar>(set, brush, limit, entry);
}
#endif

std::uint32_t TurnedBoxClip::sideOf(const TurnedSet& set, const format::BrushRecord& brush, const BoxEntry& entry) {
    const int i = entry.axis;
    if (entry.row == 0) return 6 + 2 * static_cast<std::uint32_t>(i) + (entry.up ? 1 : 0);
    if (entry.row == 1) return format::boxSide(brush.flags, i, entry.up);
    // The edge that lies farthest along the axis.
    const Vec3* const axes = set.turn.axes;
    const int a = entry.row - 2, b = (a + 1) % 3, c = (a + 2) % 3;
    Vec3 normal;
    normal[b] = entry.up ? -axes[i][c] : axes[i][c];
    normal[c] = entry.up ? axes[i][b] : -axes[i][b];
    const int end = (dot(normal, axes[(i + 1) % 3]) > 0 ? 1 : 0) + (dot(normal, axes[(i + 2) % 3]) > 0 ? 2 : 0);
    return 12 + 3 * static_cast<std::uint32_t>(4 * i + end) + static_cast<std::uint32_t>(a);
}

}  // namespace hullbake::detail
