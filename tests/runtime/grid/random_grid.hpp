// A random grid of cells and boxes, and places in it that are difficult for its arithmetic.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "runtime/src/grid/grid_view.hpp"

namespace hullbake::test {

/// A grid of 2 x 2 x 2 blocks, each with its own cells.
struct RandomGrid {
    explicit RandomGrid(Rng& rng) {
        record.cellSize = std::ldexp(1.0, rng.whole(0, 7));
        record.cellsPerUnit = 1 / record.cellSize;
        for (int a = 0; a < 3; ++a) {
            record.origin[a] = rng.chance(0.5) ? rng.whole(-2000, 2000) : rng.between(-2000, 2000);
            record.blocks[a] = 2;
        }
        for (std::uint32_t i = 0; i < 8; ++i) blocks.push_back({i * format::kBlockCells, i * 4});
        for (std::uint32_t i = 0; i < 8 * format::kBlockCells; ++i)
            cells.push_back(static_cast<format::CellRecord>(rng.whole(0, 4) << 8 | rng.whole(0, 63)));
        for (int i = 0; i < 32; ++i) {
            format::FreeBoxRecord box{};
            box.wallContents = static_cast<std::uint32_t>(rng.whole(0, 3));
            for (int a = 0; a < 3; ++a) {
                const double one = place(a, rng), two = place(a, rng);
                box.sides[0][a] = std::min(one, two);
                box.sides[1][a] = std::max(one, two);
            }
            boxes.push_back(box);
        }
    }
    double place(int axis, Rng& rng) const {
        const double p = record.origin[axis] + rng.between(-1, 9) * record.cellSize;
        return rng.chance(0.5) ? std::round(p) : p;
    }
    const format::FreeBoxRecord& anyBox(Rng& rng) const { return boxes[static_cast<std::size_t>(rng.whole(0, 31))]; }
    /// Draws a point that often lies at a side of a box or a cell, almost there, or kGridMargin beside it.
    Vec3 point(Rng& rng) const {
        constexpr std::array kBeside = {0.0, detail::kGridMargin, -detail::kGridMargin, 1e-9, -1e-9};
        const format::FreeBoxRecord& box = anyBox(rng);
        Vec3 p;
        for (int a = 0; a < 3; ++a) {
            p[a] = place(a, rng);
            if (rng.chance(0.3)) p[a] = box.sides[rng.whole(0, 1)][a];
            if (rng.chance(0.1)) p[a] = record.origin[a] + rng.whole(0, 8) * record.cellSize;
            if (rng.chance(0.5)) p[a] += kBeside[static_cast<std::size_t>(rng.whole(0, 4))];
        }
        return p;
    }

    format::Tables tables() const {
        format::Tables sections;
        sections.grids = {&record, 1};
        sections.gridBlocks = blocks;
        sections.gridCells = cells;
        sections.freeBoxes = boxes;
        return sections;
    }

    format::GridRecord record{};
    std::vector<format::BlockRecord> blocks;
    std::vector<format::CellRecord> cells;
    std::vector<format::FreeBoxRecord> boxes;
};

}  // namespace hullbake::test
