#include "compiler/scene.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <map>

#include "compiler/contents_rules.hpp"
#include "compiler/entity_values.hpp"
#include "compiler/plane_reuse.hpp"

namespace hullbake {

namespace {

class SceneBuilder {
  public:
    SceneBuilder(const MapFile& map, const std::vector<HullSpec>& hulls, CompileReport& report)
        : map_(map), hulls_(hulls), report_(report) {}

    Scene build() {
        scene_.models.push_back({});  // the world, even when the map has none
        collect();
        makeSolids();
        report();
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
        bool mixed = false;
    };

    void remark(Severity severity, SourcePos pos, std::string message) {
        report_.remarks.push_back({severity, {map_.path, pos, std::move(message)}});
    }

    void collect() {
        for (std::uint32_t e = 0; e < map_.entities.size(); ++e) {
            const MapEntity& entity = map_.entities[e];
            const EntityRole role = entityRole(entity.classname());
            const bool inWorld = role == EntityRole::World || role == EntityRole::WorldNothing;
            report_.brushes += entity.brushes.size();
            if (!entity.patches.empty())
                remark(Severity::Warning, entity.patches.front(),
                       fmt::format("{} curved patches of this entity are left out: they are no brushes",
                                   entity.patches.size()));
            if (entity.brushes.empty()) continue;
            std::uint32_t model = 0;
            if (!inWorld) {
                model = static_cast<std::uint32_t>(scene_.models.size());
                SceneModel added;
                added.entity = e;
                if (!parseOrigin(entity.value("origin"), added.origin)) added.origin = {};
                scene_.models.push_back(added);
            }
            const std::uint32_t mask = hullMask(entity);
            for (std::uint32_t b = 0; b < entity.brushes.size(); ++b)
                addBrush(entity.brushes[b], e, b, model, mask, inWorld,
                         role == EntityRole::WorldNothing || role == EntityRole::ModelNothing);
        }
    }

    void addBrush(const MapBrush& source, std::uint32_t entity, std::uint32_t number, std::uint32_t model,
                  std::uint32_t mask, bool inWorld, bool nothing) {
        const BrushKind kind = brushKind(source, inWorld);
        report_.faces += source.faces.size();
        Pending pending;
        pending.brush.contents = kind.contents;
        pending.brush.entity = entity;
        pending.brush.number = number;
        pending.brush.source = &source;
        pending.brush.hullMask = mask;
        if (kind.contents == Contents::Clip)
            for (std::size_t h = 0; h < hulls_.size(); ++h)
                if (isPointHull(hulls_[h])) pending.brush.hullMask &= ~(std::uint32_t{1} << h);
        pending.model = model;
        pending.mixed = kind.mixed;
        pending.role = nothing && kind.role == BrushRole::Volume ? BrushRole::Nothing : kind.role;
        pending_.push_back(std::move(pending));
    }

    // `_hulls` names the hulls that an entity's brushes take part in, separated by spaces or commas; all without it.
    std::uint32_t hullMask(const MapEntity& entity) {
        const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << hulls_.size()) - 1);
        const auto key =
            std::find_if(entity.keys.begin(), entity.keys.end(), [](const MapKey& k) { return k.key == "_hulls"; });
        if (key == entity.keys.end()) return all;
        std::uint32_t mask = 0;
        std::string_view text = key->value;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of(" ,\t"), text.size());
            const std::string_view name = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (name.empty()) continue;
            const auto hull =
                std::find_if(hulls_.begin(), hulls_.end(), [&](const HullSpec& h) { return h.name == name; });
            if (hull != hulls_.end())
                mask |= std::uint32_t{1} << (hull - hulls_.begin());
            else
                remark(Severity::Warning, key->pos,
                       fmt::format("_hulls names \"{}\", which is no hull of this compile", name));
        }
        return mask;
    }

    void makeSolids() {
        tbb::parallel_for(std::size_t{0}, pending_.size(), [this](std::size_t i) {
            if (pending_[i].role != BrushRole::Nothing) pending_[i].solid = makeSolid(*pending_[i].brush.source);
        });
    }

    void report() {
        for (Pending& pending : pending_) {
            if (pending.role == BrushRole::Nothing) continue;
            const SourcePos pos = pending.brush.source->pos;
            if (!pending.solid.valid) {
                remark(Severity::Warning, pos, pending.solid.fault + "; it is left out");
                continue;
            }
            for (const std::string& note : pending.solid.notes) remark(Severity::Warning, pos, note);
            if (pending.mixed)
                remark(Severity::Warning, pos,
                       fmt::format("the faces' textures mean different contents: the first counts ({})",
                                   contentsName(pending.brush.contents)));
            if (pending.role == BrushRole::Origin && pending.model != 0) {
                const Box& box = pending.solid.bounds;
                scene_.models[pending.model].origin = (box.mins + box.maxs) * 0.5;
            }
        }
    }

    bool isUsed(const Pending& pending) const { return pending.role == BrushRole::Volume && pending.solid.valid; }

    void settlePlanes() {
        PlaneReuse planes;
        for (Pending& pending : pending_) {
            if (!isUsed(pending)) continue;
            Solid& solid = pending.solid;
            if (planes.settle(solid)) buildWindings(solid);
        }
        dropDuplicates();
        tbb::parallel_for(std::size_t{0}, pending_.size(), [this](std::size_t i) {
            Pending& pending = pending_[i];
            if (!isUsed(pending)) return;
            Solid& solid = pending.solid;
            for (SolidSide& side : solid.sides) side.grown = !isUngrown(pending.brush.source->faces[side.face]);
            addBevels(solid);
            // From here on planes and bounds are all that counts.
            pending.brush.solid = {{solid.sides.begin(), solid.sides.end()}, solid.bounds};
            solid.sides = std::vector<SolidSide>();
        });
        report_.planes = planes.planeCount();
        report_.exactPlanes = planes.exactCount();
        report_.planesReused = planes.reused();
        report_.planeDeviation = planes.deviation();
    }

    // The same brush twice in one model: the second adds nothing.
    void dropDuplicates() {
        std::map<std::vector<double>, std::size_t> seen;
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            Pending& pending = pending_[i];
            if (!isUsed(pending)) continue;
            std::vector<std::array<double, 4>> planes;
            for (const SolidSide& side : pending.solid.sides)
                planes.push_back(
                    {side.plane.normal.x + 0.0, side.plane.normal.y + 0.0, side.plane.normal.z + 0.0, side.plane.dist});
            std::sort(planes.begin(), planes.end());
            std::vector<double> key = {static_cast<double>(pending.model), static_cast<double>(pending.brush.contents),
                                       static_cast<double>(pending.brush.hullMask)};
            for (const auto& plane : planes) key.insert(key.end(), plane.begin(), plane.end());
            const auto [first, isNew] = seen.emplace(std::move(key), i);
            if (isNew) continue;
            remark(Severity::Warning, pending.brush.source->pos,
                   fmt::format("brush is a duplicate of the one at line {}; it is left out",
                               pending_[first->second].brush.source->pos.line));
            pending.solid.valid = false;
        }
    }

    void finish() {
        std::stable_sort(pending_.begin(), pending_.end(),
                         [](const Pending& a, const Pending& b) { return a.model < b.model; });
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
    const std::vector<HullSpec>& hulls_;
    CompileReport& report_;
    Scene scene_;
    std::vector<Pending> pending_;
};

}  // namespace

bool isPointHull(const HullSpec& hull) {
    return hull.box.mins == hull.box.maxs;
}

Scene makeScene(const MapFile& map, const std::vector<HullSpec>& hulls, CompileReport& report) {
    return SceneBuilder(map, hulls, report).build();
}

}  // namespace hullbake
