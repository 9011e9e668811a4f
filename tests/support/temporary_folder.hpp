// A temporary folder that is deleted with its object.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace hullbake::test {

class TemporaryFolder {
  public:
    /// Throws when the folder cannot be created.
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "hullbake_test_").string();
        pattern.append(6, 'X');  // placeholder for mkdtemp
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder: " + pattern);
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::string file(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

}  // namespace hullbake::test
