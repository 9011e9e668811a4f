// PGM, after the page pgm(5) of Netpbm.

#include "formats/heightfield.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "formats/png_heights.hpp"
#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

struct HeightsError {
    SourcePos pos;  // line 0: the whole file
    std::string message;
};

constexpr SourcePos kWholeFile{0, 0, 0};

bool isPgmBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The words of a PGM's head, and of its samples if they are decimals.
class PgmText {
  public:
    explicit PgmText(std::string_view text) : text_(text) {}

    /// Skips blanks and comments. Returns false at the end.
    bool skip() {
        while (at_ < text_.size() && (isPgmBlank(text_[at_]) || text_[at_] == '#')) {
            if (text_[at_] == '#') {
                while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
            } else {
                step();
            }
        }
        return at_ < text_.size();
    }

    /// Reads a decimal of at most `most`. `purpose` names it in errors.
    std::uint32_t number(std::string_view purpose, std::uint32_t most) {
        const bool any = skip();
        const SourcePos start = pos();
        const std::size_t begin = at_;
        std::uint64_t value = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
            value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(text_[at_] - '0'), UINT32_MAX);
        const std::size_t digits = at_ - begin;
        while (at_ < text_.size() && !isPgmBlank(text_[at_]) && text_[at_] != '#') ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        if (!any) throw HeightsError{start, "expected " + std::string(purpose) + ", found the end of the file"};
        if (digits == 0 || digits != word.size())
            throw HeightsError{start, "expected " + std::string(purpose) + ", found '" + shownBytes(word) + "'"};
        if (value > most)
            throw HeightsError{
                start, std::string(purpose) + " " + shownBytes(word) + " is larger than " + std::to_string(most)};
        return static_cast<std::uint32_t>(value);
    }

    void step() {
        const bool ends = text_[at_] == '\n' || (text_[at_] == '\r' && text_.substr(at_ + 1, 1) != "\n");
        ++at_;
        if (!ends) return;
        ++line_;
        lineStart_ = at_;
    }
    void skipMagic() { at_ += 2; }
    bool atBlank() const { return at_ < text_.size() && isPgmBlank(text_[at_]); }
    SourcePos pos() const { return {line_, static_cast<std::uint32_t>(at_ - lineStart_ + 1), 0}; }
    std::size_t offset() const { return at_; }

  private:
    std::string_view text_;
    std::size_t at_ = 0, lineStart_ = 0;
    std::uint32_t line_ = 1;
};

std::string bytesText(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

// Fills the samples from bytes of one or two for each.
void takeBytes(std::span<const std::byte> bytes, bool wide, bool bigEndian, Heightfield& field) {
    const std::size_t count = std::size_t{field.columns} * field.rows;
    field.samples.resize(count);
    const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
    for (std::size_t i = 0; i < count; ++i)
        field.samples[i] = static_cast<std::uint16_t>(!wide       ? at(i)
                                                      : bigEndian ? at(2 * i) << 8 | at(2 * i + 1)
                                                                  : at(2 * i + 1) << 8 | at(2 * i));
}

void takeRaster(std::span<const std::byte> bytes, std::size_t begin, Heightfield& field) {
    const bool wide = field.largest > 255;
    const std::size_t wanted = std::size_t{field.columns} * field.rows * (wide ? 2 : 1);
    const std::size_t found = bytes.size() - begin;
    if (found < wanted)
        throw HeightsError{kWholeFile, "the file ends too early: " + bytesText(wanted - found) + " of " +
                                           std::to_string(wanted) + " are missing"};
    if (found > wanted) throw HeightsError{kWholeFile, bytesText(found - wanted) + " follow the last sample"};
    takeBytes(bytes.subspan(begin), wide, true, field);
    const auto over = std::find_if(field.samples.begin(), field.samples.end(),
                                   [&](std::uint16_t sample) { return sample > field.largest; });
    if (over == field.samples.end()) return;
    const auto index = static_cast<std::size_t>(over - field.samples.begin());
    throw HeightsError{kWholeFile, "sample " + std::to_string(*over) + " in row " +
                                       std::to_string(index / field.columns + 1) + ", column " +
                                       std::to_string(index % field.columns + 1) + " is larger than " +
                                       std::to_string(field.largest) + ", which the head of the file allows"};
}

Heightfield parsePgm(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const bool plain = text[1] == '2';
    PgmText words(text);
    words.skipMagic();
    Heightfield field;
    field.columns = words.number("the width", UINT32_MAX - 1);
    field.rows = words.number("the height", UINT32_MAX - 1);
    if (const auto fault = faultOfSides(field.columns, field.rows)) throw HeightsError{words.pos(), *fault};
    field.largest = words.number("the largest sample", UINT16_MAX);
    if (field.largest == 0) throw HeightsError{words.pos(), "the largest sample is 0"};
    if (!plain) {
        if (!words.atBlank()) throw HeightsError{words.pos(), "expected a blank before the samples"};
        words.step();
        takeRaster(bytes, words.offset(), field);
        return field;
    }
    // A sample takes two bytes at least, so a short text gets no large table.
    const std::size_t count = std::size_t{field.columns} * field.rows;
    field.samples.reserve(std::min(count, text.size()));
    for (std::size_t i = 0; i < count; ++i)
        field.samples.push_back(static_cast<std::uint16_t>(words.number("a sample", field.largest)));
    if (words.skip()) throw HeightsError{words.pos(), "more follows the last sample"};
    return field;
}

}  // namespace

std::optional<std::string> faultOfSides(std::uint64_t columns, std::uint64_t rows) {
    const std::string size = std::to_string(columns) + "x" + std::to_string(rows);
    if (columns < 2 || rows < 2) return size + " samples make no square; each side needs 2 at least";
    if (columns > kMostHeightsAlong || rows > kMostHeightsAlong)
        return size + " samples are too many; a side has " + std::to_string(kMostHeightsAlong) + " at most";
    if (columns * rows > kMostHeights)
        return size + " samples are too many; there may be " + std::to_string(kMostHeights) + " in all";
    return std::nullopt;
}

std::variant<Heightfield, Diagnostic> parseHeights(std::span<const std::byte> bytes, const std::string& path) {
    if (isPng(bytes)) {
        auto read = readPngHeights(bytes);
        if (auto* const fault = std::get_if<std::string>(&read)) return Diagnostic{path, kWholeFile, std::move(*fault)};
        return std::get<Heightfield>(std::move(read));
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.empty()) return Diagnostic{path, kWholeFile, "the file is empty"};
    if (!text.starts_with("P2") && !text.starts_with("P5")) {
        const bool isOtherPnm = text.size() > 1 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7';
        return Diagnostic{path, kWholeFile,
                          isOtherPnm ? "a picture of kind " + std::string(text.substr(0, 2)) +
                                           "; heights are read from grey pictures, P2 or P5"
                                     : "neither PGM nor PNG; for bare samples give their --size"};
    }
    try {
        return parsePgm(bytes);
    } catch (const HeightsError& error) {
        return Diagnostic{path, error.pos, error.message};
    }
}

std::variant<Heightfield, Diagnostic> parseRawHeights(std::span<const std::byte> bytes, const RawHeights& form,
                                                      const std::string& path) {
    if (auto fault = faultOfSides(form.columns, form.rows)) return Diagnostic{path, kWholeFile, std::move(*fault)};
    Heightfield field;
    field.columns = form.columns;
    field.rows = form.rows;
    field.largest = form.wide ? UINT16_MAX : UINT8_MAX;
    const std::size_t wanted = std::size_t{field.columns} * field.rows * (form.wide ? 2 : 1);
    if (bytes.size() != wanted)
        return Diagnostic{path, kWholeFile,
                          "the file has " + bytesText(bytes.size()) + ", not the " + std::to_string(wanted) + " of " +
                              std::to_string(form.columns) + "x" + std::to_string(form.rows) + " samples"};
    takeBytes(bytes, form.wide, form.bigEndian, field);
    return field;
}

}  // namespace hullbake
