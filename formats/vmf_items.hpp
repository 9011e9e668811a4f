// Items of VMF text: a key with its value, or a block in braces. Quotes are optional, as in Valve's other files.
//
//   item  = NAME ( VALUE | '{' { item } '}' )
//   NAME  = STRING | word
//   VALUE = STRING | word                                    a string may have line ends
#pragma once

#include <string>
#include <string_view>

#include "formats/map_lexer.hpp"

namespace hullbake {

/// A key, or the head of a block.
struct VmfItem {
    SourcePos pos;
    std::string_view name;  ///< without quotes
    bool isBlock = false;   ///< its '{' was read
    /// Returns true if that is the name, in upper or lower case.
    bool is(std::string_view word) const;
};

/// Reads items one by one. The caller keeps track of the depth. All functions throw MapSyntaxError.
class VmfItems {
  public:
    explicit VmfItems(MapLexer& lexer) : lexer_(lexer) {}

    /// Reads the next item of `block`, of a key its name alone. Returns false if '}' ended the block.
    bool next(VmfItem& item, const VmfItem& block);
    /// Reads the head of a block outside all blocks.
    VmfItem topBlock();
    /// Reads the value of a key.
    std::string_view value(const VmfItem& key);
    /// Passes over the value of a key, or the rest of a block. Any depth of braces needs no stack.
    void skip(const VmfItem& item);

    /// Reads the value of a key that holds numbers: `begin`, then numbers and brackets, then `end`.
    void beginValue(const VmfItem& key);
    double number(std::string_view purpose) { return lexer_.number(purpose); }
    Vec3 vector(std::string_view purpose);
    bool atNumber() { return lexer_.atNumber(); }
    void endValue(const VmfItem& key);
    MapLexer& lexer() { return lexer_; }

  private:
    bool readName(VmfItem& item);

    MapLexer& lexer_;
    bool inQuotes_ = false;  ///< between beginValue and endValue
};

}  // namespace hullbake
