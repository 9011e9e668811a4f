#include "formats/deflate.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "formats/deflate_tables.hpp"
#include "formats/inflate.hpp"

namespace hullbake {
namespace {

constexpr std::size_t kWindow = 32768, kShortestCopy = 3, kLongestCopy = 258;
constexpr std::size_t kHashBits = 15;
constexpr int kMostTried = 64;  ///< earlier places that are looked at for one copy

/// Writes bits, the lowest of each byte first.
class BitWriter {
  public:
    explicit BitWriter(std::string& out) : out_(out) {}
    void put(unsigned value, unsigned bits) {
        held_ |= value << count_;
        for (count_ += bits; count_ >= 8; count_ -= 8, held_ >>= 8) out_ += static_cast<char>(held_ & 255);
    }
    void finish() {
        if (count_ > 0) put(0, 8 - count_);
    }

  private:
    std::string& out_;
    unsigned held_ = 0, count_ = 0;
};

/// The words of a fixed block, as they stand in the stream.
class FixedWords {
  public:
    FixedWords() {
        unsigned word = 0;
        for (unsigned length = 7; length <= 9; ++length, word <<= 1)
            for (std::size_t symbol = 0; symbol < kLengthSymbols; ++symbol)
                if (lengths_[symbol] == length) words_[symbol] = static_cast<std::uint16_t>(reversed(word++, length));
    }
    void put(BitWriter& bits, std::size_t symbol) const { bits.put(words_[symbol], lengths_[symbol]); }

  private:
    std::array<std::uint8_t, kLengthSymbols> lengths_ = fixedLengths();
    std::array<std::uint16_t, kLengthSymbols> words_{};
};

template <std::size_t kCount>
std::size_t codeOf(const std::array<Range, kCount>& ranges, std::size_t value) {
    const auto above = std::upper_bound(ranges.begin(), ranges.end(), value,
                                        [](std::size_t sought, const Range& range) { return sought < range.least; });
    return static_cast<std::size_t>(above - ranges.begin()) - 1;
}

/// Finds earlier bytes that are like those to come.
class Matches {
  public:
    struct Copy {
        std::size_t length = 0, distance = 0;
    };

    explicit Matches(std::span<const std::uint8_t> bytes)
        : bytes_(bytes), heads_(std::size_t{1} << kHashBits, kNone), before_(std::min(bytes.size(), kWindow)) {}

    /// Returns the longest copy for the bytes from `at` on; its length is 0 if there is none.
    Copy find(std::size_t at) const {
        Copy best;
        if (bytes_.size() - at < kShortestCopy) return best;
        const std::size_t most = std::min(kLongestCopy, bytes_.size() - at);
        std::size_t place = heads_[hash(at)];
        for (int tries = 0; place != kNone && at - place <= kWindow && tries < kMostTried; ++tries) {
            std::size_t length = 0;
            while (length < most && bytes_[place + length] == bytes_[at + length]) ++length;
            if (length >= kShortestCopy && length > best.length) best = {length, at - place};
            const std::size_t next = before_[place % kWindow];
            if (length == most || next >= place) break;
            place = next;
        }
        return best;
    }

    /// Remembers the place. Places are added in their order.
    void add(std::size_t at) {
        if (bytes_.size() - at < kShortestCopy) return;
        std::size_t& head = heads_[hash(at)];
        before_[at % kWindow] = head;
        head = at;
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t hash(std::size_t at) const {
        const std::uint32_t three = bytes_[at] | bytes_[at + 1] << 8 | bytes_[at + 2] << 16;
        return three * 2654435761u >> (32 - kHashBits);
    }

    std::span<const std::uint8_t> bytes_;
    std::vector<std::size_t> heads_, before_;
};

}  // namespace

std::string packZlib(std::span<const std::uint8_t> bytes) {
    std::string out = "\x78\x5e";
    BitWriter bits(out);
    const FixedWords words;
    Matches matches(bytes);
    bits.put(1, 1);  // the last block,
    bits.put(1, 2);  // of the fixed code
    for (std::size_t at = 0; at < bytes.size();) {
        const Matches::Copy copy = matches.find(at);
        const std::size_t end = at + std::max<std::size_t>(copy.length, 1);
        if (copy.length == 0) {
            words.put(bits, bytes[at]);
        } else {
            const std::size_t length = codeOf(kLengths, copy.length), distance = codeOf(kDistances, copy.distance);
            words.put(bits, kEndOfBlock + 1 + length);
            bits.put(static_cast<unsigned>(copy.length - kLengths[length].least), kLengths[length].bits);
            bits.put(reversed(static_cast<unsigned>(distance), 5), 5);
            bits.put(static_cast<unsigned>(copy.distance - kDistances[distance].least), kDistances[distance].bits);
        }
        for (; at < end; ++at) matches.add(at);
    }
    words.put(bits, kEndOfBlock);
    bits.finish();
    const std::uint32_t sum = adler32(bytes);
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(sum >> shift & 255);
    return out;
}

}  // namespace hullbake
