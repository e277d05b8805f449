/// The rule for external ids, which identify accounts in the app's own system.
enum ExternalID {
    static let longest = 255

    /// 1 to 255 visible ASCII characters, similar to `sub` in OpenID Connect, so that no two systems can read, fold or
    /// normalise it differently.
    static func isWellFormed(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
