// Well-known text, after OGC 06-103r4, section 7.

#include <charconv>
#include <cmath>
#include <utility>

#include "formats/polygons.hpp"
#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

struct WktError {
    SourcePos pos;
    std::string message;
};

class WktReader {
  public:
    explicit WktReader(std::string_view text) : text_(text) {}

    FlatDrawing read() {
        while (skip()) {
            const SourcePos at = pos();
            const std::string_view kind = word();
            if (isWord(kind, "POLYGON"))
                readPolygon();
            else if (isWord(kind, "MULTIPOLYGON"))
                readList([&] { readPolygon(); });
            else if (isWord(kind, "LINESTRING"))
                readLine();
            else if (isWord(kind, "MULTILINESTRING"))
                readList([&] { readLine(); });
            else
                throw WktError{at, "expected POLYGON, MULTIPOLYGON, LINESTRING or MULTILINESTRING, found " +
                                       shown(kind.empty() ? text_.substr(at_, 1) : kind)};
        }
        if (drawing_.polygons.empty() && drawing_.lines.empty())
            throw WktError{{0, 0, 0}, "the file has no polygon and no line"};
        return std::move(drawing_);
    }

  private:
    static bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    bool skip() {
        for (; at_ < text_.size() && isBlank(text_[at_]); ++at_)
            if (text_[at_] == '\n') {
                ++line_;
                lineStart_ = at_ + 1;
            }
        return at_ < text_.size();
    }
    SourcePos pos() const { return {line_, static_cast<std::uint32_t>(at_ - lineStart_ + 1), 0}; }
    // Reads up to a blank, a bracket or a comma.
    std::string_view word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() && !isBlank(text_[at_]) &&
               std::string_view("(),").find(text_[at_]) == std::string_view::npos)
            ++at_;
        return text_.substr(begin, at_ - begin);
    }
    static bool isWord(std::string_view found, std::string_view wanted) {
        if (found.size() != wanted.size()) return false;
        for (std::size_t i = 0; i < found.size(); ++i)
            if ((found[i] >= 'a' && found[i] <= 'z' ? found[i] - 'a' + 'A' : found[i]) != wanted[i]) return false;
        return true;
    }
    // Describes what was found in place of something else; no text is the end of the file.
    static std::string shown(std::string_view found) {
        return found.empty() ? "the end of the file" : "'" + shownBytes(found) + "'";
    }
    bool accept(char c) {
        if (!skip() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (accept(c)) return;
        const SourcePos at = pos();
        throw WktError{at, std::string("expected '") + c + "', found " + shown(text_.substr(at_, 1))};
    }
    template <class Item>
    void readList(const Item& item) {
        expect('(');
        do item();
        while (accept(','));
        expect(')');
    }

    void readPolygon() {
        RingPolygon polygon;
        std::size_t count = 0;
        readList([&] {
            PolygonRing ring = readPoints();
            if (ring.points.front() != ring.points.back())
                throw WktError{ring.pos, "the ring does not end where it begins"};
            ring.points.pop_back();
            if (ring.points.size() < 3) throw WktError{ring.pos, "a ring needs three points"};
            count += ring.points.size();
            checkCount("polygon", count, ring.pos);
            polygon.rings.push_back(std::move(ring));
        });
        drawing_.polygons.push_back(std::move(polygon));
    }

    void readLine() {
        PolygonRing line = readPoints();
        if (line.points.size() < 2) throw WktError{line.pos, "a line needs two points"};
        checkCount("line", line.points.size(), line.pos);
        drawing_.lines.push_back(std::move(line));
    }

    PolygonRing readPoints() {
        skip();
        PolygonRing read;
        read.pos = pos();
        readList([&] {
            if (++points_ > kMostDrawingPoints)
                throw WktError{pos(), "the file has more than " + std::to_string(kMostDrawingPoints) + " points"};
            read.points.push_back({number(), number()});
        });
        return read;
    }
    static void checkCount(const std::string& what, std::size_t count, SourcePos at) {
        if (count > kMostPolygonPoints)
            throw WktError{at, "the " + what + " has more than " + std::to_string(kMostPolygonPoints) + " points"};
    }

    double number() {
        skip();
        const SourcePos at = pos();
        const std::string_view found = word();
        double value = 0;
        const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (found.empty() || error != std::errc() || end != found.data() + found.size() || !std::isfinite(value))
            throw WktError{at, "expected a coordinate, found " + shown(found.empty() ? text_.substr(at_, 1) : found)};
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0, lineStart_ = 0;
    std::uint32_t line_ = 1;
    FlatDrawing drawing_;
    std::size_t points_ = 0;
};

}  // namespace

std::variant<FlatDrawing, Diagnostic> parseWkt(std::string_view text, const std::string& path) {
    try {
        return WktReader(text).read();
    } catch (const WktError& error) {
        return Diagnostic{path, error.pos, error.message};
    }
}

}  // namespace hullbake
