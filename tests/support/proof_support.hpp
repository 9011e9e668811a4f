// Shared by the proofs: scenes baked for many boxes, and two truths that are independent of the compiler's growth. The
// truths are the oracle, and the separating axes between a box and a bare brush.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/solids/map_solids.hpp"
#include "oracle/trace/queries.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/trace_case.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/vectors.hpp"

namespace hullbake::test {

using oracle::SolidSet;
using oracle::SplitMix;
using oracle::TraceCase;

/// A compiled map and the oracle's solids of it. `clip` points into `result.blob`.
struct Proof {
    MapFile map;
    CompileResult result;
    ClipMap clip;
    std::vector<oracle::MapModel> models;  ///< off-grid planes as the compiler settled them

    HullId hull(std::string_view name) const;
    SolidSet solids(HullId id, std::size_t model = 0) const;
    Contents at(const Vec3& p, HullId id, std::uint32_t model = 0) const {
        return clip.contentsAt({.hull = id, .model = {model}}, p);
    }
};

/// Returns Quake's three hulls, and boxes whose origin lies at the middle, at the feet and at a corner.
std::vector<HullSpec> proofHulls();
Proof bakeProof(MapFile map, bool fill = false, const std::vector<HullSpec>& hulls = proofHulls());
inline Proof bakeScene(const std::string& name, bool fill = false) {
    return bakeProof(sceneMap(name), fill);
}

/// Applies `by` to every point of every face and to every entity's origin.
void moveMap(MapFile& map, const std::function<Vec3(const Vec3&)>& by);
/// Replaces the points of every face by corners of it that lie far apart, as editors write turned brushes. Rounding
/// close points would tilt the face.
void spreadPoints(MapFile& map);
/// Returns the bounds of a brush. A brush that is no solid is a test failure.
Box boundsOf(const MapBrush& brush);
/// Returns a world of brushes, with a player start unless `start` is empty.
MapFile worldOf(std::vector<MapBrush> brushes, const std::string& start = "");
/// Returns the map with the world's brushes `first` to `last` replaced by `piece`.
MapFile inOnePiece(const MapFile& tiled, std::size_t first, std::size_t last, const MapBrush& piece);

/// Returns the distance of the box at `origin` from the bare brush: the widest gap along any axis that can separate the
/// two. Negative when they overlap, zero when they touch.
double gapBetween(const oracle::BareBrush& brush, const Box& box, const Vec3& origin);
/// Returns the smallest such gap to any of the model's solids that exist for this box.
double gapToAll(const oracle::MapModel& model, const Box& box, const Vec3& origin);
/// Checks a trace by separating axes alone: no overlap on the way (at many places), touching at the contact, touching
/// or apart at the end. Only for starts outside and the default mask. Returns an empty string, or the fault.
std::string faultByAxes(const Proof& proof, const TraceCase& input, const Trace& trace);

/// Counts faults and prints the first five.
class Faults {
  public:
    void note(const std::string& fault) {
        if (fault.empty()) return;
        if (++count_ <= 5) ADD_FAILURE() << fault;
    }
    std::size_t count() const { return count_; }

  private:
    std::size_t count_ = 0;
};

/// Returns a probe without a skin: its traces end at the contact.
inline Probe exact(HullId hull) {
    return {.hull = hull, .skin = 0};
}
inline bool blocks(Contents contents) {
    return any(contents & kMaskBlocking);
}
Vec3 inBox(SplitMix& random, const Box& box);
/// Returns points where hulls are likely to be wrong: on planes, edges and vertices of the grown brushes, and 1 ulp,
/// 1e-3 and 1/32 to either side. Adds a lattice over the bounds and random points.
std::vector<Vec3> hardPoints(const SolidSet& solids, SplitMix& random, std::size_t adversarial, std::size_t lattice,
                             std::size_t anywhere);
std::string text(const TraceCase& input);

}  // namespace hullbake::test
