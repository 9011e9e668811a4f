// What is solid in cells that few planes divide: for each way to lie to all of these planes one bit.
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
    /// The nodes lie after their children.
    CutTables(std::span<const format::NodeRecord> nodes, std::span<const Plane> planes);

    /// The number of a subtree's record; kNoIndex when it has too many planes, or solid of several kinds.
    std::uint32_t add(format::ChildRef subtree);

    /// Their planes are numbered as in planes().
    const std::vector<format::CutRecord>& cuts() const { return cuts_; }
    /// The first is the plane of nothing.
    const std::vector<format::PlaneRecord>& planes() const { return cutPlanes_.all(); }

  private:
    bool gather(format::ChildRef subtree, format::CutRecord& cut, int& count);
    std::uint64_t solidIn(format::ChildRef subtree, const format::CutRecord& cut) const;
    std::uint32_t planeOf(std::uint32_t node);

    std::span<const format::NodeRecord> nodes_;
    std::span<const Plane> planes_;
    std::vector<std::uint32_t> numbers_;  // of the subtrees; kUnknown before they are asked for
    std::vector<std::uint32_t> planeAt_;  // of the nodes, in cutPlanes_; 0 before
    std::vector<format::CutRecord> cuts_;
    PlaneRecords cutPlanes_;
};

}  // namespace hullbake
