"""Draws the textures and the icon of a new game as PNG: flat colours with a frame and a word."""
import struct
import zlib

# Five by seven dots; a row is five bits, the left one first.
LETTERS = {
    "A": "0e11111f111111", "B": "1e11111e11111e", "C": "0e11101010110e", "E": "1f10101e10101f",
    "G": "0e11101713110f", "H": "1111111f111111", "I": "0e04040404040e", "K": "11121418141211",
    "L": "1010101010101f", "M": "111b1515111111", "N": "11191513111111", "O": "0e11111111110e",
    "P": "1e11111e101010", "R": "1e11111e141211", "S": "0f10100e01011e", "T": "1f040404040404",
    "U": "1111111111110e", "V": "11111111110a04", "W": "11111115151b11", "Y": "11110a04040404",
}
SIZE = 64

# Name: colour, words, one a line. Names with a meaning are those of docs/rules.md.
SPECIAL = {
    "clip": ((176, 96, 176), "CLIP"),
    "playerclip": ((176, 96, 128), "PLAYER CLIP"),
    "monsterclip": ((128, 96, 176), "MONSTER CLIP"),
    "trigger": ((208, 160, 48), "TRIGGER"),
    "caulk": ((208, 96, 160), "CAULK"),
    "skip": ((160, 160, 160), "SKIP"),
    "hint": ((112, 192, 112), "HINT"),
    "origin": ((224, 128, 48), "ORIGIN"),
    "bevel": ((144, 144, 96), "BEVEL"),
    "sky": ((112, 176, 224), "SKY"),
    "!water": ((48, 96, 176), "WATER"),
    "!slime": ((80, 128, 32), "SLIME"),
    "!lava": ((208, 64, 16), "LAVA"),
}
BASE = {"floor": ((112, 112, 120), ""), "wall": ((152, 144, 132), "")}


def word_dots(words):
    """Returns the dots (x, y) of the words, one below the other, in the middle of the picture."""
    lines = words.split()
    dots = set()
    top = (SIZE - 9 * len(lines)) // 2
    for line, word in enumerate(lines):
        left = (SIZE - 6 * len(word)) // 2
        for at, letter in enumerate(word):
            rows = bytes.fromhex(LETTERS[letter])
            for y, bits in enumerate(rows):
                dots |= {(left + 6 * at + x, top + 9 * line + y) for x in range(5) if bits >> (4 - x) & 1}
    return dots


def png(pixels):
    """Returns rows of (red, green, blue) as the bytes of a PNG file."""
    raw = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in pixels)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def texture(colour, words):
    dark = tuple(value * 5 // 8 for value in colour)
    light = tuple(min(255, value + 24) for value in colour)
    dots = word_dots(words)

    def pixel(x, y):
        if (x, y) in dots:
            return (255, 255, 255)
        if min(x, y) < 1 or max(x, y) > SIZE - 2:
            return dark
        return light if (x // 32 + y // 32) % 2 else colour

    return png([[pixel(x, y) for x in range(SIZE)] for y in range(SIZE)])


def icon():
    """Draws a box inside the outline of its grown twin."""
    def pixel(x, y):
        inner = 10 <= x < 22 and 10 <= y < 22
        edge = 4 <= x < 28 and 4 <= y < 28 and (x in (4, 27) or y in (4, 27))
        return (224, 128, 48) if inner else (48, 48, 48) if edge else (232, 232, 232)

    return png([[pixel(x, y) for x in range(32)] for y in range(32)])


def pictures():
    """Returns the bytes of each picture by its path."""
    files = {f"textures/special/{name}.png": texture(*look) for name, look in SPECIAL.items()}
    files |= {f"textures/base/{name}.png": texture(*look) for name, look in BASE.items()}
    files["trenchbroom/Icon.png"] = icon()
    return files
