// Points, boxes, hulls and masks as they are written on the command line and in batches.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/compile.hpp"
#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"

namespace hullbake::cli {

/// The largest coordinate of a hull box, in world units.
inline constexpr double kMaxHullExtent = 4096;
/// As many hulls as a brush's hull mask has bits.
inline constexpr std::size_t kMaxHulls = 32;

/// A decimal number, rounded to the nearest double; `text` must hold nothing else. "inf" and "nan" are numbers: the
/// tracer has a defined answer for them.
std::optional<double> parseNumber(std::string_view text);

/// "X,Y,Z"; `option` names the place in the UsageError that anything else gets.
Vec3 parsePoint(std::string_view text, std::string_view option);

/// "X,Y,Z:X,Y,Z", mins before maxs; a UsageError that names `option` for mins above maxs and for coordinates that are
/// not finite or beyond +-kMaxHullExtent.
Box parseBox(std::string_view text, std::string_view option);

/// "NAME=X,Y,Z:X,Y,Z", mins before maxs; a UsageError for names other than [A-Za-z0-9_-]+ and for what
/// parseBox refuses.
HullSpec parseHull(std::string_view text);

/// Comma-separated names of contents, or the groups `blocking`, `liquid`, `all`.
Contents parseMask(std::string_view text);

}  // namespace hullbake::cli
