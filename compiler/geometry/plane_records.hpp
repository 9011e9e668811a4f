// In: planes as the file has them. Out: a section of them and the place of each. Invariant: no two records are equal.
// They are told apart by their values, not by ids: each hull has ids of its own, and an axial plane of the cells may
// have none.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hullbake/format.hpp"

namespace hullbake {

class PlaneRecords {
  public:
    /// The place of the record, which has no -0. A new one goes to the end.
    std::uint32_t add(const format::PlaneRecord& record);
    const std::vector<format::PlaneRecord>& all() const { return records_; }

  private:
    using Values = std::array<double, 4>;
    struct Hash {
        std::size_t operator()(const Values& values) const { return hashBytes(values.data(), sizeof values); }
    };

    std::vector<format::PlaneRecord> records_;
    std::unordered_map<Values, std::uint32_t, Hash> places_;
};

}  // namespace hullbake
