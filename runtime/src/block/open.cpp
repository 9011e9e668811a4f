// ClipMap::open: checks everything that queries rely on, in one linear pass without heap.
// In: a block. Out: its tables, or a fault and its position.
// Invariant: bounds are checked before use, and trees by the order of their nodes. So no input makes a query read
// outside the block or run forever.

#include <cmath>
#include <cstring>

#include "block/box_checks.hpp"
#include "block/open_checks.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

using namespace format;
using namespace detail;

namespace {

struct MapOpener {
    std::span<const std::byte> block;
    OpenResult result;
    Tables tables;  // valid up to the checks done so far

    bool fail(Status status, std::uint64_t offset, const char* section = "") {
        result.status = status;
        result.offset = offset;
        std::memcpy(result.section, section, std::strlen(section));
        return false;
    }

    template <class T>
    bool failAt(Status status, const char* section, std::span<const T> records, std::size_t index) {
        const auto* element = reinterpret_cast<const std::byte*>(records.data() + index);
        return fail(status, static_cast<std::uint64_t>(element - block.data()), section);
    }

    bool run(bool hashed) {
        return header(hashed) && sectionTable() && sections() && hulls() && models() && planes() && trees() &&
               brushes() && sides() && shapes() && worldShapes() && faces() && boundingVolumes() && grids();
    }

    bool header(bool hashed) {
        if (block.size() < sizeof(FileHeader)) return fail(Status::TooSmall, 0);
        if (reinterpret_cast<std::uintptr_t>(block.data()) % 8 != 0) return fail(Status::Misaligned, 0);
        const auto* head = reinterpret_cast<const FileHeader*>(block.data());
        if (std::memcmp(head->magic, kMagic, sizeof kMagic) != 0) return fail(Status::WrongMagic, 0);
        if (head->endianTag != kEndianTag) return fail(Status::WrongEndian, offsetof(FileHeader, endianTag));
        if (head->major != kMajor) return fail(Status::WrongVersion, offsetof(FileHeader, major));
        if (head->byteCount != block.size()) return fail(Status::WrongSize, offsetof(FileHeader, byteCount));
        if (hashed && hashOf(*head) != head->contentHash)
            return fail(Status::HashMismatch, offsetof(FileHeader, contentHash));
        if (head->maxDepth > kMaxDepth) return fail(Status::TooDeep, offsetof(FileHeader, maxDepth));
        tables.header = head;
        return true;
    }

    std::uint64_t hashOf(FileHeader header) const {
        header.contentHash = 0;
        return hashBytes(block.data() + sizeof header, block.size() - sizeof header, hashBytes(&header, sizeof header));
    }

    std::span<const SectionEntry> entries;

    bool sectionTable() {
        const std::uint64_t room = (block.size() - sizeof(FileHeader)) / sizeof(SectionEntry);
        if (tables.header->sectionCount > room)
            return fail(Status::BadSectionTable, offsetof(FileHeader, sectionCount));
        entries = {reinterpret_cast<const SectionEntry*>(block.data() + sizeof(FileHeader)),
                   tables.header->sectionCount};
        std::uint64_t end = sizeof(FileHeader) + entries.size_bytes();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const SectionEntry& entry = entries[i];
            const std::uint64_t at = sizeof(FileHeader) + i * sizeof(SectionEntry);
            if (entry.offset < end || entry.offset > block.size() || entry.offset % kAlignment != 0 ||
                entry.elementSize == 0)
                return fail(Status::BadSectionTable, at);
            if (entry.count > (block.size() - entry.offset) / entry.elementSize)
                return fail(Status::BadSectionTable, at);
            end = entry.offset + entry.count * entry.elementSize;
            for (std::size_t k = 0; k < i; ++k)
                if (std::memcmp(entries[k].id, entry.id, 4) == 0) return fail(Status::BadSectionTable, at);
        }
        return true;
    }

    template <class T>
    bool find(const char* id, std::span<const T>& out) {
        for (const SectionEntry& entry : entries) {
            if (std::memcmp(entry.id, id, 4) != 0) continue;
            if (entry.elementSize != sizeof(T)) return fail(Status::BadSectionTable, entry.offset, id);
            out = {reinterpret_cast<const T*>(block.data() + entry.offset), static_cast<std::size_t>(entry.count)};
            return true;
        }
        return fail(Status::MissingSection, sizeof(FileHeader), id);
    }

    bool findText(const char* id, std::string_view& out) {
        std::span<const char> bytes;
        if (!find(id, bytes)) return false;
        out = {bytes.data(), bytes.size()};
        return true;
    }

    bool sections() {
        return find("HULL", tables.hulls) && find("MODL", tables.models) && find("ROOT", tables.roots) &&
               find("PLAN", tables.planes) && find("NODE", tables.nodes) && find("BRSH", tables.brushes) &&
               find("SIDE", tables.sides) && find("SHPE", tables.shapes) && find("CRNR", tables.corners) &&
               find("EDGE", tables.edges) && find("FACE", tables.faces) && find("BVHN", tables.bvh) &&
               findText("STRS", tables.strings) && findText("ENTS", tables.entityText) &&
               findText("META", tables.metaText) && worldShapeSections() && gridSections();
    }

    bool has(const char* id) const {
        for (const SectionEntry& entry : entries)
            if (std::memcmp(entry.id, id, 4) == 0) return true;
        return false;
    }

    // Requires all three sections or none.
    bool worldShapeSections() {
        if (!has("WSHP") && !has("WCRN") && !has("WEDG")) return true;
        return find("WSHP", tables.worldShapes) && find("WCRN", tables.worldCorners) && find("WEDG", tables.worldEdges);
    }

    // Requires all sections of the grid or none.
    bool gridSections() {
        bool any = false;
        for (const char* id : {"GRID", "GBLK", "GCEL", "GSUB", "GCUT", "GPLN", "GNOD", "GBRU", "GLST", "GBOX"})
            any = any || has(id);
        return !any ||
               (find("GRID", tables.grids) && find("GBLK", tables.gridBlocks) && find("GCEL", tables.gridCells) &&
                find("GSUB", tables.gridSubtrees) && find("GCUT", tables.gridCuts) &&
                find("GPLN", tables.gridCutPlanes) && find("GNOD", tables.gridNodes) &&
                find("GBRU", tables.gridListOf) && find("GLST", tables.gridLists) && find("GBOX", tables.freeBoxes));
    }

    bool goodString(StringRef ref) const {
        return ref.offset <= tables.strings.size() && ref.length <= tables.strings.size() - ref.offset;
    }

    bool hulls() {
        const bool served = !tables.models.empty() && !tables.grids.empty();
        for (std::size_t i = 0; i < tables.hulls.size(); ++i) {
            const HullRecord& hull = tables.hulls[i];
            bool good = i < 32 && goodString(hull.name) && finiteWithin(hull.mins, kMaxCoordinate) &&
                        finiteWithin(hull.maxs, kMaxCoordinate);
            for (int a = 0; a < 3; ++a) good = good && hull.mins[a] <= hull.maxs[a];
            if (!good) return failAt(Status::BadRecord, "HULL", tables.hulls, i);
            if (served && isSmall(hullBox(hull)) && isListed(hullBox(hull))) tables.plainHulls |= std::uint32_t{1} << i;
        }
        return true;
    }

    bool models() {
        // Compares indices in 64 bits. There are at most 32 hulls by now, so the product cannot wrap.
        if (tables.roots.size() != std::uint64_t{tables.models.size()} * tables.hulls.size())
            return failAt(Status::BadRecord, "ROOT", tables.roots, 0);
        for (std::size_t i = 0; i < tables.models.size(); ++i) {
            const ModelRecord& model = tables.models[i];
            const bool good = goodString(model.classname) && finiteWithin(model.mins, kMaxCoordinate) &&
                              finiteWithin(model.maxs, kMaxCoordinate) && finiteWithin(model.origin, kMaxPlaneDist) &&
                              model.firstBrush <= tables.brushes.size() &&
                              model.brushCount <= tables.brushes.size() - model.firstBrush;
            if (!good) return failAt(Status::BadRecord, "MODL", tables.models, i);
        }
        return true;
    }

    bool planes() {
        for (std::size_t i = 0; i < tables.planes.size(); ++i)
            if (!unitPlane(tables.planes[i].normal, tables.planes[i].dist))
                return failAt(Status::BadRecord, "PLAN", tables.planes, i);
        return true;
    }

    std::size_t nextNode = 0;

    bool goodNode(const NodeRecord& node) const { return detail::goodNode(node, tables.planes.size()); }

    bool goodChild(ChildRef child, std::size_t node, Contents allowed) const {
        if (isLeaf(child)) return (leafContents(child) & ~static_cast<std::uint32_t>(allowed)) == 0;
        return child > node && child < tables.nodes.size();
    }

    // Checks one tree. Trees lie one after another, each from its root to the last node that it names. A node comes
    // before its children, which several nodes may share, so there are no cycles and no unused nodes.
    bool tree(ChildRef root, Contents allowed) {
        if (isLeaf(root)) {
            const bool good = (leafContents(root) & ~static_cast<std::uint32_t>(allowed)) == 0;
            return good || failAt(Status::BadRecord, "NODE", tables.nodes, 0);
        }
        if (root != nextNode || nextNode >= tables.nodes.size())
            return failAt(Status::BadTree, "NODE", tables.nodes, nextNode);
        std::size_t end = nextNode + 1;
        for (; nextNode < end; ++nextNode) {
            const NodeRecord& node = tables.nodes[nextNode];
            if (!goodNode(node)) return failAt(Status::BadRecord, "NODE", tables.nodes, nextNode);
            for (const ChildRef child : {node.front(), node.back}) {
                if (!goodChild(child, nextNode, allowed))
                    return failAt(isLeaf(child) ? Status::BadRecord : Status::BadTree, "NODE", tables.nodes, nextNode);
                if (!isLeaf(child)) end = std::max<std::size_t>(end, std::size_t{child} + 1);
            }
        }
        return depth(root, end);
    }

    // Checks the depth of a tree. Going up from the last node, consecutive nodes that name none of their own group form
    // a group, so no path meets a group twice. Nodes sorted by height form as many groups as the tree is deep.
    bool depth(std::size_t first, std::size_t end) {
        std::size_t below = end, groups = 1;  // complete groups begin at `below`
        for (std::size_t i = end; i-- > first;) {
            const NodeRecord& node = tables.nodes[i];
            const auto inGroup = [&](ChildRef child) { return !isLeaf(child) && child < below; };
            if (inGroup(node.front()) || inGroup(node.back)) {
                below = i + 1;
                ++groups;
            }
            if (groups > tables.header->maxDepth) return failAt(Status::TooDeep, "NODE", tables.nodes, first);
        }
        return true;
    }

    bool trees() {
        for (std::size_t i = 0; i < tables.roots.size(); ++i) {
            const RootRecord& root = tables.roots[i];
            if (((root.blocking | root.liquid) & ~kChildMask) != 0)
                return failAt(Status::BadRecord, "ROOT", tables.roots, i);
            if (!tree(root.blocking, kMaskBlocking) || !tree(root.liquid, kMaskPassable)) return false;
        }
        if (nextNode != tables.nodes.size()) return failAt(Status::BadTree, "NODE", tables.nodes, nextNode);
        return true;
    }

    bool brushes() {
        const std::uint64_t hullBits = (std::uint64_t{1} << tables.hulls.size()) - 1;
        for (std::size_t i = 0; i < tables.brushes.size(); ++i) {
            const BrushRecord& brush = tables.brushes[i];
            bool good =
                brush.firstSide <= tables.sides.size() && brush.sideCount <= tables.sides.size() - brush.firstSide &&
                brush.faceCount <= brush.sideCount && brush.sideCount > 0 && (brush.hullMask & ~hullBits) == 0 &&
                (brush.contents & ~static_cast<std::uint32_t>(kMaskAll)) == 0;
            good = good && ((brush.flags & kBrushIsBox) == 0 ||
                            (brush.flags & (kBrushIsBox | kBoxSides)) == brushFlags(brush, tables.sides));
            for (int a = 0; a < 3; ++a)
                good = good && finiteWithin(brush.mins[a], kMaxPlaneDist) && finiteWithin(brush.maxs[a], kMaxPlaneDist);
            if (!good) return failAt(Status::BadRecord, "BRSH", tables.brushes, i);
        }
        return true;
    }

    bool sides() {
        for (std::size_t i = 0; i < tables.sides.size(); ++i) {
            const SideRecord& side = tables.sides[i];
            if (!unitPlane(side.normal, side.dist) || side.face >= tables.faces.size())
                return failAt(Status::BadRecord, "SIDE", tables.sides, i);
        }
        return true;
    }

    // Sections of shapes, and the first of the brushes that they belong to.
    struct ShapeSections {
        const char* ids[3];  // of the shapes, corners and edges
        std::span<const ShapeRecord> shapes;
        std::span<const CornerRecord> corners;
        std::span<const EdgeRecord> edges;
        std::size_t firstBrush;
    };

    // Checks one shape. Shapes follow one another and share nothing, so the cost of turned brushes is bounded by the
    // size of the file.
    static bool goodShape(const ShapeSections& in, const ShapeRecord& shape, const BrushRecord& brush,
                          std::size_t corner, std::size_t edge) {
        if (shape.firstCorner != corner || shape.firstEdge != edge || shape.cornerCount > kMaxShapeCorners ||
            shape.edgeCount > kMaxShapeEdges || shape.cornerCount > in.corners.size() - corner ||
            shape.edgeCount > in.edges.size() - edge)
            return false;
        if (shape.cornerCount > 0 && brush.faceCount > kMaxShapeFaces) return false;
        for (const EdgeRecord& record : in.edges.subspan(edge, shape.edgeCount))
            for (int i = 0; i < 2; ++i)
                if (record.faces[i] >= brush.faceCount || record.corners[i] >= shape.cornerCount) return false;
        return true;
    }

    bool shapesIn(const ShapeSections& in) {
        std::size_t corner = 0, edge = 0;
        for (std::size_t i = 0; i < in.shapes.size(); ++i) {
            const ShapeRecord& shape = in.shapes[i];
            if (!goodShape(in, shape, tables.brushes[in.firstBrush + i], corner, edge))
                return failAt(Status::BadRecord, in.ids[0], in.shapes, i);
            corner += shape.cornerCount;
            edge += shape.edgeCount;
        }
        if (corner != in.corners.size()) return failAt(Status::BadRecord, in.ids[1], in.corners, corner);
        if (edge != in.edges.size()) return failAt(Status::BadRecord, in.ids[2], in.edges, edge);
        for (std::size_t i = 0; i < in.corners.size(); ++i)
            if (!finiteWithin(in.corners[i].p, kMaxPlaneDist))
                return failAt(Status::BadRecord, in.ids[1], in.corners, i);
        return true;
    }

    bool shapes() {
        if (tables.shapes.size() > tables.brushes.size()) return failAt(Status::BadRecord, "SHPE", tables.shapes, 0);
        return shapesIn({{"SHPE", "CRNR", "EDGE"},
                         tables.shapes,
                         tables.corners,
                         tables.edges,
                         tables.brushes.size() - tables.shapes.size()});
    }

    bool worldShapes() {
        if (!has("WSHP")) return true;
        const std::uint32_t brushes = tables.models.empty() ? 0 : tables.models[0].brushCount;
        if (tables.worldShapes.size() != brushes || (brushes > 0 && tables.models[0].firstBrush != 0))
            return failAt(Status::BadRecord, "WSHP", tables.worldShapes, 0);
        tables.worldHasShapes = true;
        for (std::size_t i = 0; i < brushes; ++i) {
            const bool implied = impliesShape(tables.brushes[i]), stored = tables.worldShapes[i].cornerCount > 0;
            if (implied && stored) return failAt(Status::BadRecord, "WSHP", tables.worldShapes, i);
            if (!implied && !stored) tables.worldHasShapes = false;
        }
        return shapesIn({{"WSHP", "WCRN", "WEDG"}, tables.worldShapes, tables.worldCorners, tables.worldEdges, 0});
    }

    bool faces() {
        for (std::size_t i = 0; i < tables.faces.size(); ++i)
            if (!goodString(tables.faces[i].texture)) return failAt(Status::BadRecord, "FACE", tables.faces, i);
        return true;
    }

    std::size_t nextVolume = 0;

    // Checks one node. Each slot is a brush of this model, the next node that no slot has named yet, or empty. An empty
    // slot has bounds that nothing meets, so queries need no test for it.
    bool goodVolume(const BvhNode& node, const ModelRecord& model, std::size_t& nextChild) const {
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            for (int a = 0; a < 3; ++a) {
                const float low = node.mins[a][slot], high = node.maxs[a][slot];
                if (!finiteWithin(low, kEmptySlot) || !finiteWithin(high, kEmptySlot)) return false;
                if (child == kNoIndex && !(low == kEmptySlot && high == kEmptySlot)) return false;
            }
            if (child == kNoIndex) continue;
            if ((child & kBvhLeaf) != 0) {
                const std::uint32_t brush = child & ~kBvhLeaf;
                if (brush < model.firstBrush || brush - model.firstBrush >= model.brushCount) return false;
            } else {
                if (child != nextChild || child >= tables.bvh.size()) return false;
                ++nextChild;
            }
        }
        return true;
    }

    bool volumeTree(const ModelRecord& model) {
        if (model.bvhRoot == kNoIndex) return true;
        if (model.bvhRoot != nextVolume || nextVolume >= tables.bvh.size())
            return failAt(Status::BadTree, "BVHN", tables.bvh, nextVolume);
        std::size_t nextChild = nextVolume + 1, levelEnd = nextChild;
        std::uint32_t depth = 1;
        for (; nextVolume < nextChild; ++nextVolume) {
            if (nextVolume == levelEnd) {
                levelEnd = nextChild;
                if (++depth > kMaxBvhDepth) return failAt(Status::TooDeep, "BVHN", tables.bvh, nextVolume);
            }
            if (!goodVolume(tables.bvh[nextVolume], model, nextChild))
                return failAt(Status::BadTree, "BVHN", tables.bvh, nextVolume);
        }
        return true;
    }

    bool boundingVolumes() {
        for (const ModelRecord& model : tables.models)
            if (!volumeTree(model)) return false;
        if (nextVolume != tables.bvh.size()) return failAt(Status::BadTree, "BVHN", tables.bvh, nextVolume);
        return true;
    }

    bool grids() {
        GridFault fault;
        if (gridsAreGood(tables, fault)) return true;
        return fail(fault.status, static_cast<std::uint64_t>(fault.at - block.data()), fault.section);
    }
};

// Sets `tables` to those of the block. Leaves them unchanged on failure.
OpenResult openTables(std::span<const std::byte> block, bool hashed, Tables& tables) {
    MapOpener opener;
    opener.block = block;
    if (opener.run(hashed)) tables = opener.tables;
    return opener.result;
}

}  // namespace

OpenResult ClipMap::open(std::span<const std::byte> block) noexcept {
    Tables tables;
    OpenResult result = openTables(block, true, tables);
    result.map.tables_ = tables;
    return result;
}

OpenResult ClipMap::openWithoutHash(std::span<const std::byte> block) noexcept {
    Tables tables;
    OpenResult result = openTables(block, false, tables);
    result.map.tables_ = tables;
    return result;
}

}  // namespace hullbake
