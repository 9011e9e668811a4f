// Text for stdout and stderr: checked writes, numbers that read back, JSON strings, tables.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::cli {

/// Makes a closed pipe an error of the write instead of the end of the process, and keeps files that are opened later
/// from taking the place of a standard stream that was closed. To be called once, before anything else.
void prepareStandardStreams();

/// Writes all of `text` to stdout and flushes it. Throws Failure when that cannot be done, without words when the
/// reader went away.
void writeOutput(std::string_view text);

/// One line on stderr: "hullbake: message".
void printError(std::string_view message);

/// True when stderr is a terminal that understands cursor movement.
bool errorIsTerminal();
/// `text` in bold red or yellow when stderr is a terminal and NO_COLOR is unset or empty.
std::string redOnTerminal(std::string_view text);
std::string yellowOnTerminal(std::string_view text);

/// The shortest decimal that reads back to the same double; null, as JSON has it, for NaN and infinities.
void appendNumber(fmt::memory_buffer& out, double value);
/// "[x,y,z]"
void appendVector(fmt::memory_buffer& out, const Vec3& v);
/// A quoted JSON string. Bytes that are not UTF-8 become U+FFFD.
void appendString(fmt::memory_buffer& out, std::string_view text);

/// "true" or "false"
void appendBool(fmt::memory_buffer& out, bool value);
/// ,"texture":"...","brush":N,"line":N of what was met; null for each when nothing was found.
void appendSurface(fmt::memory_buffer& out, const Surface& surface);

/// "x y z", for people: zeros have no sign.
std::string pointText(const Vec3& v);

/// Three decimals, for people: zeros have no sign, rounded ones neither.
std::string shortNumber(double value);
std::string shortPoint(const Vec3& p);

/// "0 0 1 (a floor)"; slopes and overhangs get no word.
std::string normalText(const Vec3& normal);

/// Rows of cells, padded to columns that are two blanks apart: the first column to the left, the others to the right.
std::string formatTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace hullbake::cli
