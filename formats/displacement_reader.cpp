// A displacement: its corner, and tables of a vector or a number for each point of its grid.
//
//   dispinfo = { 'power' N | 'startposition' '[' x y z ']' | 'elevation' NUMBER | 'flags' N | table | other }
//   table    = ( 'normals' | 'distances' | 'offsets' | 'offset_normals' ) '{' { 'rowN' { NUMBER } } '}'
//
// Other tables (alphas, triangle_tags, allowed_verts) say nothing about the shape and are passed over.
#include "formats/displacement_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

/// The powers that Hammer writes and Source's compiler takes.
constexpr double kLeastPower = 2, kMostPower = 4;

/// The rows of one table. The size of the grid may follow them.
struct Table {
    struct Row {
        SourcePos pos;
        std::size_t index = 0;
        std::vector<double> numbers;
    };
    std::vector<Row> rows;
};

std::size_t rowIndex(const VmfItem& row) {
    constexpr std::string_view kWord = "row";
    std::size_t index = 0;
    if (row.name.size() > kWord.size() && row.name.substr(0, kWord.size()) == kWord) {
        const char* const last = row.name.data() + row.name.size();
        const std::from_chars_result result = std::from_chars(row.name.data() + kWord.size(), last, index);
        if (result.ec == std::errc() && result.ptr == last) return index;
    }
    throw MapSyntaxError{row.pos, "expected 'row0', 'row1', … or '}', found '" + shownBytes(row.name) + "'"};
}

Table readTable(VmfItems& items, const VmfItem& block) {
    if (!block.isBlock) throw MapSyntaxError{block.pos, "'" + shownBytes(block.name) + "' is a block, not a key"};
    Table table;
    VmfItem row;
    while (items.next(row, block)) {
        Table::Row& read = table.rows.emplace_back();
        read.pos = row.pos;
        items.lexer().countItem(row.pos);
        read.index = rowIndex(row);
        items.beginValue(row);
        while (items.atNumber()) {
            items.lexer().countItem(items.lexer().pos());
            read.numbers.push_back(items.number("a value of a displacement"));
        }
        items.endValue(row);
    }
    return table;
}

/// Returns `perPoint` numbers for each point of a grid of `side` x `side`. Rows that are not written are zero.
std::vector<double> gridOf(const Table& table, std::size_t side, std::size_t perPoint) {
    std::vector<double> numbers;
    if (table.rows.empty()) return numbers;
    const std::size_t width = side * perPoint;
    numbers.resize(side * width);
    for (const Table::Row& row : table.rows) {
        if (row.index >= side)
            throw MapSyntaxError{row.pos, "the displacement has " + std::to_string(side) + " rows, from row0 on"};
        if (row.numbers.size() != width)
            throw MapSyntaxError{row.pos, "a row of this displacement has " + std::to_string(width) +
                                              " numbers here, this one " + std::to_string(row.numbers.size())};
        std::copy(row.numbers.begin(), row.numbers.end(),
                  numbers.begin() + static_cast<std::ptrdiff_t>(row.index * width));
    }
    return numbers;
}

std::vector<Vec3> vectorsOf(const Table& table, std::size_t side) {
    const std::vector<double> numbers = gridOf(table, side, 3);
    std::vector<Vec3> vectors(numbers.size() / 3);
    for (std::size_t i = 0; i < vectors.size(); ++i)
        vectors[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    return vectors;
}

/// Reads a key with one whole number from `least` to `most`. `what` names it in the error.
std::uint32_t readWhole(VmfItems& items, const VmfItem& key, double least, double most, const char* what) {
    items.beginValue(key);
    const double value = items.number("a whole number");
    items.endValue(key);
    if (!(value >= least && value <= most) || value != std::floor(value)) throw MapSyntaxError{key.pos, what};
    return static_cast<std::uint32_t>(value);
}

Vec3 readStart(VmfItems& items, const VmfItem& key) {
    items.beginValue(key);
    items.lexer().expect('[', "the corner of a displacement");
    const Vec3 start = items.vector("a coordinate");
    items.lexer().expect(']', "end of the corner of a displacement");
    items.endValue(key);
    return start;
}

}  // namespace

MapDisplacement readDisplacement(VmfItems& items, const VmfItem& block) {
    MapDisplacement read;
    read.pos = block.pos;
    items.lexer().countItem(block.pos);
    Table normals, distances, offsets, offsetNormals;
    VmfItem item;
    while (items.next(item, block)) {
        if (item.is("power")) {
            read.power =
                readWhole(items, item, kLeastPower, kMostPower, "the power of a displacement must be 2, 3 or 4");
        } else if (item.is("flags")) {
            read.flags = readWhole(items, item, 0, std::numeric_limits<std::uint32_t>::max(),
                                   "the flags of a displacement must be a whole number that fits into 32 bits");
        } else if (item.is("startposition")) {
            read.startPosition = readStart(items, item);
        } else if (item.is("elevation")) {
            items.beginValue(item);
            read.elevation = items.number("the elevation of a displacement");
            items.endValue(item);
        } else if (item.is("normals")) {
            normals = readTable(items, item);
        } else if (item.is("distances")) {
            distances = readTable(items, item);
        } else if (item.is("offsets")) {
            offsets = readTable(items, item);
        } else if (item.is("offset_normals")) {
            offsetNormals = readTable(items, item);
        } else {
            items.skip(item);
        }
    }
    if (read.power == 0) throw MapSyntaxError{block.pos, "this displacement has no 'power', which says its size"};
    const std::size_t side = (std::size_t{1} << read.power) + 1;
    read.normals = vectorsOf(normals, side);
    read.offsets = vectorsOf(offsets, side);
    read.offsetNormals = vectorsOf(offsetNormals, side);
    read.distances = gridOf(distances, side, 1);
    return read;
}

}  // namespace hullbake
