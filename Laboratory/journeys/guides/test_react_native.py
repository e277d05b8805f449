"""The React Native guide: its TypeScript runs, on iOS with Apple's sheet and on Android in the browser."""

from samples import client_in
from sheet_and_browser import SheetAndBrowser

CLIENTS = {"mobile": client_in("ReactNative/README.md", "mobile")}


class TestReactNative(SheetAndBrowser):
    example, client, settings = "ReactNative", "mobile", CLIENTS["mobile"]
