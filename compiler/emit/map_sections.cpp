#include "compiler/emit/map_sections.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "compiler/base/negative_zero.hpp"
#include "compiler/emit/bvh_builder.hpp"

namespace hullbake {

using namespace format;

namespace {

class StringPool {
  public:
    StringRef add(std::string_view text) {
        const auto [it, isNew] = known_.try_emplace(std::string(text));
        if (isNew) {
            it->second = {static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(text.size())};
            bytes_ += text;
        }
        return it->second;
    }
    const std::string& bytes() const { return bytes_; }

  private:
    std::unordered_map<std::string, StringRef> known_;
    std::string bytes_;
};

void store(const Vec3& v, double (&out)[3]) {
    for (int a = 0; a < 3; ++a) out[a] = withoutNegativeZero(v[a]);
}

float roundedDown(double value) {
    const auto f = static_cast<float>(value);
    return double{f} > value ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}

float roundedUp(double value) {
    return -roundedDown(-value);
}

std::string metaText(const CompileSettings& settings) {
    nlohmann::ordered_json meta;
    meta["generator"] = "hullbake " HULLBAKE_VERSION;
    meta["fill"] = settings.fill;
    meta["cellSize"] = settings.cellSize;
    if (const std::uint64_t rules = rulesHash(settings.rules); rules != 0) {
        meta["game"] = settings.rules.game;
        meta["rules"] = rules;
    }
    if (settings.curveError != kCurveError) meta["curveError"] = settings.curveError;
    if (settings.passage != kPassage) meta["passage"] = settings.passage;
    if (settings.playerStarts != knownPlayerStarts()) meta["playerStarts"] = settings.playerStarts;
    for (const HullSpec& hull : settings.hulls)
        meta["hulls"].push_back({{"name", hull.name},
                                 {"mins", {hull.box.mins.x, hull.box.mins.y, hull.box.mins.z}},
                                 {"maxs", {hull.box.maxs.x, hull.box.maxs.y, hull.box.maxs.z}}});
    return meta.dump();
}

class Maker {
  public:
    Maker(const MapFile& map, const BrushScene& scene, const CompileSettings& settings)
        : map_(map), scene_(scene), settings_(settings) {}

    MapSections run(std::uint64_t sourceHash) {
        addHulls();
        addBrushes();
        addModels();
        out_.shapes = makeShapes(scene_);
        out_.worldShapes = makeWorldShapes(scene_, out_.brushes);
        out_.strings = strings_.bytes();
        out_.entities = entityText();
        out_.meta = metaText(settings_);
        out_.sourceHash = sourceHash;
        return std::move(out_);
    }

  private:
    void addHulls() {
        for (const HullSpec& hull : settings_.hulls) {
            HullRecord record{};
            store(hull.box.mins, record.mins);
            store(hull.box.maxs, record.maxs);
            record.name = strings_.add(hull.name);
            out_.hulls.push_back(record);
        }
    }

    void addModels() {
        for (const SceneModel& model : scene_.models) {
            ModelRecord record{};
            store(model.bounds.mins, record.mins);
            store(model.bounds.maxs, record.maxs);
            store(model.origin, record.origin);
            record.entity = model.entity;
            record.firstBrush = model.firstBrush;
            record.brushCount = model.brushCount;
            record.bvhRoot = appendVolumeTree(out_.brushes, model.firstBrush, model.brushCount, out_.volumes);
            const bool isWorld = out_.models.empty();
            record.classname = strings_.add(isWorld ? "worldspawn" : map_.entities[model.entity].classname());
            out_.models.push_back(record);
        }
    }

    void addBrushes() {
        for (const SceneBrush& brush : scene_.brushes) {
            BrushRecord record{};
            for (int a = 0; a < 3; ++a) {
                record.mins[a] = roundedDown(brush.solid.bounds.mins[a]);
                record.maxs[a] = roundedUp(brush.solid.bounds.maxs[a]);
            }
            record.contents = static_cast<std::uint32_t>(brush.contents);
            record.hullMask = brush.hullMask;
            record.firstSide = static_cast<std::uint32_t>(out_.sides.size());
            record.entity = brush.entity;
            record.number = brush.number;
            record.line = map_.lineOf(brush.source->pos);
            addSides(brush, record);
            record.flags = brushFlags(record, out_.sides);
            out_.brushes.push_back(record);
        }
    }

    void addSides(const SceneBrush& brush, BrushRecord& record) {
        std::vector<std::uint32_t> faceIndex(brush.source->faces.size(), kNoIndex);
        for (const SidePlane& side : brush.solid.sides) {
            if (faceIndex[side.face] == kNoIndex) {
                faceIndex[side.face] = static_cast<std::uint32_t>(out_.faces.size());
                const MapFace& face = brush.source->faces[side.face];
                out_.faces.push_back({strings_.add(face.texture), map_.lineOf(face.pos), side.face});
            }
            SideRecord out{};
            store(side.plane.normal, out.normal);
            out.dist = withoutNegativeZero(side.plane.dist);
            out.face = faceIndex[side.face];
            out.flags = (side.bevel ? kSideIsBevel : 0) | (side.grown ? 0 : kSideNotGrown);
            out_.sides.push_back(out);
            if (!side.bevel) ++record.faceCount;
            ++record.sideCount;
        }
    }

    std::string entityText() const {
        std::string text;
        for (const MapEntity& entity : map_.entities) {
            text += "{\n";
            for (const MapKey& key : entity.keys) text += fmt::format("\"{}\" \"{}\"\n", key.key, key.value);
            text += "}\n";
        }
        return text;
    }

    const MapFile& map_;
    const BrushScene& scene_;
    const CompileSettings& settings_;
    StringPool strings_;
    MapSections out_;
};

}  // namespace

std::uint64_t sourceHashOf(std::string_view sourceText, const CompileSettings& settings) {
    const std::string meta = metaText(settings);
    return hashBytes(sourceText.data(), sourceText.size(), hashBytes(meta.data(), meta.size()));
}

MapSections mapSections(const MapFile& map, std::uint64_t sourceHash, const BrushScene& scene,
                        const CompileSettings& settings) {
    return Maker(map, scene, settings).run(sourceHash);
}

}  // namespace hullbake
