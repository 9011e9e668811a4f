#include "formats/hull_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace hullbake {

using namespace format;

namespace {

std::uint64_t aligned(std::uint64_t offset) {
    return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

void HullWriter::addBytes(std::string_view id, std::size_t elementSize, std::span<const std::byte> bytes) {
    Section section{};
    std::copy_n(id.begin(), 4, section.entry.id);
    section.entry.elementSize = static_cast<std::uint32_t>(elementSize);
    section.entry.count = bytes.size() / elementSize;
    section.bytes = bytes;
    sections_.push_back(section);
}

std::vector<std::byte> HullWriter::finish(std::uint64_t sourceHash, std::uint32_t maxDepth) const {
    std::vector<std::byte> block = assemble(sourceHash, maxDepth);
    sealHull(block);
    return block;
}

std::vector<std::byte> HullWriter::assemble(std::uint64_t sourceHash, std::uint32_t maxDepth) const {
    std::vector<SectionEntry> entries;
    std::uint64_t end = sizeof(FileHeader) + sections_.size() * sizeof(SectionEntry);
    for (const Section& section : sections_) {
        entries.push_back(section.entry);
        entries.back().offset = aligned(end);
        end = entries.back().offset + section.bytes.size();
    }
    FileHeader header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.major = kMajor;
    header.minor = kMinor;
    header.endianTag = kEndianTag;
    header.byteCount = aligned(end);
    header.sourceHash = sourceHash;
    header.sectionCount = static_cast<std::uint32_t>(sections_.size());
    header.maxDepth = maxDepth;

    // Each byte is written once, as large blocks take their time.
    std::vector<std::byte> block;
    block.reserve(header.byteCount);
    const auto append = [&](std::span<const std::byte> bytes) {
        block.insert(block.end(), bytes.begin(), bytes.end());
    };
    append(std::as_bytes(std::span(&header, 1)));
    append(std::as_bytes(std::span(entries)));
    for (std::size_t i = 0; i < sections_.size(); ++i) {
        block.resize(entries[i].offset);
        append(sections_[i].bytes);
    }
    block.resize(header.byteCount);
    return block;
}

std::uint64_t contentHashOf(std::span<const std::byte> block) {
    if (block.size() < sizeof(FileHeader)) return 0;
    FileHeader header;
    std::memcpy(&header, block.data(), sizeof header);
    header.contentHash = 0;
    return hashBytes(block.data() + sizeof header, block.size() - sizeof header, hashBytes(&header, sizeof header));
}

void sealHull(std::span<std::byte> block, std::uint64_t contentHash) {
    if (block.size() < sizeof(FileHeader)) return;
    std::memcpy(block.data() + offsetof(FileHeader, contentHash), &contentHash, sizeof contentHash);
}

}  // namespace hullbake
