// libpng reports errors by a jump. It goes to `attempt`, which calls steps that own nothing.

#include "formats/png_heights.hpp"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <utility>
#include <vector>

namespace hullbake {
namespace {

constexpr std::size_t kSignatureSize = 8;

struct PngSource {
    std::span<const std::byte> bytes;
    std::size_t at = 0;
    char error[160] = {};
};

struct PngPicture {
    png_uint_32 columns = 0, rows = 0;
    int bits = 0, color = 0;
    std::size_t rowSize = 0;
    png_bytepp rowPointers = nullptr;
};

void readBytes(png_structp png, png_bytep out, png_size_t size) {
    auto* const source = static_cast<PngSource*>(png_get_io_ptr(png));
    if (size > source->bytes.size() - source->at) png_error(png, "the file ends too early");
    std::memcpy(out, source->bytes.data() + source->at, size);
    source->at += size;
}

[[noreturn]] void keepError(png_structp png, png_const_charp message) {
    auto* const source = static_cast<PngSource*>(png_get_error_ptr(png));
    std::strncpy(source->error, message, sizeof source->error - 1);
    png_longjmp(png, 1);
}

void dropWarning(png_structp, png_const_charp) {}

/// Closes itself.
class Reader {
  public:
    explicit Reader(PngSource& source)
        : png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, keepError, dropWarning)),
          info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
        if (info_ != nullptr) png_set_read_fn(png_, &source, readBytes);
    }
    ~Reader() {
        if (png_ != nullptr) png_destroy_read_struct(&png_, &info_, nullptr);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    bool isOpen() const { return info_ != nullptr; }

    /// Returns false if the step ended in an error of libpng. The step must own nothing.
    bool attempt(void (*step)(png_structp, png_infop, PngPicture&), PngPicture& picture) {
        if (setjmp(png_jmpbuf(png_)) != 0) return false;
        step(png_, info_, picture);
        return true;
    }

  private:
    png_structp png_;
    png_infop info_;
};

void readHead(png_structp png, png_infop info, PngPicture& picture) {
    png_set_user_limits(png, kMostHeightsAlong, kMostHeightsAlong);
    png_read_info(png, info);
    png_get_IHDR(png, info, &picture.columns, &picture.rows, &picture.bits, &picture.color, nullptr, nullptr, nullptr);
}

void prepareRows(png_structp png, png_infop info, PngPicture& picture) {
    if (picture.bits < 8) png_set_packing(png);
    if ((picture.color & PNG_COLOR_MASK_ALPHA) != 0) png_set_strip_alpha(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    picture.rowSize = png_get_rowbytes(png, info);
}

void readRows(png_structp png, png_infop, PngPicture& picture) {
    png_read_image(png, picture.rowPointers);
    png_read_end(png, nullptr);
}

std::string faultOfPicture(const PngPicture& picture) {
    if ((picture.color & PNG_COLOR_MASK_COLOR) != 0)
        return "the picture has colours; heights are read from grey pictures";
    return faultOfSides(picture.columns, picture.rows).value_or("");
}

}  // namespace

bool isPng(std::span<const std::byte> bytes) {
    if (bytes.size() < kSignatureSize) return false;
    png_byte signature[kSignatureSize];
    std::memcpy(signature, bytes.data(), kSignatureSize);
    return png_sig_cmp(signature, 0, kSignatureSize) == 0;
}

std::variant<Heightfield, std::string> readPngHeights(std::span<const std::byte> bytes) {
    PngSource source{bytes};
    PngPicture picture;
    Reader reader(source);
    const auto fault = [&] { return "no PNG that can be read: " + std::string(source.error); };
    if (!reader.isOpen()) return std::string("libpng cannot start");
    if (!reader.attempt(readHead, picture)) return fault();
    if (std::string wrong = faultOfPicture(picture); !wrong.empty()) return wrong;
    if (!reader.attempt(prepareRows, picture)) return fault();

    std::vector<png_byte> pixels(picture.rowSize * picture.rows);
    std::vector<png_bytep> rows(picture.rows);
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = pixels.data() + row * picture.rowSize;
    picture.rowPointers = rows.data();
    if (!reader.attempt(readRows, picture)) return fault();

    Heightfield field;
    field.columns = picture.columns;
    field.rows = picture.rows;
    field.largest = (1u << picture.bits) - 1;
    field.samples.resize(std::size_t{field.columns} * field.rows);
    for (std::size_t i = 0; i < field.samples.size(); ++i) {
        const png_byte* const row = rows[i / field.columns];
        const std::size_t column = i % field.columns;
        field.samples[i] = picture.bits == 16 ? static_cast<std::uint16_t>(row[2 * column] << 8 | row[2 * column + 1])
                                              : std::uint16_t{row[column]};
    }
    return field;
}

}  // namespace hullbake
