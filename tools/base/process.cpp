#include "tools/base/process.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "formats/utf8_path.hpp"

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <future>
#include <memory>
#include <thread>

#ifndef __GLIBC__
extern char** environ;
#endif
#endif

namespace hullbake::cli {
namespace {

std::string endOf(const std::string& program, unsigned long code) {
    return code == 0 ? "" : fmt::format("{}: ended with code {}", program, code);
}

std::string cannotStart(const std::string& program, int error) {
    return fmt::format("{}: cannot be started: {}", program, std::system_category().message(error));
}

#ifdef _WIN32

/// Appends a word as the C library of the other program takes it apart again: backslashes count only before a quote.
void appendQuoted(std::wstring& line, const std::wstring& word) {
    line += line.empty() ? L"\"" : L" \"";
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') line.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        line += c;
    }
    line.append(backslashes, L'\\') += L'"';
}

/// Returns the path of a program without a folder that is in a folder of PATH; empty if none is. Windows itself would
/// look in the current folder first, where a map may have brought programs along.
std::wstring foundInPath(const std::wstring& name) {
    const wchar_t* const folders = _wgetenv(L"PATH");
    if (folders == nullptr) return {};
    std::wstring found(32768, L'\0');
    const DWORD size =
        SearchPathW(folders, name.c_str(), L".exe", static_cast<DWORD>(found.size()), found.data(), nullptr);
    found.resize(size < found.size() ? size : 0);
    return found;
}

#else

/// What the new program does with the files of this one.
class FileActions {
  public:
    FileActions() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
        for (const int output : {1, 2}) posix_spawn_file_actions_addinherit_np(&actions_, output);
#endif
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
        // Else an editor would keep the port of this server.
        posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
#endif
    }
    ~FileActions() {
        posix_spawn_file_actions_destroy(&actions_);
    }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    const posix_spawn_file_actions_t* get() const {
        return &actions_;
    }

  private:
    posix_spawn_file_actions_t actions_;
};

/// A group of processes of its own, which Ctrl+C in this program's terminal does not end.
class OwnGroup {
  public:
    OwnGroup() {
        posix_spawnattr_init(&attributes_);
        short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
        // Only what the actions name is left open then.
#endif
        posix_spawnattr_setflags(&attributes_, flags);
        posix_spawnattr_setpgroup(&attributes_, 0);
        // This program ignores it; the programs of a terminal need it.
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes_, &pipe);
    }
    ~OwnGroup() {
        posix_spawnattr_destroy(&attributes_);
    }
    OwnGroup(const OwnGroup&) = delete;
    OwnGroup& operator=(const OwnGroup&) = delete;
    const posix_spawnattr_t* get() const {
        return &attributes_;
    }

  private:
    posix_spawnattr_t attributes_;
};

#endif

}  // namespace

#ifdef _WIN32

std::string startProgram(const std::vector<std::string>& words, std::chrono::milliseconds patience) {
    std::wstring line;
    for (const std::string& word : words) appendQuoted(line, pathOf(word).native());
    std::filesystem::path program = pathOf(words.front());
    for (const wchar_t* const batch : {L".bat", L".cmd"})
        if (lstrcmpiW(program.extension().c_str(), batch) == 0)
            return fmt::format("{}: cannot be started: a batch file; name the .exe", words.front());
    std::wstring path;
    if (!program.has_parent_path() && (path = foundInPath(program.native())).empty())
        return cannotStart(words.front(), ERROR_FILE_NOT_FOUND);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    PROCESS_INFORMATION process{};
    if (CreateProcessW(path.empty() ? nullptr : path.c_str(), line.data(), nullptr, nullptr, FALSE,
                       CREATE_NEW_PROCESS_GROUP, nullptr, nullptr, &start, &process) == 0)
        return cannotStart(words.front(), static_cast<int>(GetLastError()));
    DWORD code = 0;
    const bool ended = WaitForSingleObject(process.hProcess, static_cast<DWORD>(patience.count())) == WAIT_OBJECT_0 &&
                       GetExitCodeProcess(process.hProcess, &code) != 0;
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return ended ? endOf(words.front(), code) : "";
}

#else

std::string startProgram(const std::vector<std::string>& words, std::chrono::milliseconds patience) {
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    arguments.reserve(copies.size() + 1);
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const FileActions actions;
    const OwnGroup group;
    pid_t process = 0;
    if (const int error =
            posix_spawnp(&process, arguments.front(), actions.get(), group.get(), arguments.data(), environ))
        return cannotStart(words.front(), error);
    // A thread of its own takes the end, however late: a process whose end nobody takes stays in the system's list.
    auto end = std::make_shared<std::promise<int>>();
    std::future<int> ended = end->get_future();
    std::thread([end, process] {
        int status = 0;
        while (waitpid(process, &status, 0) == -1 && errno == EINTR) {
        }
        end->set_value(status);
    }).detach();
    if (ended.wait_for(patience) != std::future_status::ready) return "";
    const int status = ended.get();
    if (WIFSIGNALED(status)) return fmt::format("{}: ended by signal {}", words.front(), WTERMSIG(status));
    return endOf(words.front(), static_cast<unsigned long>(WEXITSTATUS(status)));
}

#endif

}  // namespace hullbake::cli
