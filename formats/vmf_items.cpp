// Items of VMF text. vmf_items.hpp has the grammar.
#include "formats/vmf_items.hpp"

#include <cstddef>

#include "formats/letters.hpp"
#include "formats/patch_reader.hpp"
#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

bool beginsWord(char c) {
    constexpr std::string_view kOthers("(){}[]\"\0", 8);
    return kOthers.find(c) == std::string_view::npos;
}

}  // namespace

bool VmfItem::is(std::string_view word) const {
    return sameButForCase(name, word);
}

/// Reads a name. Returns false if none follows.
bool VmfItems::readName(VmfItem& item) {
    const char c = lexer_.peek();
    item.pos = lexer_.pos();
    if (c == '"')
        item.name = lexer_.quoted();
    else if (beginsWord(c))
        item.name = lexer_.word("a word");
    else
        return false;
    item.isBlock = lexer_.accept('{');
    return true;
}

bool VmfItems::next(VmfItem& item, const VmfItem& block) {
    if (readName(item)) return true;
    if (lexer_.accept('}')) return false;
    lexer_.failExpected("a key, a block or '}' (" + closing("'" + shownBytes(block.name) + "'", block.pos) + ")");
}

VmfItem VmfItems::topBlock() {
    VmfItem item;
    if (!readName(item)) lexer_.failExpected("a block such as 'world' or 'entity', or the end of the file");
    if (!item.isBlock) lexer_.failExpected("'{' (the block '" + shownBytes(item.name) + "')");
    return item;
}

std::string_view VmfItems::value(const VmfItem& key) {
    const char c = lexer_.peek();
    if (c == '"') return lexer_.quoted(MapLexer::Lines::Any);
    if (beginsWord(c)) return lexer_.word("a value");
    lexer_.failExpected("the value of the key on line " + std::to_string(key.pos.line) + ", or '{' (a block)");
}

void VmfItems::skip(const VmfItem& item) {
    if (!item.isBlock) {
        value(item);
        return;
    }
    VmfItem inner;
    for (std::size_t depth = 1; depth > 0;) {
        if (!next(inner, item))
            --depth;
        else if (inner.isBlock)
            ++depth;
        else
            value(inner);
    }
}

void VmfItems::beginValue(const VmfItem& key) {
    if (key.isBlock) throw MapSyntaxError{key.pos, "'" + shownBytes(key.name) + "' is a key, not a block"};
    inQuotes_ = lexer_.accept('"');
}

Vec3 VmfItems::vector(std::string_view purpose) {
    Vec3 vector;
    for (int axis = 0; axis < 3; ++axis) vector[axis] = lexer_.number(purpose);
    return vector;
}

void VmfItems::endValue(const VmfItem& key) {
    if (inQuotes_ && !lexer_.accept('"'))
        lexer_.failExpected("'\"' (end of the value of '" + shownBytes(key.name) + "')");
}

}  // namespace hullbake
