"""Pictures as pixels: enough of PNG to read what the program writes."""

import struct
import zlib


class Picture:
    """Eight bits a channel, RGB or RGBA."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        assert data[:8] == b"\x89PNG\r\n\x1a\n", path
        position, compressed = 8, b""
        while position < len(data):
            length, kind = struct.unpack(">I4s", data[position:position + 8])
            body = data[position + 8:position + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", body)
                assert depth == 8 and colour_type in (2, 6) and not interlaced, path
                self.channels = 3 if colour_type == 2 else 4
            elif kind == b"IDAT":
                compressed += body
            position += 12 + length
        self.rows = self.unfiltered(zlib.decompress(compressed))

    def unfiltered(self, raw):
        size, step = self.width * self.channels, self.channels
        rows, above = [], bytearray(size)
        for y in range(self.height):
            kind = raw[y * (size + 1)]
            row = bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
            for x in range(size if kind else 0):
                left = row[x - step] if x >= step else 0
                corner = above[x - step] if x >= step else 0
                if kind == 1:
                    guess = left
                elif kind == 2:
                    guess = above[x]
                elif kind == 3:
                    guess = (left + above[x]) // 2
                else:
                    estimate = left + above[x] - corner
                    distances = (abs(estimate - left), abs(estimate - above[x]), abs(estimate - corner))
                    guess = (left, above[x], corner)[distances.index(min(distances))]
                row[x] = (row[x] + guess) & 0xFF
            rows.append(row)
            above = row
        return rows

    def colour(self, x, y):
        start = x * self.channels
        return tuple(self.rows[y][start:start + 3])

    def ink_height(self, area):
        """How high the text in an area of one ground colour is: the rows in which a pixel has more than half of the
        text's contrast. The border of the area is ignored."""
        x, y, w, h = (round(number) for number in area)
        border = max(3, round(h * 0.12))
        rows = [[self.colour(column, row) for column in range(x + border, x + w - border)]
                for row in range(y + border, y + h - border)]
        pixels = [pixel for row in rows for pixel in row]
        ground = max(set(pixels), key=pixels.count)

        def contrast(pixel):
            return sum(abs(a - b) for a, b in zip(pixel, ground))

        strongest = max(map(contrast, pixels))
        inked = [i for i, row in enumerate(rows) if max(map(contrast, row)) > strongest / 2]
        return inked[-1] - inked[0] + 1 if strongest > 60 else 0

    def edges(self, x, y):
        """How far the rectangle of one colour around (x, y) reaches: left, top, right, bottom."""
        here = self.colour(x, y)
        left, right, top, bottom = x, x, y, y
        while left > 0 and self.colour(left - 1, y) == here:
            left -= 1
        while right + 1 < self.width and self.colour(right + 1, y) == here:
            right += 1
        while top > 0 and self.colour(x, top - 1) == here:
            top -= 1
        while bottom + 1 < self.height and self.colour(x, bottom + 1) == here:
            bottom += 1
        return left, top, right, bottom
