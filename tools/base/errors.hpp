// How a subcommand gives up. main() turns these into one line on stderr and an exit code.
#pragma once

#include <stdexcept>

namespace hullbake::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

/// The work could not be done: exit 1. An empty message is not printed (the reason is on stderr already, or nobody
/// listens any more).
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The command line makes no sense: exit 2.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace hullbake::cli
