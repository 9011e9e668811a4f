// Blocks with one fault each, sealed again, and the way in which open must refuse them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "runtime/block/hull_block.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();
inline constexpr std::uint32_t kHuge = 0xffffffffu;

/// Damages the block and returns where the fault must be reported.
using Damage = std::function<std::uint64_t(HullBlock&)>;

inline void expectRefused(const std::string& name, Status status, std::string_view section, const Damage& damage) {
    HullBlock block = largerBlock();
    const std::uint64_t offset = damage(block);
    block.seal();
    const OpenResult opened = block.open();
    EXPECT_EQ(opened.status, status) << name << ": " << statusText(opened.status);
    EXPECT_EQ(std::string_view(opened.section), section) << name;
    EXPECT_EQ(opened.offset, offset) << name;
    EXPECT_EQ(opened.map.hullCount(), 0u) << name << ": a refused block gives an empty map";
    EXPECT_TRUE(opened.map.trace(hullProbe({0}), {}, {}).invalid) << name;
}

/// Changes the record of that index and expects the fault at that record.
template <class T>
void expectBadRecord(const std::string& name, std::string_view id, std::size_t index,
                     const std::function<void(HullBlock&, T&)>& change) {
    expectRefused(name, Status::BadRecord, id, [&](HullBlock& block) {
        T& record = block.records<T>(id)[index];
        change(block, record);
        return block.offsetOf(record);
    });
}

}  // namespace hullbake::test
