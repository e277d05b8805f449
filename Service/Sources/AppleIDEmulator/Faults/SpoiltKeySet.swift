/// A key set with something in it that must not keep a relying party from the keys it can use.
enum SpoiltKeySet: String, Sendable, CaseIterable {
    case empty
    case unknownType = "unknown_type"
    case brokenKey = "broken_key"
    /// A foreign key before the real one, under the same name.
    case duplicateID = "duplicate_id"
    case privateMembers = "private_members"
    /// `size` keys, ten thousand by default.
    case many
    /// `size` bytes, five million by default.
    case padded
}
