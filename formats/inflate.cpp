#include "formats/inflate.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "formats/deflate_tables.hpp"

namespace hullbake {
namespace {

/// Reads bits, the lowest of each byte first.
class BitReader {
  public:
    explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    /// Returns the next 15 bits at least, as far as there are some, without taking them.
    std::uint64_t peek() {
        while (count_ <= 56 && at_ < bytes_.size()) {
            held_ |= std::uint64_t{std::to_integer<std::uint8_t>(bytes_[at_++])} << count_;
            count_ += 8;
        }
        return held_;
    }
    void skip(unsigned bits) {
        if (bits > count_) {
            isOver_ = true;
            return;
        }
        held_ >>= bits;
        count_ -= bits;
    }
    unsigned take(unsigned bits) {
        const auto value = static_cast<unsigned>(peek() & ((std::uint64_t{1} << bits) - 1));
        skip(bits);
        return value;
    }
    /// Takes whole bytes from the next boundary of a byte on. Returns false if there are fewer.
    bool takeBytes(std::span<std::uint8_t> out) {
        skip(count_ % 8);
        const std::size_t held = std::min(out.size(), std::size_t{count_ / 8});
        for (std::size_t i = 0; i < held; ++i, skip(8)) out[i] = static_cast<std::uint8_t>(held_ & 255);
        const std::span<std::uint8_t> rest = out.subspan(held);
        if (rest.size() > bytes_.size() - at_) return false;
        if (!rest.empty()) std::memcpy(rest.data(), bytes_.data() + at_, rest.size());
        at_ += rest.size();
        return !isOver_;
    }
    /// Returns whether more bits were taken than there are.
    bool isOver() const { return isOver_; }

  private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
    bool isOver_ = false;
};

/// A canonical Huffman code. Short words are looked up, long ones are counted down.
class Decoder {
  public:
    /// Returns false if no code has words of these lengths. As zlib, it takes codes with a single word, or none.
    bool build(std::span<const std::uint8_t> lengths, bool mayLackWords) {
        counts_.fill(0);
        for (const std::uint8_t length : lengths) ++counts_[length];
        counts_[0] = 0;
        int left = 1;
        for (unsigned length = 1; length <= kLongestWord; ++length) {
            left = 2 * left - counts_[length];
            if (left < 0) return false;
        }
        const auto words = std::ssize(lengths) - std::count(lengths.begin(), lengths.end(), 0);
        if (left > 0 && !(mayLackWords && words <= 1 && words == counts_[1])) return false;
        std::array<std::uint16_t, kLongestWord + 2> starts{};
        for (unsigned length = 1; length <= kLongestWord; ++length)
            starts[length + 1] = static_cast<std::uint16_t>(starts[length] + counts_[length]);
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
            if (lengths[symbol] != 0) symbols_[starts[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
        fillTable();
        return true;
    }

    /// Returns the next symbol, or -1 for bits that are no word.
    int next(BitReader& bits) const {
        const std::uint64_t ahead = bits.peek();
        if (const Entry entry = table_[ahead & (table_.size() - 1)]; entry.length != 0) {
            bits.skip(entry.length);
            return entry.symbol;
        }
        int word = 0, first = 0, index = 0;
        for (unsigned length = 1; length <= kLongestWord; ++length) {
            word |= static_cast<int>(ahead >> (length - 1) & 1);
            if (word - first < counts_[length]) {
                bits.skip(length);
                return symbols_[static_cast<std::size_t>(index + word - first)];
            }
            index += counts_[length];
            first = (first + counts_[length]) << 1;
            word <<= 1;
        }
        return -1;
    }

  private:
    static constexpr unsigned kTableBits = 10;
    struct Entry {
        std::uint16_t symbol = 0;
        std::uint8_t length = 0;  ///< 0: longer than the table is wide, or no word
    };

    void fillTable() {
        table_.fill({});
        unsigned word = 0;
        std::size_t index = 0;
        for (unsigned length = 1; length <= kTableBits; ++length, word <<= 1)
            for (int i = 0; i < counts_[length]; ++i, ++word, ++index)
                for (unsigned at = reversed(word, length); at < table_.size(); at += 1u << length)
                    table_[at] = {symbols_[index], static_cast<std::uint8_t>(length)};
    }

    std::array<int, kLongestWord + 1> counts_{};
    std::array<std::uint16_t, kLengthSymbols> symbols_{};
    std::array<Entry, 1u << kTableBits> table_{};
};

class Unpacker {
  public:
    Unpacker(std::span<const std::byte> packed, std::span<std::uint8_t> out) : bits_(packed), out_(out) {}

    std::string run() {
        for (bool isLast = false; !isLast;) {
            isLast = bits_.take(1) != 0;
            std::string fault;
            switch (bits_.take(2)) {
                case 0:
                    fault = storedBlock();
                    break;
                case 1:
                    fault = fixedBlock();
                    break;
                case 2:
                    fault = dynamicBlock();
                    break;
                default:
                    fault = "a block of no kind";
                    break;
            }
            if (bits_.isOver()) return kTooEarly;
            if (!fault.empty()) return fault;
        }
        if (at_ != out_.size()) return "fewer bytes than the picture needs";
        std::array<std::uint8_t, 4> sum{};
        if (!bits_.takeBytes(sum)) return kTooEarly;
        const auto stored =
            std::uint32_t{sum[0]} << 24 | std::uint32_t{sum[1]} << 16 | std::uint32_t{sum[2]} << 8 | sum[3];
        return stored == adler32(out_) ? "" : "the check sum of the packed bytes is wrong";
    }

  private:
    static constexpr const char* kTooEarly = "the packed bytes end too early";
    static constexpr const char* kTooMany = "more bytes than the picture needs";
    static constexpr const char* kNoCode = "a block whose code is wrong";

    std::string storedBlock() {
        std::array<std::uint8_t, 4> head{};
        if (!bits_.takeBytes(head)) return kTooEarly;
        const unsigned size = head[0] | head[1] << 8, check = head[2] | head[3] << 8;
        if ((size ^ check) != 0xffff) return "a stored block whose length is wrong";
        if (size > out_.size() - at_) return kTooMany;
        if (!bits_.takeBytes(out_.subspan(at_, size))) return kTooEarly;
        at_ += size;
        return {};
    }

    std::string fixedBlock() {
        // A hostile file has a million empty blocks: the tables are made once for all that follow each other.
        if (areFixed_) return words();
        const auto lengths = fixedLengths();
        std::array<std::uint8_t, 32> distances{};
        distances.fill(5);
        if (!lengths_.build(lengths, false) || !distances_.build(distances, false)) return kNoCode;
        areFixed_ = true;
        return words();
    }

    std::string dynamicBlock() {
        areFixed_ = false;
        const std::size_t lengths = bits_.take(5) + 257, distances = bits_.take(5) + 1, orders = bits_.take(4) + 4;
        if (lengths > 286 || distances > 30) return kNoCode;
        std::array<std::uint8_t, kOrder.size()> orderLengths{};
        for (std::size_t i = 0; i < orders; ++i) orderLengths[kOrder[i]] = static_cast<std::uint8_t>(bits_.take(3));
        if (!lengths_.build(orderLengths, false)) return kNoCode;
        std::array<std::uint8_t, 286 + 30> all{};
        for (std::size_t at = 0; at < lengths + distances;) {
            const int symbol = lengths_.next(bits_);
            if (symbol < 0 || bits_.isOver()) return kNoCode;
            if (symbol < 16) {
                all[at++] = static_cast<std::uint8_t>(symbol);
                continue;
            }
            if (symbol == 16 && at == 0) return kNoCode;
            const std::uint8_t repeated = symbol == 16 ? all[at - 1] : std::uint8_t{0};
            std::size_t count = symbol == 16   ? 3 + bits_.take(2)
                                : symbol == 17 ? 3 + bits_.take(3)
                                               : 11 + bits_.take(7);
            if (count > lengths + distances - at) return kNoCode;
            while (count-- > 0) all[at++] = repeated;
        }
        const std::span<const std::uint8_t> both(all);
        if (all[kEndOfBlock] == 0 || !lengths_.build(both.first(lengths), true) ||
            !distances_.build(both.subspan(lengths, distances), true))
            return kNoCode;
        return words();
    }

    std::string words() {
        for (;;) {
            const int symbol = lengths_.next(bits_);
            if (symbol < 0 || bits_.isOver()) return kNoCode;
            if (symbol == kEndOfBlock) return {};
            if (symbol < kEndOfBlock) {
                if (at_ == out_.size()) return kTooMany;
                out_[at_++] = static_cast<std::uint8_t>(symbol);
                continue;
            }
            if (std::string fault = copy(static_cast<std::size_t>(symbol) - kEndOfBlock - 1); !fault.empty())
                return fault;
        }
    }

    std::string copy(std::size_t lengthCode) {
        if (lengthCode >= kLengths.size()) return kNoCode;
        const std::size_t length = kLengths[lengthCode].least + bits_.take(kLengths[lengthCode].bits);
        const int distanceCode = distances_.next(bits_);
        if (distanceCode < 0 || static_cast<std::size_t>(distanceCode) >= kDistances.size()) return kNoCode;
        const Range& range = kDistances[static_cast<std::size_t>(distanceCode)];
        const std::size_t distance = range.least + bits_.take(range.bits);
        if (bits_.isOver()) return kTooEarly;
        if (distance > at_) return "a copy of bytes before the first";
        if (length > out_.size() - at_) return kTooMany;
        // The two may overlap: what was just written is copied on.
        for (std::size_t i = 0; i < length; ++i, ++at_) out_[at_] = out_[at_ - distance];
        return {};
    }

    BitReader bits_;
    std::span<std::uint8_t> out_;
    std::size_t at_ = 0;
    Decoder lengths_, distances_;
    bool areFixed_ = false;  // whether both hold the codes of fixed blocks
};

}  // namespace

std::uint32_t adler32(std::span<const std::uint8_t> bytes) {
    constexpr std::uint32_t kPrime = 65521;
    // So many sums stay below 2^32.
    constexpr std::size_t kPart = 5552;
    std::uint32_t a = 1, b = 0;
    while (!bytes.empty()) {
        const std::size_t count = std::min(kPart, bytes.size());
        for (const std::uint8_t byte : bytes.first(count)) {
            a += byte;
            b += a;
        }
        a %= kPrime;
        b %= kPrime;
        bytes = bytes.subspan(count);
    }
    return b << 16 | a;
}

std::string unpackZlib(std::span<const std::byte> packed, std::span<std::uint8_t> out) {
    if (packed.size() < 2) return "the packed bytes end too early";
    const auto method = std::to_integer<unsigned>(packed[0]), flags = std::to_integer<unsigned>(packed[1]);
    // Deflate, a window of 32 KiB at most, no dictionary, and its own check.
    if ((method & 15) != 8 || method >> 4 > 7 || (flags & 32) != 0 || (method << 8 | flags) % 31 != 0)
        return "the packed bytes are no stream of zlib";
    return Unpacker(packed.subspan(2), out).run();
}

}  // namespace hullbake
