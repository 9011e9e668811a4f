// Text for stdout and stderr: checked writes, JSON values, numbers for people, tables.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::cli {

/// Prepares stdin, stdout and stderr. Must be called once, before anything else.
/// A closed pipe becomes an error of the write instead of ending the process. A standard stream that was closed is
/// reserved, so that no file opened later takes its number.
void prepareStandardStreams();

/// Writes all of `text` to stdout and flushes it. Throws a Failure if it cannot. The message is empty if the reader has
/// closed the pipe.
void writeOutput(std::string_view text);

/// Prints one line on stderr: "hullbake: message".
void printError(std::string_view message);

/// Returns true if stderr is a terminal that understands cursor movement.
bool errorIsTerminal();
/// Return `text` in bold red or yellow if stderr is a terminal and NO_COLOR is unset or empty, else unchanged.
std::string redOnTerminal(std::string_view text);
std::string yellowOnTerminal(std::string_view text);

/// Appends the shortest decimal that reads back to the same double. NaN and infinities become JSON's null.
void appendNumber(fmt::memory_buffer& out, double value);
/// Appends "[x,y,z]".
void appendVector(fmt::memory_buffer& out, const Vec3& v);
/// Appends a quoted JSON string. Bytes that are not UTF-8 become U+FFFD.
void appendString(fmt::memory_buffer& out, std::string_view text);

/// Appends "true" or "false".
void appendBool(fmt::memory_buffer& out, bool value);
/// Appends ,"texture":"...","brush":N,"line":N of the surface. Each value is null if no surface was found.
void appendSurface(fmt::memory_buffer& out, const Surface& surface);

/// Returns "x y z" for people: zeros have no sign.
std::string pointText(const Vec3& v);

/// Returns the number with three decimals, for people. Zeros have no sign, even if rounding made them.
std::string shortNumber(double value);
/// Returns the three coordinates as shortNumber() prints them, with blanks between.
std::string shortPoint(const Vec3& p);

/// Returns "0 0 1 (a floor)". Ceilings and walls get a word too, slopes and overhangs do not.
std::string normalText(const Vec3& normal);

/// Pads rows of cells to columns that are two blanks apart. Aligns the first column left and the others right.
std::string formatTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace hullbake::cli
