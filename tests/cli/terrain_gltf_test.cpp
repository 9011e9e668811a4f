// Proves that `hullbake terrain` reads glTF in all its containers, places nodes, and refuses damaged files in one line.
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "support/random.hpp"
#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

std::string littleEndian(std::uint32_t value, int bytes = 4) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
    return text;
}

std::string base64(const std::string& bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i) text += at + i <= bytes.size() ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

/// Four points and the four faces of a tetrahedron, 16-bit corners behind the points.
std::string buffer() {
    std::string bytes;
    for (const float coordinate : {0.f, 0.f, 0.f, 64.f, 0.f, 0.f, 0.f, 64.f, 0.f, 0.f, 0.f, 64.f})
        bytes += littleEndian(std::bit_cast<std::uint32_t>(coordinate));
    for (const std::uint32_t corner : {0u, 2u, 1u, 0u, 1u, 3u, 1u, 2u, 3u, 2u, 0u, 3u})
        bytes += littleEndian(corner, 2);
    return bytes;
}

/// `uri` is the member of the buffer with its comma, or empty. `node` is what the node has beside its mesh.
std::string json(const std::string& uri, const std::string& node = "") {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0)" + node +
           R"(}],"materials":[{"name":"rock"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,)"
           R"("material":0}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
           R"({"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],"bufferViews":[{"buffer":0,)"
           R"("byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],"buffers":[{)" +
           uri + R"("byteLength":72}]})";
}

std::string glb(std::string text, const std::string& binary) {
    while (text.size() % 4 != 0) text += ' ';
    const std::string body = littleEndian(static_cast<std::uint32_t>(text.size())) + "JSON" + text +
                             littleEndian(static_cast<std::uint32_t>(binary.size())) + std::string("BIN\0", 4) + binary;
    return "glTF" + littleEndian(2) + littleEndian(static_cast<std::uint32_t>(body.size() + 12)) + body;
}

class TerrainGltf : public CliTest {
  protected:
    std::string made(const std::string& name, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"terrain", name, "-o", "out.map"};
        words.insert(words.end(), more.begin(), more.end());
        const RunResult result = run(words);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return result.exitCode == 0 ? read("out.map") : "";
    }
    std::string refused(const std::string& text) {
        write("bad.gltf", text);
        const RunResult result = run({"terrain", "bad.gltf", "-o", "none.map"});
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_EQ(lineCount(result.err), 1u) << result.err;
        EXPECT_FALSE(exists("none.map"));
        return result.err;
    }
};

const std::string kInside = "\"uri\":\"data:application/octet-stream;base64," + base64(buffer()) + "\",";

TEST_F(TerrainGltf, AllContainersAgreeWithObj) {
    write("a.obj", "v 0 0 0\nv 64 0 0\nv 0 64 0\nv 0 0 64\nusemtl rock\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    write("a.gltf", json(kInside));
    write("b.gltf", json("\"uri\":\"b.bin\","));
    write("b.bin", buffer());
    write("c.glb", glb(json(""), buffer()));
    const std::string expected = made("a.obj", {"--up", "y"});
    EXPECT_NE(expected.find(" rock "), std::string::npos);
    for (const char* name : {"a.gltf", "b.gltf", "c.glb"}) EXPECT_EQ(made(name), expected) << name;
    EXPECT_EQ(made("c.glb", {"--up", "z"}), made("a.obj"));
}

TEST_F(TerrainGltf, CompilesAsItIsWritten) {
    write("a.gltf", json(kInside));
    write("b.GLTF", json("\"uri\":\"b.bin\","));
    write("b.bin", buffer());
    write("c.glb", glb(json(""), buffer()));
    const auto compiled = [&](const std::string& name) {
        const RunResult result = run({"compile", name, "-o", "made.hull"});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return result.exitCode == 0 ? read("made.hull") : "";
    };
    const std::string expected = compiled("a.gltf");
    for (const char* name : {"a.gltf", "b.GLTF", "c.glb"}) {
        EXPECT_EQ(compiled(name), expected) << name;
        EXPECT_EQ(run({"verify", "made.hull", "--map", name, "--traces", "300", "--shapes", "50"}).exitCode, 0) << name;
    }
    // Another buffer beside the same file is another source.
    std::string other = buffer();
    other[3 * 4 + 2] ^= 1;
    write("b.bin", other);
    EXPECT_NE(compiled("b.GLTF"), expected);
    EXPECT_EQ(run({"compile", "b.GLTF", "-o", "b.bin"}).exitCode, 2);
    EXPECT_EQ(read("b.bin"), other);
    write("bad.gltf", "{");
    const RunResult result = run({"compile", "bad.gltf", "-o", "none.hull"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(lineCount(result.err), 1u) << result.err;
    EXPECT_EQ(result.err.find("bad.gltf: error: "), 0u) << result.err;
    EXPECT_FALSE(exists("none.hull"));
}

TEST_F(TerrainGltf, NodesArePlaced) {
    const auto obj = [&](const std::string& points) {
        write("a.obj", points + "usemtl rock\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
        return made("a.obj");
    };
    const auto gltf = [&](const std::string& node) {
        write("a.gltf", json(kInside, node));
        return made("a.gltf", {"--up", "z"});
    };
    EXPECT_EQ(gltf(R"(,"translation":[8,16,-4],"scale":[2,1,0.5])"),
              obj("v 8 16 -4\nv 136 16 -4\nv 8 80 -4\nv 8 16 28\n"));
    EXPECT_EQ(gltf(R"(,"rotation":[0,0,0.7071067811865476,0.7071067811865476])"),
              obj("v 0 0 0\nv 0 64 0\nv -64 0 0\nv 0 0 64\n"));
    EXPECT_EQ(gltf(R"(,"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1])"), obj("v 5 6 7\nv 5 70 7\nv -59 6 7\nv 5 6 71\n"));
    // What is mirrored still looks out: it is one convex body.
    write("a.gltf", json(kInside, R"(,"scale":[-1,1,1])"));
    EXPECT_NE(run({"terrain", "a.gltf", "-o", "out.map"}).out.find("4 triangles: 1 convex bodies, 0 pieces"),
              std::string::npos);
}

// Prefabs that name glTF are those of the same mesh as OBJ, whose axes are the map's.
TEST_F(TerrainGltf, PrefabsArePlaced) {
    write("part.obj", "v 0 0 0\nv 64 0 0\nv 0 0 64\nv 0 -64 0\nusemtl rock\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
    write("part.glb", glb(json(""), buffer()));
    write("part.gltf", json("\"uri\":\"part.bin\","));
    write("part.bin", buffer());
    std::string queries;
    Random random(20261127);
    for (int i = 0; i < 3000; ++i) {
        const auto number = [&](double most) { return std::to_string((2 * random.unit() - 1) * most) + " "; };
        queries += number(300) + number(120) + number(120) + "\n";
    }
    const auto answers = [&](const std::string& part) {
        const auto entity = [](const std::string& keys) { return "{\n" + keys + "\n}\n"; };
        write("m.map", entity("\"classname\" \"worldspawn\"") +
                           entity("\"classname\" \"misc_external_map\" \"_external_map\" \"" + part +
                                  "\" \"origin\" \"-200 0 8\" \"_external_map_angles\" \"0 90 0\" "
                                  "\"_external_map_scale\" \"1.5 1 -0.5\"") +
                           entity("\"classname\" \"misc_model\" \"_collide\" \"1\" \"model\" \"" + part +
                                  "\" \"origin\" \"10.5 -3 0\" \"angles\" \"20 30 40\" \"modelscale\" \"0.75\"") +
                           entity("\"classname\" \"func_instance\" \"file\" \"" + part +
                                  "\" \"origin\" \"200 0 0\" \"angles\" \"0 180 0\""));
        const RunResult compiled = run({"compile", "m.map", "--strict"});
        EXPECT_EQ(compiled.exitCode, 0) << part << compiled.err;
        const RunResult verified = run({"verify", "m.hull", "--map", "m.map", "--traces", "500", "--shapes", "50"});
        EXPECT_EQ(verified.exitCode, 0) << part << verified.out;
        const RunResult found = run({"contents", "m.hull", "--hull", "player", "--batch", "-"}, queries);
        EXPECT_EQ(found.exitCode, 0) << found.err;
        return found.out;
    };
    const std::string expected = answers("part.obj");
    std::size_t solid = 0;
    for (std::size_t at = expected.find("solid"); at != std::string::npos; at = expected.find("solid", at + 1)) ++solid;
    EXPECT_GE(solid, 100u);
    EXPECT_EQ(answers("part.glb"), expected);
    EXPECT_EQ(answers("part.gltf"), expected);

    // Another buffer is another source, and no output overwrites it.
    const std::string before = Json::parse(run({"info", "m.hull", "--json"}).out).at("sourceHash").get<std::string>();
    std::string other = buffer();
    other[3 * 4 + 2] ^= 1;
    write("part.bin", other);
    EXPECT_EQ(run({"compile", "m.map"}).exitCode, 0);
    EXPECT_NE(Json::parse(run({"info", "m.hull", "--json"}).out).at("sourceHash").get<std::string>(), before);
    EXPECT_EQ(run({"compile", "m.map", "-o", "part.bin"}).exitCode, 2);
    EXPECT_EQ(read("part.bin"), other);
    write("part.bin", "short");
    const RunResult result = run({"compile", "m.map", "-o", "none.hull"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.err,
              "m.map:4:1: error: misc_external_map \"part.gltf\": part.gltf: buffers[0]: has fewer bytes than its "
              "byteLength\n");
    EXPECT_FALSE(exists("none.hull"));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST_F(TerrainGltf, BadFilesAreOneError) {
    const std::string good = json(kInside);
    const auto broken = [&](const std::string& from, const std::string& to) {
        return refused(replaced(good, from, to));
    };
    EXPECT_EQ(refused(""), "hullbake: bad.gltf: no JSON at byte 1\n");
    EXPECT_EQ(refused("[1e999]"), "hullbake: bad.gltf: no JSON: a number is out of range\n");
    EXPECT_EQ(refused("[]"), "hullbake: bad.gltf: no glTF: the JSON is no object\n");
    EXPECT_EQ(refused("glTF"), "hullbake: bad.gltf: the file ends too early\n");
    EXPECT_EQ(broken("\"2.0\"", "\"1.0\""), "hullbake: bad.gltf: asset.version: only glTF 2 is read\n");
    EXPECT_EQ(broken("\"scene\":0", "\"scene\":7"), "hullbake: bad.gltf: scene: there is no scenes[7]\n");
    EXPECT_EQ(broken("\"mesh\":0", "\"mesh\":3"), "hullbake: bad.gltf: nodes[0].mesh: there is no meshes[3]\n");
    EXPECT_EQ(broken("\"mesh\":0", "\"mesh\":0,\"children\":[0]"),
              "hullbake: bad.gltf: nodes[0]: is in the scene twice\n");
    EXPECT_EQ(broken("\"count\":12", "\"count\":13"),
              "hullbake: bad.gltf: meshes[0].primitives[0].indices: accessors[1]: reaches past its view\n");
    EXPECT_EQ(broken("\"count\":12", "\"count\":11"),
              "hullbake: bad.gltf: meshes[0].primitives[0]: 11 corners make no triangles\n");
    EXPECT_EQ(broken("\"count\":4,", "\"count\":3,"),
              "hullbake: bad.gltf: meshes[0].primitives[0].indices: there is no point 3\n");
    EXPECT_EQ(broken("\"byteLength\":24", "\"byteLength\":25"),
              "hullbake: bad.gltf: bufferViews[1]: reaches past its buffer\n");
    EXPECT_EQ(broken("\"byteLength\":72", "\"byteLength\":73"),
              "hullbake: bad.gltf: buffers[0]: has fewer bytes than its byteLength\n");
    EXPECT_EQ(broken("5126", "5121"),
              "hullbake: bad.gltf: meshes[0].primitives[0].attributes: accessors[0]: componentType 5121 is not read "
              "here\n");
    EXPECT_EQ(broken(";base64,", ";base64,!"), "hullbake: bad.gltf: buffers[0].uri: is no base64\n");
    EXPECT_EQ(refused(json("\"uri\":\"no.bin\",")), "hullbake: bad.gltf: buffers[0].uri: no.bin: no such file\n");
    EXPECT_EQ(refused(json("\"uri\":\"http://x/y\",")),
              "hullbake: bad.gltf: buffers[0].uri: 'http://x/y' is no file beside this one\n");
    EXPECT_EQ(refused(json("")), "hullbake: bad.gltf: buffers[0]: has no uri\n");
    EXPECT_EQ(broken("{\"asset\"", "{\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\""),
              "hullbake: bad.gltf: extensionsRequired: [\"KHR_draco_mesh_compression\"] is not read\n");
    EXPECT_EQ(broken("\"indices\":1,", "\"indices\":1,\"mode\":1,"), "hullbake: bad.gltf: the mesh has no faces\n");
}

// No changed byte of a file makes the program end by a signal or print more than one line.
TEST_F(TerrainGltf, MutatedFiles) {
    constexpr std::uint64_t kSeed = 77;
    Random random(kSeed);
    const std::string good = glb(json(""), buffer());
    std::size_t refusals = 0;
    for (int i = 0; i < 120; ++i) {
        std::string text = good;
        for (int edit = random.whole(1, 3); edit > 0; --edit)
            text[random.index(text.size())] =
                static_cast<char>(random.chance(0.5) ? random.whole('0', '9') : random.whole(0, 255));
        write("m.glb", text);
        const RunResult result = run({"terrain", "m.glb", "-o", "m.map"});
        ASSERT_TRUE(result.exitCode == 0 || result.exitCode == 1) << "seed " << kSeed << ", " << i << ' ' << result.err;
        ASSERT_LE(lineCount(result.err), 1u) << result.err;
        refusals += result.exitCode == 1 ? 1 : 0;
    }
    EXPECT_GE(refusals, 30u);
}

}  // namespace
}  // namespace hullbake::test
