// Finds how many pieces the sections of curved patches are divided into.
//
// In: patches of one map. Out: pieces for each strip, which is one section of rows or of columns across a whole patch.
// Invariant: strips that share an edge with the same control points have equally many pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/curve_section.hpp"
#include "formats/map.hpp"

namespace hullbake {

/// Upper bound of the search for fewer cells in all patches of a map, in steps. Where very many patches share edges, or
/// many numbers of pieces are tried, it would take hours. Looking at one number of pieces that was tried before is a
/// step.
inline constexpr std::size_t kSearchSteps = std::size_t{1} << 22;

/// Returns, by patch, the number of its island. Patches of two islands share no edges, and so do not depend on each
/// other. Islands are numbered in the order of their first patches.
std::vector<std::size_t> islandsOf(const std::vector<const MapPatch*>& patches);

class CurvePieces {
  public:
    /// Keeps a reference to the patches, which are curved. Strips have one piece until their patch is measured.
    CurvePieces(const std::vector<const MapPatch*>& patches, double error);

    /// Adds pieces until no section of the patch is farther from its mesh than the error. Stops where the patch has
    /// more than kMostCellsOfCurve cells.
    void measure(std::size_t p);

    /// Measures all patches again where others have changed their pieces, and then seeks fewer cells. The search takes
    /// at most so many steps, and kSearchStepsOfCell more for each cell.
    void finish(std::size_t steps);

    std::uint32_t rows(std::size_t p, std::size_t section) const { return pieces_[rowClass(p, section)]; }
    std::uint32_t columns(std::size_t p, std::size_t section) const { return pieces_[columnClass(p, section)]; }
    std::size_t cells(std::size_t p) const;

  private:
    struct Placed {
        CurveSection section;
        std::size_t patch, rowClass, columnClass;
        std::vector<std::array<std::uint32_t, 2>> keeping{}, failing{};  // pieces that were measured
    };
    // Strips that are changed together, as each is one of several that a patch has along one axis.
    struct Group {
        std::vector<std::size_t> classes, partners, patches;
    };

    std::size_t rowClass(std::size_t p, std::size_t section) const { return classOf_[firstStrip_[p] + section]; }
    std::size_t columnClass(std::size_t p, std::size_t section) const {
        return classOf_[firstStrip_[p] + (patches_[p]->rows - 1) / 2 + section];
    }
    std::size_t rowStrips(std::size_t p) const { return (patches_[p]->rows - 1) / 2; }
    std::size_t columnStrips(std::size_t p) const { return (patches_[p]->columns - 1) / 2; }

    void joinSharedEdges();
    std::vector<Group> groups() const;

    bool raise(Placed& placed);
    std::uint32_t more(std::uint32_t n, double deviation) const;
    bool keepsError(Placed& placed);
    bool keepsError(std::size_t ofClass);
    bool maySearch() const { return spent_ < mostSpent_; }
    void reduce(std::size_t ofClass);
    bool improve(const Group& group);
    std::vector<std::size_t> patchesOf(const Group& group);

    const std::vector<const MapPatch*>& patches_;
    double limit_;
    std::vector<std::size_t> firstStrip_, classOf_;     // by patch, and by strip
    std::vector<std::uint32_t> pieces_;                 // by class
    std::vector<Placed> sections_;                      // patch by patch
    std::vector<std::vector<std::size_t>> sectionsOf_;  // by class
    std::size_t spent_ = 0, mostSpent_ = 0;             // steps of the search for fewer cells
};

}  // namespace hullbake
