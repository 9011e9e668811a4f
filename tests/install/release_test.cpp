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

// Builds for other systems cannot run their program, so they lack what it writes. Any files stand for such builds.
TEST_F(Release, ArchivesOfOtherSystemsHaveWhatOnlyLinuxCanMake) {
    if (shell("test -f /usr/x86_64-w64-mingw32/include/windows.h").exitCode != 0)
        GTEST_SKIP() << "mingw-w64 is not installed, so that its licence is not known";
    succeed(
        "for system in arm64 windows; do cp -r \"$PREFIX\" $system && "
        "rm -r $system/share/hullbake/editors $system/share/man && echo $system > $system/bin/hullbake; done && "
        "mv windows/bin/hullbake windows/bin/hullbake.exe && mkdir page npm && "
        "for file in index.html viewer.js hullbake.wasm; do echo page > page/$file; done && echo npm > npm/index.js");
    succeed(
        "SOURCE_DATE_EPOCH=1700000000 \"$SOURCE/tools/release.py\" all --linux \"$PREFIX\" --arm64 arm64 --windows "
        "windows "
        "--page page --npm npm && cd all && sha256sum -c --quiet SHA256SUMS && "
        "tar -xzf *-linux-arm64.tar.gz && python3 -m zipfile -e *-windows-x86_64.zip . && tar -xzf *-npm.tgz");
    for (const std::string folder : {"all/hullbake-*-linux-arm64/", "all/hullbake-*-windows-x86_64/"}) {
        for (const char* file : {"LICENSE", "licences/libboost*-dev.txt", "share/doc/hullbake/docs/cli.md",
                                 "share/doc/hullbake/docs/figures/viewing.png", "share/doc/hullbake/examples/walk.cpp",
                                 "share/hullbake/viewer/index.html", "include/hullbake/hullbake.h",
                                 "share/hullbake/editors/editors/trenchbroom/Hullbake/GameConfig.cfg",
                                 "share/hullbake/amalgamated/hullbake_runtime.cpp"})
            EXPECT_EQ(shell("test -s " + folder + file).exitCode, 0) << folder << file;
        // Nothing of the build for Linux but texts and data.
        EXPECT_EQ(succeed("find " + folder + " -name 'libtbb*'"), "");
        EXPECT_EQ(shell("test -e " + folder + "share/man").exitCode, 1);
    }
    EXPECT_EQ(succeed("cat all/hullbake-*-linux-arm64/bin/hullbake all/hullbake-*-windows-x86_64/bin/hullbake.exe"),
              "arm64\nwindows\n");
    EXPECT_EQ(shell("test -e all/hullbake-*-windows-x86_64/bin/hullbake").exitCode, 1);
    EXPECT_EQ(succeed("test -s all/hullbake-*-windows-x86_64/licences/mingw-w64*.txt; cat all/package/index.js"),
              "npm\n");
}

TEST_F(Release, TheSameFilesGiveTheSameBytes) {
    succeed("cp -r \"$PREFIX\" copy");
    ASSERT_TRUE(makeArchive("again", "copy"));
    succeed("cmp out/SHA256SUMS again/SHA256SUMS && cd again && sha256sum -c --quiet SHA256SUMS");
    EXPECT_EQ(succeed("tar -tvzf out/*.tar.gz | awk '{print $2, $4}' | sort -u"), "0/0 2023-11-14\n");
}

}  // namespace
}  // namespace hullbake::test
