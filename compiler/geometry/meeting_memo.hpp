// Remembers exact decisions about points where three planes meet.
//
// In: equations and their ids. Out: what exact_side.hpp computes, bit by bit. Cells, faces and their pieces share
// corners, so the same is asked several times within a short time. One task owns a memo.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/base/hash_mix.hpp"
#include "compiler/geometry/exact_side.hpp"

namespace hullbake {

class MeetingMemo {
  public:
    /// Three planes; the order does not matter. All ids are of one set of equations, with Ids::Paired.
    struct Planes {
        const PlaneEquation &a, &b, &c;
        PlaneId idA, idB, idC;
    };

    /// Computes meetingPoint.
    bool point(const Planes& planes, Vec3& p) {
        // Below, a look-up takes as long as the division.
        constexpr int kLeastBits = 40;
        if (planes.a.normalBits + planes.b.normalBits + planes.c.normalBits < kLeastBits)
            return meetingPoint(planes.a, planes.b, planes.c, p);
        if (points_.empty()) points_.resize(kPoints);
        const std::array<PlaneId, 3> key = keyOf(planes);
        Point& known = points_[hashOf(key) % kPoints];
        if (!isKey(known.key, key)) known = {key, meetingPoint(planes.a, planes.b, planes.c, known.p), known.p};
        if (known.meets) p = known.p;
        return known.meets;
    }

    /// Computes sideOfNearMeeting, with 0 where it is not decided.
    int side(const Planes& planes, const PlaneEquation& by, PlaneId idBy, double distance) {
        constexpr int kLeastBits = 90;  // below, a look-up takes as long as the determinant
        if (planes.a.normalBits + planes.b.normalBits + planes.c.normalBits + by.normalBits < kLeastBits)
            return sideOf(planes, by, distance);
        if (sides_.empty()) sides_.resize(kSides);
        const std::array<PlaneId, 3> key = keyOf(planes);
        Side& known = sides_[hashMix(hashOf(key), facingAway(idBy)) % kSides];
        if (!isKey(known.key, key) || known.by != facingAway(idBy))
            known = {key, facingAway(idBy), sideOf(planes, by, distance)};
        return known.side;
    }
    static int sideOf(const Planes& planes, const PlaneEquation& by, double distance) {
        bool decided = false;
        const int side = sideOfNearMeeting(planes.a, planes.b, planes.c, by, distance, decided);
        return decided ? side : 0;
    }

  private:
    // Equal questions follow each other closely, so small tables answer nearly all of them.
    static constexpr std::size_t kPoints = 512, kSides = 1024;

    struct Point {
        std::array<PlaneId, 3> key{kNoPlane, kNoPlane, kNoPlane};
        bool meets = false;
        Vec3 p;
    };
    struct Side {
        std::array<PlaneId, 3> key{kNoPlane, kNoPlane, kNoPlane};
        PlaneId by = kNoPlane;
        int side = 0;
    };

    // Both facings of a plane have one equation.
    static PlaneId facingAway(PlaneId id) { return isAxialPlaneId(id) ? id : id | 1; }
    static std::array<PlaneId, 3> keyOf(const Planes& planes) {
        PlaneId a = facingAway(planes.idA), b = facingAway(planes.idB), c = facingAway(planes.idC);
        if (a > b) std::swap(a, b);
        if (b > c) std::swap(b, c);
        if (a > b) std::swap(a, b);
        return {a, b, c};
    }
    // Arrays would be compared by a call for each.
    static bool isKey(const std::array<PlaneId, 3>& a, const std::array<PlaneId, 3>& b) {
        return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2])) == 0;
    }
    static std::uint64_t hashOf(const std::array<PlaneId, 3>& key) {
        return hashMix(hashMix(std::uint64_t{key[0]} << 32 | key[1], key[2]), 0);
    }

    // A later entry replaces an earlier one.
    std::vector<Point> points_;
    std::vector<Side> sides_;
};

}  // namespace hullbake
