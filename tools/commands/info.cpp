// hullbake info: prints the sections, hulls, models and settings of a .hull file.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tools/base/output.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"

namespace hullbake::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

struct InfoOptions {
    std::string file;
    bool json = false;
};

struct Section {
    std::string id;
    std::uint64_t offset, count, bytes;
    std::uint32_t elementSize;
};

/// Returns the section table. The file was checked when it was opened, so the table is within its bytes.
std::vector<Section> sections(const HullFile& file) {
    std::vector<Section> list;
    for (std::uint32_t s = 0; s < file.map.tables().header->sectionCount; ++s) {
        format::SectionEntry entry;
        std::memcpy(&entry, file.bytes.data() + sizeof(format::FileHeader) + s * sizeof entry, sizeof entry);
        list.push_back({std::string(entry.id, sizeof entry.id), entry.offset, entry.count,
                        entry.count * entry.elementSize, entry.elementSize});
    }
    return list;
}

/// Counts the nodes that can be reached from a root. Trees may share subtrees, so it counts each node once.
class NodeCounter {
  public:
    explicit NodeCounter(std::span<const format::NodeRecord> nodes) : nodes_(nodes), seenBy_(nodes.size(), 0) {}

    std::size_t count(const format::RootRecord& root) {
        ++round_;
        std::size_t total = 0;
        pending_ = {root.blocking, root.liquid};
        while (!pending_.empty()) {
            const format::ChildRef ref = pending_.back();
            pending_.pop_back();
            if (format::isLeaf(ref) || seenBy_[ref] == round_) continue;
            seenBy_[ref] = round_;
            ++total;
            pending_.push_back(nodes_[ref].front());
            pending_.push_back(nodes_[ref].back);
        }
        return total;
    }

  private:
    std::span<const format::NodeRecord> nodes_;
    std::vector<std::uint64_t> seenBy_;
    std::vector<format::ChildRef> pending_;
    std::uint64_t round_ = 0;
};

/// Returns the number of nodes for [model][hull].
std::vector<std::vector<std::size_t>> countNodes(const ClipMap& map) {
    NodeCounter counter(map.tables().nodes);
    std::vector<std::vector<std::size_t>> counts(map.modelCount());
    for (std::size_t model = 0; model < map.modelCount(); ++model) {
        for (std::size_t hull = 0; hull < map.hullCount(); ++hull) {
            counts[model].push_back(counter.count(map.tables().roots[model * map.hullCount() + hull]));
        }
    }
    return counts;
}

std::string hashText(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}
std::string versionText(const ClipMap& map) {
    return fmt::format("{}.{}", map.tables().header->major, map.tables().header->minor);
}

Json settingsJson(const ClipMap& map) {
    Json settings = Json::parse(map.metaText(), nullptr, false);
    return settings.is_discarded() ? Json(map.metaText()) : settings;
}

std::string sectionTable(const HullFile& file) {
    Rows rows = {{"section", "elements", "size", "bytes", "offset"}};
    for (const Section& s : sections(file)) {
        rows.push_back({s.id, std::to_string(s.count), std::to_string(s.elementSize), std::to_string(s.bytes),
                        std::to_string(s.offset)});
    }
    return formatTable(rows);
}

std::string hullTable(const ClipMap& map) {
    Rows rows = {{"hull", "mins", "maxs"}};
    for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
        const HullInfo hull = map.hull(HullId{h});
        rows.push_back({std::string(hull.name), pointText(hull.box.mins), pointText(hull.box.maxs)});
    }
    return formatTable(rows);
}

std::string modelTable(const ClipMap& map) {
    const auto nodes = countNodes(map);
    Rows rows = {{"model", "classname", "brushes", "mins", "maxs"}};
    for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
        rows[0].push_back(fmt::format("nodes {}", map.hull(HullId{h}).name));
    }
    for (std::uint32_t m = 0; m < map.modelCount(); ++m) {
        const ModelInfo model = map.model(ModelId{m});
        rows.push_back({std::to_string(m), std::string(model.classname), std::to_string(model.brushCount),
                        pointText(model.bounds.mins), pointText(model.bounds.maxs)});
        for (const std::size_t count : nodes[m]) rows.back().push_back(std::to_string(count));
    }
    return formatTable(rows);
}

std::string infoText(const HullFile& file) {
    const ClipMap& map = file.map;
    return fmt::format(
        "{}: .hull version {}, {} bytes\n"
        "content hash {}, source hash {}, deepest tree {}\n"
        "settings {}\n\n{}\n{}\n{}",
        file.path, versionText(map), file.bytes.size(), hashText(map.tables().header->contentHash),
        hashText(map.tables().header->sourceHash), map.tables().header->maxDepth,
        settingsJson(map).dump(-1, ' ', false, Json::error_handler_t::replace), sectionTable(file), hullTable(map),
        modelTable(map));
}

Json asJson(const Vec3& v) {
    return Json::array({v.x, v.y, v.z});
}

Json modelsJson(const ClipMap& map) {
    const auto nodes = countNodes(map);
    Json models = Json::array();
    for (std::uint32_t m = 0; m < map.modelCount(); ++m) {
        const ModelInfo model = map.model(ModelId{m});
        Json counts = Json::object();
        for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
            counts[std::string(map.hull(HullId{h}).name)] = nodes[m][h];
        }
        models.push_back({{"classname", model.classname},
                          {"entity", model.entity},
                          {"brushes", model.brushCount},
                          {"mins", asJson(model.bounds.mins)},
                          {"maxs", asJson(model.bounds.maxs)},
                          {"origin", asJson(model.origin)},
                          {"nodes", counts}});
    }
    return models;
}

std::string infoJson(const HullFile& file) {
    const ClipMap& map = file.map;
    Json json = {{"file", file.path},
                 {"version", versionText(map)},
                 {"bytes", file.bytes.size()},
                 {"contentHash", hashText(map.tables().header->contentHash)},
                 {"sourceHash", hashText(map.tables().header->sourceHash)},
                 {"maxDepth", map.tables().header->maxDepth},
                 {"settings", settingsJson(map)},
                 {"sections", Json::array()},
                 {"hulls", Json::array()},
                 {"models", modelsJson(map)}};
    for (const Section& s : sections(file)) {
        json["sections"].push_back({{"id", s.id},
                                    {"offset", s.offset},
                                    {"elementSize", s.elementSize},
                                    {"count", s.count},
                                    {"bytes", s.bytes}});
    }
    for (std::uint32_t h = 0; h < map.hullCount(); ++h) {
        const HullInfo hull = map.hull(HullId{h});
        json["hulls"].push_back(
            {{"name", hull.name}, {"mins", asJson(hull.box.mins)}, {"maxs", asJson(hull.box.maxs)}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

Command infoCommand() {
    auto options = std::make_shared<InfoOptions>();
    Command command("info", "Show what a .hull file holds");
    command.add({
        argument("FILE", options->file, "A .hull file"),
        flag("--json", options->json, "Print one JSON object"),
    });
    command.notes = "Example:\n  hullbake info demo.hull";
    command.run = [options] {
        const HullFile file = openHullFile(options->file);
        writeOutput(options->json ? infoJson(file) : infoText(file));
    };
    return command;
}

}  // namespace hullbake::cli
