#include "formats/files.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <new>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "formats/utf8_path.hpp"

namespace hullbake {
namespace {

namespace fs = std::filesystem;

// readFile promises 16-byte alignment for buffers from operator new.
static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 16);

constexpr std::size_t kFirstRead = std::size_t{1} << 16;
/// Upper bound of the names tried for a temporary file. Each name has 64 random bits, so even a second try is rare.
constexpr int kNameTries = 16;

std::string reasonOf(int error) {
    return std::generic_category().message(error);
}

std::FILE* openStream(const fs::path& path, std::string_view mode) {
#ifdef _WIN32
    return _wfopen(path.c_str(), std::wstring(mode.begin(), mode.end()).c_str());
#else
    return std::fopen(path.c_str(), std::string(mode).c_str());
#endif
}

/// A C stream that closes itself. `close` returns false if some bytes did not reach the file.
class Stream {
  public:
    Stream(const fs::path& path, std::string_view mode) {
        errno = 0;
        file_ = openStream(path, mode);
        if (!file_) error_ = errno;
    }
    ~Stream() { close(); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    bool isOpen() const { return file_ != nullptr; }
    int error() const { return error_; }

    /// Returns the number of bytes read: fewer than `size` at the end of the file and after an error.
    std::size_t read(void* into, std::size_t size) {
        errno = 0;
        const std::size_t count = std::fread(into, 1, size, file_);
        if (count < size && std::ferror(file_) != 0) error_ = errno != 0 ? errno : EIO;
        return count;
    }

    bool write(std::span<const std::byte> bytes) {
        errno = 0;
        if (bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return true;
        error_ = errno != 0 ? errno : EIO;
        return false;
    }

    bool close() {
        if (!file_) return error_ == 0;
        errno = 0;
        if (std::fclose(file_) != 0 && error_ == 0) error_ = errno != 0 ? errno : EIO;
        file_ = nullptr;
        return error_ == 0;
    }

  private:
    std::FILE* file_ = nullptr;
    int error_ = 0;
};

/// Deletes a temporary file on destruction unless it was renamed.
class TemporaryFile {
  public:
    explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
    ~TemporaryFile() {
        std::error_code ignored;
        if (!renamed_) fs::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const fs::path& path() const { return path_; }
    bool renameTo(const fs::path& target, std::error_code& error) {
        fs::rename(path_, target, error);
        renamed_ = !error;
        return renamed_;
    }

  private:
    fs::path path_;
    bool renamed_ = false;
};

/// Reads to the end instead of trusting the size: files in /proc report none, other files may grow meanwhile.
template <typename Buffer>
bool readAll(const fs::path& path, Buffer& buffer, std::string& error) {
    buffer.clear();
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (status.type() == fs::file_type::not_found) {
        error = "no such file";
    } else if (status.type() == fs::file_type::none) {
        error = "cannot be read: " + code.message();
    } else if (status.type() == fs::file_type::directory) {
        error = "is a directory";
    } else if (status.type() != fs::file_type::regular) {
        error = "is not a regular file";
    } else {
        Stream file(path, "rb");
        const std::uintmax_t size = fs::file_size(path, code);
        std::size_t count = 0, wanted = code ? kFirstRead : static_cast<std::size_t>(size) + 1;
        while (file.isOpen()) {
            buffer.resize(count + wanted);
            const std::size_t got = file.read(buffer.data() + count, wanted);
            count += got;
            if (got < wanted) break;
            wanted = count < kFirstRead ? kFirstRead : count;
        }
        buffer.resize(count);
        if (file.error() == 0) return true;
        buffer.clear();
        error = "cannot be read: " + reasonOf(file.error());
    }
    return false;
}

template <typename Buffer>
bool readAllOrReason(const std::string& path, Buffer& buffer, std::string& error) {
    try {
        return readAll(pathOf(path), buffer, error);
    } catch (const std::bad_alloc&) {
        error = "does not fit into memory";
    } catch (const std::length_error&) {
        error = "does not fit into memory";
    }
    buffer = Buffer();
    return false;
}

bool writeStream(Stream& file, const TextParts& parts, std::string& error) {
    if (file.isOpen()) {
        for (std::string_view part; file.error() == 0 && !(part = parts()).empty();)
            file.write(std::as_bytes(std::span(part)));
        file.close();
    }
    if (file.error() == 0) return true;
    error = "cannot be written: " + reasonOf(file.error());
    return false;
}

/// Returns true for names of this process's open files, like "/dev/stdout". A rename would replace the name and not
/// reach the open file.
bool isOpenFileName(const std::string& path) {
    return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/") || path.starts_with("/proc/");
}

fs::path temporaryBeside(const fs::path& target) {
    std::random_device random;
    constexpr char kDigits[] = "0123456789abcdef";
    std::string name = ".hullbake-";
    for (int word = 0; word < 2; ++word) {
        std::uint32_t bits = random();
        for (int digit = 0; digit < 8; ++digit, bits >>= 4) name += kDigits[bits & 15];
    }
    return target.parent_path() / (name + ".tmp");
}

/// Writes a temporary file beside `target` and renames it. `existing` is the status of the file it replaces.
bool writeBeside(const fs::path& target, fs::file_status existing, const TextParts& parts, std::string& error) {
    for (int attempt = 0; attempt < kNameTries; ++attempt) {
        const fs::path path = temporaryBeside(target);
        Stream file(path, "wbx");
        if (!file.isOpen()) {
            error = "cannot be written: " + reasonOf(file.error());
            if (file.error() == EEXIST) continue;
            return false;
        }
        TemporaryFile temporary(path);
        if (!writeStream(file, parts, error)) return false;
        std::error_code code;
        if (fs::exists(existing)) fs::permissions(path, existing.permissions(), code);
        if (code || !temporary.renameTo(target, code)) {
            error = "cannot be written: " + code.message();
            return false;
        }
        return true;
    }
    return false;
}

/// Returns true for a file that is there and is written in place: a device, a pipe, an open file of this process.
bool isWrittenInPlace(const std::string& path, const fs::file_status& status) {
    return fs::exists(status) && (status.type() != fs::file_type::regular || isOpenFileName(path));
}

/// Returns why a file cannot be written there, as far as can be told without writing, or nothing.
std::string targetFault(const std::string& path) {
    // Other programs mean their output by it. A file named so is hard to remove.
    if (path == "-") return "is no name of a file; standard output is /dev/stdout";
    std::error_code code;
    const fs::path target = pathOf(path);
    const fs::file_status status = fs::status(target, code);
    if (status.type() == fs::file_type::none) return "cannot be written: " + code.message();
    if (status.type() == fs::file_type::directory) return "is a directory";
    if (isWrittenInPlace(path, status)) return "";
    if (!target.has_filename()) return "names no file";
    if (fs::exists(status)) {
        // A rename needs no permission to write the old file.
        const Stream probe(target, "r+b");
        return probe.isOpen() ? "" : "cannot be written: " + reasonOf(probe.error());
    }
    const fs::path folder = target.parent_path();
    return folder.empty() || fs::is_directory(folder, code) ? "" : "its folder does not exist";
}

bool writeAll(const std::string& path, const TextParts& parts, std::string& error) {
    if (error = targetFault(path); !error.empty()) return false;
    std::error_code code;
    fs::path target = pathOf(path);
    const fs::file_status status = fs::status(target, code);
    if (isWrittenInPlace(path, status)) {
        Stream file(target, "wb");
        return writeStream(file, parts, error);
    }
    // Follow links by hand: a rename would replace a link instead of its target.
    if (const fs::path real = fs::canonical(target, code); !code) target = real;
    return writeBeside(target, status, parts, error);
}

}  // namespace

bool readFile(const std::string& path, std::vector<std::byte>& bytes, std::string& error) {
    return readAllOrReason(path, bytes, error);
}

bool readFile(const std::string& path, std::string& text, std::string& error) {
    return readAllOrReason(path, text, error);
}

std::ifstream openLines(const std::string& path, std::string& error) {
    error.clear();
    // Some systems open a directory without error and fail when it is read.
    std::error_code code;
    if (fs::is_directory(pathOf(path), code)) {
        error = "is a directory";
        return {};
    }
    errno = 0;
    std::ifstream lines(pathOf(path), std::ios::binary);
    if (!lines) error = errno == ENOENT ? "no such file" : "cannot be read: " + reasonOf(errno);
    return lines;
}

bool canWriteFile(const std::string& path, std::string& error) {
    error = targetFault(path);
    return error.empty();
}

bool writeFile(const std::string& path, std::span<const std::byte> bytes, std::string& error) {
    return writeFile(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), error);
}

bool writeFile(const std::string& path, std::string_view text, std::string& error) {
    return writeFile(
        path, [&] { return std::exchange(text, {}); }, error);
}

bool writeFile(const std::string& path, const TextParts& parts, std::string& error) {
    return writeAll(path, parts, error);
}

}  // namespace hullbake
