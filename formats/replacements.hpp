// Parameters of Source's instances: the keys `replace01`, `replace02`, ... of a `func_instance`.
//
// In: the entity that places a map. Out: the entities of that map with the parameters' values in place of their names.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/map.hpp"

namespace hullbake {

/// The parameters of one instance. A key's value is a name that begins with `$`, blanks, and the text that replaces
/// it. A longer name comes before a shorter one that it begins with. Names are compared without case.
class Replacements {
  public:
    /// Takes all keys of `instance` that are `replace` and digits. Others, and values without a name, are passed over.
    explicit Replacements(const MapEntity& instance);

    bool empty() const { return pairs_.empty(); }
    /// Replaces names in the values of an entity's keys and in the textures of its brushes and patches. Takes the bytes
    /// of what it writes from `room`. Returns false, with the entity half changed, if that does not suffice.
    bool apply(MapEntity& entity, std::size_t& room) const;

  private:
    bool replace(std::string& text, std::size_t& room) const;

    std::vector<std::pair<std::string, std::string>> pairs_;  // names and texts, longer names first
};

}  // namespace hullbake
