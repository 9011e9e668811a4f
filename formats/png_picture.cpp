#include "formats/png_picture.hpp"

#include <png.h>

namespace hullbake {

bool encodePng(std::span<const std::uint8_t> rgb, std::size_t width, std::size_t height, std::string& png,
               std::string& error) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    if (rgb.size() != width * height * 3) {
        error = "the pixels are not those of the picture";
        return false;
    }
    // What an incompressible picture would need: one pass is enough.
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    png.resize(size);
    const bool written = png_image_write_to_memory(&image, png.data(), &size, 0, rgb.data(), 0, nullptr) != 0;
    if (!written) error = image.message;
    png_image_free(&image);
    png.resize(written ? size : 0);
    return written;
}

}  // namespace hullbake
