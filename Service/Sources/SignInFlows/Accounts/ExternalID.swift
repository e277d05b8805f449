/// The name of an account in the app's own system, and what it may look like.
enum ExternalID {
    static let longest = 255

    /// 1 to 255 visible ASCII characters, as OpenID Connect has it for `sub`: nothing that two systems could read, fold
    /// or normalise differently.
    static func isWellFormed(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
