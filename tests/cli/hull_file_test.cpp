// Proves `hullbake info`, and refusals of .hull files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

using Arguments = std::vector<std::string>;

class HullFileCli : public CliTest {
  protected:
    void SetUp() override { makeRoom(); }

    /// Expects every subcommand that opens a file to refuse this one in a single line.
    void expectRefused(const std::string& file, const std::string& reason) {
        for (const Arguments& arguments : {Arguments{"info", file},
                                           {"info", file, "--json"},
                                           {"trace", file, "--from", "0,0,0", "--to", "0,0,1"},
                                           {"trace", file, "--batch", "-"},
                                           {"contents", file, "--at", "0,0,0"}}) {
            const RunResult result = run(arguments, "0 0 0 0 0 1\n");
            EXPECT_EQ(result.exitCode, 1) << arguments[0];
            EXPECT_EQ(result.out, "") << arguments[0];
            EXPECT_EQ(lineCount(result.err), 1u) << result.err;
            EXPECT_TRUE(result.err.starts_with("hullbake: " + file + ": ")) << result.err;
            EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
        }
    }
};

TEST_F(HullFileCli, InfoTellsWhatTheFileHolds) {
    const RunResult result = run({"info", "room.hull"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    for (const char* word : {"version 1.2", "content hash", "settings", "NODE", "BRSH", "point", "player", "large",
                             "-32 -32 -24", "worldspawn", "func_door", "nodes player"}) {
        EXPECT_NE(result.out.find(word), std::string::npos) << word << "\n" << result.out;
    }
}

TEST_F(HullFileCli, InfoAsJson) {
    const RunResult result = run({"info", "room.hull", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json info = Json::parse(result.out);
    EXPECT_EQ(info.at("file"), "room.hull");
    EXPECT_EQ(info.at("version"), "1.2");
    EXPECT_EQ(info.at("bytes"), read("room.hull").size());
    EXPECT_EQ(info.at("contentHash").get<std::string>().size(), 16u);
    EXPECT_TRUE(info.at("settings").isObject());
    EXPECT_EQ(info.at("hulls").size(), 3u);
    const Json& models = info.at("models");
    ASSERT_EQ(models.size(), 2u);
    EXPECT_EQ(models[0].at("classname"), "worldspawn");
    EXPECT_EQ(models[0].at("brushes"), 7);
    EXPECT_EQ(models[1].at("classname"), "func_door");
    EXPECT_EQ(models[1].at("entity"), 2);
    EXPECT_EQ(models[1].at("mins"), Json({64, -32, -128}));
    EXPECT_EQ(models[1].at("maxs"), Json({80, 32, 0}));
    // A lone box is six planes deep in every hull. Together the trees fill the section of nodes.
    std::size_t nodes = 0;
    for (const Json& model : models) {
        for (const auto& [hull, count] : model.at("nodes").items()) nodes += count.get<std::size_t>();
    }
    for (const auto& [hull, count] : models[1].at("nodes").items()) EXPECT_EQ(count, 6) << hull;
    bool found = false;
    for (const Json& section : info.at("sections")) {
        EXPECT_EQ(section.at("offset").get<std::size_t>() % 64, 0u);
        if (section.at("id") != "NODE") continue;
        found = true;
        EXPECT_EQ(section.at("count"), nodes);
    }
    EXPECT_TRUE(found);
}

TEST_F(HullFileCli, WhatIsNoHullFileIsRefused) {
    write("empty.hull", "");
    write("text.hull", std::string(1000, 'x'));
    std::filesystem::create_directory(path("folder.hull"));
    expectRefused("empty.hull", "too small");
    expectRefused("text.hull", "not a .hull file");
    expectRefused("room.map", "not a .hull file");
    expectRefused("folder.hull", "directory");
    expectRefused("missing.hull", "no such file");
}

TEST_F(HullFileCli, ATruncatedFileIsRefused) {
    const std::string whole = read("room.hull");
    for (const std::size_t size : {std::size_t{63}, std::size_t{64}, whole.size() / 2, whole.size() - 1}) {
        write("cut.hull", whole.substr(0, size));
        expectRefused("cut.hull", size < 64 ? "too small" : "truncated");
    }
    write("long.hull", whole + '\0');
    expectRefused("long.hull", "padded");
}

TEST_F(HullFileCli, AnAlteredFileIsRefusedWithThePlace) {
    const std::string whole = read("room.hull");
    for (const std::size_t at : {std::size_t{100}, whole.size() / 2, whole.size() - 1}) {
        std::string altered = whole;
        altered[at] = static_cast<char>(altered[at] ^ 1);
        write("altered.hull", altered);
        expectRefused("altered.hull", "altered");
        expectRefused("altered.hull", "offset ");
    }
    std::string otherVersion = whole;
    otherVersion[8] = 99;
    write("new.hull", otherVersion);
    expectRefused("new.hull", "version");
}

}  // namespace
}  // namespace hullbake::test
