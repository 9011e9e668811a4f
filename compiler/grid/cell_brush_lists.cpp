// Finds the cells of each brush by its bounds and slanted planes, then lists the brushes of each cell, equal lists
// once.

#include "compiler/grid/cell_brush_lists.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/base/hash_mix.hpp"
#include "compiler/base/index_table.hpp"
#include "compiler/grid/lattice.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr double kSlantedReach = 3;  // in cells; listReach of a grid whose brushes are mostly slanted
constexpr float kAnyReach = 1e9F;
constexpr Triple kCells = {kGridBlock, kGridBlock, kGridBlock};

class Gatherer {
  public:
    Gatherer(const BrushScene& scene, std::size_t hull, const Box& box, const GridLayout& layout)
        : scene_(scene),
          bit_(std::uint32_t{1} << hull),
          box_(box),
          layout_(layout),
          blocks_{{layout.record.origin[0], layout.record.origin[1], layout.record.origin[2]},
                  layout.record.cellSize * kGridBlock},
          counts_{layout.record.blocks[0], layout.record.blocks[1], layout.record.blocks[2]} {}

    // Visits each brush with the cells that none of its planes excludes.
    std::vector<CellBrush> run() {
        const SceneModel& world = scene_.models.front();
        for (std::uint32_t i = world.firstBrush; i < world.firstBrush + world.brushCount; ++i)
            if ((scene_.brushes[i].hullMask & bit_) != 0) gather(scene_.brushes[i], i);
        return std::move(found_);
    }

  private:
    void gather(const SceneBrush& brush, std::uint32_t number) {
        const Lattice cells{blocks_.origin, layout_.record.cellSize};
        const Triple all = {counts_[0] * kGridBlock, counts_[1] * kGridBlock, counts_[2] * kGridBlock};
        const Vec3 room = Vec3{1, 1, 1} * kListMargin;
        const Box grown{brush.solid.bounds.mins - box_.maxs - room, brush.solid.bounds.maxs - box_.mins + room};
        const Range reached = cells.reached(grown, all);
        layPlanes(brush);
        blocks_.reached(grown, counts_).each([&](const Triple& at) {
            const std::uint32_t place = layout_.places[numberIn(at, counts_)];
            if (place == kNoIndex) return;
            const Lattice inside{blocks_.box(at).mins, cells.size};
            eachCell(reached, at, [&](const Triple& cell) {
                if (!isKept(inside.box(cell)))
                    found_.push_back({place, numberIn(cell, kCells), number, !planes_.empty()});
            });
        });
    }

    // Computes the slanted planes, shifted so that a cell is excluded if its middle is in front.
    void layPlanes(const SceneBrush& brush) {
        planes_.clear();
        const double half = layout_.record.cellSize / 2 + kListMargin;
        for (const SidePlane& side : brush.solid.sides) {
            const Vec3& n = side.plane.normal;
            if (std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z) == 1) continue;
            const double grown = side.grown ? support(n, box_) : 0;
            const double reach = (std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z)) * half;
            planes_.push_back({n, side.plane.dist + grown + reach});
        }
    }

    bool isKept(const Box& cell) const {
        const Vec3 middle = (cell.mins + cell.maxs) * 0.5;
        return std::any_of(planes_.begin(), planes_.end(),
                           [&](const Plane& plane) { return distanceTo(plane, middle) > 0; });
    }

    template <class Visit>
    static void eachCell(const Range& reached, const Triple& block, const Visit& visit) {
        Range part{};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t first = block[k] * kGridBlock;
            part.from[k] = std::max(reached.from[k], first) - first;
            part.to[k] = std::min(reached.to[k], first + kGridBlock) - first;
        }
        part.each(visit);
    }

    const BrushScene& scene_;
    std::uint32_t bit_;
    Box box_;
    const GridLayout& layout_;
    Lattice blocks_;
    Triple counts_;
    std::vector<Plane> planes_;  // of the current brush
    std::vector<CellBrush> found_;
};

class Lister {
  public:
    explicit Lister(GridData& grid) : grid_(grid) {}

    void run(std::span<const CellBrush> found) {
        // Counts the brushes of each cell, then sums up the begin and end of each list.
        const std::vector<std::uint32_t> firsts = firstCells();
        const auto cellOf = [&](const CellBrush& one) { return firsts[one.place] + one.cell; };
        std::vector<std::uint32_t> ends(grid_.cells.size() + 1);
        std::size_t slanted = 0;
        for (const CellBrush& one : found) {
            if (firsts[one.place] == kNoIndex) continue;
            ++ends[cellOf(one) + 1];
            slanted += one.slanted ? 1 : 0;
        }
        for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
        std::vector<std::uint32_t> brushes(ends.back());
        for (const CellBrush& one : found)
            if (firsts[one.place] != kNoIndex) brushes[ends[cellOf(one)]++] = one.brush;
        // Slanted brushes take the longest to clip, and on a long trace the tree skips more of them.
        const bool mostly = 2 * slanted > brushes.size();
        grid_.record.listReach = mostly ? static_cast<float>(kSlantedReach * grid_.record.cellSize) : kAnyReach;
        std::uint32_t from = 0;
        for (std::size_t cell = 0; cell < grid_.cells.size(); ++cell) {
            grid_.listOf.push_back(add(std::span(brushes).subspan(from, ends[cell] - from)));
            from = ends[cell];
        }
    }

  private:
    // Numbers the blocks that are neither entirely solid nor entirely free.
    std::vector<std::uint32_t> firstCells() const {
        std::vector<std::uint32_t> firsts;
        for (const BlockRecord& block : grid_.blocks)
            if (block.cells != kSolidCells)
                firsts.push_back(block.cells < kOwnCells ? kNoIndex : block.cells - kOwnCells);
        return firsts;
    }

    std::uint32_t add(std::span<const std::uint32_t> brushes) {
        if (brushes.empty()) return kNoBrushes;
        if (brushes.size() > kMostListed) return kManyBrushes;
        std::uint64_t key = brushes.size();
        for (const std::uint32_t brush : brushes) key = hashMix(key, brush);
        const auto place = static_cast<std::uint32_t>(grid_.lists.size());
        const std::uint32_t known = known_.find(key, [&](std::uint32_t i) { return entered_[i].key == key; });
        if (known == IndexTable::kNone) {
            known_.enter(key, static_cast<std::uint32_t>(entered_.size()));
            entered_.push_back({key, place});
        } else if (isListed(entered_[known].place, brushes)) {
            return entered_[known].place;
        }
        grid_.lists.insert(grid_.lists.end(), brushes.begin(), brushes.end());
        grid_.lists.back() |= kLastListed;
        return place;
    }

    bool isListed(std::uint32_t list, std::span<const std::uint32_t> brushes) const {
        for (std::size_t i = 0; i < brushes.size(); ++i)
            if (grid_.lists[list + i] != (brushes[i] | (i + 1 == brushes.size() ? kLastListed : 0))) return false;
        return true;
    }

    struct Entry {
        std::uint64_t key;  // hash of the list's brushes
        std::uint32_t place;
    };
    GridData& grid_;
    std::vector<Entry> entered_;  // first list of each key
    IndexTable known_;            // indices into entered_, by key
};

}  // namespace

std::vector<CellBrush> brushesInCells(const BrushScene& scene, std::size_t hull, const Box& box,
                                      const GridLayout& layout) {
    return Gatherer(scene, hull, box, layout).run();
}

void listBrushes(std::span<const CellBrush> brushes, GridData& grid) {
    Lister(grid).run(brushes);
}

}  // namespace hullbake
