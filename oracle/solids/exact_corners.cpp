#include "oracle/solids/exact_corners.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>

namespace hullbake::oracle {
namespace {

using Whole = boost::multiprecision::cpp_int;
using Whole3 = std::array<Whole, 3>;

/// Scale of the integers: bits behind the binary point that a plane's numbers keep.
constexpr int kBits = 140;

Whole whole(double value) {
    return Whole(std::trunc(std::ldexp(value, kBits)));
}
Whole dot(const Whole3& a, const Whole3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Whole3 cross(const Whole3& a, const Whole3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct WholePlane {
    Whole3 normal;
    Whole dist;
};

/// Point in which three planes meet: at / over. `over` is positive, or 0 if they do not meet in one point.
struct Meeting {
    Whole3 at;
    Whole over;
};

Meeting meetingOf(const WholePlane& a, const WholePlane& b, const WholePlane& c) {
    const Whole3 bc = cross(b.normal, c.normal);
    Meeting meeting{{}, dot(a.normal, bc)};
    if (meeting.over == 0) return meeting;
    const Whole3 ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
    const bool turned = meeting.over < 0;
    if (turned) meeting.over = -meeting.over;
    for (std::size_t i = 0; i < 3; ++i) {
        const Whole sum = bc[i] * a.dist + ca[i] * b.dist + ab[i] * c.dist;
        meeting.at[i] = turned ? Whole(-sum) : sum;
    }
    return meeting;
}

double quotient(const Whole& above, const Whole& below) {
    // Keep 80 bits behind the point, whatever the size of the numbers.
    const Whole scaled = (above << 80) / below;
    return std::ldexp(scaled.convert_to<double>(), -80);
}

}  // namespace

std::vector<Vec3> exactCorners(const std::vector<Plane>& planes) {
    std::vector<WholePlane> wholes;
    for (const Plane& plane : planes)
        wholes.push_back({{whole(plane.normal.x), whole(plane.normal.y), whole(plane.normal.z)}, whole(plane.dist)});
    std::vector<Vec3> corners;
    for (std::size_t i = 0; i < wholes.size(); ++i)
        for (std::size_t j = i + 1; j < wholes.size(); ++j)
            for (std::size_t k = j + 1; k < wholes.size(); ++k) {
                const Meeting meeting = meetingOf(wholes[i], wholes[j], wholes[k]);
                if (meeting.over == 0) continue;
                const bool inside = std::all_of(wholes.begin(), wholes.end(), [&](const WholePlane& plane) {
                    return dot(plane.normal, meeting.at) <= plane.dist * meeting.over;
                });
                if (inside)
                    corners.push_back({quotient(meeting.at[0], meeting.over), quotient(meeting.at[1], meeting.over),
                                       quotient(meeting.at[2], meeting.over)});
            }
    return corners;
}

}  // namespace hullbake::oracle
