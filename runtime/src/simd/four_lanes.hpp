// Four numbers at a time, in a vector where the processor has one as wide.
// Invariant: both versions do the same operations, so they agree to the last bit, zeros and NaN left out.
#pragma once

#include <cmath>

#include "simd/target.hpp"

namespace hullbake::detail {

struct FourScalar {
    double v[4];

    static FourScalar load(const double (&row)[4]) { return {{row[0], row[1], row[2], row[3]}}; }
    static FourScalar all(double x) { return {{x, x, x, x}}; }
    static FourScalar of(double x, double y, double z, double w = 0) { return {{x, y, z, w}}; }
    /// Returns the second, third and first lane, or the third, first and second. The fourth means nothing.
    static FourScalar next(const FourScalar& a) { return {{a.v[1], a.v[2], a.v[0], a.v[0]}}; }
    static FourScalar after(const FourScalar& a) { return {{a.v[2], a.v[0], a.v[1], a.v[2]}}; }
    void store(double (&row)[4]) const {
        for (int i = 0; i < 4; ++i) row[i] = v[i];
    }
    /// From and to a vector of three numbers. The fourth means nothing; `followed`: there is a number behind the third.
    template <class Vector>
    static FourScalar three(const Vector& a) {
        return {{a.x, a.y, a.z, 0}};
    }
    template <class Vector>
    static FourScalar followed(const Vector& a) {
        return three(a);
    }
    /// `preceded`: there is a number before the first.
    template <class Vector>
    static FourScalar preceded(const Vector& a) {
        return three(a);
    }
    template <class Vector>
    void storeThree(Vector& a) const {
        a.x = v[0], a.y = v[1], a.z = v[2];
    }
    /// Makes rows of three numbers of columns. The fourth number of each means nothing.
    static void turn(const FourScalar (&rows)[3], FourScalar (&columns)[3]) {
        for (int i = 0; i < 3; ++i) columns[i] = {{rows[0].v[i], rows[1].v[i], rows[2].v[i], 0}};
    }
    template <class Op>
    static FourScalar each(const FourScalar& a, const FourScalar& b, const Op& op) {
        return {{op(a.v[0], b.v[0]), op(a.v[1], b.v[1]), op(a.v[2], b.v[2]), op(a.v[3], b.v[3])}};
    }
    friend FourScalar operator+(const FourScalar& a, const FourScalar& b) {
        return each(a, b, [](double x, double y) { return x + y; });
    }
    friend FourScalar operator-(const FourScalar& a, const FourScalar& b) {
        return each(a, b, [](double x, double y) { return x - y; });
    }
    friend FourScalar operator*(const FourScalar& a, const FourScalar& b) {
        return each(a, b, [](double x, double y) { return x * y; });
    }
    friend FourScalar operator/(const FourScalar& a, const FourScalar& b) {
        return each(a, b, [](double x, double y) { return x / y; });
    }
    static FourScalar most(const FourScalar& a, const FourScalar& b) {
        return each(a, b, [](double x, double y) { return x > y ? x : y; });
    }
    static FourScalar least(const FourScalar& a, const FourScalar& b) {
        return each(a, b, [](double x, double y) { return x < y ? x : y; });
    }
    static FourScalar absolute(const FourScalar& a) {
        return each(a, a, [](double x, double) { return std::fabs(x); });
    }
    /// Returns numbers that are 0 or more, with the signs of others.
    static FourScalar withSigns(const FourScalar& a, const FourScalar& signs) {
        return each(a, signs, [](double x, double y) { return std::copysign(x, y); });
    }
    static FourScalar root(const FourScalar& a) {
        return each(a, a, [](double x, double) { return std::sqrt(x); });
    }
    /// Returns a where x > y, b elsewhere.
    static FourScalar where(const FourScalar& x, const FourScalar& y, const FourScalar& a, const FourScalar& b) {
        FourScalar result;
        for (int i = 0; i < 4; ++i) result.v[i] = x.v[i] > y.v[i] ? a.v[i] : b.v[i];
        return result;
    }
    /// Bit i is set where a > b in lane i.
    static unsigned above(const FourScalar& a, const FourScalar& b) {
        unsigned bits = 0;
        for (unsigned i = 0; i < 4; ++i) bits |= (a.v[i] > b.v[i] ? 1u : 0u) << i;
        return bits;
    }
    /// Where a > b, for the first three lanes. `ofThree`: in all of them.
    struct Mask {
        bool v[3];
        friend Mask operator&(const Mask& a, const Mask& b) {
            return {{a.v[0] && b.v[0], a.v[1] && b.v[1], a.v[2] && b.v[2]}};
        }
    };
    static Mask isAbove(const FourScalar& a, const FourScalar& b) {
        return {{a.v[0] > b.v[0], a.v[1] > b.v[1], a.v[2] > b.v[2]}};
    }
    static bool ofThree(const Mask& a) { return a.v[0] && a.v[1] && a.v[2]; }
    /// Returns a vector all of whose numbers are one of the first three.
    template <int i>
    static FourScalar spread(const FourScalar& a) {
        return all(a.v[i]);
    }
    /// Returns one of the first three.
    static double lane(const FourScalar& a, int i) { return a.v[i]; }
    /// Returns the greatest of the first three.
    static double mostOfThree(const FourScalar& a) {
        const double two = a.v[0] > a.v[1] ? a.v[0] : a.v[1];
        return two > a.v[2] ? two : a.v[2];
    }
};

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
/// Requires kHasAvx.
struct FourAvx {
    __m256d v;

    static FourAvx load(const double (&row)[4]) { return {_mm256_loadu_pd(row)}; }
    static FourAvx all(double x) { return {_mm256_set1_pd(x)}; }
    static FourAvx of(double x, double y, double z, double w = 0) { return {_mm256_set_pd(w, z, y, x)}; }
    static FourAvx next(const FourAvx& a) {
        const __m256d swapped = _mm256_permute2f128_pd(a.v, a.v, 1);
        return {_mm256_shuffle_pd(_mm256_blend_pd(a.v, swapped, 12), swapped, 1)};
    }
    static FourAvx after(const FourAvx& a) { return {_mm256_shuffle_pd(_mm256_permute2f128_pd(a.v, a.v, 1), a.v, 4)}; }
    void store(double (&row)[4]) const { _mm256_storeu_pd(row, v); }
    template <class Vector>
    static FourAvx three(const Vector& a) {
        return {_mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&a.x)), _mm_load_sd(&a.z), 1)};
    }
    template <class Vector>
    static FourAvx followed(const Vector& a) {
        return {_mm256_loadu_pd(&a.x)};
    }
    template <class Vector>
    void storeThree(Vector& a) const {
        _mm_storeu_pd(&a.x, _mm256_castpd256_pd128(v));
        _mm_store_sd(&a.z, _mm256_extractf128_pd(v, 1));
    }
    static void turn(const FourAvx (&rows)[3], FourAvx (&columns)[3]) {
        const __m256d even = _mm256_unpacklo_pd(rows[0].v, rows[1].v), odd = _mm256_unpackhi_pd(rows[0].v, rows[1].v);
        const __m256d last = _mm256_unpackhi_pd(rows[2].v, rows[2].v);
        columns[0] = {_mm256_insertf128_pd(even, _mm256_castpd256_pd128(rows[2].v), 1)};
        columns[1] = {_mm256_insertf128_pd(odd, _mm256_castpd256_pd128(last), 1)};
        columns[2] = {_mm256_permute2f128_pd(even, rows[2].v, 0x31)};
    }
    static FourAvx most(const FourAvx& a, const FourAvx& b) { return {_mm256_max_pd(a.v, b.v)}; }
    static FourAvx least(const FourAvx& a, const FourAvx& b) { return {_mm256_min_pd(a.v, b.v)}; }
    static FourAvx absolute(const FourAvx& a) { return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)}; }
    static FourAvx withSigns(const FourAvx& a, const FourAvx& signs) {
        return {_mm256_or_pd(a.v, _mm256_and_pd(_mm256_set1_pd(-0.0), signs.v))};
    }
    static FourAvx root(const FourAvx& a) { return {_mm256_sqrt_pd(a.v)}; }
    static FourAvx where(const FourAvx& x, const FourAvx& y, const FourAvx& a, const FourAvx& b) {
        return {choose(_mm256_cmp_pd(x.v, y.v, _CMP_GT_OQ), a.v, b.v)};
    }
    static unsigned above(const FourAvx& a, const FourAvx& b) {
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ)));
    }
    static double lane(const FourAvx& a, int i) {
        const __m128d two = i < 2 ? _mm256_castpd256_pd128(a.v) : _mm256_extractf128_pd(a.v, 1);
        return _mm_cvtsd_f64(i == 1 ? _mm_unpackhi_pd(two, two) : two);
    }
    static double mostOfThree(const FourAvx& a) {
        const __m128d two = _mm256_castpd256_pd128(a.v);
        return _mm_cvtsd_f64(_mm_max_sd(_mm_max_sd(two, _mm_unpackhi_pd(two, two)), _mm256_extractf128_pd(a.v, 1)));
    }
};
inline FourAvx operator+(const FourAvx& a, const FourAvx& b) {
    return {_mm256_add_pd(a.v, b.v)};
}
inline FourAvx operator-(const FourAvx& a, const FourAvx& b) {
    return {_mm256_sub_pd(a.v, b.v)};
}
inline FourAvx operator*(const FourAvx& a, const FourAvx& b) {
    return {_mm256_mul_pd(a.v, b.v)};
}
inline FourAvx operator/(const FourAvx& a, const FourAvx& b) {
    return {_mm256_div_pd(a.v, b.v)};
}
HULLBAKE_END_TARGET

HULLBAKE_BEGIN_AVX2
/// The same, with moves of AVX2. Requires kHasAvx2.
struct FourAvx2 : FourAvx {
    FourAvx2() = default;
    FourAvx2(const FourAvx& a) : FourAvx(a) {}

    static FourAvx2 next(const FourAvx& a) { return FourAvx{_mm256_permute4x64_pd(a.v, 0b00001001)}; }
    static FourAvx2 after(const FourAvx& a) { return FourAvx{_mm256_permute4x64_pd(a.v, 0b10010010)}; }
    template <int i>
    static FourAvx2 spread(const FourAvx& a) {
        return FourAvx{_mm256_permute4x64_pd(a.v, 0b01010101 * i)};
    }
    template <class Vector>
    static FourAvx2 preceded(const Vector& a) {
        return FourAvx{_mm256_permute4x64_pd(_mm256_loadu_pd(&a.x - 1), 0b00111001)};
    }
    static void turn(const FourAvx2 (&rows)[3], FourAvx2 (&columns)[3]) {
        const __m256d even = _mm256_unpacklo_pd(rows[0].v, rows[1].v), odd = _mm256_unpackhi_pd(rows[0].v, rows[1].v);
        const __m256d last = rows[2].v;
        columns[0] = FourAvx{_mm256_permute2f128_pd(even, last, 0x20)};
        columns[1] = FourAvx{_mm256_blend_pd(odd, _mm256_permute4x64_pd(last, 0b01010101), 12)};
        columns[2] = FourAvx{_mm256_permute2f128_pd(even, last, 0x31)};
    }
    using Mask = FourAvx;
    static Mask isAbove(const FourAvx& a, const FourAvx& b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ)}; }
    static bool ofThree(const Mask& a) { return (_mm256_movemask_pd(a.v) & 7) == 7; }
};
inline FourAvx operator&(const FourAvx& a, const FourAvx& b) {
    return {_mm256_and_pd(a.v, b.v)};
}
HULLBAKE_END_TARGET
#endif

}  // namespace hullbake::detail
