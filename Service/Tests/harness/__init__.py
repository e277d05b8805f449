"""Programs under test: the built `siwa` and `apple-id-emulator`, people, a browser, a PostgreSQL server."""
