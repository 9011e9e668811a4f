// Scales the campaigns of the tests: a small part of each by default, all with HULLBAKE_FULL=1 in the environment
// (./dev test --full).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hullbake::test {

inline bool fullSize() {
    const char* const asked = std::getenv("HULLBAKE_FULL");
    return asked != nullptr && std::string_view(asked) == "1";
}

/// Returns the number of rounds, traces or brushes to run.
template <class Count>
Count sized(std::type_identity_t<Count> quick, Count full) {
    return fullSize() ? full : quick;
}

/// Returns the minimum that a test requires of a case that happens at least `least` times in `full` rounds, when it
/// runs `count`. The minimum is in proportion, less a fifth for the chance of small samples, and at least 1.
template <class Count>
Count scaledMinimum(Count least, std::type_identity_t<Count> count, std::type_identity_t<Count> full) {
    if (least == 0 || count >= full) return least;
    return std::max<Count>(1, static_cast<Count>(least * count / full * 4 / 5));
}

/// Returns the first cases of a list, or all of them at full size.
template <class Case>
std::vector<Case> sizedList(std::size_t quick, std::vector<Case> full) {
    if (!fullSize() && quick < full.size()) full.resize(quick);
    return full;
}

}  // namespace hullbake::test
