import AccountStorage

extension [AppleIdentity] {
    /// Without the former ones of people whose app has moved to another team.
    var present: [AppleIdentity] { filter { $0.movedTo == nil } }
}
