extension StringProtocol {
    /// Only visible ASCII (RFC 5234 VCHAR): no space, no control character, nothing that looks like something else.
    var isVisibleASCII: Bool {
        utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// What may stand in an identifier: 1 to 255 visible ASCII characters (OpenID Connect Core 2, `sub`).
    var isIdentifier: Bool {
        (1...255).contains(utf8.count) && isVisibleASCII
    }
}
