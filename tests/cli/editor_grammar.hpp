// Readers of what editors read, by the grammar that each editor documents. Strict: what an editor might forgive fails.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/json.hpp"

namespace hullbake::test {

/// Returns what TrenchBroom's manual would not take of a game configuration of version 9, a fault a line.
std::string faultsOfGameConfig(const Json& config);
/// The same for compilation profiles of version 1.
std::string faultsOfProfiles(const Json& profiles);

struct XmlElement {
    std::string name, text;  ///< the text of the element itself, without blanks around it
    std::map<std::string, std::string> attributes;
    std::vector<XmlElement> children;
};

/// Parses an XML document with one root. Throws std::runtime_error with the offset at anything that is not well-formed.
XmlElement parseXml(std::string_view text);

/// The keys of each class, those of its base classes included. Throws std::runtime_error with the line at a fault.
std::map<std::string, std::set<std::string>> classesOfFgd(std::string_view text);
std::map<std::string, std::set<std::string>> classesOfEnt(const XmlElement& root);

/// Returns true if the name fits a pattern of `*`, `?` and `[*]`. Letter case does not count.
bool matchesGlob(std::string_view name, std::string_view pattern);

}  // namespace hullbake::test
