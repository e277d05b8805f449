extension String {
    /// Only visible ASCII (RFC 5234 VCHAR): no space, no control character, nothing that looks like something else.
    var isVisibleASCII: Bool {
        var text = self
        return text.withUTF8(\.isVisibleASCII)
    }

    /// What may stand in an identifier: 1 to 255 visible ASCII characters (OpenID Connect Core 2, `sub`).
    var isIdentifier: Bool {
        var text = self
        return text.withUTF8(\.isIdentifier)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The same of a text's octets.
    var isVisibleASCII: Bool {
        for octet in self where octet <= 0x20 || octet >= 0x7F { return false }
        return true
    }

    /// The same of a text's octets.
    var isIdentifier: Bool {
        (1...255).contains(count) && isVisibleASCII
    }
}
