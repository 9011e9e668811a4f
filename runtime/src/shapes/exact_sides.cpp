#include "shapes/exact_sides.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::detail {
namespace {

/// A sum of two doubles that is exact: `high` is the rounded sum, `low` what rounding took.
struct Pair {
    double high, low;
};

Pair twoSum(double a, double b) {
    const double sum = a + b, shareOfB = sum - a;
    return {sum, (a - (sum - shareOfB)) + (b - shareOfB)};
}

Pair twoProduct(double a, double b) {
    // Splits each factor into halves of 26 bits, whose products are exact.
    constexpr double kSplitter = 134217729;  // 2^27 + 1
    const double product = a * b;
    const double bigA = kSplitter * a, highA = bigA - (bigA - a), lowA = a - highA;
    const double bigB = kSplitter * b, highB = bigB - (bigB - b), lowB = b - highB;
    return {product, lowA * lowB - (((product - highA * highB) - lowA * highB) - highA * lowB)};
}

/// An exact number: the sum of its parts, which do not overlap and grow in size.
template <int Room>
class Exact {
  public:
    void add(double value) {
        int kept = 0;
        double carry = value;
        for (int i = 0; i < count_; ++i) {
            const Pair sum = twoSum(carry, parts_[i]);
            carry = sum.high;
            if (sum.low != 0) parts_[kept++] = sum.low;
        }
        if (carry != 0) parts_[kept++] = carry;
        count_ = kept;
    }
    template <int RoomA, int RoomB>
    void addProduct(const Exact<RoomA>& a, const Exact<RoomB>& b, double sign) {
        for (int i = 0; i < a.count(); ++i)
            for (int j = 0; j < b.count(); ++j) {
                const Pair product = twoProduct(a[i], b[j]);
                if (product.low != 0) add(sign * product.low);
                if (product.high != 0) add(sign * product.high);
            }
    }
    int count() const { return count_; }
    double operator[](int i) const { return parts_[i]; }
    int sign() const { return count_ == 0 ? 0 : parts_[count_ - 1] > 0 ? 1 : -1; }
    double rounded() const {
        double sum = 0;
        for (int i = 0; i < count_; ++i) sum += parts_[i];
        return sum;
    }

  private:
    double parts_[Room + 1];
    int count_ = 0;
};

using Difference = Exact<2>;
using Minor = Exact<16>;

Difference difference(double a, double b) {
    Difference exact;
    const Pair sum = twoSum(a, -b);
    exact.add(sum.low);
    exact.add(sum.high);
    return exact;
}

/// Returns component `axis` of cross(b - a, c - a).
Minor normalComponent(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    Minor minor;
    minor.addProduct(difference(b[i], a[i]), difference(c[j], a[j]), 1);
    minor.addProduct(difference(b[j], a[j]), difference(c[i], a[i]), -1);
    return minor;
}

int exactSide(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
    Exact<192> determinant;
    for (int axis = 0; axis < 3; ++axis)
        determinant.addProduct(normalComponent(a, b, c, axis), difference(p[axis], a[axis]), 1);
    return determinant.sign();
}

}  // namespace

int sideOfPlane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) noexcept {
    const Vec3 u = b - a, v = c - a, w = p - a;
    const Vec3 one{u.y * v.z, u.z * v.x, u.x * v.y}, two{u.z * v.y, u.x * v.z, u.y * v.x};
    const double determinant = (one.x - two.x) * w.x + (one.y - two.y) * w.y + (one.z - two.z) * w.z;
    const double size = (std::fabs(one.x) + std::fabs(two.x)) * std::fabs(w.x) +
                        (std::fabs(one.y) + std::fabs(two.y)) * std::fabs(w.y) +
                        (std::fabs(one.z) + std::fabs(two.z)) * std::fabs(w.z);
    // The bound of Shewchuk's filter is (7 + 56 * 2^-53) * 2^-53 times the size.
    constexpr double kFilter = 8 * 0x1p-53;
    if (determinant > kFilter * size) return 1;
    if (-determinant > kFilter * size) return -1;
    return exactSide(a, b, c, p);
}

Vec3 directionOfNormal(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    Vec3 normal;
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        normal[axis] = normalComponent(a, b, c, axis).rounded();
        largest = std::max(largest, std::fabs(normal[axis]));
    }
    if (largest == 0) return {};
    // By powers of two, so that squares do not underflow and no digit is lost.
    while (largest < 0x1p-100) {
        normal = normal * 0x1p100;
        largest *= 0x1p100;
    }
    return normal;
}

int signOfNormal(const Vec3& a, const Vec3& b, const Vec3& c, int axis) noexcept {
    return normalComponent(a, b, c, axis).sign();
}

}  // namespace hullbake::detail
