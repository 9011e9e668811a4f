// Off-grid maps have faces that miss each other by a rounded decimal. The compiler lets such a face reuse a plane that
// is there already and states by how much that moves it at most. Here that statement is checked, and the planes that
// the file holds become the oracle's: what is compared afterwards is the hull of the brushes as they were settled.
#pragma once

#include <string>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/map_solids.hpp"

namespace hullbake::oracle {

/// Replaces the planes of solids that have a point off the integer grid by those in `baked`. Other solids keep their
/// own. Empty on success; a reason when a brush is missing or a face lies further than `deviation` units from its
/// plane.
std::string adoptSettledPlanes(const MapFile& map, const ClipMap& baked, double deviation, MapModel& model);

}  // namespace hullbake::oracle
