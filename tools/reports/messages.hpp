// Messages about a map, in the form that an editor or another program reads.
//
// In: remarks with their places. Out: lines on stderr, and for NetRadiant its feedback over a loopback connection.
// Source of the feedback's protocol: what NetRadiant's monitor reads; docs/compile.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
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

/// Finds the entity and the brush that a position lies in, numbered from 0 in the order of the map's own text. Patches
/// count as brushes, as in the editors. A position in a prefab has the entity that placed it, and no brush.
class MapPlaces {
  public:
    MapPlaces() = default;
    /// The map must be as it was read: before its patches become brushes.
    explicit MapPlaces(const MapFile& map);

    MapPlace at(SourcePos pos) const;
    /// Returns the line in the map itself.
    std::uint32_t lineOf(SourcePos pos) const { return inMap(pos).line; }

  private:
    SourcePos inMap(SourcePos pos) const { return pos.part == 0 ? pos : placed_[pos.part - 1]; }

    std::vector<SourcePos> entities_, brushes_;  ///< where they begin, in ascending order
    std::vector<SourcePos> placed_;              ///< for each MapPart, the entity that placed it
};

/// A message for NetRadiant's monitor.
struct Feedback {
    Severity severity = Severity::Note;
    std::string text;
    MapPlace place;
    std::string file = {};  ///< in which it is
};

/// The messages of one compile.
class Messages {
  public:
    explicit Messages(MessageForm form) : form_(form) {}

    /// From now on, messages name their entities and brushes.
    void setPlaces(MapPlaces places) { places_ = std::move(places); }
    /// Prints one message on stderr.
    void print(Severity severity, const Diagnostic& where);
    /// Returns what was printed, unless as JSON.
    const std::vector<Feedback>& printed() const { return feedback_; }
    /// Prints what ends the messages. For NetRadiant sends all of them, and the leak's trail, to its monitor.
    /// Throws a Failure if no monitor listens at the port.
    void finish(std::uint16_t monitorPort, const std::vector<Vec3>& leakTrail);

  private:
    MessageForm form_;
    MapPlaces places_;
    std::vector<std::uint32_t> lines_;  ///< of the map itself, that warnings and errors name
    std::vector<Feedback> feedback_;
};

/// Returns the document that NetRadiant's monitor reads, in the pieces in which it is sent. Errors come last: the
/// monitor stops at the first.
std::vector<std::string> feedbackStrings(const std::vector<Feedback>& messages, const std::vector<Vec3>& leakTrail);

/// Returns the frame of one string of the feedback: its length with a zero at its end, four bytes, then both.
std::string framed(std::string_view text);

}  // namespace hullbake::cli
