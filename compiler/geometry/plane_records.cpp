#include "compiler/geometry/plane_records.hpp"

namespace hullbake {

std::uint32_t PlaneRecords::add(const format::PlaneRecord& record) {
    const auto [known, isNew] = places_.try_emplace({record.normal[0], record.normal[1], record.normal[2], record.dist},
                                                    static_cast<std::uint32_t>(records_.size()));
    if (isNew) records_.push_back(record);
    return known->second;
}

}  // namespace hullbake
