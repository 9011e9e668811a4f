// Proves that look-ups find the first entry, with many equal hashes.
#include "compiler/base/index_table.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <vector>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

// Uses few hashes for many numbers, so that most look-ups skip others. Some hashes agree only in the stored part.
TEST(IndexTableTest, FindsTheFirstOfEqualHashes) {
    constexpr std::uint64_t kSeed = 20261126;
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    std::size_t found = 0, missing = 0, shared = 0;
    for (int round = 0; round < 50; ++round) {
        IndexTable table;
        std::vector<std::uint64_t> hashes;
        std::map<std::uint64_t, std::uint32_t> first;
        const int most = rng.whole(1, 2000), spread = rng.whole(1, 3000);
        const auto anyHash = [&] {
            const auto low = static_cast<std::uint64_t>(rng.whole(0, spread));
            const auto high = static_cast<std::uint64_t>(rng.whole(0, 1));
            return high << 32 | low;  // the low half selects the slot
        };
        for (int i = 0; i < most; ++i) {
            const std::uint64_t asked = anyHash();
            const auto known = first.find(asked);
            const std::uint32_t number = table.find(asked, [&](std::uint32_t n) {
                shared += hashes[n] != asked;
                return hashes[n] == asked;
            });
            ASSERT_EQ(number, known == first.end() ? IndexTable::kNone : known->second);
            (known == first.end() ? missing : found) += 1;
            const std::uint64_t hash = anyHash();
            first.try_emplace(hash, static_cast<std::uint32_t>(hashes.size()));
            table.enter(hash, static_cast<std::uint32_t>(hashes.size()));
            hashes.push_back(hash);
        }
    }
    EXPECT_GT(found, 1000u);
    EXPECT_GT(missing, 1000u);
    EXPECT_GT(shared, 1000u);
}

TEST(IndexTableTest, AnEmptyOneHoldsNothing) {
    EXPECT_EQ(IndexTable().find(0, [](std::uint32_t) { return true; }), IndexTable::kNone);
}

}  // namespace
}  // namespace hullbake::test
