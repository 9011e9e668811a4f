// How a segment meets the brushes of a turned model, each grown by the box.
// In: the turned brushes, a line and one brush after the other. Out: a Meeting for each, and the planes of the nearest.
// Making the planes costs most. A brush is clipped without them where that is certain. Brushes well clear of the
// segment are left out by their faces alone. The planes of the nearest brush are kept.
#pragma once

#include <array>

#include "brushes/brush_meeting.hpp"
#include "brushes/brush_ops.hpp"
#include "brushes/turned_box_clip.hpp"
#include "brushes/turned_brush_clip.hpp"
#include "brushes/turned_set.hpp"

namespace hullbake::detail {

class TurnedMeeting {
  public:
    /// `flat`: isFlat of the set's box.
    TurnedMeeting(const TurnedSet& set, const Line& line, bool flat) : set_(set), line_(line), flat_(flat) {}

    /// Clips the segment by one brush. Returns false if it stays farther away than the tolerance, or reaches the brush
    /// after `limit`, a fraction of the way.
    bool meet(const format::BrushRecord& brush, double limit, Meeting& meeting) {
        const Answer answer = meetClearly(brush, limit, meeting);
        if (answer == Answer::Apart || (answer == Answer::Unclear && passes(brush, limit))) return false;
        return answer == Answer::Enters || meetPlanes(brush, meeting);
    }

    /// Keeps the planes of the brush met last as those of the nearest one.
    void keep() { best_ = 1 - best_; }

    /// Returns true and the plane by which the nearest brush is entered, where it alone was made.
    bool isEntered(Plane& plane) const {
        if (!kept_[best_].hasEntered) return false;
        plane = kept_[best_].entered.plane();
        return true;
    }

    /// Returns true if `p` is deep within `brush`, which is the nearest one.
    bool isDeep(const format::BrushRecord& brush, const ClipLine& clipLine, const Vec3& p) const {
        const Kept& kept = kept_[best_];
        if (kept.count > kMostKept) return BrushOpsScalar::isDeep(brush, set_.sidesOf(brush), set_.box, clipLine, p);
        for (std::uint32_t i = 0; i < kept.count; ++i)
            if (distanceTo(kept.planes[i].plane(), p) > -kCertainDepth) return false;
        return true;
    }

  private:
    using Answer = TurnedBoxClip::Answer;
    enum class Prepared : std::uint8_t { Not, Yes, Never };
    static constexpr std::uint32_t kMostKept = 64;

    struct KeptPlane {  // not initialised: that would take time in every trace
        double x, y, z, dist;
        Plane plane() const { return {{x, y, z}, dist}; }
    };
    struct Kept {
        std::uint32_t count;
        bool hasEntered;  // the plane that is entered is known
        KeptPlane entered;
        KeptPlane planes[kMostKept];
    };

    static KeptPlane keptOf(const Plane& plane) { return {plane.normal.x, plane.normal.y, plane.normal.z, plane.dist}; }

    // Clips where the answer is clear: computes only the plane that is entered, to the bit. `start` is a lower bound,
    // `second` an upper one, `leave` right to rounding, each with room to spare.
    Answer meetClearly(const format::BrushRecord& brush, double limit, Meeting& meeting) {
        if (flat_) return Answer::Unclear;
        const TurnedSides sides = set_.sidesOf(brush);
        TurnedEntry entry;
        const bool box = format::impliesShape(brush) && sides.isBox();
        const Answer answer =
            box ? clipBox(brush, limit, entry) : clipTurnedBrush(set_, sides.shape(), line_, limit, entry);
        if (answer != Answer::Enters) return answer;
        const format::SideRecord side = sides[entry.side];
        if (!sideCounts(side, set_.box)) return Answer::Unclear;
        const Plane plane = grownPlane(side, set_.box);
        const double d0 = distanceTo(plane, line_.start), d1 = distanceTo(plane, line_.end);
        if (!(d0 > kSurfaceTolerance && d1 < -kSurfaceTolerance)) return Answer::Unclear;
        meeting.side = entry.side;
        meeting.enter = d0 / (d0 - d1);
        meeting.second = entry.second;
        meeting.leave = entry.leave;
        meeting.start = d0;
        // What lies behind is deep.
        Kept& kept = kept_[1 - best_];
        kept.count = 0;
        kept.hasEntered = true;
        kept.entered = keptOf(plane);
        return Answer::Enters;
    }

    Answer clipBox(const format::BrushRecord& brush, double limit, TurnedEntry& entry) {
        if (boxClip_ == Prepared::Not)
            boxClip_ = turnedBox_.prepare(set_, line_.start, line_.end) ? Prepared::Yes : Prepared::Never;
        if (boxClip_ != Prepared::Yes) return Answer::Unclear;
        BoxEntry found;
        const Answer answer = turnedBox_.clip(set_, brush, limit, found);
        if (answer == Answer::Enters) entry = {TurnedBoxClip::sideOf(set_, brush, found), found.second, found.leave};
        return answer;
    }

    // Returns true if the segment stays well clear of the brush, or reaches it after `limit`. Asks the faces, and the
    // bounds of the brush in its own space, because the other sides cost more.
    bool passes(const format::BrushRecord& brush, double limit) const {
        constexpr double kClear = 0.01;  // units
        double enter = 0, leave = limit;
        const auto clip = [&](double d0, double d1) {
            if (d0 > 0 && d1 > 0) return true;
            if (d0 > 0)
                enter = std::max(enter, d0 / (d0 - d1));
            else if (d1 > 0)
                leave = std::min(leave, d0 / (d0 - d1));
            return enter > leave;
        };
        const Vec3 mins{brush.mins[0], brush.mins[1], brush.mins[2]}, maxs{brush.maxs[0], brush.maxs[1], brush.maxs[2]};
        const Vec3 half = (maxs - mins) * 0.5, centre = set_.turn.place((mins + maxs) * 0.5);
        for (int a = 0; a < 3; ++a) {
            double reach = kClear;
            for (int i = 0; i < 3; ++i) reach += std::fabs(set_.turn.axes[i][a]) * half[i];
            // A side that is not grown may take the place of a bevel along the axis.
            const double up = centre[a] + reach - std::min(set_.box.mins[a], 0.0);
            const double down = centre[a] - reach - std::max(set_.box.maxs[a], 0.0);
            if (clip(line_.start[a] - up, line_.end[a] - up) || clip(down - line_.start[a], down - line_.end[a]))
                return true;
        }
        const TurnedSides sides = set_.sidesOf(brush);
        for (std::uint32_t i = 0; i < sides.faceCount(); ++i) {
            const Plane plane = grownPlane(sides.face(i), set_.box);
            if (clip(distanceTo(plane, line_.start) - kClear, distanceTo(plane, line_.end) - kClear)) return true;
        }
        return false;
    }

    // Clips by one side after the other. Returns false if the segment stays in front of one.
    HULLBAKE_NOINLINE bool meetPlanes(const format::BrushRecord& brush, Meeting& meeting) {
        Kept& kept = kept_[1 - best_];
        kept.count = 0;
        kept.hasEntered = false;
        return set_.sidesOf(brush).forEach(
            [&](std::uint32_t i, const format::SideRecord& side) {
                if (!sideCounts(side, set_.box)) return true;
                const Plane plane = grownPlane(side, set_.box);
                if (kept.count < kMostKept) kept.planes[kept.count] = keptOf(plane);
                ++kept.count;
                return meetPlane(line_, i, plane, meeting);
            },
            [&](const BevelSketch& sketch) { return skipsBevel(sketch, meeting); });
    }

    // Returns true if a bevel that the segment is clear of at both ends changes nothing: the segment stays behind it,
    // or crosses it well before another side is entered, or well after one is left.
    HULLBAKE_INLINE bool skipsBevel(const BevelSketch& sketch, Meeting& meeting) const {
        constexpr double kClearFraction = 2e-3;  // of the segment
        const double d0 = heightOver(sketch, set_.box, line_.start), d1 = heightOver(sketch, set_.box, line_.end);
        const double clear = kClearlyBehind * sketch.most;
        if (d0 < -clear && d1 < -clear) return true;
        if (!(line_.toleranceT < kClearFraction / 2)) return false;
        if (d0 < -clear && d1 > clear) return d0 / (d0 - d1) > meeting.leave + kClearFraction;
        if (!(d0 > clear && d1 < -clear && d0 / (d0 - d1) < meeting.enter - kClearFraction)) return false;
        meeting.start = std::max(meeting.start, kClearlyBehind);
        return true;
    }

    const TurnedSet& set_;
    const Line& line_;
    bool flat_;
    std::uint32_t best_ = 0;    // of kept_; the other is of the brush met last
    std::array<Kept, 2> kept_;  // planes
    Prepared boxClip_ = Prepared::Not;
    TurnedBoxClip turnedBox_;
};

}  // namespace hullbake::detail
