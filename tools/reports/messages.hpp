// Messages about a map, in the form that an editor or another program reads.
//
// In: remarks with their places. Out: lines on stderr, and for NetRadiant its feedback over a loopback connection.
// Source of the feedback's protocol: what NetRadiant's monitor reads; docs/compile.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/report.hpp"

namespace hullbake::cli {

enum class MessageForm : std::uint8_t {
    Gcc,          ///< FILE:LINE:COLUMN: warning: TEXT
    Json,         ///< one object a line
    Radiant,      ///< as Gcc, and NetRadiant's monitor gets them to click on
    Trenchbroom,  ///< as Gcc, at the end `lines: 3, 9` for Edit > Select by Line Number
};

/// Returns the form of that name: gcc, json, radiant or trenchbroom. The name must be one of these.
MessageForm messageForm(std::string_view name);

/// Numbers of an entity and its brush in the map, as editors count them; -1 for none.
struct MapPlace {
    int entity = -1;
    int brush = -1;
};

/// Returns the entity and the brush that the position lies in. Positions in prefabs have the entity that placed them.
MapPlace placeOf(const MapFile& map, SourcePos pos);

/// A message for NetRadiant's monitor.
struct Feedback {
    Severity severity = Severity::Note;
    std::string text;
    MapPlace place;
};

/// The messages of one compile.
class Messages {
  public:
    explicit Messages(MessageForm form) : form_(form) {}

    /// Prints one message on stderr. `map` may be null, while the map is not read yet.
    void print(Severity severity, const Diagnostic& where, const MapFile* map);
    /// Prints what ends the messages. For NetRadiant sends all of them, and the leak's trail, to its monitor.
    /// Throws a Failure if no monitor listens at the port.
    void finish(std::uint16_t monitorPort, const std::vector<Vec3>& leakTrail);

  private:
    MessageForm form_;
    std::vector<std::uint32_t> lines_;  ///< of the map itself, that warnings and errors name
    std::vector<Feedback> feedback_;
};

/// Returns the document that NetRadiant's monitor reads, in the pieces in which it is sent. Errors come last: the
/// monitor stops at the first.
std::vector<std::string> feedbackStrings(const std::vector<Feedback>& messages, const std::vector<Vec3>& leakTrail);

/// Returns the frame of one string of the feedback: its length with a zero at its end, four bytes, then both.
std::string framed(std::string_view text);

}  // namespace hullbake::cli
