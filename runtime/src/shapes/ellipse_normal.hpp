// The normals of an ellipse that lead through a point: where the distance to the ellipse has a local minimum.
#pragma once

#include <algorithm>
#include <cmath>

namespace hullbake::detail {

/// Relative: steps of the iteration below that are not worth another one. Its error then is about the square.
inline constexpr double kLastEllipseStep = 1e-9;
inline constexpr int kMostEllipseSteps = 48;

/// The ellipse has the half axes 1 and `narrow`, from 0 to 1, and `wide` is 1 - narrow^2 with all its digits. Finds the
/// outward normal, not of unit length and not negative, at a point of the first quadrant that is the nearest around to
/// (x, y). `x` is not negative; with a negative `y` the point lies across the long axis, and may have no such point.
/// Returns false then.
/// The nearest point is (x / (s + wide), narrow^2 * y / s) for a root of a convex function of s. Newton's iteration
/// starts where that is positive, beside the root, so it never passes the root. Source: David Eberly, "Distance from a
/// Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid", 2013.
inline bool ellipseNormal(double x, double y, double narrow, double wide, double& normalX, double& normalY) {
    const double high = narrow * std::fabs(y);
    double along = 0;  // x / (s + wide), the cosine at the point
    double s = high;
    if (y >= 0 || !(high > 0)) {
        s = std::max(s, x - wide);
        if (!(s > 0)) {
            along = wide > 0 ? std::min(1.0, x / wide) : 0;
        } else {
            for (int step = 0; step < kMostEllipseSteps; ++step) {
                const double p = x / (s + wide), q = high / s;
                const double excess = p * p + q * q - 1, slope = 2 * (p * p / (s + wide) + q * q / s);
                const double more = slope > 0 ? excess / slope : 0;
                s += more;
                if (!(more > kLastEllipseStep * s)) break;
            }
            along = std::min(1.0, x / (s + wide));
        }
    } else {
        for (int step = 0;; ++step) {
            if (!(s < wide)) return false;
            const double p = x / (wide - s), q = high / s;
            const double excess = p * p + q * q - 1, slope = 2 * (q * q / s - p * p / (wide - s));
            if (!(excess > 0)) break;
            if (!(slope > 0)) return false;
            const double more = excess / slope;
            s += more;
            if (!(more > kLastEllipseStep * s) || step == kMostEllipseSteps) break;
        }
        if (!(s < wide)) return false;
        along = std::min(1.0, x / (wide - s));
    }
    // The square root loses digits where the point is near the long axis, the quotient where it is near the short one.
    if (along < 0.7 || !(s > 0)) {
        normalX = narrow * along;
        normalY = std::sqrt(1 - along * along);
    } else {
        normalX = along;
        normalY = std::fabs(y) / s;
    }
    return normalX > 0 || normalY > 0;
}

}  // namespace hullbake::detail
