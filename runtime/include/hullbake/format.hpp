// The `.hull` file, version 1.1: the structs that lie in it. docs/file_format.md describes them for other readers.
//
// One little-endian block: a FileHeader, `sectionCount` SectionEntry, then the sections, each at a multiple of 64
// bytes, gaps zeroed. Sections refer to one another by index only, so the block works wherever it lies.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hullbake/export.h"
#include "hullbake/ieee.hpp"

namespace hullbake::format {

static_assert(std::endian::native == std::endian::little, "the .hull block is used in place and is little-endian");

/// A high bit shows a 7-bit channel, CR LF and LF show newline conversion, 0x1a stops a text-mode read.
inline constexpr unsigned char kMagic[8] = {0x89, 'H', 'U', 'L', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t kMajor = 1;
inline constexpr std::uint16_t kMinor = 1;
inline constexpr std::uint32_t kEndianTag = 0x01020304;
inline constexpr std::uint64_t kAlignment = 64;
/// Deepest tree that a query's stack holds; the compiler never writes a deeper one.
inline constexpr std::uint32_t kMaxDepth = 256;
/// Deepest tree of bounding volumes that a query's stack holds.
inline constexpr std::uint32_t kMaxBvhDepth = 32;

struct FileHeader {
    unsigned char magic[8];
    std::uint16_t major;  ///< another major is refused
    std::uint16_t minor;  ///< a newer minor opens; its unknown sections are skipped
    std::uint32_t endianTag;
    std::uint64_t byteCount;    ///< of the whole block
    std::uint64_t contentHash;  ///< hashBytes of the whole block with this field taken as zero
    std::uint64_t sourceHash;   ///< of the map's text and the settings: equal means "no need to compile again"
    std::uint32_t sectionCount;
    std::uint32_t maxDepth;  ///< deepest of all trees in the block, at most kMaxDepth
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

/// HULL: the boxes that the map was grown by.
struct HullRecord {
    double mins[3], maxs[3];
    StringRef name;
    std::uint32_t reserved[2];
};
static_assert(sizeof(HullRecord) == 64);

/// MODL: brush models; 0 is the world.
struct ModelRecord {
    double mins[3], maxs[3];  ///< bounds of the bare brushes
    double origin[3];         ///< of the entity: an `origin` brush or key; zero for the world
    std::uint32_t entity;     ///< number of the entity in the map
    std::uint32_t firstBrush, brushCount;
    std::uint32_t bvhRoot;  ///< into BVHN; kNoIndex when the model has no brush
    StringRef classname;
};
static_assert(sizeof(ModelRecord) == 96);

inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

/// A child of a node, or a root: a leaf's contents when kLeafFlag is set, otherwise the index of a node.
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

/// PLAN: the planes of nodes that are not axial, and of axial ones that no double holds (none today).
struct PlaneRecord {
    double normal[3];
    double dist;
};

/// NODE: 16 bytes, each before its children, which others may share. The top two bits of the words hold the plane's
/// kind (front) and nothing (back).
struct NodeRecord {
    std::uint64_t plane;  ///< kinds 0..2: the bits of a double, the distance along that axis; kind 3: index into PLAN
    std::uint32_t frontAndKind;  ///< kind << 30 | ChildRef
    std::uint32_t back;          ///< ChildRef

    constexpr std::uint32_t kind() const { return frontAndKind >> 30; }
    constexpr ChildRef front() const { return frontAndKind & kChildMask; }
    constexpr double axialDist() const { return std::bit_cast<double>(plane); }
};
static_assert(sizeof(NodeRecord) == 16);
inline constexpr std::uint32_t kGeneralPlane = 3;

/// BRSH: the bare brushes, as the map has them.
struct BrushRecord {
    float mins[3], maxs[3];  ///< rounded outwards
    std::uint32_t contents;
    std::uint32_t hullMask;   ///< bit h: takes part in hull h (clip in point hulls, `_hulls` of the entity)
    std::uint32_t firstSide;  ///< into SIDE: faces first, then axial planes and edge bevels
    std::uint16_t sideCount;
    std::uint16_t faceCount;
    std::uint32_t entity;  ///< number of the entity in the map
    std::uint32_t number;  ///< of the brush within its entity
    std::uint32_t line;    ///< of the brush in the map
    std::uint32_t flags;
};
static_assert(sizeof(BrushRecord) == 56);
/// The brush has six sides, all axial and grown: exactly its mins and maxs. Then bits 8 + 3 * d and the two above tell
/// which of its sides faces along an axis, with d = 2 * axis + (1 for the side at the greater end).
inline constexpr std::uint32_t kBrushIsBox = 1, kBoxSides = 0x03ffff00u;
constexpr std::uint32_t boxSide(std::uint32_t flags, int axis, bool up) {
    return flags >> (8 + 3 * (2 * axis + (up ? 1 : 0))) & 7;
}

/// SIDE: a plane of a bare brush. Grown by a box it moves outwards by support(normal, box).
struct SideRecord {
    double normal[3];
    double dist;
    std::uint32_t face;  ///< into FACE: its own, or for a bevel one of the faces at its edge
    std::uint32_t flags;
};
static_assert(sizeof(SideRecord) == 40);
inline constexpr std::uint32_t kSideIsBevel = 1;   ///< not a face of the bare brush
inline constexpr std::uint32_t kSideNotGrown = 2;  ///< a face textured `bevel`: it keeps its plane in every hull

/// The flags of a brush whose sides are there.
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

/// SHPE: the corners and edges of the brushes of brush entities, which may be turned. One record for each of the last
/// brushes of BRSH, in their order; the world, which comes first, has none.
struct ShapeRecord {
    std::uint32_t firstCorner;  ///< into CRNR
    std::uint32_t firstEdge;    ///< into EDGE
    std::uint16_t cornerCount;  ///< 0 when some brush of the model is past a limit below: then it cannot be turned
    std::uint16_t edgeCount;
    std::uint32_t reserved;
};
static_assert(sizeof(ShapeRecord) == 16);
inline constexpr std::uint32_t kMaxShapeFaces = 256, kMaxShapeCorners = 512, kMaxShapeEdges = 768;

/// CRNR: where faces of a bare brush meet.
struct CornerRecord {
    double p[3];
};

/// EDGE: where two faces of a bare brush meet, between two corners.
struct EdgeRecord {
    std::uint16_t faces[2];    ///< of the brush's sides, from its firstSide
    std::uint16_t corners[2];  ///< from the shape's firstCorner
};
static_assert(sizeof(EdgeRecord) == 8);

/// FACE: where a side comes from.
struct FaceRecord {
    StringRef texture;
    std::uint32_t line;
    std::uint32_t number;  ///< of the face within its brush
};

/// BVHN: eight-wide bounding-volume tree over each model's brushes, parents before children, breadth first.
struct BvhNode {
    float mins[3][8];  ///< [axis][slot], of bare brushes, rounded outwards
    float maxs[3][8];  ///< an empty slot has mins = maxs = kEmptySlot
    std::uint32_t child[8];
    std::uint32_t reserved[8];
};
static_assert(sizeof(BvhNode) == 256);
inline constexpr float kEmptySlot = 1e30f;
inline constexpr std::uint32_t kBvhLeaf = 0x80000000u;  ///< child is a brush (BRSH index), not a node

/// GRID: one for each hull, or none at all: cells of equal size over the part of the world where the hull's box can be,
/// four by four by four of them a block. They tell traces what is free around a place, and what divides a cell.
struct GridRecord {
    double origin[3];          ///< the least corner
    double cellSize;           ///< units
    double cellsPerUnit;       ///< 1 / cellSize
    std::uint32_t blocks[3];   ///< along each axis; a hull without a grid has none
    std::uint32_t firstBlock;  ///< into GBLK; x changes fastest, then y
    float listReach;           ///< units: of longer traces BVHN finds the brushes sooner than the lists do
    std::uint32_t reserved;
};
static_assert(sizeof(GridRecord) == 64);
inline constexpr std::uint32_t kGridBlock = 4;                   ///< cells along each side of a block
inline constexpr std::uint32_t kBlockCells = 64;                 ///< x changes fastest, then y
inline constexpr double kMinCellSize = 1, kMaxCellSize = 65536;  ///< units

/// GBLK: blocks.
struct BlockRecord {
    std::uint32_t cells;  ///< the first of its 64 cells in GCEL and GSUB: its own, or one of the two groups below
    std::uint32_t boxes;  ///< into GBOX: the first of the boxes that its cells name
};
static_assert(sizeof(BlockRecord) == 8);
/// GCEL and GSUB begin with 64 cells that are solid, without boxes, and 64 that lie in their block's first box. All
/// others belong to one block each, in the order of the blocks.
inline constexpr std::uint32_t kSolidCells = 0, kFreeCells = 64, kOwnCells = 128;

/// GCEL: cells. The upper byte: a box that holds part of the cell, from 1 on, of its block's; or 0. The lower: six bits
/// for the sides of that box. Bit 2 * axis + (1 for the greater side): where this side lies in the cell, there is solid
/// behind it, kWallDepth deep and with the box's wallContents.
using CellRecord = std::uint16_t;
constexpr std::uint32_t cellBox(std::uint32_t cell) {
    return cell >> 8;
}
inline constexpr double kWallDepth = 0.125;

/// GSUB: for each cell of GCEL what divides it: a leaf (a ChildRef), kCutFlag and the index of a record in GCUT, the
/// index of a node in GNOD, or kManyNodes: so much that the hull's tree had better be asked.
inline constexpr std::uint32_t kCutFlag = 0x40000000u, kManyNodes = kCutFlag | kLeafFlag;

/// GCUT: what is solid in a cell that few planes divide, where all that is solid has the same contents.
struct CutRecord {
    std::uint64_t solid;      ///< bit i: solid is what lies behind plane k wherever bit k of i is set, else in front
    std::uint32_t contents;   ///< of all that is solid
    std::uint32_t planes[8];  ///< into GPLN, each once; from the first 0 on there are none
    std::uint32_t reserved;
};
static_assert(sizeof(CutRecord) == 48);
inline constexpr int kMostCuts = 6;  ///< planes of a CutRecord

/// GPLN: PlaneRecords, of the cuts. The first is the plane of nothing: no normal, at -1, and all lies in front of it.

/// GNOD: NodeRecords, each after its children, as many cells may share them: for all other cells, the blocking tree
/// without the nodes whose planes pass the cell by. Sorted by height, the lowest first.

/// GBRU: for each cell of GCEL the first word in GLST of its list of brushes: every brush of the world that takes
/// part in the hull and that its box touches, or all but touches, with its origin in the cell; or one of these values.
/// Cells that blocks share have kManyBrushes.
inline constexpr std::uint32_t kNoBrushes = 0xfffffffeu;    ///< the list is empty
inline constexpr std::uint32_t kManyBrushes = 0xffffffffu;  ///< more than kMostListed, or unknown: BVHN is to be asked
inline constexpr std::uint32_t kMostListed = 24;
inline constexpr double kListMargin = 0.125;  ///< units around a cell

/// GLST: lists of brushes (BRSH indices, ascending); kLastListed is set in the last word of each.
inline constexpr std::uint32_t kLastListed = 0x80000000u;

/// GBOX: boxes that no leaf which blocks anything reaches into. Those of a block lie together.
struct FreeBoxRecord {
    double sides[2][3];  ///< mins and maxs
    std::uint32_t wallContents;
    std::uint32_t reserved[3];
};
static_assert(sizeof(FreeBoxRecord) == 64);

/// The remaining sections hold bytes: STRS strings, ENTS the entities' keys and values, META the settings as JSON.

}  // namespace hullbake::format

namespace hullbake {

/// The hash of the file format: 64-bit words, little-endian, mixed one after another; a tail is padded with zeros.
/// Every step is a bijection of the state, so no single changed word goes unnoticed.
constexpr std::uint64_t kHashSeed = 0x9e3779b97f4a7c15ull;
HULLBAKE_API std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t seed = kHashSeed) noexcept;

}  // namespace hullbake
