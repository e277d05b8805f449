/// An address of a client to which the provider may send a browser.
///
/// There are four forms (RFC 8252 sections 7 and 8): `https`, `http` on a loopback address with any port, `http` on
/// `localhost` with one port, and a private-use scheme with a dot. No form has a wildcard or a fragment.
package struct RedirectURI: Sendable, Hashable {
    /// The address as configured.
    package let text: String
    private let form: Form

    private enum Form: Sendable, Hashable {
        case https, localhost, privateScheme
        /// The host with its scheme, and what follows the port.
        case loopback(host: String, rest: String)
    }

    private static let loopbackHosts = ["http://127.0.0.1", "http://[::1]"]
    private static let maximumBytes = 2_048

    /// Reads an address; nil if no client may use it.
    package init?(_ text: String) {
        guard (1...Self.maximumBytes).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            !text.split(omittingEmptySubsequences: false, whereSeparator: { "/?=&".contains($0) }).contains(".."),
            let form = Self.form(of: text)
        else { return nil }
        (self.text, self.form) = (text, form)
    }

    /// Whether a page has to name the client before a code goes there. Any program of the device can claim a private
    /// scheme or a port (RFC 8252 section 8.6).
    package var isClaimable: Bool { form != .https }

    /// Whether the address can be the target of a form.
    package var isWebAddress: Bool { form != .privateScheme }

    /// Whether a requested address is this one: byte by byte, except for the port of a loopback address (RFC 8252
    /// section 7.3).
    package func matches(_ requested: String) -> Bool {
        if requested.utf8.elementsEqual(text.utf8) { return true }
        guard case .loopback(let host, let rest) = form else { return false }
        return Self.afterPort(of: requested, host: host).map { $0.utf8.elementsEqual(rest.utf8) } ?? false
    }

    /// The origin of an `https` address, as a browser sends it (RFC 6454 section 6.2); nil for other forms.
    package var origin: String? {
        guard form == .https else { return nil }
        let authority = text.dropFirst("https://".count).prefix { !"/?".contains($0) }.lowercased()
        return "https://" + (authority.hasSuffix(":443") ? String(authority.dropLast(4)) : authority)
    }

    private static func form(of text: String) -> Form? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        switch scheme {
        case "https":
            return isAuthority(of: text.dropFirst("https:".count)) ? .https : nil
        case "http":
            for host in loopbackHosts {
                if let rest = afterPort(of: text, host: host) { return .loopback(host: host, rest: String(rest)) }
            }
            let local = "http://localhost:"
            guard text.hasPrefix(local), isPort(text.dropFirst(local.count).prefix { !"/?".contains($0) }) else {
                return nil
            }
            return .localhost
        default: return isPrivateScheme(scheme) && text.index(after: colon) < text.endIndex ? .privateScheme : nil
        }
    }

    /// What follows the host and the optional port; nil if the address has another host or a malformed port.
    private static func afterPort(of text: String, host: String) -> Substring? {
        guard text.hasPrefix(host) else { return nil }
        let rest = text.dropFirst(host.count)
        guard rest.first == ":" else { return rest.first.map { "/?".contains($0) } ?? true ? rest : nil }
        let port = rest.dropFirst().prefix { !"/?".contains($0) }
        return isPort(port) ? rest.dropFirst(port.count + 1) : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first != "0" && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && Int(text).map { (1...65_535).contains($0) } ?? false
    }

    private static func isAuthority(of text: Substring) -> Bool {
        guard text.hasPrefix("//") else { return false }
        let authority = text.dropFirst(2).prefix { !"/?".contains($0) }
        guard !authority.contains("@"), !authority.contains("%") else { return false }
        // The colons of an IPv6 address are inside brackets.
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return !authority.isEmpty
        }
        return colon > authority.startIndex && isPort(authority[authority.index(after: colon)...])
    }

    /// A scheme in reverse domain order, as RFC 8252 section 7.1 requires. The dot also excludes `javascript` and all
    /// other schemes that browsers know.
    private static func isPrivateScheme(_ scheme: Substring) -> Bool {
        guard let first = scheme.utf8.first, (0x61...0x7A).contains(first), scheme.contains(".") else { return false }
        return scheme.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
    }

    /// Visible ASCII without characters that programs read differently, a fragment, or a wildcard.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\\#*\"<>^`{|}".utf8.contains(byte)
    }
}
