// The rotation that axes within kRotationTolerance of one stand for.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake::detail {

/// Replaces axes by the nearest rotation, by Newton's iteration for the polar factor (Higham, Computing the Polar
/// Decomposition, 1986): R becomes R (3 - R'R) / 2. From an error of 1e-6 two steps reach rounding. Exact rotations
/// stay unchanged.
inline void toNearestRotation(Vec3 (&axes)[3]) {
    for (int step = 0; step < 3; ++step) {
        Vec3 next[3];
        double off[3][3];
        for (int i = 0; i < 3; ++i)
            for (int k = i; k < 3; ++k) off[i][k] = off[k][i] = (dot(axes[k], axes[i]) - (i == k ? 1 : 0)) / 2;
        for (int i = 0; i < 3; ++i) {
            next[i] = axes[i];
            for (int k = 0; k < 3; ++k) next[i] = next[i] - axes[k] * off[i][k];
        }
        bool same = true;
        for (int i = 0; i < 3; ++i) {
            same = same && axes[i] == next[i];
            axes[i] = next[i];
        }
        if (same) return;
    }
}

}  // namespace hullbake::detail
