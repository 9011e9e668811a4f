// Parses the shapes of the command line.
#pragma once

#include <memory>
#include <string_view>

#include "hullbake/shape.hpp"

namespace hullbake::cli {

/// How a shape is written, for help texts.
inline constexpr const char* kShapeSyntax =
    "ball:R, capsule:R,H, cylinder:R,H or box:X,Y,Z:X,Y,Z, each but the ball also with @P,Y,R; or points:FILE";

/// A shape of the command line, with the convex set that it may point to.
struct ParsedShape {
    Shape shape;
    std::unique_ptr<ConvexShape> convex;
};

/// Parses one of
///   ball:R                    around the origin
///   capsule:R,H[@P,Y,R]       upright, H units high in all, the origin in its middle
///   cylinder:R,H[@P,Y,R]      the same
///   box:X,Y,Z:X,Y,Z[@P,Y,R]   mins before maxs, relative to the origin
///   points:FILE               the convex hull of the points of a file: three numbers a line, `#` starts a comment
/// The angles are pitch (down), yaw and roll in degrees; the shape turns about its origin.
/// Throws a UsageError that names `option` for a shape that no query supports, a Failure for a file that cannot be read
/// or is not made of points.
ParsedShape parseShape(std::string_view text, std::string_view option);

}  // namespace hullbake::cli
