// Adds pieces until all sections keep the error, then takes away what can be spared.

#include "formats/curve_pieces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "formats/disjoint_sets.hpp"
#include "formats/patch_mesh.hpp"

namespace hullbake {

namespace {

// Upper bound of the pieces of one section along one axis: enough for the least error of the longest curves. The limit
// of cells comes before it.
constexpr std::uint32_t kMostPieces = 4096;

// The share of the error that is left to what lies between the samples.
constexpr double kBetweenSamples = 1.0 / 128;

// Fewer cells are sought for patches of at most so many: a piece more or less is little of a larger one, and measuring
// takes its time.
constexpr std::size_t kMostSearchedCells = 4096;

// Steps of the search: for a cell that is measured, and how many more it may take for each cell that was found before.
constexpr std::size_t kStepsOfCell = 64, kSearchStepsOfCell = 1024;

// A curve a, b, c, or its reverse: the one with the smaller end first.
using EdgeKey = std::array<double, 9>;

EdgeKey edgeKey(const Vec3& a, const Vec3& b, const Vec3& c) {
    const EdgeKey one = {a.x + 0.0, a.y + 0.0, a.z + 0.0, b.x + 0.0, b.y + 0.0,
                         b.z + 0.0, c.x + 0.0, c.y + 0.0, c.z + 0.0};
    const EdgeKey reverse = {one[6], one[7], one[8], one[3], one[4], one[5], one[0], one[1], one[2]};
    return std::min(one, reverse);
}

void join(DisjointSets& sets, std::size_t a, std::size_t b) {
    sets.join(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
}

// Returns a number for each element: equal ones in a set, from zero on, in the order of first elements.
std::vector<std::size_t> numbersOf(DisjointSets& sets) {
    std::vector<std::size_t> numbers;
    std::size_t count = 0;
    for (const std::uint32_t first : sets.numbers())
        numbers.push_back(first < numbers.size() ? numbers[first] : count++);
    return numbers;
}

std::size_t countOf(const std::vector<std::size_t>& numbers) {
    return numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end()) + 1;
}

// Calls visit(key, whether the strip is of rows, section) for each section of the edges of a patch.
template <class Visit>
void forEdges(const MapPatch& patch, const Visit& visit) {
    const std::size_t height = patch.rows, width = patch.columns;
    const auto keyAt = [&](std::size_t row, std::size_t column, std::size_t step) {
        const auto at = [&](std::size_t i) -> const Vec3& {
            return patch.points[row * width + column + i * step].position;
        };
        return edgeKey(at(0), at(1), at(2));
    };
    for (std::size_t r = 0; r + 2 < height; r += 2)
        for (const std::size_t c : {std::size_t{0}, width - 1}) visit(keyAt(r, c, width), true, r / 2);
    for (std::size_t c = 0; c + 2 < width; c += 2)
        for (const std::size_t r : {std::size_t{0}, height - 1}) visit(keyAt(r, c, 1), false, c / 2);
}

void keepEachOnce(std::vector<std::size_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::vector<std::size_t> islandsOf(const std::vector<const MapPatch*>& patches) {
    DisjointSets islands(patches.size());
    std::map<EdgeKey, std::size_t> owners;
    for (std::size_t p = 0; p < patches.size(); ++p)
        forEdges(*patches[p], [&](const EdgeKey& key, bool, std::size_t) {
            const auto [owner, added] = owners.try_emplace(key, p);
            if (!added) join(islands, p, owner->second);
        });
    return numbersOf(islands);
}

CurvePieces::CurvePieces(const std::vector<const MapPatch*>& patches, double error)
    : patches_(patches), limit_(std::max(error, kLeastCurveError) * (1 - kBetweenSamples)) {
    std::size_t strips = 0;
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        firstStrip_.push_back(strips);
        strips += rowStrips(p) + columnStrips(p);
    }
    classOf_.resize(strips);
    std::iota(classOf_.begin(), classOf_.end(), std::size_t{0});
    joinSharedEdges();
    pieces_.assign(countOf(classOf_), 1);
    sectionsOf_.resize(pieces_.size());
}

std::size_t CurvePieces::cells(std::size_t p) const {
    std::size_t all = 0, across = 0;
    for (std::size_t s = 0; s < rowStrips(p); ++s) all += rows(p, s);
    for (std::size_t s = 0; s < columnStrips(p); ++s) across += columns(p, s);
    return all * across;
}

void CurvePieces::joinSharedEdges() {
    DisjointSets strips(classOf_.size());
    std::map<EdgeKey, std::size_t> owners;
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        forEdges(*patches_[p], [&](const EdgeKey& key, bool ofRows, std::size_t section) {
            const std::size_t strip = ofRows ? rowClass(p, section) : columnClass(p, section);
            const auto [owner, added] = owners.try_emplace(key, strip);
            if (!added) join(strips, strip, owner->second);
        });
    }
    classOf_ = numbersOf(strips);
}

void CurvePieces::measure(std::size_t p) {
    const std::size_t height = patches_[p]->rows, width = patches_[p]->columns;
    for (std::size_t r = 0; r + 2 < height; r += 2)
        for (std::size_t c = 0; c + 2 < width; c += 2) {
            const CurveControls own = controlsOf(*patches_[p], r, c);
            const auto sharp = [&](std::size_t row, std::size_t column, bool below) {
                const CurveControls before = controlsOf(*patches_[p], row - (below ? 2 : 0), column - (below ? 0 : 2));
                return isSharp(before, controlsOf(*patches_[p], row, column), below);
            };
            const CurveSection section(own, {r == 0 || sharp(r, c, true), r + 3 == height || sharp(r + 2, c, true),
                                             c == 0 || sharp(r, c, false), c + 3 == width || sharp(r, c + 2, false)});
            for (const std::size_t ofClass : {rowClass(p, r / 2), columnClass(p, c / 2)})
                sectionsOf_[ofClass].push_back(sections_.size());
            sections_.push_back({section, p, rowClass(p, r / 2), columnClass(p, c / 2)});
            raise(sections_.back());
        }
}

bool CurvePieces::keepsError(Placed& placed) {
    const std::array<std::uint32_t, 2> now = {pieces_[placed.rowClass], pieces_[placed.columnClass]};
    const auto isAmong = [&](const auto& list) { return std::find(list.rbegin(), list.rend(), now) != list.rend(); };
    spent_ += 1 + placed.keeping.size() + placed.failing.size();
    if (isAmong(placed.keeping) || isAmong(placed.failing)) return isAmong(placed.keeping);
    const CurveDeviation found = placed.section.deviation(now[0], now[1], limit_);
    spent_ += found.cells * kStepsOfCell;
    const bool keeps = std::max({found.rowEdges, found.columnEdges, found.inside}) <= limit_;
    (keeps ? placed.keeping : placed.failing).push_back(now);
    return keeps;
}

bool CurvePieces::keepsError(std::size_t ofClass) {
    const auto& all = sectionsOf_[ofClass];
    return std::all_of(all.begin(), all.end(), [&](std::size_t s) { return keepsError(sections_[s]); });
}

bool CurvePieces::raise(Placed& placed) {
    constexpr double kAll = std::numeric_limits<double>::infinity();
    std::uint32_t& n = pieces_[placed.rowClass];
    std::uint32_t& m = pieces_[placed.columnClass];
    const auto [rowBend, columnBend] = placed.section.bends();
    bool raised = false;
    while ((n < kMostPieces || m < kMostPieces) && cells(placed.patch) <= kMostCellsOfCurve && !keepsError(placed)) {
        const CurveDeviation found = placed.section.deviation(n, m, kAll);
        const double atRows = rowBend / n / n, atColumns = columnBend / m / m;
        const std::array<std::uint32_t, 2> before = {n, m};
        const bool inside = found.rowEdges <= limit_ && found.columnEdges <= limit_;
        if (found.rowEdges > limit_ || (inside && (atRows >= atColumns || m == kMostPieces)))
            n = more(n, inside ? found.inside : found.rowEdges);
        if (found.columnEdges > limit_ || (inside && (atColumns >= atRows || n == kMostPieces)))
            m = more(m, inside ? found.inside : found.columnEdges);
        if (before == std::array{n, m}) break;  // one of them has the most pieces already
        raised = true;
    }
    return raised;
}

// The error falls with the square of the pieces.
std::uint32_t CurvePieces::more(std::uint32_t n, double deviation) const {
    const double wanted = std::ceil(n * std::sqrt(deviation / limit_) - 0.05);
    return std::min(kMostPieces, std::max(n + 1, static_cast<std::uint32_t>(std::min(wanted, double{kMostPieces}))));
}

void CurvePieces::finish(std::size_t steps) {
    for (bool raised = true; raised;) {
        raised = false;
        for (Placed& placed : sections_) raised = raise(placed) || raised;
    }
    constexpr int kMostPasses = 4;
    const std::vector<Group> all = groups();
    std::size_t found = 0;
    for (std::size_t p = 0; p < patches_.size(); ++p) found += cells(p);
    spent_ = 0;
    mostSpent_ = steps + found * kSearchStepsOfCell;
    for (const Group& group : all)
        for (const std::size_t ofClass : group.classes) reduce(ofClass);
    bool better = true;
    for (int pass = 0; pass < kMostPasses && better; ++pass) {
        better = false;
        for (const Group& group : all) better = (maySearch() && improve(group)) || better;
    }
}

// Returns the groups of classes whose patches are small enough.
std::vector<CurvePieces::Group> CurvePieces::groups() const {
    DisjointSets classes(pieces_.size());
    for (std::size_t p = 0; p < patches_.size(); ++p) {
        for (std::size_t s = 1; s < rowStrips(p); ++s) join(classes, rowClass(p, 0), rowClass(p, s));
        for (std::size_t s = 1; s < columnStrips(p); ++s) join(classes, columnClass(p, 0), columnClass(p, s));
    }
    const std::vector<std::size_t> groupOf = numbersOf(classes);
    std::vector<Group> made(countOf(groupOf));
    for (std::size_t i = 0; i < groupOf.size(); ++i) made[groupOf[i]].classes.push_back(i);
    for (const Placed& placed : sections_)
        for (const auto& [own, other] :
             {std::pair{placed.rowClass, placed.columnClass}, std::pair{placed.columnClass, placed.rowClass}}) {
            Group& group = made[groupOf[own]];
            if (groupOf[other] != groupOf[own]) group.partners.push_back(other);
            group.patches.push_back(placed.patch);
        }
    for (Group& group : made) {
        keepEachOnce(group.partners);
        keepEachOnce(group.patches);
    }
    const auto isLarge = [&](const Group& group) {
        return std::any_of(group.patches.begin(), group.patches.end(),
                           [&](std::size_t p) { return cells(p) > kMostSearchedCells; });
    };
    made.erase(std::remove_if(made.begin(), made.end(), isLarge), made.end());
    return made;
}

void CurvePieces::reduce(std::size_t ofClass) {
    std::uint32_t& n = pieces_[ofClass];
    while (n > 1 && maySearch()) {
        --n;
        if (keepsError(ofClass)) continue;
        ++n;
        return;
    }
}

// Tries more and fewer pieces for a group, and gives the others as few as they then need. Returns true if fewer cells
// were found.
bool CurvePieces::improve(const Group& group) {
    std::vector<std::size_t> all = group.classes;
    all.insert(all.end(), group.partners.begin(), group.partners.end());
    const auto taken = [&] {
        std::vector<std::uint32_t> now;
        now.reserve(all.size());
        for (const std::size_t one : all) now.push_back(pieces_[one]);
        return now;
    };
    const auto give = [&](const std::vector<std::uint32_t>& pieces) {
        for (std::size_t i = 0; i < all.size(); ++i) pieces_[all[i]] = pieces[i];
    };
    const std::vector<std::uint32_t> before = taken();
    std::vector<std::uint32_t> best = before;
    const std::vector<std::size_t> changed = patchesOf(group);
    const auto cost = [&] {
        spent_ += changed.size();
        return std::accumulate(changed.begin(), changed.end(), std::size_t{0},
                               [&](std::size_t sum, std::size_t p) { return sum + cells(p); });
    };
    const std::size_t costBefore = cost();
    std::size_t least = costBefore;
    for (const int step : {-1, 1}) {
        give(before);
        double fewer = 1;  // the others may have this many times their pieces: more would take more cells
        for (const std::size_t own : group.classes) {
            const std::uint32_t old = pieces_[own];
            pieces_[own] = static_cast<std::uint32_t>(std::max(1, static_cast<int>(old) + step));
            fewer = std::max(fewer, static_cast<double>(old) / pieces_[own]);
        }
        const auto raised = [&](std::size_t other) {
            const double most = pieces_[other] * fewer;
            while (!keepsError(other))
                if (++pieces_[other] > most || !maySearch()) return false;
            return true;
        };
        if (!std::all_of(group.partners.begin(), group.partners.end(), raised)) continue;
        for (auto one = all.rbegin(); one != all.rend(); ++one) reduce(*one);
        const std::size_t found = cost();
        const auto keeps = [&](std::size_t own) { return keepsError(own); };
        if (found >= least || !std::all_of(group.classes.begin(), group.classes.end(), keeps)) continue;
        least = found;
        best = taken();
    }
    give(best);
    return least < costBefore;
}

// Returns the patches whose cells change with a group's pieces: others may share the edges of its partners.
std::vector<std::size_t> CurvePieces::patchesOf(const Group& group) {
    std::vector<std::size_t> all = group.patches;
    for (const std::size_t other : group.partners)
        for (const std::size_t s : sectionsOf_[other]) all.push_back(sections_[s].patch);
    spent_ += all.size();
    keepEachOnce(all);
    return all;
}

}  // namespace hullbake
