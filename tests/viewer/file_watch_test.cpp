// Proves that each change of a watched file is told, and told once.
#include "tools/live/file_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "formats/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

class FileWatching : public testing::Test {
  protected:
    void SetUp() override {
        write("first");
        watch_.watch({file_});
        growOld();
    }

    // As an editor does that writes into the file itself.
    void write(const std::string& text) { std::ofstream(file_, std::ios::binary) << text; }
    // As compile does: it opens the old file, to see whether it may, and then moves a new one there.
    void replace(const std::string& text) {
        std::string error;
        ASSERT_TRUE(writeFile(file_, text, error)) << error;
    }
    // From now on the file's time tells whether it was written.
    void growOld() { ASSERT_FALSE(watch_.wait(100ms)); }

    TemporaryFolder folder_;
    std::string file_ = folder_.file("level.hull");
    cli::FileWatch watch_;
};

TEST_F(FileWatching, TellsAFileOnceThatCompileReplaces) {
    for (int round = 0; round < 8; ++round) {
        std::thread writer([&] {
            std::this_thread::sleep_for(5ms);
            replace("other");
        });
        EXPECT_TRUE(watch_.wait(5s)) << round;
        writer.join();
        EXPECT_FALSE(watch_.wait(100ms)) << round << ": it was told twice";
    }
}

TEST_F(FileWatching, TellsAWriteOnce) {
    for (int round = 0; round < 4; ++round) {
        write("other");
        EXPECT_TRUE(watch_.wait(5s)) << round;
        EXPECT_FALSE(watch_.wait(100ms)) << round << ": it was told twice";
    }
}

TEST_F(FileWatching, TellsNothingOfAFileThatIsOnlyOpened) {
    for (int round = 0; round < 3; ++round) {
        { const std::fstream opened(file_, std::ios::binary | std::ios::in | std::ios::out); }
        EXPECT_FALSE(watch_.wait(100ms));
    }
    write("other");
    EXPECT_TRUE(watch_.wait(5s));
}

TEST_F(FileWatching, TellsWritesOfTheSameSizeThatFollowAtOnce) {
    for (int round = 0; round < 200; ++round) {
        write(std::to_string(1000 + round));
        ASSERT_TRUE(watch_.wait(5s)) << round;
    }
}

TEST_F(FileWatching, TellsAnotherFileOfTheSameTimeAndSize) {
    const std::string other = folder_.file("other.hull");
    std::ofstream(other, std::ios::binary) << "FIRST";
    fs::last_write_time(other, fs::last_write_time(file_));
    fs::rename(other, file_);
    EXPECT_TRUE(watch_.wait(5s));
}

TEST_F(FileWatching, TellsAFileThatIsThereAgain) {
    fs::remove(file_);
    EXPECT_FALSE(watch_.wait(100ms));
    write("other");
    EXPECT_TRUE(watch_.wait(5s));
}

}  // namespace
}  // namespace hullbake::test
