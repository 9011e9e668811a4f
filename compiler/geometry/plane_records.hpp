// Collects the plane records of one section of the file.
//
// In: planes as the file stores them. Out: a section of distinct records, and the index of each. Invariant: no two
// records are equal.
// Records are compared by value, not by id: each hull has its own ids, and an axial plane of the cells may have none.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/base/index_table.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

class PlaneRecords {
  public:
    /// Returns the index of the record, which must have no -0. Appends it if it is new.
    std::uint32_t add(const format::PlaneRecord& record);
    const std::vector<format::PlaneRecord>& all() const { return records_; }

  private:
    std::vector<format::PlaneRecord> records_;
    IndexTable places_;  // indices into records_
};

}  // namespace hullbake
