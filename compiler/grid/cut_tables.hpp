// Tables of solid space in cells that few planes divide: one bit for each combination of sides of these planes.
//
// In: subtrees of cells. Out: cut records and their planes. Invariant: a subtree gets one record, and equal planes one
// number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/geometry/plane_records.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

class CutTables {
  public:
    /// Requires that nodes come after their children.
    CutTables(std::span<const format::NodeRecord> nodes, std::span<const Plane> planes);

    /// Returns the number of a subtree's record; kNoIndex if it has too many planes, or solids of different contents.
    std::uint32_t add(format::ChildRef subtree);

    /// Returns the records. Their planes are indices into planes().
    const std::vector<format::CutRecord>& cuts() const { return cuts_; }
    /// Returns the planes. The first is a placeholder for unused slots: all points are in front of it.
    const std::vector<format::PlaneRecord>& planes() const { return cutPlanes_.all(); }

  private:
    bool gather(format::ChildRef subtree, format::CutRecord& cut, int& count);
    std::uint64_t solidIn(format::ChildRef subtree, const format::CutRecord& cut) const;
    std::uint32_t planeOf(std::uint32_t node);

    std::span<const format::NodeRecord> nodes_;
    std::span<const Plane> planes_;
    std::vector<std::uint32_t> numbers_;  // by subtree; kUnknown until requested
    std::vector<std::uint32_t> planeAt_;  // by node, number in cutPlanes_; 0 until requested
    std::vector<format::CutRecord> cuts_;
    PlaneRecords cutPlanes_;
};

}  // namespace hullbake
