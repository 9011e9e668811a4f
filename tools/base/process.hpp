// Starts another program, without a shell.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace hullbake::cli {

/// Starts the program `words[0]`, which is looked for in PATH unless it names a folder, with the other words as its
/// arguments, as they are. It reads nothing, and prints where this program prints. It may outlive this program.
///
/// Waits until it ends, at most so long. Returns what went wrong: that it could not be started, or ended with another
/// code than 0 meanwhile. Returns an empty text otherwise. Windows starts .exe files only: a batch file would read the
/// words anew.
std::string startProgram(const std::vector<std::string>& words, std::chrono::milliseconds patience);

}  // namespace hullbake::cli
