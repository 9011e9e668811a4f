#include "formats/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "formats/utf8_path.hpp"

#if defined(__unix__)
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>
#endif

namespace hullbake {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
  protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::path(testing::TempDir()) / ("hullbake_files_" + std::string(info->name()));
        fs::remove_all(folder_);
        ASSERT_TRUE(fs::create_directories(folder_));
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string at(const std::string& name) const { return (folder_ / name).string(); }
    void put(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    std::string get(const std::string& name) const {
        std::ifstream in(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    /// Returns the names in the folder, sorted, with a blank after each.
    std::string listing() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        std::string out;
        for (const std::string& name : names) out += name + " ";
        return out;
    }

    fs::path folder_;
    std::string text_, error_;
};

TEST_F(Files, WritesAndReadsBackEveryByte) {
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    all += "\r\n\n\r\x1a";
    for (const std::size_t repeats : {0u, 1u, 2000u}) {
        std::string text;
        for (std::size_t i = 0; i < repeats; ++i) text += all;
        ASSERT_TRUE(writeFile(at("f"), text, error_)) << error_;
        ASSERT_TRUE(readFile(at("f"), text_, error_)) << error_;
        EXPECT_EQ(text_, text);
        std::vector<std::byte> bytes(3);
        ASSERT_TRUE(readFile(at("f"), bytes, error_)) << error_;
        ASSERT_EQ(bytes.size(), text.size());
        EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), text.begin(),
                               [](std::byte b, char c) { return b == static_cast<std::byte>(c); }));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 16, 0u);
    }
    EXPECT_EQ(listing(), "f ");
    EXPECT_EQ(error_, "");
}

TEST_F(Files, ReadingSaysWhyItCannot) {
    text_ = "old";
    EXPECT_FALSE(readFile(at("missing"), text_, error_));
    EXPECT_EQ(error_, "no such file");
    EXPECT_EQ(text_, "") << "nothing of an old buffer stays";
    EXPECT_FALSE(readFile(at("missing/f"), text_, error_));
    EXPECT_EQ(error_, "no such file");
    EXPECT_FALSE(readFile("", text_, error_));
    EXPECT_EQ(error_, "no such file");
    EXPECT_FALSE(readFile(folder_.string(), text_, error_));
    EXPECT_EQ(error_, "is a directory");
    put("f", "x");
    EXPECT_FALSE(readFile(at("f/g"), text_, error_));
    EXPECT_EQ(error_, "no such file");
    EXPECT_FALSE(readFile(at(std::string(5000, 'n')), text_, error_));
    EXPECT_TRUE(error_.starts_with("cannot be read: ")) << error_;
    std::vector<std::byte> bytes(1);
    EXPECT_FALSE(readFile(folder_.string(), bytes, error_));
    EXPECT_TRUE(bytes.empty());
}

TEST_F(Files, TakesNamesOutsideAscii) {
    const std::string name = "Über den Gängen 地下城.map";
    std::string error, text;
    ASSERT_TRUE(writeFile(at(name), std::string_view("first"), error)) << error;
    ASSERT_TRUE(writeFile(at(name), std::string_view("second"), error)) << error;
    EXPECT_TRUE(fs::exists(folder_ / pathOf(name)));
    ASSERT_TRUE(readFile(at(name), text, error)) << error;
    EXPECT_EQ(text, "second");
    EXPECT_EQ(utf8Of(pathOf(name)), name);
    EXPECT_EQ(utf8Of(pathOf(name).extension()), ".map");
}

#if defined(__unix__)
TEST(Utf8Path, KeepsBytesThatAreNoUtf8) {
    for (int byte = 1; byte < 256; ++byte) {
        const std::string name{static_cast<char>(byte), 'a', '\xff'};
        EXPECT_EQ(pathOf(name).native(), name);
        EXPECT_EQ(utf8Of(pathOf(name)), name);
    }
}
#endif

TEST_F(Files, OverwritesWhole) {
    put("f", std::string(1000, 'x'));
    ASSERT_TRUE(writeFile(at("f"), "short", error_)) << error_;
    EXPECT_EQ(get("f"), "short");
    const std::byte bytes[] = {std::byte{0}, std::byte{255}};
    ASSERT_TRUE(writeFile(at("f"), std::span<const std::byte>(bytes), error_)) << error_;
    EXPECT_EQ(get("f"), std::string("\0\xff", 2));
    EXPECT_EQ(listing(), "f ");
}

TEST_F(Files, WritesIntoTheWorkingFolder) {
    const fs::path before = fs::current_path();
    fs::current_path(folder_);
    const bool written = writeFile("plain", "x", error_);
    fs::current_path(before);
    EXPECT_TRUE(written) << error_;
    EXPECT_EQ(listing(), "plain ");
}

TEST_F(Files, WritingSaysWhyItCannotAndLeavesNothing) {
    fs::create_directory(folder_ / "d");
    EXPECT_FALSE(writeFile(at("d"), "x", error_));
    EXPECT_EQ(error_, "is a directory");
    EXPECT_FALSE(writeFile(at("d/"), "x", error_));
    EXPECT_EQ(error_, "is a directory");
    EXPECT_FALSE(writeFile(at("none/f"), "x", error_));
    EXPECT_EQ(error_, "its folder does not exist");
    EXPECT_FALSE(writeFile(at("none/"), "x", error_));
    EXPECT_EQ(error_, "names no file");
    EXPECT_FALSE(writeFile("", "x", error_));
    EXPECT_EQ(error_, "names no file");
    put("f", "kept");
    EXPECT_FALSE(writeFile(at("f/g"), "x", error_));
    EXPECT_EQ(error_, "its folder does not exist");
    EXPECT_FALSE(writeFile(at(std::string(5000, 'n')), "x", error_));
    EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    EXPECT_FALSE(writeFile(at(std::string(300, 'n')), "x", error_)) << "too long a name: seen when the file is renamed";
    EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    EXPECT_EQ(listing(), "d f ");
    EXPECT_EQ(get("f"), "kept");
    EXPECT_TRUE(fs::is_empty(folder_ / "d"));
}

#if defined(__unix__)

TEST_F(Files, SpecialFilesAreNotRead) {
    EXPECT_FALSE(readFile("/dev/null", text_, error_));
    EXPECT_EQ(error_, "is not a regular file");
    ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
    EXPECT_FALSE(readFile(at("pipe"), text_, error_)) << "must not wait for a writer either";
    EXPECT_EQ(error_, "is not a regular file");
}

TEST_F(Files, SpecialFilesAreWrittenDirectly) {
    EXPECT_TRUE(writeFile("/dev/null", "x", error_)) << error_;
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    if (fs::exists("/dev/full")) {
        EXPECT_FALSE(writeFile("/dev/full", "x", error_));
        EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    }
}

TEST_F(Files, LinksAreFollowed) {
    fs::create_directory(folder_ / "d");
    put("d/real", "old");
    fs::create_symlink("d/real", folder_ / "link");
    ASSERT_TRUE(writeFile(at("link"), "new", error_)) << error_;
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(get("d/real"), "new");
    ASSERT_TRUE(readFile(at("link"), text_, error_)) << error_;
    EXPECT_EQ(text_, "new");
    fs::create_symlink("loop", folder_ / "loop");
    EXPECT_FALSE(readFile(at("loop"), text_, error_));
    EXPECT_TRUE(error_.starts_with("cannot be read: ")) << error_;
    EXPECT_FALSE(writeFile(at("loop"), "x", error_));
    EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    EXPECT_EQ(listing(), "d link loop ");
}

TEST_F(Files, PermissionsStay) {
    put("f", "old");
    fs::permissions(folder_ / "f", fs::perms(0640));
    ASSERT_TRUE(writeFile(at("f"), "new", error_)) << error_;
    EXPECT_EQ(fs::status(folder_ / "f").permissions(), fs::perms(0640));
}

TEST_F(Files, ProtectedFilesAreLeftAlone) {
    if (geteuid() == 0) {
        // The superuser may write anything. FullDiskLeavesNothing tests failing writes for such a user.
        put("f", "old");
        fs::permissions(folder_ / "f", fs::perms(0400));
        EXPECT_TRUE(writeFile(at("f"), "new", error_)) << error_;
        EXPECT_EQ(get("f"), "new");
        return;
    }
    put("f", "old");
    fs::permissions(folder_ / "f", fs::perms(0400));
    EXPECT_FALSE(writeFile(at("f"), "new", error_));
    EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    EXPECT_EQ(get("f"), "old");
    fs::permissions(folder_ / "f", fs::perms(0));
    EXPECT_FALSE(readFile(at("f"), text_, error_));
    EXPECT_TRUE(error_.starts_with("cannot be read: ")) << error_;
    fs::permissions(folder_, fs::perms(0500));
    EXPECT_FALSE(writeFile(at("g"), "new", error_));
    EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    EXPECT_EQ(listing(), "f ");
    fs::permissions(folder_, fs::perms(0700));
}

/// Limits files of this process to `bytes` during its lifetime, as on a full disk.
class SmallDisk {
  public:
    explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        works_ = setrlimit(RLIMIT_FSIZE, &limit) == 0;
    }
    ~SmallDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    bool works() const { return works_; }

  private:
    void (*handler_)(int);
    rlimit before_{};
    bool works_ = false;
};

TEST_F(Files, FullDiskLeavesNothing) {
    put("f", "kept");
    bool works = false, replaced = true, made = true, small = true;
    std::string smallError;
    {
        const SmallDisk disk(4096);
        works = disk.works();
        replaced = writeFile(at("f"), std::string(100000, 'x'), error_);
        made = writeFile(at("g"), std::string(4097, 'x'), smallError);
        small = writeFile(at("h"), std::string(4096, 'x'), text_);
    }
    ASSERT_TRUE(works);
    EXPECT_FALSE(replaced);
    EXPECT_TRUE(error_.starts_with("cannot be written: ")) << error_;
    EXPECT_FALSE(made) << "the failure shows only when the buffer is flushed";
    EXPECT_TRUE(smallError.starts_with("cannot be written: ")) << smallError;
    EXPECT_TRUE(small) << text_;
    EXPECT_EQ(get("f"), "kept");
    EXPECT_EQ(listing(), "f h ");
}

TEST_F(Files, ReadErrorsAndFilesWithoutASize) {
    if (!fs::exists("/proc/self/mem")) GTEST_SKIP() << "no /proc here";
    EXPECT_FALSE(readFile("/proc/self/mem", text_, error_)) << "page 0 cannot be read";
    EXPECT_TRUE(error_.starts_with("cannot be read: ")) << error_;
    EXPECT_EQ(text_, "");
    ASSERT_TRUE(readFile("/proc/self/status", text_, error_)) << error_;
    EXPECT_NE(text_.find("VmSize"), std::string::npos) << "its size is given as 0";
}

#endif

}  // namespace
}  // namespace hullbake
