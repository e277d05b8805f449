extension String {
    /// Whether the text has only visible ASCII (RFC 5234 VCHAR): no spaces, no control characters, no look-alikes.
    var isVisibleASCII: Bool {
        var text = self
        return text.withUTF8(\.isVisibleASCII)
    }

    /// Whether the text can be an identifier: 1 to 255 visible ASCII characters (OpenID Connect Core 2, `sub`).
    var isIdentifier: Bool {
        var text = self
        return text.withUTF8(\.isIdentifier)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the octets are only visible ASCII.
    var isVisibleASCII: Bool {
        for octet in self where octet <= 0x20 || octet >= 0x7F { return false }
        return true
    }

    /// Whether the octets can be an identifier.
    var isIdentifier: Bool {
        (1...255).contains(count) && isVisibleASCII
    }
}
