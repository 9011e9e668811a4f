// Layers of TrenchBroom: takes those out of a map that the mapper has marked to be left out when the map is exported.
#pragma once

#include "formats/map.hpp"

namespace hullbake {

/// Removes what belongs to an omitted layer, and counts it in `MapFile::leftOut` and `MapFile::notes`: entities, their
/// brushes, patches. The first entity, which is the world, stays, without brushes if the default layer is omitted. An
/// unknown layer, an unknown group, or groups in a circle count as the default layer, as in the editor. Takes linear
/// time.
void removeOmittedLayers(MapFile& map);

}  // namespace hullbake
