// The loop of tests with random cases.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "support/random.hpp"

namespace hullbake::test {

/// Calls body(random, i) for i in [0, count). Stops at the first fatal failure and adds seed and case to its message.
template <class Numbers = Random, class Body>
void forRandomCases(std::uint64_t seed, int count, Body body) {
    Numbers random(seed);
    for (int i = 0; i < count; ++i) {
        body(random, i);
        if (testing::Test::HasFatalFailure()) {
            ADD_FAILURE() << "seed " << seed << ", case " << i;
            return;
        }
    }
}

}  // namespace hullbake::test
