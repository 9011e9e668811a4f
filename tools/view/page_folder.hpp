// The files of the viewer's page, found once when the server starts.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace hullbake::cli {

/// The page's files by the path of their address: "/viewer.js" for `viewer.js`, "/" for `index.html`. Nothing else can
/// be asked for, so no address leads out of the folder.
class PageFolder {
  public:
    /// Lists the folder. Without a name it is the one that `./dev viewer` or an installation has put near the program.
    /// Throws a Failure that says how to get the page if it is not there.
    explicit PageFolder(const std::string& folder);

    /// Returns the path of the file for an address, or null if the folder has none.
    const std::string* find(std::string_view address) const;

  private:
    std::map<std::string, std::string, std::less<>> files_;
};

/// Returns the media type of a file by its extension: "text/html; charset=utf-8" for `.html`.
std::string_view mediaType(std::string_view path);

}  // namespace hullbake::cli
