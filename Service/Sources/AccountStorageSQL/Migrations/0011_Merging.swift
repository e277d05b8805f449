extension Migration {
    /// The session under which a person is asked whether to bring two accounts together; NULL in other questions.
    static let merging = Migration(number: 11) { sql in
        "ALTER TABLE link_proofs ADD COLUMN session_id \(sql.bytes);"
    }
}
