#include "tools/reports/fuzz_slide_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

oracle::MoveFault faultAt(std::size_t i) {
    return static_cast<oracle::MoveFault>(i);
}

std::string kindName(std::size_t kind) {
    return std::string(oracle::moverKindName(static_cast<oracle::MoverKind>(kind)));
}

std::string share(std::size_t part, std::size_t whole) {
    return whole == 0 ? "" : fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::string> tallyRow(std::string name, const oracle::MoveTally& tally) {
    return {std::move(name),
            std::to_string(tally.movers),
            std::to_string(tally.moves),
            std::to_string(tally.contacts),
            std::to_string(tally.crevices),
            std::to_string(tally.steps),
            std::to_string(tally.landings),
            std::to_string(tally.examined),
            share(tally.traces, tally.moves),
            std::to_string(tally.faultCount())};
}

Rows tallyRows(std::string name) {
    return {{std::move(name), "movers", "moves", "contacts", "crevices", "steps", "landings", "halts", "traces a move",
             "faults"}};
}

std::string boxTable(const oracle::MoveFuzzResult& result) {
    Rows rows = tallyRows("box");
    for (const oracle::MoveFuzzRow& row : result.rows) {
        oracle::MoveTally sum;
        for (const oracle::MoveTally& kind : row.kinds) sum.add(kind);
        rows.push_back(tallyRow(row.name, sum));
    }
    return formatTable(rows);
}

std::string kindTable(const oracle::MoveFuzzResult& result) {
    Rows rows = tallyRows("mover");
    for (std::size_t k = 0; k < oracle::kMoverKinds; ++k) rows.push_back(tallyRow(kindName(k), result.kinds[k]));
    rows.push_back(tallyRow("all", result.total));
    return formatTable(rows);
}

std::string faultTable(const oracle::MoveFuzzResult& result) {
    Rows rows = {{"fault"}};
    for (std::size_t k = 0; k < oracle::kMoverKinds; ++k) rows.front().push_back(kindName(k));
    for (std::size_t i = 0; i < oracle::kMoveFaults; ++i) {
        rows.push_back({std::string(oracle::moveFaultName(faultAt(i)))});
        for (const oracle::MoveTally& kind : result.kinds) rows.back().push_back(std::to_string(kind.faults[i]));
    }
    return formatTable(rows);
}

Json tallyJson(const oracle::MoveTally& tally) {
    Json json = {{"movers", tally.movers},       {"moves", tally.moves},         {"contacts", tally.contacts},
                 {"crevices", tally.crevices},   {"steps", tally.steps},         {"landings", tally.landings},
                 {"halts", tally.examined},      {"undecided", tally.undecided}, {"pieces", tally.pieces},
                 {"longLooks", tally.longLooks}, {"traces", tally.traces},       {"touchings", tally.touchings},
                 {"windows", tally.windows},     {"rests", tally.rests}};
    for (std::size_t i = 0; i < oracle::kMoveFaults; ++i)
        json["faults"][std::string(oracle::moveFaultKey(faultAt(i)))] = tally.faults[i];
    return json;
}

Json kindsJson(const std::array<oracle::MoveTally, oracle::kMoverKinds>& kinds) {
    Json json;
    for (std::size_t k = 0; k < oracle::kMoverKinds; ++k) json[kindName(k)] = tallyJson(kinds[k]);
    return json;
}

}  // namespace

std::string fuzzSlideText(const oracle::MoveFuzzResult& result, const std::string& path,
                          const oracle::MoveFuzzSettings& settings) {
    std::string text = fmt::format("fuzz-slide  {}, {} brushes, seed {}\n\n", path, result.brushes, settings.seed);
    text += boxTable(result) + "\n" + kindTable(result) + "\n" + faultTable(result) + "\n";
    text += fmt::format("{} movers held one direction for two seconds, {} of them came to rest\n", result.total.windows,
                        result.total.rests);
    if (result.unplaced > 0) text += fmt::format("{} more movers found no free place to start\n", result.unplaced);
    if (result.total.undecided > 0)
        text += fmt::format("{} halts have too many planes around them to be judged\n", result.total.undecided);
    if (result.unsolved > 0)
        text += fmt::format("{} brushes have no volume according to the oracle\n", result.unsolved);
    for (const oracle::MoveDifference& found : result.differences)
        text += fmt::format("{}: {}: {}\n    {}\n    {}\n", oracle::moveFaultName(found.fault), found.place,
                            found.reason, found.move, found.answer);
    const std::string tried = fmt::format("{} moves and {} windows\n", result.total.moves, result.total.windows);
    if (result.agrees()) return text + "sound       0 faults in " + tried;
    return text + fmt::format("FAULTY      {} faults in ", result.total.faultCount()) + tried;
}

std::string fuzzSlideJson(const oracle::MoveFuzzResult& result, const std::string& path,
                          const oracle::MoveFuzzSettings& settings) {
    Json json = {{"file", path},
                 {"seed", settings.seed},
                 {"agrees", result.agrees()},
                 {"brushes", result.brushes},
                 {"unsolvedBrushes", result.unsolved},
                 {"unplacedMovers", result.unplaced},
                 {"total", tallyJson(result.total)},
                 {"kinds", kindsJson(result.kinds)},
                 {"boxes", Json::array()},
                 {"differences", Json::array()}};
    for (const oracle::MoveFuzzRow& row : result.rows)
        json["boxes"].push_back({{"box", row.name}, {"kinds", kindsJson(row.kinds)}});
    for (const oracle::MoveDifference& found : result.differences)
        json["differences"].push_back({{"fault", oracle::moveFaultKey(found.fault)},
                                       {"box", found.place},
                                       {"reason", found.reason},
                                       {"move", found.move},
                                       {"answer", found.answer}});
    return json.dump(2) + "\n";
}

}  // namespace hullbake::cli
