#include "formats/polygon_brushes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "formats/flat_turns.hpp"
#include "formats/lattice.hpp"
#include "formats/line_strips.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {
namespace {

class Extruder {
  public:
    Extruder(const PolygonForm& form, const std::string& path) : form_(form), path_(path) {
        const auto rounded = [](double units) { return std::llround(units * kLattice); };
        // Added behind the turn: a shift on the lattice keeps equal corners equal.
        shift_ = {rounded(form.origin.x), rounded(form.origin.y), rounded(form.origin.z)};
        bottom_ = -rounded(form.depth);
    }

    std::optional<Diagnostic> extrude(const RingPolygon& polygon, const std::function<void(const MapBrush&)>& take,
                                      PolygonCount& count) const {
        std::vector<std::vector<FlatPoint>> rings;
        for (const PolygonRing& ring : polygon.rings) {
            std::vector<FlatPoint>& made = rings.emplace_back();
            if (!place(ring, made)) return pastLimit("ring", ring.pos);
            while (made.size() > 1 && made.back() == made.front()) made.pop_back();
            count.points += made.size();
            if (made.size() < 3) return Diagnostic{path_, ring.pos, "the ring has no area"};
        }
        auto divided = convexParts(std::move(rings));
        if (const auto* const ring = std::get_if<std::size_t>(&divided))
            return Diagnostic{path_, polygon.rings[*ring].pos,
                              "the ring crosses or touches itself or another, or lies where it must not"};
        for (const ConvexPart& part : std::get<std::vector<ConvexPart>>(divided)) {
            take(brushOf(part, polygon.rings[0].pos));
            ++count.brushes;
        }
        ++count.polygons;
        return std::nullopt;
    }

    std::optional<Diagnostic> thicken(const PolygonRing& line, const std::function<void(const MapBrush&)>& take,
                                      PolygonCount& count) const {
        std::vector<FlatPoint> points;
        if (!place(line, points, 2 * std::fabs(form_.thickness))) return pastLimit("line", line.pos);
        count.points += points.size();
        if (points.size() < 2) return Diagnostic{path_, line.pos, "the line has no length"};
        if (form_.thickness < 0) std::reverse(points.begin(), points.end());
        const auto made = lineStrips(std::move(points), std::fabs(form_.thickness) * kLattice);
        if (const auto* const fault = std::get_if<std::string>(&made)) return Diagnostic{path_, line.pos, *fault};
        for (const LineStrip& strip : std::get<std::vector<LineStrip>>(made)) {
            take(brushOf(strip.corners, strip.sides, line.pos));
            ++count.brushes;
        }
        ++count.lines;
        return std::nullopt;
    }

  private:
    /// Rounds points and drops those that come to the place of the one before. Returns false where a point is nearer to
    /// the limit than `margin`.
    bool place(const PolygonRing& ring, std::vector<FlatPoint>& out, double margin = 0) const {
        for (const auto& [x, y] : ring.points) {
            const std::optional<FlatPoint> at = placed(x, y, margin);
            if (!at) return false;
            if (out.empty() || out.back() != *at) out.push_back(*at);
        }
        return true;
    }
    Diagnostic pastLimit(const std::string& what, SourcePos pos) const {
        return {path_, pos, "the " + what + " reaches past the coordinate limit of +-262144"};
    }
    std::optional<FlatPoint> placed(double x, double y, double margin) const {
        const double u = x * form_.scale.x, v = y * form_.scale.y;
        const Vec3 high = form_.origin + (form_.yUp ? Vec3{u, form_.depth, v} : Vec3{u, v, -form_.depth});
        for (const double at : {high.x, high.y, high.z, form_.origin.y, form_.origin.z, u, v})
            if (!(std::fabs(at) + margin <= kMaxCoordinate)) return std::nullopt;
        return FlatPoint{std::llround(u * kLattice), std::llround(v * kLattice)};
    }
    LatticePoint at(const FlatPoint& p, std::int64_t height) const {
        if (form_.yUp) return {p[0] + shift_[0], shift_[1] - height, p[1] + shift_[2]};
        return {p[0] + shift_[0], p[1] + shift_[1], height + shift_[2]};
    }
    MapBrush brushOf(const ConvexPart& part, SourcePos pos) const {
        // Three corners in a row may lie on one line: a side begins where the direction turns.
        ConvexPart corners;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const FlatPoint &a = part[(i + part.size() - 1) % part.size()], &b = part[i],
                            &c = part[(i + 1) % part.size()];
            if (turnOf(a, b, c) != 0) corners.push_back(b);
        }
        std::vector<StripSide> sides;
        for (std::size_t i = 0; i < corners.size(); ++i)
            sides.push_back({corners[i], corners[(i + 1) % corners.size()]});
        return brushOf({corners[0], corners[1], corners[2]}, sides, pos);
    }
    /// Extrudes what lies to the left of all sides. The corners run counterclockwise.
    MapBrush brushOf(const std::array<FlatPoint, 3>& corners, const std::vector<StripSide>& sides,
                     SourcePos pos) const {
        const FaceLook look{form_.texture, pos};
        MapBrush brush;
        brush.pos = pos;
        brush.faces.push_back(faceOf(at(corners[0], 0), at(corners[2], 0), at(corners[1], 0), look));
        brush.faces.push_back(faceOf(at(corners[0], bottom_), at(corners[1], bottom_), at(corners[2], bottom_), look));
        for (const auto& [from, to] : sides)
            brush.faces.push_back(faceOf(at(from, 0), at(to, 0), at(to, bottom_), look));
        return brush;
    }

    const PolygonForm& form_;
    const std::string& path_;
    LatticePoint shift_{};
    std::int64_t bottom_ = 0;
};

}  // namespace

std::variant<PolygonCount, Diagnostic> makePolygonBrushes(const FlatDrawing& drawing, const PolygonForm& form,
                                                          const std::string& path,
                                                          const std::function<void(const MapBrush&)>& take) {
    const Extruder extruder(form, path);
    PolygonCount count;
    for (const RingPolygon& polygon : drawing.polygons)
        if (auto fault = extruder.extrude(polygon, take, count)) return std::move(*fault);
    for (const PolygonRing& line : drawing.lines)
        if (auto fault = extruder.thicken(line, take, count)) return std::move(*fault);
    return count;
}

}  // namespace hullbake
