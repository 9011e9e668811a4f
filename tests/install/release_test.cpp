// Proves the archives of a release: the one for Linux works wherever it is unpacked, and the same files give the same
// bytes.
#include <string>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

class Release : public InstallTest {
  protected:
    void SetUp() override {
        if (shell("command -v dpkg").exitCode != 0) GTEST_SKIP() << "licences are known on Debian only";
        static const TemporaryFolder made;
        static const bool done = makeArchive(made.path().string());
        ASSERT_TRUE(done);
        succeed("ln -s " + made.path().string() +
                " out && mkdir 'other place' && tar -xzf out/*-linux-x86_64.tar.gz -C 'other place' && "
                "mv 'other place'/hullbake-* 'other place/here'");
    }

    bool makeArchive(const std::string& out, const std::string& from = "$PREFIX") const {
        const RunResult run =
            shell("SOURCE_DATE_EPOCH=1700000000 \"$SOURCE/tools/release.py\" " + out + " --linux \"" + from + "\"");
        EXPECT_EQ(run.exitCode, 0) << run.out << run.err;
        return run.exitCode == 0;
    }
};

TEST_F(Release, HasLicenceDocsExamplesAndEditors) {
    for (const char* file : {"LICENSE", "licences/libtbb12.txt", "bin/hullbake", "share/doc/hullbake/docs/cli.md",
                             "share/doc/hullbake/examples/walk.cpp", "share/doc/hullbake/LICENSE"})
        EXPECT_EQ(shell(std::string("test -s 'other place/here/") + file + "'").exitCode, 0) << file;
    EXPECT_EQ(
        shell("test -s 'other place/here/share/hullbake/editors/editors/trenchbroom/Hullbake/GameConfig.cfg'").exitCode,
        0)
        << succeed("find 'other place/here/share/hullbake' | head -30");
}

TEST_F(Release, RunsWhereItIsUnpacked) {
    succeed("env -i 'other place/here/bin/hullbake' compile \"$SOURCE/maps/demo/demo.map\" -o demo.hull");
    succeed("cmp demo.hull \"$DEMO\"");
    // Its libraries are the archive's own, those that they need too.
    const std::string libraries = succeed("env -i ldd 'other place/here/bin/hullbake'");
    EXPECT_NE(libraries.find("/other place/here/bin/../lib/hullbake/libtbb.so"), std::string::npos) << libraries;
    EXPECT_EQ(succeed("env -i ldd 'other place/here/bin/hullbake' | grep '=>' | grep -v 'other place' | "
                      "grep -Ev '^.(libc|libm|libstdc..|libgcc_s)[.]so' || true"),
              "");
}

TEST_F(Release, ExamplesBuildAgainstIt) {
    // pkg-config cannot name folders with a space to the shell.
    succeed("mv 'other place/here' here");
    succeed(
        "export PKG_CONFIG_PATH=$(dirname $(find $PWD/here/ -name hullbake.pc)) && $CXX -std=c++20 "
        "here/share/doc/hullbake/examples/walk.cpp $(pkg-config --cflags --libs hullbake) -o walk && "
        "pkg-config --cflags hullbake | grep -q $PWD/here");
    EXPECT_EQ(succeed("./walk \"$DEMO\""), path());
}

TEST_F(Release, TheSameFilesGiveTheSameBytes) {
    succeed("cp -r \"$PREFIX\" copy");
    ASSERT_TRUE(makeArchive("again", "copy"));
    succeed("cmp out/SHA256SUMS again/SHA256SUMS && cd again && sha256sum -c --quiet SHA256SUMS");
    EXPECT_EQ(succeed("tar -tvzf out/*.tar.gz | awk '{print $2, $4}' | sort -u"), "0/0 2023-11-14\n");
}

}  // namespace
}  // namespace hullbake::test
