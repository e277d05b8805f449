package import AccountStorageSQL

extension [Migration] {
    /// The steps of a later version of the program, which adds a column with content, and an index.
    package static let withLaterStep =
        Migration.all + [
            Migration(number: Migration.all.count + 1) { _ in
                """
                ALTER TABLE accounts ADD COLUMN note text;
                UPDATE accounts SET note = given_name;
                CREATE INDEX accounts_by_note ON accounts (note);
                """
            }
        ]
}
