"""Services whose clocks a test moves, together with the emulator's. Needs the product crash-drill."""

from .shapes import JSON, StrPath
from .system import System


class MovedClock(System):
    """Time passes while the services are stopped, and their next processes have the later time."""

    def __init__(self, folder: StrPath, **more: JSON) -> None:
        super().__init__(folder, **more)
        self.ahead = 0  # of this machine's clock, in seconds

    def start_later(self, place: int = 0) -> None:
        """Starts one service with the time of now."""
        self.start(place, program=("crash-drill",), options=("later", str(self.ahead)))

    def start_all_later(self) -> None:
        """Starts the services one after another, since the first creates the keys that all of them use."""
        for place in range(len(self.ports)):
            self.start_later(place)

    def pass_time(self, seconds: int) -> None:
        """For the next processes at once, and for the emulator."""
        self.ahead += seconds
        self.control("clock", {"advance": seconds})
