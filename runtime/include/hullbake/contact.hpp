// Pairs of bodies: which of many moving bodies may meet, and where two of them touch. No call here needs a map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hullbake/export.h"
#include "hullbake/math.hpp"
#include "hullbake/shape.hpp"

namespace hullbake {

/// The least upright box around all of a body's way in a tick, and whom the body wants to meet.
struct SweptBounds {
    Vec3 mins, maxs;                  ///< closed; may be infinite; a box with a `mins` beyond its `maxs` is empty
    std::uint32_t mask = 0xffffffff;  ///< the kinds that this body meets, a bit each
    std::uint32_t kind = 0xffffffff;  ///< the kinds that this body is of
};

/// Two bodies by their index. `a` is less than `b`.
struct BodyPair {
    std::uint32_t a = 0, b = 0;
    friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
};

enum class PairStatus : std::uint8_t {
    Ok,
    NotANumber,       ///< a corner is NaN
    ScratchTooSmall,  ///< fewer places than boxes
    TooManyBoxes,     ///< 2^32 or more
};

/// Number of pairs, including those that did not fit into the caller's span.
struct PairCount {
    std::size_t count = 0;
    PairStatus status = PairStatus::Ok;  ///< if not Ok, `count` is 0 and nothing was written to `out`
};

/// Finds all pairs of boxes that touch or overlap and of which each meets a kind of the other: `a.mask & b.kind` and
/// `b.mask & a.kind`. Empty boxes are in no pair. The pairs in `out` are sorted by `a`, then by `b`. If `out` is too
/// short, it gets the first of them. `scratch` needs a place for each box; what is in it afterwards has no meaning.
/// Work: n log n, and a step for each two boxes that overlap along the axis on which the boxes are spread most.
/// Source: sort and sweep, after Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992.
HULLBAKE_API PairCount sweptPairs(std::span<const SweptBounds> boxes, std::span<std::uint32_t> scratch,
                                  std::span<BodyPair> out) noexcept;

/// Returns an upright box that holds all of `box` at every moment of a turn, for `SweptBounds`. The turn is about
/// `axis`, of any length, through `pivot`, by 0 to `degrees`, counter-clockwise where the axis points at the viewer.
/// Meanwhile the body moves straight by `way`. The box is the least around the arcs of the corners, but for rounding.
/// It is NaN if a number is not finite or the axis has no length; `sweptPairs` refuses it then.
HULLBAKE_API Box boundsOfTurn(const Box& box, const Vec3& pivot, const Vec3& axis, double degrees,
                              const Vec3& way = {}) noexcept;

/// What of two bodies decides their contact.
enum class ContactFamily : std::uint8_t {
    None,    ///< no contact: the query was invalid
    FaceA,   ///< a face of `a` and what of `b` is nearest to it
    FaceB,   ///< a face of `b` and what of `a` is nearest to it
    Edges,   ///< an edge of each, or the core of a capsule and an edge
    Corner,  ///< a corner or an edge: bodies apart that no face separates best
    Round,   ///< the round side of a ball, capsule or cylinder
};

/// Where two bodies touch, how deep they overlap, or how far they are apart. Places are in the frame of the origins.
struct BodyContact {
    bool overlaps = false;  ///< distance < 0. Bodies that touch do not overlap.
    bool exact = false;     ///< no other direction has a shorter way out, or a wider gap, but for rounding
    bool invalid = false;   ///< a shape or origin that queries do not accept; all else is as it is here
    ContactFamily family = ContactFamily::None;
    std::uint16_t steps = 0;  ///< of a search; 0 where the answer is a closed form
    double distance = 0;      ///< between the bodies; less than 0: minus the depth, the least way that parts them
    Vec3 normal;              ///< unit, from `a` to `b`: moving `b` by `normal * -distance` makes the bodies touch
    Vec3 onA, onB;            ///< nearest points, or deepest ones; `onB` is `onA + normal * distance`
};

/// What may save work when the same two bodies are asked about again, in the same order. It may be lost, copied, or
/// hold any numbers: answers are the same to the bit. One thread at a time may use it.
struct ContactCache {
    std::uint64_t words[2] = {};
};

/// Finds the contact of two bodies, each placed with its origin. Where `exact` is set, `distance` is within 1e-9 of the
/// bodies' size of the exact one, at any depth. It always is for balls, capsules and boxes, turned or not. So it is for
/// bodies that overlap by more than 1e-9 of the size, of which at most one is a cylinder. Bodies apart are exact where
/// the search has proved it, which it hardly ever fails to. Of two cylinders that overlap it proves 98 of 100. For the
/// others the best of some thousand directions is told: moving `b` by the depth always parts the bodies, but a shorter
/// way out may exist.
///
/// The gap along `normal` is `distance` within 1e-9 of the size. The points lie on the bodies within 1e-9 of the size;
/// of a cylinder and another body within 1e-5, and where they overlap within 1e-4. Where bodies that overlap share a
/// line or a face, they are in its middle, and so they are for boxes and capsules apart. Of directions whose gaps
/// differ by less than 1e-10 of the size one is chosen: a face of one body, a face of the other, then edges, each by
/// the order of its axes. Which body comes first depends on their kinds, sizes, axes and places, not on the order of
/// the arguments. So concentric bodies have a normal, too.
///
/// Sets of one or two points are points and segments: their contacts are those of a ball and a capsule of radius 0, to
/// the bit.
///
/// `contact(b, a)` is the same to the bit, seen from the other side. Only two equal bodies at one place have no sides.
/// Answers of balls, capsules and boxes keep their bits when both bodies are scaled by a power of 2.
/// Work: balls, capsules and boxes about a microsecond or less. A cylinder and a box, or two convex sets of 12 points,
/// take 2 to 4, two cylinders 50, two sets of 64 points up to 100.
HULLBAKE_API BodyContact contact(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                 ContactCache* cache = nullptr) noexcept;

/// Returns `contact(a, originA, b, originB).overlaps`, in less time. False where that is invalid.
HULLBAKE_API bool overlaps(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                           ContactCache* cache = nullptr) noexcept;

/// Where and when two moving bodies meet.
struct PairCast {
    bool hit = false;
    bool startsolid = false;  ///< at the start they overlap by more than kSurfaceTolerance; then fraction is 0
    bool invalid = false;     ///< a shape, start or end that queries do not accept; all else is as it is here
    std::uint16_t steps = 0;  ///< of the search, at most 256
    double fraction = 1;      ///< of both ways until they touch; 1 without a hit
    Vec3 normal;              ///< unit, from `a` to `b`, at the touch; zero without a hit
    Vec3 point;               ///< where they touch; zero without a hit
};

/// Moves two bodies in the same time, straight and without turning: the origin of `a` from `fromA` to `toA`, that of
/// `b` from `fromB` to `toB`. Finds when they touch before they overlap by more than kSurfaceTolerance. Bodies that
/// only touch pass each other. Bodies that touch or overlap by less at the start may leave and slide; they are hit at
/// once where they move further in. Where the bodies are at `fraction`, their distance is less than 1e-10 of their
/// sizes and ways. Adding one velocity to both changes the fraction by rounding only. Exchanging the bodies exchanges
/// the normal's sides; fraction and normal keep their bits. Which shapes are accepted: as for `contact`.
HULLBAKE_API PairCast castShapes(const Shape& a, const Vec3& fromA, const Vec3& toA, const Shape& b, const Vec3& fromB,
                                 const Vec3& toB) noexcept;

}  // namespace hullbake
