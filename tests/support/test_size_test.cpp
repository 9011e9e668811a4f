// Proves that campaigns have two sizes, with requirements in proportion.
#include "support/test_size.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hullbake::test {
namespace {

/// Sets HULLBAKE_FULL during a test.
class FullSize {
  public:
    explicit FullSize(const char* value) {
        if (const char* before = std::getenv("HULLBAKE_FULL")) before_ = before;
        value == nullptr ? unsetenv("HULLBAKE_FULL") : setenv("HULLBAKE_FULL", value, 1);
    }
    ~FullSize() { before_ ? setenv("HULLBAKE_FULL", before_->c_str(), 1) : unsetenv("HULLBAKE_FULL"); }
    FullSize(const FullSize&) = delete;
    FullSize& operator=(const FullSize&) = delete;

  private:
    std::optional<std::string> before_;
};

TEST(TestSize, IsFullWhenTheEnvironmentSaysSo) {
    for (const char* quick : {static_cast<const char*>(nullptr), "", "0"}) {
        const FullSize size(quick);
        EXPECT_EQ(sized(10, std::size_t{100}), 10u);
        EXPECT_EQ(sizedList<int>(2, {1, 2, 3}), (std::vector<int>{1, 2}));
    }
    const FullSize size("1");
    EXPECT_EQ(sized(10, std::size_t{100}), 100u);
    EXPECT_EQ(sizedList<int>(2, {1, 2, 3}), (std::vector<int>{1, 2, 3}));
}

TEST(TestSize, MinimumsShrinkInProportionButNotToNone) {
    EXPECT_EQ(scaledMinimum(500u, 20000, 20000), 500u);
    EXPECT_EQ(scaledMinimum(500u, 2000, 20000), 40u);
    EXPECT_EQ(scaledMinimum(5u, 2000, 20000), 1u);
    EXPECT_EQ(scaledMinimum(0u, 2000, 20000), 0u);
}

}  // namespace
}  // namespace hullbake::test
