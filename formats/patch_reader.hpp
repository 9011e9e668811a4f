// Reads curved patches and meshes inside a brush's braces, in every notation that `.map` files have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/map.hpp"
#include "formats/map_lexer.hpp"

namespace hullbake {

/// Skips the word that begins a patch, if the next token is one. Returns its kind.
std::optional<PatchKind> acceptPatchWord(MapLexer& lexer);

/// Reads the block that follows the word of a patch, braces included. Throws MapSyntaxError. `layer` receives the layer
/// that the block names, if any (Call of Duty).
MapPatch readPatch(MapLexer& lexer, PatchKind kind, std::string& layer);

/// Returns the contents that the words of a Call of Duty line `contents` mean for all that collides, or Empty.
Contents contentsOfWords(std::string_view words);

/// Passes over a block in braces that holds words, numbers, strings and brackets.
void skipBlock(MapLexer& lexer, std::string_view what);

/// The same, where its brace was read at `begin`.
void skipRestOfBlock(MapLexer& lexer, std::string_view what, SourcePos begin);

/// Returns a number of rows or columns. Throws MapSyntaxError unless it is a whole number from 1 to 4096.
std::uint32_t patchSize(double value, SourcePos at);

/// Returns "end of the WHAT that begins on line N".
std::string closing(std::string_view what, SourcePos begin);

}  // namespace hullbake
