extension Migration {
    /// The session in which a person is asked whether to merge two accounts; NULL for other questions.
    static let merging = Migration(number: 11) { sql in
        "ALTER TABLE link_proofs ADD COLUMN session_id \(sql.bytes);"
    }
}
