// Classifies the brushes, builds their solids in parallel, drops duplicates and adds bevels.

#include "compiler/brushes/scene.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

#include "compiler/base/hash_mix.hpp"
#include "compiler/base/index_table.hpp"
#include "compiler/brushes/bevels.hpp"
#include "compiler/brushes/contents_rules.hpp"
#include "compiler/brushes/entity_values.hpp"
#include "compiler/brushes/left_out.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "hullbake/format.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

class SceneBuilder {
  public:
    SceneBuilder(const MapFile& map, const GameRules& rules, const std::vector<HullSpec>& hulls, CompileReport& report)
        : map_(map), gameRules_(rules), rules_(rules, map), hulls_(hulls), report_(report) {}

    BrushScene build() {
        scene_.models.push_back({});  // the world, even when the map has none
        collect();
        makeSolids();
        report();
        splitContents();
        settlePlanes();
        finish();
        return std::move(scene_);
    }

  private:
    struct Pending {
        SceneBrush brush;
        Solid solid;
        std::uint32_t model = 0;
        BrushRole role = BrushRole::Volume;
        bool inWorld = true;
        std::optional<Contents> ofEntity;  // replaces the contents
        BrushKind kind;
        bool inNoHull = false;  // a rule names only hulls that this compile has not
    };

    void remark(Severity severity, SourcePos pos, std::string message) {
        report_.remarks.push_back({severity, {map_.pathOf(pos), pos, std::move(message)}});
    }

    void collect() {
        for (const MapNote& note : map_.notes) remark(Severity::Note, note.pos, note.message);
        report_.leftOut = map_.leftOut;
        for (const MapNote& note : leftOutEntities(map_, report_.leftOut))
            remark(Severity::Warning, note.pos, note.message);
        if (const auto note = unknownFaceWords(map_, gameRules_, report_.leftOut))
            remark(Severity::Note, note->pos, note->message);
        for (std::uint32_t e = 0; e < map_.entities.size(); ++e) {
            const MapEntity& entity = map_.entities[e];
            report_.brushes += entity.brushes.size();
            remarkPatches(entity);
            remarkDisplaced(entity);
            if (entity.brushes.empty()) continue;
            const EntityKind kind = rules_.entityKind(entity);
            std::uint32_t model = 0;
            if (kind.model) {
                model = static_cast<std::uint32_t>(scene_.models.size());
                SceneModel added;
                added.entity = e;
                if (!parseOrigin(entity.value("origin"), added.origin)) added.origin = {};
                scene_.models.push_back(added);
            }
            Pending common;
            common.brush.entity = e;
            common.brush.hullMask = hullMask(entity);
            for (const HullNames* names : kind.hulls) restrictTo(maskOf(*names), common);
            common.model = model;
            common.inWorld = !kind.model;
            common.ofEntity = kind.contents;
            for (std::uint32_t b = 0; b < entity.brushes.size(); ++b) addBrush(entity.brushes[b], b, common);
        }
    }

    void remarkPatches(const MapEntity& entity) {
        const std::size_t count = entity.patches.size();
        if (count == 0) return;
        const auto meshes = static_cast<std::size_t>(
            std::ranges::count_if(entity.patches, [](const MapPatch& patch) { return isMesh(patch.kind); }));
        const std::string_view one = meshes == 1 ? "mesh" : "curved patch", many = meshes == 0 ? "curved patches"
                                                                                   : meshes == count
                                                                                       ? "meshes"
                                                                                       : "curved patches and meshes";
        remark(Severity::Warning, entity.patches.front().pos,
               fmt::format("{} {} of this entity {} left out{}", count, count == 1 ? one : many,
                           count == 1 ? "is" : "are", patchFault(entity)));
    }

    // Returns why patches of the entity are left out, or nothing: they have no area, or none are asked for.
    static std::string patchFault(const MapEntity& entity) {
        const bool far = std::ranges::any_of(entity.patches, [](const MapPatch& patch) {
            return std::ranges::any_of(patch.points, [](const PatchPoint& point) {
                const Vec3& at = point.position;
                return std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) > kMaxCoordinate;
            });
        });
        if (far) return fmt::format(": points lie past the coordinate limit of +-{}", kMaxCoordinate);
        const bool even = std::ranges::any_of(entity.patches, [](const MapPatch& patch) {
            return !isMesh(patch.kind) && !patch.points.empty() && (patch.rows % 2 == 0 || patch.columns % 2 == 0);
        });
        return even ? ": curved patches have odd numbers of rows and columns" : "";
    }

    void remarkDisplaced(const MapEntity& entity) {
        const std::size_t count = entity.displaced.size();
        if (count == 0) return;
        const std::string_view text = count == 1 ? "brush of this entity is left out with the displacements on it"
                                                 : "brushes of this entity are left out with the displacements on them";
        remark(Severity::Warning, entity.displaced.front().brush.pos, fmt::format("{} {}", count, text));
    }

    void addBrush(const MapBrush& source, std::uint32_t number, const Pending& common) {
        report_.faces += source.faces.size();
        Pending& pending = pending_.emplace_back(common);
        pending.brush.number = number;
        pending.brush.source = &source;
    }

    static void restrictTo(std::uint32_t mask, Pending& pending) {
        pending.brush.hullMask &= mask;
        pending.inNoHull = pending.inNoHull || mask == 0;
    }

    // Names that are no hulls of this compile are passed over: the rules of a game name the hulls of its own set.
    std::uint32_t maskOf(const HullNames& names) const {
        std::uint32_t mask = 0;
        for (std::size_t h = 0; h < hulls_.size(); ++h)
            if (std::find(names.begin(), names.end(), hulls_[h].name) != names.end()) mask |= std::uint32_t{1} << h;
        return mask;
    }

    static std::optional<std::uint32_t> hullBits(std::string_view name) {
        std::uint32_t bits = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), bits);
        if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
        return bits;
    }

    // Parses the key `_hulls`: names of the hulls that an entity's brushes belong to, separated by spaces, tabs or
    // commas. A number that is no name has a bit for each hull, as for ericw-tools. Without a name, and by the number
    // 0, they belong to all hulls.
    std::uint32_t hullMask(const MapEntity& entity) {
        const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << hulls_.size()) - 1);
        const MapKey* const key = entity.find("_hulls");
        constexpr std::string_view kBetween = " ,\t";
        if (key == nullptr || key->value.find_first_not_of(kBetween) == std::string::npos) return all;
        std::uint32_t mask = 0;
        std::string_view text = key->value;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
            const std::string_view name = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (name.empty()) continue;
            const auto hull =
                std::find_if(hulls_.begin(), hulls_.end(), [&](const HullSpec& h) { return h.name == name; });
            if (hull != hulls_.end()) {
                mask |= std::uint32_t{1} << (hull - hulls_.begin());
                continue;
            }
            if (const std::optional<std::uint32_t> bits = hullBits(name)) {
                mask |= *bits == 0 ? all : *bits & all;
                if (*bits == 0 || (*bits & all) != 0) continue;
            }
            remark(Severity::Warning, key->pos,
                   fmt::format("_hulls names \"{}\", which is no hull of this compile", name));
            addLeftOut(report_.leftOut, "name of an unknown hull", key->pos);
        }
        return mask;
    }

    void makeSolids() {
        tbb::parallel_for(std::size_t{0}, pending_.size(), [this](std::size_t i) {
            Pending& pending = pending_[i];
            findKind(pending);
            if (pending.role != BrushRole::Nothing) pending.solid = makeSolid(*pending.brush.source);
        });
    }

    void findKind(Pending& pending) const {
        BrushKind& kind = pending.kind;
        kind = rules_.brushKind(*pending.brush.source, pending.inWorld);
        pending.role = kind.role;
        if (kind.role != BrushRole::Volume) return;
        std::uint32_t mask = kind.hulls.empty() ? ~std::uint32_t{0} : 0;
        for (const HullNames* names : kind.hulls) mask |= maskOf(*names);
        restrictTo(mask, pending);
        if (pending.ofEntity) kind.contents = *pending.ofEntity;
        if (!any(kind.contents)) pending.role = BrushRole::Nothing;
    }

    // Gives each brush its contents. A brush that blocks and has passable contents becomes two, as the file keeps a
    // tree of each.
    void splitContents() {
        std::vector<Pending> split;
        split.reserve(pending_.size());
        for (Pending& pending : pending_) {
            const auto [blocking, passable] = partsOf(pending.kind.contents);
            if (isUsed(pending) && any(blocking) && any(passable)) setContents(split.emplace_back(pending), blocking);
            setContents(pending, any(passable) ? passable : blocking);
            split.push_back(std::move(pending));
        }
        pending_ = std::move(split);
    }

    void setContents(Pending& pending, Contents contents) const {
        pending.brush.contents = contents;
        if (contents != Contents::Clip) return;
        for (std::size_t h = 0; h < hulls_.size(); ++h)
            if (isPointHull(hulls_[h])) pending.brush.hullMask &= ~(std::uint32_t{1} << h);
    }

    void report() {
        constexpr std::string_view kNoHull = "brush of no hull";
        SourcePos firstOfNone;
        std::size_t ofNone = 0;
        for (Pending& pending : pending_) {
            if (pending.role == BrushRole::Nothing) continue;
            const SourcePos pos = pending.brush.source->pos;
            if (pending.inNoHull && isUsed(pending)) {
                if (ofNone++ == 0) firstOfNone = pos;
                addLeftOut(report_.leftOut, kNoHull, pos);
            }
            if (!pending.solid.valid) {
                remark(Severity::Warning, pos, pending.solid.fault + "; it is left out");
                addLeftOut(report_.leftOut, "brush that is no solid", pos);
                continue;
            }
            for (const std::string& note : pending.solid.notes) remark(Severity::Warning, pos, note);
            if (pending.role == BrushRole::Volume && pending.kind.dissenter != nullptr)
                remark(Severity::Warning, pos,
                       fmt::format("the faces mean different contents: \"{}\" counts ({}), \"{}\" does not",
                                   pending.kind.decider->texture, contentsName(pending.kind.contents),
                                   pending.kind.dissenter->texture));
            if (pending.role == BrushRole::Origin && pending.model != 0) {
                const Box& box = pending.solid.bounds;
                scene_.models[pending.model].origin = (box.mins + box.maxs) * 0.5;
            }
        }
        if (ofNone > 0)
            remark(Severity::Warning, firstOfNone,
                   ofNone == 1
                       ? "1 brush is in no hull: its rule names no hull of this compile"
                       : fmt::format("{} brushes are in no hull: their rules name no hull of this compile", ofNone));
    }

    bool isUsed(const Pending& pending) const { return pending.role == BrushRole::Volume && pending.solid.valid; }

    void settlePlanes() {
        for (const Pending& pending : pending_)
            if (isUsed(pending)) report_.planeDeviation = std::max(report_.planeDeviation, pending.solid.moved);
        dropDuplicates();
        const bool onGrid = std::ranges::all_of(pending_, [this](const Pending& pending) {
            return !isUsed(pending) ||
                   std::ranges::all_of(pending.solid.sides, [](const SolidSide& side) { return side.onGrid; });
        });
        tbb::parallel_for(std::size_t{0}, pending_.size(), [this, onGrid](std::size_t i) {
            Pending& pending = pending_[i];
            if (!isUsed(pending)) return;
            Solid& solid = pending.solid;
            for (SolidSide& side : solid.sides)
                side.grown = !rules_.isUngrown(pending.brush.source->faces[side.face], pending.inWorld);
            const std::vector<BevelledEdge> edges = addBevels(solid);
            // Keeps only planes, bounds and corners; no later stage needs the windings.
            pending.brush.solid = {{solid.sides.begin(), solid.sides.end()},
                                   solid.bounds,
                                   onGrid ? SumCorners{} : sumCorners(solid, edges)};
            solid.sides = std::vector<SolidSide>();
        });
    }

    // Drops the second of two equal brushes in one model, as it adds nothing.
    void dropDuplicates() {
        std::vector<std::uint64_t> hashes(pending_.size());
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, pending_.size(), 256), [&](const auto& range) {
            for (std::size_t i = range.begin(); i < range.end(); ++i)
                if (isUsed(pending_[i])) hashes[i] = hashOf(pending_[i]);
        });
        IndexTable seen;
        for (std::uint32_t i = 0; i < pending_.size(); ++i) {
            if (!isUsed(pending_[i])) continue;
            const std::uint32_t first =
                seen.find(hashes[i], [&](std::uint32_t k) { return isSame(pending_[k], pending_[i]); });
            if (first == IndexTable::kNone) {
                seen.enter(hashes[i], i);
                continue;
            }
            const SourcePos pos = pending_[i].brush.source->pos, of = pending_[first].brush.source->pos;
            std::string other = of.line == 0 ? "another" : fmt::format("the one at line {}", of.line);
            if (of.part != pos.part) other += fmt::format(" of {}", map_.pathOf(of));
            remark(Severity::Warning, pos, fmt::format("brush is a duplicate of {}; it is left out", other));
            pending_[i].solid.valid = false;
        }
    }

    using PlaneKey = std::array<double, 4>;

    static PlaneKey keyOf(const Plane& plane) {
        return {plane.normal.x + 0.0, plane.normal.y + 0.0, plane.normal.z + 0.0, plane.dist + 0.0};
    }

    // Sums the hashes of the planes, so that their order does not matter.
    static std::uint64_t hashOf(const Pending& pending) {
        std::uint64_t sum = pending.model;
        for (const SolidSide& side : pending.solid.sides) {
            const PlaneKey key = keyOf(side.plane);
            sum += hashBytes(key.data(), sizeof key);
        }
        return hashMix(0, static_cast<std::int64_t>(sum));
    }

    static bool isSame(const Pending& a, const Pending& b) {
        if (a.model != b.model || a.brush.contents != b.brush.contents || a.brush.hullMask != b.brush.hullMask)
            return false;
        const auto sorted = [](const Pending& pending) {
            std::vector<PlaneKey> planes;
            for (const SolidSide& side : pending.solid.sides) planes.push_back(keyOf(side.plane));
            std::sort(planes.begin(), planes.end());
            return planes;
        };
        return a.solid.sides.size() == b.solid.sides.size() && sorted(a) == sorted(b);
    }

    void finish() {
        const auto isEarlier = [](const Pending& a, const Pending& b) { return a.model < b.model; };
        if (!std::is_sorted(pending_.begin(), pending_.end(), isEarlier))
            std::stable_sort(pending_.begin(), pending_.end(), isEarlier);
        auto next = pending_.begin();
        for (std::uint32_t m = 0; m < scene_.models.size(); ++m) {
            SceneModel& model = scene_.models[m];
            model.firstBrush = static_cast<std::uint32_t>(scene_.brushes.size());
            Box bounds = kEmptyBox;
            for (; next != pending_.end() && next->model == m; ++next) {
                if (!isUsed(*next)) continue;
                growBounds(bounds, next->brush.solid.bounds.mins);
                growBounds(bounds, next->brush.solid.bounds.maxs);
                scene_.brushes.push_back(std::move(next->brush));
            }
            model.brushCount = static_cast<std::uint32_t>(scene_.brushes.size()) - model.firstBrush;
            if (model.brushCount > 0) model.bounds = bounds;
        }
        report_.entities = map_.entities.size();
        report_.models = scene_.models.size();
    }

    const MapFile& map_;
    const GameRules& gameRules_;
    const BrushRules rules_;
    const std::vector<HullSpec>& hulls_;
    CompileReport& report_;
    BrushScene scene_;
    std::vector<Pending> pending_;
};

}  // namespace

BrushScene makeScene(const MapFile& map, const GameRules& rules, const std::vector<HullSpec>& hulls,
                     CompileReport& report) {
    return SceneBuilder(map, rules, hulls, report).build();
}

std::size_t countPlanes(const BrushScene& scene) {
    PlaneTable planes;
    std::vector<bool> faced;  // by plane id
    for (const SceneBrush& brush : scene.brushes)
        for (const SidePlane& side : brush.solid.sides) {
            if (side.bevel) continue;
            const PlaneId id = planes.add(side.plane, side.equation);
            faced.resize(2 * planes.size());
            faced[id] = true;
        }
    return static_cast<std::size_t>(std::count(faced.begin(), faced.end(), true));
}

}  // namespace hullbake
