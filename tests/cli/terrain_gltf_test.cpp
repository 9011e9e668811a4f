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

// The same tetrahedron: `points` are the bytes of its four points, `corners` those of its corners.
std::string stored(const std::string& points, const std::string& pointKind, const std::string& corners,
                   const std::string& cornerKind, const std::string& more = "") {
    return R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"materials":[{"name":"rock"}],"meshes":[{"primitives":[{)"
           R"("attributes":{"POSITION":0},"indices":1,"material":0}]}],"accessors":[{"type":"VEC3","count":4,)" +
           pointKind + R"(},{"type":"SCALAR",)" + cornerKind + R"(}],"buffers":[{"uri":"data:;base64,)" +
           base64(points) + R"(","byteLength":)" + std::to_string(points.size()) + R"(},{"uri":"data:;base64,)" +
           base64(corners) + R"(","byteLength":)" + std::to_string(corners.size()) + "}]" + more + "}";
}

TEST_F(TerrainGltf, NumbersAreStoredInManyWays) {
    const auto gltf = [&](const std::string& text) {
        write("n.gltf", text);
        return made("n.gltf");
    };
    const std::string expected = gltf(json(kInside));
    const std::string points = buffer().substr(0, 48);
    const std::string shorts = buffer().substr(48);
    std::string bytes, longs;
    for (std::size_t i = 0; i < shorts.size(); i += 2) {
        bytes += shorts[i];
        longs += littleEndian(static_cast<unsigned char>(shorts[i]));
    }
    const std::string views = R"(,"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":1,"byteLength":)";
    const std::string floats = R"("bufferView":0,"componentType":5126)";
    const auto corners = [](int component) {
        return R"("count":12,"bufferView":1,"componentType":)" + std::to_string(component);
    };
    EXPECT_EQ(gltf(stored(points, floats, bytes, corners(5121), views + "12}]")), expected) << "bytes";
    EXPECT_EQ(gltf(stored(points, floats, longs, corners(5125), views + "48}]")), expected) << "32 bits";

    // Points 20 bytes apart, the first after 4 bytes.
    std::string apart = "....";
    for (std::size_t i = 0; i < 48; i += 12) apart += points.substr(i, 12) + (i < 36 ? "########" : "");
    EXPECT_EQ(gltf(stored(apart, floats + R"(,"byteOffset":4)", bytes, corners(5121),
                          R"(,"bufferViews":[{"buffer":0,"byteLength":76,"byteStride":20},)"
                          R"({"buffer":1,"byteLength":12}])")),
              expected)
        << "interleaved";

    // Sparse: the second and the last of all zero, and the third and the last replaced.
    const std::string replaced = std::string(1, 1) + std::string(1, 3) + points.substr(12, 12) + points.substr(36, 12);
    const auto sparse = [](int base) {
        return R"("componentType":5126,"sparse":{"count":2,"indices":{"bufferView":)" + std::to_string(base) +
               R"(,"componentType":5121},"values":{"bufferView":)" + std::to_string(base) + R"(,"byteOffset":2}})";
    };
    const std::string zero = std::string(24, '\0') + points.substr(24, 12) + "????????????";
    EXPECT_EQ(gltf(stored(zero + replaced, R"("bufferView":0,)" + sparse(2), bytes, corners(5121),
                          views + R"(12},{"buffer":0,"byteOffset":48,"byteLength":26}])")),
              expected)
        << "sparse";
    const std::string third = std::string("\1\2\3", 3) + points.substr(12);
    EXPECT_EQ(gltf(stored(third,
                          R"("componentType":5126,"sparse":{"count":3,"indices":{"bufferView":0,"componentType":5121},)"
                          R"("values":{"bufferView":0,"byteOffset":3}})",
                          bytes, corners(5121),
                          R"(,"bufferViews":[{"buffer":0,"byteLength":39},{"buffer":1,"byteLength":12}])")),
              expected)
        << "sparse without a base";

    // Quantized: shorts as they are, and bytes as parts of a unit that the node scales.
    std::string quantized, normalized;
    for (const int coordinate : {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}) {
        quantized += littleEndian(static_cast<std::uint32_t>(coordinate * 64), 2);
        normalized += static_cast<char>(coordinate * 127);
    }
    const std::string used = R"(,"extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":)"
                             R"(["KHR_mesh_quantization"])";
    const std::string quarter = R"(,"bufferViews":[{"buffer":0,"byteLength":24},{"buffer":1,"byteLength":12}])";
    EXPECT_EQ(gltf(stored(quantized, R"("bufferView":0,"componentType":5122)", bytes, corners(5121), quarter + used)),
              expected)
        << "shorts";
    const std::string half = R"(,"bufferViews":[{"buffer":0,"byteLength":12},{"buffer":1,"byteLength":12}])";
    std::string scaled = stored(normalized, R"("bufferView":0,"componentType":5120,"normalized":true)", bytes,
                                corners(5121), half + used);
    scaled.replace(scaled.find(R"({"mesh":0})"), 10, R"({"mesh":0,"scale":[64,64,64]})");
    EXPECT_EQ(gltf(scaled), expected) << "parts of a unit";

    write("with space%.gltf", json(R"("uri":"with%20space%25.bin",)"));
    write("with space%.bin", buffer());
    EXPECT_EQ(made("with space%.gltf"), expected) << "a name with percents";
}

TEST_F(TerrainGltf, StripsAndFans) {
    // A square pyramid without its base as a fan, and a wavy band as a strip; each mirrored by a matrix, too.
    const std::string fan("\4\0\1\2\3\0", 6), strip("\0\1\3\2\4", 5);
    const auto gltf = [&](int mode, const std::string& corners, const std::string& list) {
        std::string points;
        for (const float c : {0.f, 0.f, 0.f, 64.f, 0.f, 0.f, 64.f, 64.f, 8.f, 0.f, 64.f, 0.f, 32.f, 32.f, 40.f})
            points += littleEndian(std::bit_cast<std::uint32_t>(c));
        const std::string& used = mode == 4 ? list : corners;
        std::string text = stored(points, R"("bufferView":0,"componentType":5126)", used,
                                  R"("bufferView":1,"componentType":5121,"count":)" + std::to_string(used.size()),
                                  R"(,"bufferViews":[{"buffer":0,"byteLength":60},{"buffer":1,"byteLength":)" +
                                      std::to_string(used.size()) + "}]");
        text = text.replace(text.find("\"count\":4"), 9, "\"count\":5");
        text.insert(text.find("\"indices\""), "\"mode\":" + std::to_string(mode) + ",");
        std::string all;
        for (const char* node : {R"({"mesh":0})", R"({"mesh":0,"matrix":[1,0,0,0,0,-1,0,0,0,0,1,0,3,0,0,1]})",
                                 R"({"mesh":0,"scale":[-2,-1,-1]})"}) {
            std::string placed = text;
            placed.replace(placed.find(R"({"mesh":0})"), 10, node);
            write("s.gltf", placed);
            all += made("s.gltf", {"--up", "z"});
        }
        return all;
    };
    const std::string fanned("\4\0\1\4\1\2\4\2\3\4\3\0", 12), striped("\0\1\3\1\2\3\3\2\4", 9);
    EXPECT_EQ(gltf(6, fan, fanned), gltf(4, fan, fanned));
    EXPECT_EQ(gltf(5, strip, striped), gltf(4, strip, striped));
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
    EXPECT_EQ(broken("{\"mesh\":0", "{\"extensions\":{\"EXT_mesh_gpu_instancing\":{}},\"mesh\":0"),
              "hullbake: bad.gltf: nodes[0]: EXT_mesh_gpu_instancing is not read; export the instances as nodes\n");
    EXPECT_EQ(broken("{\"asset\"", "{\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\""),
              "hullbake: bad.gltf: extensionsRequired: \"KHR_draco_mesh_compression\" is not read\n");
    EXPECT_EQ(broken("\"type\":\"VEC3\"", R"("type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,)"
                                          R"("componentType":5125,"byteOffset":12},"values":{"bufferView":0}})"),
              "hullbake: bad.gltf: meshes[0].primitives[0].attributes: accessors[0].sparse: there is no element "
              "1115684864\n");
    EXPECT_EQ(broken("\"count\":4,", "\"count\":4000000000,"),
              "hullbake: bad.gltf: meshes[0].primitives[0].attributes: accessors[0]: its count must be from 1 to "
              "1500000\n");
    EXPECT_EQ(broken("\"indices\":1,", "\"indices\":1,\"mode\":1,"), "hullbake: bad.gltf: the mesh has no faces\n");
}

TEST_F(TerrainGltf, ManyAndDeepValuesAreOneError) {
    const auto refused = [&](const std::string& text) {
        write("bad.gltf", text);
        const RunResult result = run({"terrain", "bad.gltf", "-o", "bad.map"});
        EXPECT_EQ(result.exitCode, 1);
        return result.err;
    };
    const std::string head = R"({"asset":{"version":"2.0"},"extras":[)";
    EXPECT_EQ(refused(head + std::string(300, '[')), "hullbake: bad.gltf: nested too deep\n");
    std::string many = head;
    for (int i = 0; i < 8'000'000; ++i) many += "1,";
    EXPECT_EQ(refused(many + "1]}"), "hullbake: bad.gltf: more than 8000000 values\n");
    EXPECT_EQ(refused(head + std::string(250, '[') + std::string(250, ']') + "]}"),
              "hullbake: bad.gltf: the mesh has no faces\n");
    EXPECT_FALSE(exists("bad.map"));
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
