// The text of a meaning.

#include "formats/rules.hpp"

#include "formats/contents_mask.hpp"

namespace hullbake {

namespace {

// Takes the word with a blank behind it off the front.
bool takeWord(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != ' ') return false;
    text.remove_prefix(word.size() + 1);
    return true;
}

std::string hullsText(const HullNames& hulls) {
    std::string text;
    for (const std::string& hull : hulls) text += (text.empty() ? " in " : ",") + hull;
    return text;
}

std::string contentsText(const std::optional<Contents>& contents) {
    if (!contents) return "";
    return any(*contents) ? " is " + contentsMaskText(*contents) : " is nothing";
}

}  // namespace

std::optional<FaceMeaning> parseMeaning(std::string_view text) {
    const bool mark = takeWord(text, "mark");
    FaceMeaning meaning{mark ? FaceSays::Mark : FaceSays::Volume, Contents::Empty};
    meaning.whole = !mark && takeWord(text, "whole");
    meaning.seen = !takeWord(text, "unseen");
    meaning.grown = !takeWord(text, "ungrown");
    if (text == "neutral" || text == "nothing" || text == "origin") {
        if (mark || meaning.whole) return std::nullopt;
        meaning.says = text == "neutral" ? FaceSays::Neutral : text == "nothing" ? FaceSays::Mark : FaceSays::Origin;
        return meaning;
    }
    std::string unknown;
    const std::optional<Contents> contents = parseContentsMask(text, unknown);
    if (!contents) return std::nullopt;
    meaning.contents = *contents;
    return meaning;
}

std::string meaningText(const FaceMeaning& meaning) {
    const bool filled = any(meaning.contents);
    std::string text = meaning.says == FaceSays::Mark && filled ? "mark " : "";
    if (meaning.whole) text += "whole ";
    if (!meaning.seen) text += "unseen ";
    if (!meaning.grown) text += "ungrown ";
    if (meaning.says == FaceSays::Neutral) return text + "neutral";
    if (meaning.says == FaceSays::Origin) return text + "origin";
    return text + (filled ? contentsMaskText(meaning.contents) : "nothing");
}

std::string rulesText(const GameRules& rules) {
    std::string text = rules.game + '\n';
    const auto number = [](auto value) { return std::to_string(static_cast<std::uint32_t>(value)); };
    for (const TextureRule& rule : rules.textures)
        text += "texture " + rule.name + ' ' + number(rule.scope) + ' ' + meaningText(rule.meaning) +
                hullsText(rule.hulls) + '\n';
    for (const auto* flags : {&rules.surfaceFlags, &rules.contentsFlags})
        for (const FlagRule& rule : *flags)
            text += (flags == &rules.surfaceFlags ? "surface " : "contents ") + number(rule.bits) + ' ' +
                    number(rule.effect) + ' ' + meaningText(rule.meaning) + '\n';
    for (const ClassRule& rule : rules.classes)
        text += "class " + rule.name + (rule.model ? " model" : " world") + contentsText(rule.contents) +
                hullsText(rule.hulls) + '\n';
    for (const KeyRule& rule : rules.keys)
        text += "key " + rule.classname + ' ' + rule.key + " \"" + rule.value + '"' + contentsText(rule.contents) +
                hullsText(rule.hulls) + '\n';
    return text;
}

}  // namespace hullbake
