"""The test harness: the built `siwa` and `apple-id-emulator`, people, a browser, and a PostgreSQL server."""
