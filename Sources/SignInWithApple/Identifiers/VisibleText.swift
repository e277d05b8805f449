extension String {
    /// Only visible ASCII (RFC 5234 VCHAR): no space, no control character, nothing that looks like something else.
    var isVisibleASCII: Bool {
        var text = self
        return text.withUTF8 { octets in
            for octet in octets where octet <= 0x20 || octet >= 0x7F { return false }
            return true
        }
    }

    /// What may stand in an identifier: 1 to 255 visible ASCII characters (OpenID Connect Core 2, `sub`).
    var isIdentifier: Bool {
        (1...255).contains(utf8.count) && isVisibleASCII
    }
}
