// Numbers of about 106 binary digits as the sum of two doubles.
//
// In: doubles below 2^300. Out: sums and products with a relative error below 2^-102, without overflow.
// Source: Dekker, "A floating-point technique for extending the available precision", 1971; Joldes, Muller, Popescu,
// "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", 2017.
#pragma once

#include <cmath>

namespace hullbake {

struct DoubleDouble {
    double high = 0, low = 0;  ///< |low| is at most half a unit in the last place of high
};

/// Returns a + b. Requires that |a| >= |b| or a is zero.
inline DoubleDouble quickSum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
inline DoubleDouble exactSum(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
/// Returns a * b without error. Splits the factors, as not every processor has a fused multiply-add.
inline DoubleDouble exactProduct(double a, double b) {
    constexpr double kSplit = 134217729;  // 2^27 + 1
    const double product = a * b;
    const double bigA = kSplit * a, highA = bigA - (bigA - a), lowA = a - highA;
    const double bigB = kSplit * b, highB = bigB - (bigB - b), lowB = b - highB;
    return {product, ((highA * highB - product) + highA * lowB + lowA * highB) + lowA * lowB};
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble s = exactSum(a.high, b.high), t = exactSum(a.low, b.low);
    const DoubleDouble v = quickSum(s.high, s.low + t.high);
    return quickSum(v.high, t.low + v.low);
}
inline DoubleDouble operator-(const DoubleDouble& a) {
    return {-a.high, -a.low};
}
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
    return a + -b;
}
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble p = exactProduct(a.high, b.high);
    return quickSum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
/// Requires that b is not zero. Relative error below 2^-98.
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * DoubleDouble{first, 0};
    const double second = rest.high / b.high;
    const DoubleDouble last = rest - b * DoubleDouble{second, 0};
    const DoubleDouble sum = quickSum(first, second);
    return quickSum(sum.high, sum.low + last.high / b.high);
}

}  // namespace hullbake
