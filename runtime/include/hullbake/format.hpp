// The `.hull` file, version 1.2: the structs of its sections. docs/file_format.md describes them for other readers.
//
// One little-endian block: a FileHeader, `sectionCount` SectionEntry, then the sections, each at a multiple of 64
// bytes, gaps zeroed. Sections refer to one another by index only, so the block works at any address.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hullbake/export.h"
#include "hullbake/ieee.hpp"

namespace hullbake::format {

static_assert(std::endian::native == std::endian::little, "the .hull block is used in place and is little-endian");

/// Detects damage in transfer: by a 7-bit channel (high bit), by conversion of line ends (CR LF, LF), by a read in text
/// mode (0x1a).
inline constexpr unsigned char kMagic[8] = {0x89, 'H', 'U', 'L', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t kMajor = 1;
inline constexpr std::uint16_t kMinor = 2;
inline constexpr std::uint32_t kEndianTag = 0x01020304;
inline constexpr std::uint64_t kAlignment = 64;
/// Upper bound of the depth of a tree: the size of a query's stack. The compiler never writes a deeper one.
inline constexpr std::uint32_t kMaxDepth = 256;
/// Upper bound of the depth of a bounding-volume tree: the size of a query's stack.
inline constexpr std::uint32_t kMaxBvhDepth = 32;

struct FileHeader {
    unsigned char magic[8];
    std::uint16_t major;  ///< other values are rejected
    std::uint16_t minor;  ///< newer values open, and readers skip unknown sections
    std::uint32_t endianTag;
    std::uint64_t byteCount;    ///< of the whole block
    std::uint64_t contentHash;  ///< hashBytes of the whole block, with this field zero
    std::uint64_t sourceHash;   ///< hash of the map's text and the settings; if it is equal, the file is up to date
    std::uint32_t sectionCount;
    std::uint32_t maxDepth;  ///< depth of the deepest tree in the block, at most kMaxDepth
    std::uint64_t reserved[2];
};
static_assert(sizeof(FileHeader) == 64);

struct SectionEntry {
    char id[4];
    std::uint32_t elementSize;
    std::uint64_t offset;  ///< from the start of the block, a multiple of kAlignment
    std::uint64_t count;   ///< elements
    std::uint64_t reserved;
};
static_assert(sizeof(SectionEntry) == 32);

struct StringRef {
    std::uint32_t offset;  ///< into section STRS
    std::uint32_t length;
};

/// HULL: the boxes that the compiler grew the map by.
struct HullRecord {
    double mins[3], maxs[3];
    StringRef name;
    std::uint32_t reserved[2];
};
static_assert(sizeof(HullRecord) == 64);

/// MODL: brush models; 0 is the world.
struct ModelRecord {
    double mins[3], maxs[3];  ///< bounds of the bare brushes
    double origin[3];         ///< the entity's `origin` brush or key; zero for the world
    std::uint32_t entity;     ///< number of the entity in the map
    std::uint32_t firstBrush, brushCount;
    std::uint32_t bvhRoot;  ///< into BVHN; kNoIndex when the model has no brush
    StringRef classname;
};
static_assert(sizeof(ModelRecord) == 96);

inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// A child of a node, or a root: a leaf's contents if kLeafFlag is set, otherwise the index of a node.
using ChildRef = std::uint32_t;
inline constexpr ChildRef kLeafFlag = 0x20000000u;
inline constexpr ChildRef kChildMask = 0x3fffffffu;
constexpr bool isLeaf(ChildRef c) {
    return (c & kLeafFlag) != 0;
}
constexpr std::uint32_t leafContents(ChildRef c) {
    return c & ~kLeafFlag;
}

/// ROOT: two trees per model and hull, at [model * hullCount + hull].
struct RootRecord {
    ChildRef blocking;  ///< solid, sky and the clips
    ChildRef liquid;    ///< lava, slime, water
};

/// PLAN: node planes that are not axial, or whose distance is not exact in a double (none today).
struct PlaneRecord {
    double normal[3];
    double dist;
};

/// NODE: 16 bytes each. A node lies before its children, and several nodes may share a child. The top two bits of
/// `frontAndKind` are the plane's kind, those of `back` are zero.
struct NodeRecord {
    std::uint64_t plane;  ///< kinds 0..2: bits of a double, the distance along that axis; kind 3: index into PLAN
    std::uint32_t frontAndKind;  ///< kind << 30 | ChildRef
    std::uint32_t back;          ///< ChildRef

    constexpr std::uint32_t kind() const { return frontAndKind >> 30; }
    constexpr ChildRef front() const { return frontAndKind & kChildMask; }
    constexpr double axialDist() const { return std::bit_cast<double>(plane); }
};
static_assert(sizeof(NodeRecord) == 16);
inline constexpr std::uint32_t kGeneralPlane = 3;

/// BRSH: the bare brushes of the map.
struct BrushRecord {
    float mins[3], maxs[3];  ///< rounded outwards
    std::uint32_t contents;
    std::uint32_t hullMask;   ///< bit h: the brush is part of hull h (decided by clip contents and `_hulls`)
    std::uint32_t firstSide;  ///< into SIDE: faces first, then axial planes and edge bevels
    std::uint16_t sideCount;
    std::uint16_t faceCount;
    std::uint32_t entity;  ///< number of the entity in the map
    std::uint32_t number;  ///< of the brush within its entity
    std::uint32_t line;    ///< of the brush in the map
    std::uint32_t flags;
};
static_assert(sizeof(BrushRecord) == 56);
/// kBrushIsBox: the brush has six sides, all axial and expanded, that equal its mins and maxs exactly. kBoxSides: then
/// three bits for each direction d = 2 * axis + (1 for the greater end), from bit 8 + 3 * d: the number of the side
/// that faces it.
inline constexpr std::uint32_t kBrushIsBox = 1, kBoxSides = 0x03ffff00u;
constexpr std::uint32_t boxSide(std::uint32_t flags, int axis, bool up) {
    return flags >> (8 + 3 * (2 * axis + (up ? 1 : 0))) & 7;
}

/// SIDE: a plane of a bare brush. Expansion by a box moves it outwards by support(normal, box).
struct SideRecord {
    double normal[3];
    double dist;
    std::uint32_t face;  ///< into FACE: the side's own; for a bevel, one of the faces at its edge
    std::uint32_t flags;
};
static_assert(sizeof(SideRecord) == 40);
inline constexpr std::uint32_t kSideIsBevel = 1;   ///< not a face of the bare brush
inline constexpr std::uint32_t kSideNotGrown = 2;  ///< a face textured `bevel`: keeps its plane in every hull

/// Computes the flags of a brush. `sides` is the whole section SIDE.
constexpr std::uint32_t brushFlags(const BrushRecord& brush, std::span<const SideRecord> sides) {
    if (brush.sideCount != 6) return 0;
    std::uint32_t flags = kBrushIsBox, found = 0;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const SideRecord& side = sides[brush.firstSide + i];
        if ((side.flags & kSideNotGrown) != 0) return 0;
        for (int a = 0; a < 3; ++a) {
            if (side.normal[(a + 1) % 3] != 0 || side.normal[(a + 2) % 3] != 0) continue;
            const bool up = side.normal[a] == 1 && side.dist == double{brush.maxs[a]};
            const bool down = side.normal[a] == -1 && side.dist == -double{brush.mins[a]};
            if (!up && !down) continue;
            const int direction = 2 * a + (up ? 1 : 0);
            found |= 1u << direction;
            flags |= i << (8 + 3 * direction);
        }
    }
    return found == 63 ? flags : 0;
}

/// SHPE: corners and edges of the brushes of brush entities, which may be turned. One record for each brush of BRSH
/// after those of the world, in the same order.
struct ShapeRecord {
    std::uint32_t firstCorner;  ///< into CRNR
    std::uint32_t firstEdge;    ///< into EDGE
    std::uint16_t cornerCount;  ///< 0 if some brush of the model exceeds a limit below: the model cannot be turned
    std::uint16_t edgeCount;
    std::uint32_t reserved;
};
static_assert(sizeof(ShapeRecord) == 16);
inline constexpr std::uint32_t kMaxShapeFaces = 256, kMaxShapeCorners = 512, kMaxShapeEdges = 768;

/// CRNR: corners of bare brushes, where faces meet.
struct CornerRecord {
    double p[3];
};

/// EDGE: an edge of a bare brush, where two faces meet, between two corners.
struct EdgeRecord {
    std::uint16_t faces[2];    ///< of the brush's sides, from its firstSide
    std::uint16_t corners[2];  ///< from the shape's firstCorner
};
static_assert(sizeof(EdgeRecord) == 8);

/// WSHP, WCRN and WEDG: the same for the brushes of the world, one ShapeRecord for each. They refer to WCRN and WEDG.
/// Files older than version 1.2 lack them. A box brush has no corners here: its mins and maxs imply them.
constexpr bool impliesShape(const BrushRecord& brush) {
    return (brush.flags & kBrushIsBox) != 0 && brush.faceCount == 6;
}

/// FACE: the source of a side in the map.
struct FaceRecord {
    StringRef texture;
    std::uint32_t line;
    std::uint32_t number;  ///< of the face within its brush
};

/// BVHN: eight-wide bounding-volume tree over each model's brushes, breadth first, parents before children.
struct BvhNode {
    float mins[3][8];  ///< [axis][slot], of bare brushes, rounded outwards
    float maxs[3][8];  ///< an empty slot has mins = maxs = kEmptySlot
    std::uint32_t child[8];
    std::uint32_t reserved[8];
};
static_assert(sizeof(BvhNode) == 256);
inline constexpr float kEmptySlot = 1e30f;
inline constexpr std::uint32_t kBvhLeaf = 0x80000000u;  ///< child is a brush (BRSH index), not a node

/// GRID: one record for each hull, or none at all. Cells of equal size cover the part of the world where the hull's box
/// can be; four by four by four cells form a block. The grid gives traces the free space around a position and what
/// divides a cell.
struct GridRecord {
    double origin[3];          ///< the least corner
    double cellSize;           ///< units
    double cellsPerUnit;       ///< 1 / cellSize
    std::uint32_t blocks[3];   ///< along each axis; 0 for a hull without a grid
    std::uint32_t firstBlock;  ///< into GBLK; x changes fastest, then y
    float listReach;           ///< units: for traces longer than this, BVHN finds the brushes faster than the lists
    std::uint32_t reserved;
};
static_assert(sizeof(GridRecord) == 64);
inline constexpr std::uint32_t kGridBlock = 4;                   ///< cells along each side of a block
inline constexpr std::uint32_t kBlockCells = 64;                 ///< x changes fastest, then y
inline constexpr double kMinCellSize = 1, kMaxCellSize = 65536;  ///< units

/// GBLK: blocks.
struct BlockRecord {
    std::uint32_t cells;  ///< first of its 64 cells in GCEL and GSUB: its own, or one of the two groups below
    std::uint32_t boxes;  ///< into GBOX: first of the boxes that its cells name
};
static_assert(sizeof(BlockRecord) == 8);
/// GCEL and GSUB begin with 64 solid cells without boxes, and 64 cells that lie in their block's first box. Blocks
/// share these. All other cells belong to one block each, in the order of the blocks.
inline constexpr std::uint32_t kSolidCells = 0, kFreeCells = 64, kOwnCells = 128;

/// GCEL: cells. The upper byte is the number, from 1 within its block, of a box that overlaps the cell, or 0. The lower
/// byte has six bits for the sides of that box. Bit 2 * axis + (1 for the greater side) is set if solid lies behind the
/// part of this side within the cell: kWallDepth deep, with the box's wallContents.
using CellRecord = std::uint16_t;
constexpr std::uint32_t cellBox(std::uint32_t cell) {
    return cell >> 8;
}
inline constexpr double kWallDepth = 0.125;

/// GSUB: for each cell of GCEL, what divides it. A leaf (a ChildRef), kCutFlag and the index of a record in GCUT, the
/// index of a node in GNOD, or kManyNodes: the cell has so many nodes that a trace should use the hull's tree.
inline constexpr std::uint32_t kCutFlag = 0x40000000u, kManyNodes = kCutFlag | kLeafFlag;

/// GCUT: the solid of a cell that few planes divide, where all solid has the same contents.
struct CutRecord {
    std::uint64_t
        solid;  ///< bit i: space behind the planes k with bit k of i set, and in front of all others, is solid
    std::uint32_t contents;   ///< of all that is solid
    std::uint32_t planes[8];  ///< into GPLN, without duplicates; the first 0 ends the list
    std::uint32_t reserved;
};
static_assert(sizeof(CutRecord) == 48);
inline constexpr int kMostCuts = 6;  ///< planes of a CutRecord

/// GPLN: PlaneRecords of the cuts. The first is a null plane (normal zero, distance -1): everything lies in front of
/// it.

/// GNOD: NodeRecords for all other cells: the blocking tree without the nodes whose planes miss the cell. A node lies
/// after its children, as many cells may share them. Sorted by height, the lowest first.

/// GBRU: for each cell of GCEL, the first word in GLST of its list of brushes, or one of the values below. The list has
/// every brush of the world that is part of the hull and, expanded by its box, comes within kListMargin of the cell. It
/// may have others near the cell. Cells that blocks share have kManyBrushes.
inline constexpr std::uint32_t kNoBrushes = 0xfffffffeu;    ///< the list is empty
inline constexpr std::uint32_t kManyBrushes = 0xffffffffu;  ///< more than kMostListed, or unknown: query BVHN
inline constexpr std::uint32_t kMostListed = 24;
inline constexpr double kListMargin = 0.125;  ///< units around a cell

/// GLST: lists of brushes (BRSH indices, ascending). kLastListed is set in the last word of each list.
inline constexpr std::uint32_t kLastListed = 0x80000000u;

/// GBOX: boxes that overlap no blocking leaf. The boxes of a block are adjacent.
struct FreeBoxRecord {
    double sides[2][3];  ///< mins and maxs
    std::uint32_t wallContents;
    std::uint32_t reserved[3];
};
static_assert(sizeof(FreeBoxRecord) == 64);

/// The remaining sections are bytes: STRS strings, ENTS the entities' keys and values, META the settings as JSON.

/// The header of an empty map: all zero.
inline constexpr FileHeader kNoHeader{};

/// The sections of an opened block, as they lie in it. `open` has validated every index, count and number in them, so
/// readers need no checks of their own. Empty for an empty map; the sections of the grid are empty in files without.
struct Tables {
    const FileHeader* header = &kNoHeader;
    std::span<const HullRecord> hulls;
    std::span<const ModelRecord> models;
    std::span<const RootRecord> roots;
    std::span<const PlaneRecord> planes;
    std::span<const NodeRecord> nodes;
    std::span<const BrushRecord> brushes;
    std::span<const SideRecord> sides;
    std::span<const FaceRecord> faces;
    std::span<const ShapeRecord> shapes;
    std::span<const CornerRecord> corners;
    std::span<const EdgeRecord> edges;
    std::span<const ShapeRecord> worldShapes;    ///< WSHP
    std::span<const CornerRecord> worldCorners;  ///< WCRN
    std::span<const EdgeRecord> worldEdges;      ///< WEDG
    std::span<const BvhNode> bvh;
    std::span<const GridRecord> grids;
    std::span<const BlockRecord> gridBlocks;
    std::span<const CellRecord> gridCells;
    std::span<const std::uint32_t> gridSubtrees;  ///< GSUB
    std::span<const CutRecord> gridCuts;
    std::span<const PlaneRecord> gridCutPlanes;
    std::span<const NodeRecord> gridNodes;
    std::span<const std::uint32_t> gridListOf;  ///< GBRU
    std::span<const std::uint32_t> gridLists;   ///< GLST
    std::span<const FreeBoxRecord> freeBoxes;
    std::string_view strings;     ///< STRS
    std::string_view entityText;  ///< ENTS
    std::string_view metaText;    ///< META
    /// Bit h: the file has grids, and hull h's box is one that their lists serve: it has a volume, contains its origin,
    /// and is no larger than queries expand.
    std::uint32_t plainHulls = 0;
    /// The corners and edges of every brush of the world are known.
    bool worldHasShapes = false;

    std::string_view text(StringRef ref) const noexcept { return {strings.data() + ref.offset, ref.length}; }
    const RootRecord& root(std::uint32_t hull, std::uint32_t model) const noexcept {
        return roots[std::size_t{model} * hulls.size() + hull];
    }
};

}  // namespace hullbake::format

namespace hullbake {

/// Computes the hash of the file format: 64-bit little-endian words, mixed one after another, the tail padded with
/// zeros. Every step is a bijection of the state, so a change of a single word always changes the hash.
constexpr std::uint64_t kHashSeed = 0x9e3779b97f4a7c15ull;
HULLBAKE_API std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t seed = kHashSeed) noexcept;

}  // namespace hullbake
