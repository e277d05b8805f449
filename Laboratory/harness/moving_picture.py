"""A moving picture of what a browser shows: stills that Chromium makes, in one animated WebP.

https://developers.google.com/speed/webp/docs/riff_container describes the container.
"""

import base64
import struct
from collections.abc import Iterator, Sequence

from playwright.sync_api import Page

# The window's own bar: the address is half of what a sign-in shows.
BAR = 44
STAGE = """async ([still, address, width, height, bar]) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height + bar];
    const pen = canvas.getContext("2d", { alpha: false });
    pen.fillStyle = "#dfe1dc";
    pen.fillRect(0, 0, width, bar);
    for (const [place, colour] of [[20, "#e0695f"], [38, "#e2b64f"], [56, "#6fb35f"]]) {
        pen.fillStyle = colour;
        pen.beginPath();
        pen.arc(place, bar / 2, 5.5, 0, 2 * Math.PI);
        pen.fill();
    }
    pen.fillStyle = "#fff";
    pen.beginPath();
    pen.roundRect(80, 8, width - 100, bar - 16, 8);
    pen.fill();
    pen.fillStyle = "#333";
    pen.font = "15px sans-serif";
    pen.fillText(address, 94, bar / 2 + 5);
    const picture = new Image();
    picture.src = "data:image/png;base64," + still;
    await picture.decode();
    pen.drawImage(picture, 0, bar);
    return canvas.toDataURL("image/webp", 0.7).split(",")[1];
}"""


class Film:
    """Takes stills of a page, each with the address and with how long it is shown."""

    def __init__(self, page: Page, stage: Page) -> None:
        """`stage` is another page of the same browser, on which the window's bar is drawn."""
        self.page, self.stage = page, stage
        assert page.viewport_size is not None
        self.size = page.viewport_size["width"], page.viewport_size["height"]
        self.frames: list[tuple[bytes, int]] = []

    def show(self, seconds: float) -> None:
        self.page.wait_for_load_state()
        still = base64.b64encode(self.page.screenshot()).decode()
        address = self.page.url.removeprefix("http://").split("?")[0]
        made = self.stage.evaluate(STAGE, [still, address, *self.size, BAR])
        self.frames.append((base64.b64decode(made), round(seconds * 1_000)))

    def webp(self) -> bytes:
        return animated((self.size[0], self.size[1] + BAR), self.frames)


def animated(size: tuple[int, int], frames: Sequence[tuple[bytes, int]]) -> bytes:
    """An animated WebP that repeats for ever, from stills in WebP with the milliseconds of each."""
    width, height = (struct.pack("<I", side - 1)[:3] for side in size)
    has_animation = 0b10
    body = chunk(b"VP8X", bytes([has_animation, 0, 0, 0]) + width + height) + chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))
    for still, milliseconds in frames:
        no_blending = 0b10
        head = bytes(6) + width + height + struct.pack("<I", milliseconds)[:3] + bytes([no_blending])
        body += chunk(b"ANMF", head + b"".join(chunk(*each) for each in picture(still)))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def picture(still: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a still that hold the picture itself."""
    if still[:4] != b"RIFF" or still[8:12] != b"WEBP":
        raise ValueError("no WebP")
    place = 12
    while place + 8 <= len(still):
        name, length = still[place : place + 4], struct.unpack("<I", still[place + 4 : place + 8])[0]
        if name in (b"VP8 ", b"VP8L", b"ALPH"):
            yield name, still[place + 8 : place + 8 + length]
        place += 8 + length + length % 2
