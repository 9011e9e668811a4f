#include "compiler/geometry/plane_records.hpp"

namespace hullbake {

std::uint32_t PlaneRecords::add(const format::PlaneRecord& record) {
    const std::uint64_t hash = hashBytes(&record, sizeof record);
    const std::uint32_t known = places_.find(hash, [&](std::uint32_t place) {
        const format::PlaneRecord& other = records_[place];
        return other.dist == record.dist && other.normal[0] == record.normal[0] &&
               other.normal[1] == record.normal[1] && other.normal[2] == record.normal[2];
    });
    if (known != IndexTable::kNone) return known;
    const auto place = static_cast<std::uint32_t>(records_.size());
    records_.push_back(record);
    places_.enter(hash, place);
    return place;
}

}  // namespace hullbake
