#include "oracle/solids/exact_solid.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace hullbake::oracle {
namespace {

using Whole = boost::multiprecision::cpp_int;
using Whole3 = std::array<Whole, 3>;

/// Bits behind the binary point that the numbers of a plane keep.
constexpr int kBits = 140;
/// Digits behind the decimal point that a coordinate keeps.
constexpr int kMostDecimals = 60;
/// Half the size, in units, of the cube that every polygon starts from. Beyond all valid coordinates.
constexpr int kWorld = 1 << 20;
/// Bounds of what a face may be written with, and of the length of its normal (docs/compile.md, section 7).
constexpr double kMostWritten = 1048576, kShortestNormal = 1e-6;
/// Distance, in units, from which the side of a corner is certain without exact arithmetic.
constexpr long double kCertain = 1e-6L;

Whole dot(const Whole3& a, const Whole3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Whole3 cross(const Whole3& a, const Whole3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Whole3 minus(const Whole3& a, const Whole3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

long double real(const Whole& value) {
    return value.convert_to<long double>();
}

/// Returns `v` at unit length. A component that is 0 stays 0, and a small one keeps its relative precision.
Real3 unit(const Whole3& v) {
    const long double x = real(v[0]), y = real(v[1]), z = real(v[2]), size = std::sqrt(x * x + y * y + z * z);
    return {x / size, y / size, z / size};
}

long double quotient(const Whole& above, const Whole& below) {
    // Keep 80 bits behind the point, whatever the size of the numbers.
    return std::ldexp(real(Whole((above << 80) / below)), -80);
}

/// A number as digits times a power of ten.
struct Decimal {
    Whole digits;
    int decimals = 0;  ///< digits behind the point; may be negative
};

Decimal shortestDecimal(double value) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
    const std::size_t e = text.find('e');
    std::string digits;
    int decimals = 0;
    bool behindPoint = false;
    for (const char c : text.substr(0, e)) {
        if (c == '.') behindPoint = true;
        if (c < '0' || c > '9') continue;
        digits += c;
        decimals += behindPoint;
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));  // A leading zero means octal.
    Decimal decimal{Whole(digits), decimals - std::atoi(std::string(text.substr(e + 1)).c_str())};
    if (text.front() == '-') decimal.digits = -decimal.digits;
    return decimal;
}

Whole powerOfTen(int exponent) {
    return boost::multiprecision::pow(Whole(10), static_cast<unsigned>(exponent));
}

/// Returns the number times the power of ten. Drops what is behind the point then.
Whole scaled(const Decimal& decimal, int power) {
    const int exponent = power - decimal.decimals;
    return exponent >= 0 ? Whole(decimal.digits * powerOfTen(exponent)) : Whole(decimal.digits / powerOfTen(-exponent));
}

/// dot(normal, p) <= dist, in multiples of the scale.
struct WholePlane {
    Whole3 normal;
    Whole dist;
    Real3 unitNormal;
    long double realDist = 0;  ///< units
};

/// A point in which three planes meet: at / over, in multiples of the scale. `over` is positive.
struct Meeting {
    Whole3 at;
    Whole over;
    Real3 point;  ///< units
};

/// A polygon in a plane. Corner i is where the plane meets lines[i] and the line after that.
struct Polygon {
    std::vector<std::size_t> lines;  ///< numbers of planes
    std::vector<Meeting> corners;
};

class Solver {
  public:
    /// `scale`: the integers of one unit.
    explicit Solver(Whole scale) : scale_(std::move(scale)) {}

    void add(Whole3 normal, Whole dist) {
        const long double x = real(normal[0]), y = real(normal[1]), z = real(normal[2]);
        const long double size = std::sqrt(x * x + y * y + z * z);
        planes_.push_back({normal, dist, unit(normal), real(dist) / (size * real(scale_))});
    }
    ExactSolid solve();

  private:
    void addWorld();
    Meeting meetingOf(std::size_t a, std::size_t b, std::size_t c) const;
    int sideOf(const WholePlane& plane, const Meeting& corner) const;
    Polygon worldPolygon(std::size_t plane) const;
    void cut(Polygon& polygon, std::size_t plane, std::size_t by) const;
    Polygon polygonOf(std::size_t plane) const;
    void addTo(ExactSolid& solid, std::size_t plane, const Polygon& polygon) const;

    Whole scale_;
    std::size_t count_ = 0;  ///< planes of the input; those of the world follow
    std::vector<WholePlane> planes_;
};

/// Adds the planes of a huge cube: two for each axis, the upper one first.
void Solver::addWorld() {
    count_ = planes_.size();
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int sign : {1, -1}) {
            Whole3 normal{0, 0, 0};
            normal[axis] = sign;
            add(normal, scale_ * kWorld);
        }
}

Meeting Solver::meetingOf(std::size_t a, std::size_t b, std::size_t c) const {
    const WholePlane &p = planes_[a], &q = planes_[b], &r = planes_[c];
    const Whole3 qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal), pq = cross(p.normal, q.normal);
    Meeting meeting{{}, dot(p.normal, qr), {}};
    const bool turned = meeting.over < 0;
    if (turned) meeting.over = -meeting.over;
    for (std::size_t i = 0; i < 3; ++i) {
        const Whole sum = qr[i] * p.dist + rp[i] * q.dist + pq[i] * r.dist;
        meeting.at[i] = turned ? Whole(-sum) : sum;
    }
    const Whole below = meeting.over * scale_;
    meeting.point = {quotient(meeting.at[0], below), quotient(meeting.at[1], below), quotient(meeting.at[2], below)};
    return meeting;
}

int Solver::sideOf(const WholePlane& plane, const Meeting& corner) const {
    const Real3 &n = plane.unitNormal, &p = corner.point;
    const long double away = n.x * p.x + n.y * p.y + n.z * p.z - plane.realDist;
    if (std::abs(away) > kCertain) return away > 0 ? 1 : -1;
    const Whole exact = dot(plane.normal, corner.at) - plane.dist * corner.over;
    return exact.sign();
}

/// Returns the polygon in which the plane cuts four sides of the world, those that it meets at the larger angles.
Polygon Solver::worldPolygon(std::size_t plane) const {
    const Real3& n = planes_[plane].unitNormal;
    const std::array<long double, 3> sizes = {std::abs(n.x), std::abs(n.y), std::abs(n.z)};
    const auto along = static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    const std::size_t u = count_ + 2 * ((along + 1) % 3), v = count_ + 2 * ((along + 2) % 3);
    Polygon polygon{{u, v, u + 1, v + 1}, {}};
    for (std::size_t i = 0; i < 4; ++i)
        polygon.corners.push_back(meetingOf(plane, polygon.lines[i], polygon.lines[(i + 1) % 4]));
    return polygon;
}

/// Keeps the part of the polygon behind a plane. Leaves nothing if that is a line or a point. Of two equal planes only
/// the first keeps its polygon, of two opposite ones none.
void Solver::cut(Polygon& polygon, std::size_t plane, std::size_t by) const {
    const std::size_t count = polygon.lines.size();
    std::vector<int> sides;
    for (const Meeting& corner : polygon.corners) sides.push_back(sideOf(planes_[by], corner));
    const bool within = std::any_of(sides.begin(), sides.end(), [](int side) { return side < 0; });
    const bool beyond = std::any_of(sides.begin(), sides.end(), [](int side) { return side > 0; });
    if (within && !beyond) return;
    if (!within) {
        const bool same = !beyond && dot(planes_[plane].normal, planes_[by].normal) > 0;
        if (!same || by < plane) polygon = {};
        return;
    }
    Polygon kept;
    for (std::size_t i = 0; i < count; ++i) {
        const int from = sides[(i + count - 1) % count], to = sides[i];
        if (from < 0 || to < 0 || (from == 0 && to == 0)) kept.lines.push_back(polygon.lines[i]);
        if (from <= 0 && to > 0) kept.lines.push_back(by);
    }
    // Corners that stay keep their numbers, others are new.
    const auto known = [&](std::size_t a, std::size_t b) -> const Meeting* {
        for (std::size_t i = 0; i < count; ++i)
            if (polygon.lines[i] == a && polygon.lines[(i + 1) % count] == b) return &polygon.corners[i];
        return nullptr;
    };
    for (std::size_t i = 0; i < kept.lines.size(); ++i) {
        const std::size_t a = kept.lines[i], b = kept.lines[(i + 1) % kept.lines.size()];
        const Meeting* const old = a == by || b == by ? nullptr : known(a, b);
        kept.corners.push_back(old != nullptr ? *old : meetingOf(plane, a, b));
    }
    polygon = std::move(kept);
}

Polygon Solver::polygonOf(std::size_t plane) const {
    Polygon polygon = worldPolygon(plane);
    for (std::size_t by = 0; by < planes_.size() && !polygon.lines.empty(); ++by)
        if (by != plane) cut(polygon, plane, by);
    return polygon;
}

void Solver::addTo(ExactSolid& solid, std::size_t plane, const Polygon& polygon) const {
    for (const Meeting& corner : polygon.corners)
        if (std::find(solid.corners.begin(), solid.corners.end(), corner.point) == solid.corners.end())
            solid.corners.push_back(corner.point);
    for (const std::size_t line : polygon.lines) {
        solid.bounded = solid.bounded && line < count_;
        if (line > plane && line < count_)
            solid.edges.push_back(rounded(unit(cross(planes_[plane].normal, planes_[line].normal))));
    }
}

ExactSolid Solver::solve() {
    ExactSolid solid;
    addWorld();
    solid.planesAreValid = true;
    solid.bounded = true;
    bool any = false;
    for (std::size_t i = 0; i < count_; ++i) {
        const WholePlane& plane = planes_[i];
        solid.planes.push_back({rounded(plane.unitNormal), static_cast<double>(plane.realDist)});
        const Polygon polygon = polygonOf(i);
        solid.isFace.push_back(!polygon.lines.empty());
        any = any || solid.isFace.back();
        addTo(solid, i, polygon);
    }
    solid.bounded = solid.bounded && any;
    return solid;
}

bool isZero(const Whole3& v) {
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

using Decimal3 = std::array<Decimal, 3>;

Decimal3 shortestDecimals(const Vec3& v) {
    return {shortestDecimal(v.x), shortestDecimal(v.y), shortestDecimal(v.z)};
}

/// The decimals of a face: of its points, or of its normal, its distance and its origin.
struct FaceDecimals {
    std::array<Decimal3, 3> points;
    Decimal3 normal, origin;
    Decimal dist;
    bool isPlane = false;
};

FaceDecimals decimalsOf(const WrittenFace& face) {
    FaceDecimals decimals;
    decimals.isPlane = face.isPlane;
    if (face.isPlane) {
        decimals.normal = shortestDecimals(face.normal);
        decimals.origin = shortestDecimals(face.origin);
        decimals.dist = shortestDecimal(face.dist);
        return decimals;
    }
    for (std::size_t i = 0; i < face.points.size(); ++i) decimals.points[i] = shortestDecimals(face.points[i]);
    return decimals;
}

int mostDecimals(const Decimal3& v) {
    return std::max({v[0].decimals, v[1].decimals, v[2].decimals});
}

/// Returns the digits behind the point that the coordinates of a face have. Those of a normal do not count.
int coordinateDecimals(const FaceDecimals& face) {
    if (face.isPlane) return std::max(face.dist.decimals, mostDecimals(face.origin));
    return std::max({mostDecimals(face.points[0]), mostDecimals(face.points[1]), mostDecimals(face.points[2])});
}

Whole3 scaled(const Decimal3& v, int power) {
    return {scaled(v[0], power), scaled(v[1], power), scaled(v[2], power)};
}

/// Returns true if the numbers of a face are those of a valid one.
bool isValid(const WrittenFace& face) {
    const auto isSmall = [](const Vec3& v) {
        return std::abs(v.x) < kMostWritten && std::abs(v.y) < kMostWritten && std::abs(v.z) < kMostWritten;
    };
    if (!face.isPlane) return std::all_of(face.points.begin(), face.points.end(), isSmall);
    return isSmall(face.normal) && isSmall(face.origin) && std::abs(face.dist) < kMostWritten &&
           length(face.normal) > kShortestNormal;
}

/// Adds the face to the solver, whose unit is 10^power. Returns false if it has no plane.
bool addFace(Solver& solver, const FaceDecimals& face, int power) {
    if (!face.isPlane) {
        const Whole3 a = scaled(face.points[0], power), b = scaled(face.points[1], power),
                     c = scaled(face.points[2], power);
        const Whole3 normal = cross(minus(a, b), minus(c, b));
        if (isZero(normal)) return false;
        solver.add(normal, dot(normal, b));
        return true;
    }
    const int own = std::clamp(mostDecimals(face.normal), 0, kMostDecimals);
    const Whole3 normal = scaled(face.normal, own);
    if (isZero(normal)) return false;
    solver.add(normal, dot(normal, scaled(face.origin, power)) - scaled(face.dist, power) * powerOfTen(own));
    return true;
}

}  // namespace

ExactSolid solveFaces(const std::vector<WrittenFace>& faces) {
    std::vector<FaceDecimals> decimals;
    int power = 0;
    for (const WrittenFace& face : faces) {
        decimals.push_back(decimalsOf(face));
        if (isValid(face)) power = std::max(power, coordinateDecimals(decimals.back()));
    }
    power = std::min(power, kMostDecimals);
    Solver solver(powerOfTen(power));
    std::vector<std::size_t> from;
    for (std::size_t i = 0; i < decimals.size(); ++i)
        if (isValid(faces[i]) && addFace(solver, decimals[i], power)) from.push_back(i);
    ExactSolid solid = solver.solve();
    solid.from = std::move(from);
    return solid;
}

ExactSolid solveExactly(const std::vector<Plane>& planes) {
    const auto whole = [](double value) { return Whole(std::trunc(std::ldexp(value, kBits))); };
    Solver solver(1);
    for (const Plane& plane : planes) {
        const Whole3 normal{whole(plane.normal.x), whole(plane.normal.y), whole(plane.normal.z)};
        if (isZero(normal)) return {};
        solver.add(normal, whole(plane.dist));
    }
    ExactSolid solid = solver.solve();
    for (std::size_t i = 0; i < planes.size(); ++i) solid.from.push_back(i);
    return solid;
}

}  // namespace hullbake::oracle
