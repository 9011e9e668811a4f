#include "formats/placement.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace hullbake {
namespace {

// Coordinates are cut off here, far past the limit of a map, so that all results are finite. World units.
constexpr double kFarthest = 1e12;
// Upper bound of a coordinate times a power of ten. Below it rounding finds the integer that was written, and the
// compiler reads the quotient as that decimal.
constexpr double kMostDigits = 0x1p51;
constexpr int kMostPlaces = 15;
// Decimals of an angle that is written into a key.
constexpr int kAngleDecimals = 6;
// Lower bound of the cosine of a pitch that leaves yaw and roll apart.
constexpr double kUprightCosine = 1e-9;

double powerOfTen(int exponent) {
    double power = 1;
    for (; exponent > 0; --exponent) power *= 10;
    return power;
}

/// Returns the most decimals, at most `places`, that a number of this magnitude can be rounded to.
int placesWithin(int places, double magnitude) {
    while (places > 0 && !(magnitude * powerOfTen(places) <= kMostDigits)) --places;
    return places;
}

double rounded(double value, int places) {
    const double power = powerOfTen(placesWithin(places, std::fabs(value)));
    if (std::fabs(value) > kMostDigits) return value;
    return std::round(value * power) / power + 0.0;
}

/// Returns the number of decimals of the shortest text that reads as `value`.
int decimalsOf(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
    const std::string_view shown(text, static_cast<std::size_t>(end - text));
    const std::size_t mark = shown.find('e'), point = shown.find('.');
    const int digits = point < mark ? static_cast<int>(mark - point) - 1 : 0;
    int exponent = 0;
    const char* const from = shown.data() + mark + (shown[mark + 1] == '+' ? 2 : 1);
    std::from_chars(from, end, exponent);
    return std::max(0, digits - exponent);
}

/// Returns true for multiples of 1/1024, whose sums are exact.
bool isBinary(double value) {
    return value * 1024 == std::floor(value * 1024) && std::fabs(value) < 1e9;
}

/// Returns the sine of an angle in degrees, exact for multiples of 90.
double sineOf(double degrees) {
    double rest = std::fmod(degrees, 360.0);
    if (rest < 0) rest += 360;
    if (rest == 0 || rest == 180) return 0;
    if (rest == 90) return 1;
    if (rest == 270) return -1;
    // Within a quarter, so that opposite angles have opposite sines to the last bit.
    const bool below = rest > 180;
    if (below) rest -= 180;
    if (rest > 90) rest = 180 - rest;
    const double sine =
        rest <= 45 ? std::sin(rest * std::numbers::pi / 180) : std::cos((90 - rest) * std::numbers::pi / 180);
    return below ? -sine : sine;
}

double cosineOf(double degrees) {
    return sineOf(std::fmod(degrees, 360.0) + 90);
}

std::array<Vec3, 3> matrixOf(const Vec3& angles) {
    const double sp = sineOf(angles.x), cp = cosineOf(angles.x), sy = sineOf(angles.y), cy = cosineOf(angles.y),
                 sr = sineOf(angles.z), cr = cosineOf(angles.z);
    return {Vec3{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
            Vec3{sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr}, Vec3{-sp, cp * sr, cp * cr}};
}

bool isQuarter(double degrees) {
    return std::fmod(degrees, 90.0) == 0;
}

double within360(double degrees) {
    const double rest = std::fmod(degrees, 360.0);
    return rounded(rest < 0 ? rest + 360 : rest, kAngleDecimals);
}

std::string textOf(double value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value + 0.0).ptr;
    return {text, end};
}

std::string textOf(const Vec3& v) {
    return textOf(v.x).append(" ").append(textOf(v.y)).append(" ").append(textOf(v.z));
}

/// Swaps rows and columns. It turns a grid over and keeps the diagonals that cut its cells into triangles.
template <typename Item>
void transpose(std::vector<Item>& items, std::size_t rows, std::size_t columns) {
    if (items.size() != rows * columns) return;
    std::vector<Item> turned;
    turned.reserve(items.size());
    for (std::size_t c = 0; c < columns; ++c)
        for (std::size_t r = 0; r < rows; ++r) turned.push_back(items[r * columns + c]);
    items = std::move(turned);
}

}  // namespace

double decimalSum(double a, double b) {
    if (a == 0 || b == 0) return a + b;
    if (isBinary(a) && isBinary(b)) return a + b;
    const double magnitude = std::max(std::fabs(a), std::fabs(b));
    if (magnitude > kMostDigits) return a + b;
    const int places = std::min(std::max(decimalsOf(a), decimalsOf(b)), kMostPlaces);
    const double power = powerOfTen(placesWithin(places, magnitude));
    return (std::round(a * power) + std::round(b * power)) / power + 0.0;
}

int parseNumbers(std::string_view text, Vec3& numbers) {
    constexpr std::string_view kBlanks = " \t\r\n";
    int count = 0;
    for (;; ++count) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        if (text.empty()) return count;
        if (text.front() == '+') text.remove_prefix(1);
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (count == 3 || error != std::errc() || !std::isfinite(value)) return -1;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && kBlanks.find(text.front()) == std::string_view::npos) return -1;
        numbers[count] = value;
    }
}

Placer::Placer(const Placement& placement) : placement_(placement), turn_(matrixOf(placement.angles)) {
    for (int a = 0; a < 3; ++a) {
        const double scale = placement.scale[a];
        largest_ = std::max(largest_, std::fabs(scale));
        exact_ = exact_ && isQuarter(placement.angles[a]) && std::fabs(scale) == 1;
        mirrors_ = mirrors_ != (scale < 0);
    }
}

Vec3 Placer::turn(const Vec3& vector) const {
    return {dot(turn_[0], vector) + 0.0, dot(turn_[1], vector) + 0.0, dot(turn_[2], vector) + 0.0};
}

Vec3 Placer::movePoint(const Vec3& point) const {
    Vec3 scaled;
    for (int a = 0; a < 3; ++a) {
        const double from = decimalSum(std::clamp(point[a], -kFarthest, kFarthest), -placement_.pivot[a]);
        scaled[a] = from * placement_.scale[a];
    }
    Vec3 moved = turn(scaled);
    for (int a = 0; a < 3; ++a)
        moved[a] = exact_ ? decimalSum(moved[a], placement_.origin[a])
                          : rounded(moved[a] + placement_.origin[a], kPlacedDecimals);
    return moved;
}

/// Moves a vector between two points, as long as it was if the scale is the same for all axes.
Vec3 Placer::direction(const Vec3& vector) const {
    Vec3 scaled;
    for (int a = 0; a < 3; ++a) scaled[a] = vector[a] * (placement_.scale[a] / largest_);
    return turn(scaled);
}

void Placer::move(MapFace& face) const {
    if (!face.plane) {
        for (Vec3& point : face.points) point = movePoint(point);
        if (mirrors_) std::swap(face.points[0], face.points[2]);
        return;
    }
    MapPlane& plane = *face.plane;
    Vec3 normal;
    for (int a = 0; a < 3; ++a)
        normal[a] = std::clamp(plane.normal[a], -kFarthest, kFarthest) * (largest_ / placement_.scale[a]);
    plane.normal = turn(normal);
    if (!exact_)
        for (int a = 0; a < 3; ++a) plane.normal[a] = rounded(plane.normal[a], kTurnedDecimals);
    plane.dist = std::clamp(plane.dist, -kFarthest, kFarthest) * largest_;
    plane.origin = movePoint(plane.origin);
}

void Placer::move(MapBrush& brush) const {
    for (MapFace& face : brush.faces) move(face);
}

void Placer::move(MapPatch& patch) const {
    for (PatchPoint& point : patch.points) point.position = movePoint(point.position);
    if (!mirrors_ || patch.points.empty()) return;
    transpose(patch.points, patch.rows, patch.columns);
    std::swap(patch.rows, patch.columns);
    if (patch.subdivisions) std::swap((*patch.subdivisions)[0], (*patch.subdivisions)[1]);
}

void Placer::move(MapDisplacement& displacement) const {
    displacement.startPosition = movePoint(displacement.startPosition);
    displacement.elevation *= largest_;
    for (double& distance : displacement.distances) distance *= largest_;
    for (Vec3& normal : displacement.normals) normal = direction(normal);
    for (Vec3& offset : displacement.offsets) offset = direction(offset) * largest_;
    for (Vec3& normal : displacement.offsetNormals) normal = direction(normal);
    if (!mirrors_) return;
    const std::size_t side = (std::size_t{1} << displacement.power) + 1;
    transpose(displacement.distances, side, side);
    for (std::vector<Vec3>* const grid : {&displacement.normals, &displacement.offsets, &displacement.offsetNormals})
        transpose(*grid, side, side);
}

void Placer::move(MapDisplacedBrush& displaced) const {
    move(displaced.brush);
    for (MapDisplacement& displacement : displaced.displacements) move(displacement);
}

/// Returns the angles of what has these angles in the other map.
std::string Placer::turnedAngles(const Vec3& angles) const {
    if (placement_.angles.x == 0 && placement_.angles.z == 0)
        return textOf(Vec3{angles.x, within360(decimalSum(angles.y, placement_.angles.y)), angles.z});
    const Matrix own = matrixOf(angles);
    // The columns of the product: the turned axes x, y and z.
    const Vec3 x = turn({own[0].x, own[1].x, own[2].x}), y = turn({own[0].y, own[1].y, own[2].y}),
               z = turn({own[0].z, own[1].z, own[2].z});
    const auto degrees = [](double radians) { return within360(radians * 180 / std::numbers::pi); };
    const double level = std::hypot(x.x, x.y);
    const double pitch = degrees(std::atan2(-x.z, level));
    // Straight up or down, yaw and roll turn about one axis: all of it is yaw.
    if (level < kUprightCosine) return textOf(Vec3{pitch, degrees(std::atan2(-y.x, y.y)), 0});
    return textOf(Vec3{pitch, degrees(std::atan2(x.y, x.x)), degrees(std::atan2(y.z, z.z))});
}

void Placer::moveKeys(MapEntity& entity) const {
    const auto numbersOf = [&entity](std::string_view name, int count, Vec3& numbers) -> MapKey* {
        const MapKey* const key = entity.find(name);
        if (key == nullptr || parseNumbers(key->value, numbers) != count) return nullptr;
        return &entity.keys[static_cast<std::size_t>(key - entity.keys.data())];
    };
    Vec3 numbers;
    if (MapKey* const origin = numbersOf("origin", 3, numbers)) origin->value = textOf(movePoint(numbers));
    if (placement_.angles == Vec3{}) return;
    if (MapKey* const angles = numbersOf("angles", 3, numbers)) angles->value = turnedAngles(numbers);
    if (MapKey* const angle = numbersOf("angle", 1, numbers)) {
        const bool upright = numbers.x == -1 || numbers.x == -2;
        if (placement_.angles.x == 0 && placement_.angles.z == 0) {
            if (!upright) angle->value = textOf(within360(decimalSum(numbers.x, placement_.angles.y)));
        } else if (entity.find("angles") == nullptr) {
            angle->key = "angles";
            angle->value = turnedAngles(upright ? Vec3{numbers.x == -1 ? 270.0 : 90.0, 0, 0} : Vec3{0, numbers.x, 0});
        }
    }
}

}  // namespace hullbake
