#include "proofs/triangle_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hullbake::test {
namespace {

constexpr std::size_t kMostInLeaf = 2;
// Units by which bounds are grown: more than what a few roundings of coordinates within 4,096 amount to.
constexpr double kSlack = 1e-6;

// Whether a segment meets bounds before `last`.
bool meets(const Vec3& from, const Vec3& way, const Vec3& mins, const Vec3& maxs, double last) {
    double enter = 0, leave = last;
    const double at[] = {from.x, from.y, from.z}, speed[] = {way.x, way.y, way.z};
    const double low[] = {mins.x, mins.y, mins.z}, high[] = {maxs.x, maxs.y, maxs.z};
    for (std::size_t i = 0; i < 3; ++i) {
        if (speed[i] == 0) {
            if (at[i] < low[i] || at[i] > high[i]) return false;
            continue;
        }
        const double one = (low[i] - at[i]) / speed[i], two = (high[i] - at[i]) / speed[i];
        enter = std::max(enter, std::min(one, two));
        leave = std::min(leave, std::max(one, two));
    }
    return enter <= leave;
}

Vec3 least(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
Vec3 most(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

}  // namespace

TriangleSweep::TriangleSweep(const std::vector<Triangle>& triangles, const Box& box) : box_(box) {
    std::vector<std::uint32_t> order(triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    build(triangles, order, 0, order.size());
    for (const std::uint32_t t : order) axes_.push_back(axesOf(triangles[t]));
}

void TriangleSweep::build(const std::vector<Triangle>& triangles, std::vector<std::uint32_t>& order, std::size_t begin,
                          std::size_t end) {
    Node node{triangles[order[begin]][0], triangles[order[begin]][0], static_cast<std::uint32_t>(begin), 0};
    for (std::size_t i = begin; i < end; ++i)
        for (const Vec3& p : triangles[order[i]]) {
            node.mins = least(node.mins, p);
            node.maxs = most(node.maxs, p);
        }
    const std::size_t at = nodes_.size();
    if (end - begin <= kMostInLeaf) {
        node.triangles = static_cast<std::uint32_t>(end - begin);
        nodes_.push_back(node);
        return;
    }
    nodes_.push_back(node);
    const Vec3 size = node.maxs - node.mins;
    const auto middle = [&](std::uint32_t t) {
        const Vec3 sum = triangles[t][0] + triangles[t][1] + triangles[t][2];
        return size.x >= size.y && size.x >= size.z ? sum.x : size.y >= size.z ? sum.y : sum.z;
    };
    const std::size_t half = begin + (end - begin) / 2;
    const auto place = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(place(begin), place(half), place(end),
                     [&](std::uint32_t a, std::uint32_t b) { return middle(a) < middle(b); });
    build(triangles, order, begin, half);
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    build(triangles, order, half, end);
}

TriangleSweep::Axes TriangleSweep::axesOf(const Triangle& t) const {
    Axes found;
    const Vec3 half = (box_.maxs - box_.mins) * 0.5, middle = (box_.maxs + box_.mins) * 0.5;
    const auto add = [&](const Vec3& v) {
        const double size = length(v);
        if (size < 1e-9) return;
        Axes::Axis axis{v * (1 / size)};
        const Vec3& n = axis.along;
        axis.perUnit = std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z);
        const double reach = std::fabs(n.x) * half.x + std::fabs(n.y) * half.y + std::fabs(n.z) * half.z;
        const double a = dot(n, t[0]), b = dot(n, t[1]), c = dot(n, t[2]), shift = dot(n, middle);
        axis.low = std::min({a, b, c}) - reach - shift;
        axis.high = std::max({a, b, c}) + reach - shift;
        found.axes[found.count++] = axis;
    };
    add(cross(t[1] - t[0], t[2] - t[0]));  // parts the most, so it comes first
    const Vec3 units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const Vec3& unit : units) add(unit);
    for (std::size_t i = 0; i < 3; ++i)
        for (const Vec3& unit : units) add(cross(t[(i + 1) % 3] - t[i], unit));
    return found;
}

double TriangleSweep::entryOf(const Axes& found, const Vec3& from, const Vec3& way, double more) {
    double enter = 0, leave = 1;
    for (std::size_t i = 0; i < found.count; ++i) {
        const Axes::Axis& axis = found.axes[i];
        const double low = axis.low - more * axis.perUnit, high = axis.high + more * axis.perUnit;
        const double at = dot(axis.along, from), speed = dot(axis.along, way);
        if (speed == 0) {
            if (at <= low || at >= high) return 2;
            continue;
        }
        const double one = (low - at) / speed, two = (high - at) / speed;
        enter = std::max(enter, std::min(one, two));
        leave = std::min(leave, std::max(one, two));
        if (enter >= leave) return 2;
    }
    return enter;
}

double TriangleSweep::entry(const Vec3& from, const Vec3& to, double more) const {
    const Vec3 way = to - from, grown{more + kSlack, more + kSlack, more + kSlack};
    double first = 2;
    std::array<std::uint32_t, 64> open;
    std::size_t count = 0;
    open[count++] = 0;
    while (count > 0) {
        const std::uint32_t at = open[--count];
        const Node& node = nodes_[at];
        if (!meets(from, way, node.mins - box_.maxs - grown, node.maxs - box_.mins + grown, std::min(first, 1.0)))
            continue;
        for (std::size_t i = 0; i < node.triangles; ++i)
            first = std::min(first, entryOf(axes_[node.first + i], from, way, more));
        if (node.triangles > 0) continue;
        open[count++] = node.first;
        open[count++] = at + 1;
    }
    return first;
}

double TriangleSweep::entryAmongAll(const Vec3& from, const Vec3& to, double more) const {
    double first = 2;
    for (const Axes& axes : axes_) first = std::min(first, entryOf(axes, from, to - from, more));
    return first;
}

}  // namespace hullbake::test
