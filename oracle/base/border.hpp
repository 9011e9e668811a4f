// Where a line leaves a convex solid, by a function that is negative inside.
// Source: T. R. Chandrupatla, A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function,
// 1997. Its steps are those of a parabola where that is sure to gain, and halves elsewhere.
#pragma once

#include <algorithm>
#include <cmath>

namespace hullbake::oracle {

/// The function and its value at a place.
struct Sounding {
    long double t, value;
};

/// Returns the last place on the way from `inside` to `outside` where f is negative, or the first where it is 0, to the
/// last bits. `f` must be negative at `inside`, not at `outside`, and change its sign once.
template <class Function>
long double borderOf(const Function& f, Sounding inside, Sounding outside) {
    constexpr int kSteps = 200;
    constexpr long double kLastBits = 1e-19L;
    Sounding a = outside, b = inside, c = outside;  // a: the newest, b: of the other sign, c: the one before
    long double share = 0.5L;
    for (int step = 0; step < kSteps; ++step) {
        const long double t = a.t + share * (b.t - a.t);
        const Sounding now{t, f(t)};
        if ((now.value < 0) == (a.value < 0)) {
            c = a;
        } else {
            c = b;
            b = a;
        }
        a = now;
        if (a.value == 0) return a.t;
        const long double width = std::fabs(b.t - a.t);
        if (width <= 2 * kLastBits) break;
        const long double xi = (a.t - b.t) / (c.t - b.t), phi = (a.value - b.value) / (c.value - b.value);
        share = 0.5L;
        if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)
            share = a.value / (b.value - a.value) * c.value / (b.value - c.value) +
                    (c.t - a.t) / (b.t - a.t) * a.value / (c.value - a.value) * b.value / (c.value - b.value);
        const long double least = std::min(kLastBits / width, 0.5L);
        share = std::clamp(share, least, 1 - least);
    }
    return a.value < 0 ? a.t : b.t;
}

}  // namespace hullbake::oracle
