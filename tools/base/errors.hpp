// Exceptions by which a subcommand gives up. main() turns them into one line on stderr and an exit code.
#pragma once

#include <stdexcept>

namespace hullbake::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

/// Reports that the work could not be done: exit 1. An empty message prints nothing: the reason is on stderr already,
/// or the reader of stdout has closed it.
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reports a wrong command line: exit 2.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace hullbake::cli
