/// Unusual key sets. A relying party must still find the keys that it can use.
enum SpoiltKeySet: String, Sendable, CaseIterable {
    case empty
    case unknownType = "unknown_type"
    case brokenKey = "broken_key"
    /// Another key before the real one, with the same `kid`.
    case duplicateID = "duplicate_id"
    case privateMembers = "private_members"
    /// `size` keys, ten thousand by default.
    case many
    /// `size` bytes of padding, five million by default.
    case padded
}
