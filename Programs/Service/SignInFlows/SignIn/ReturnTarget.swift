package import AccountStorage

/// Where the browser goes after sign-in: always a path of this origin or a configured URL.
///
/// If it could be any address, the service would be an open redirector (RFC 9700 section 4.11).
package struct ReturnTarget: Sendable, Hashable {
    /// The value of the `Location` header: a path of this origin, or an absolute URL from the configuration.
    package let location: String

    /// The start page, which is used if no target was requested.
    static let start = ReturnTarget(proven: "/")

    private static let maximumBytes = 2_048
    /// A pending authorization request holds all parameters of its client. The flow cookie carries it.
    static let maximumPendingBytes = 3_900

    private init(proven location: String) {
        self.location = location
    }

    /// Decides whether a browser may be sent to an address; nil if not.
    ///
    /// - Parameters:
    ///   - requested: the address from the request. Nil or empty means the start page.
    ///   - allowed: absolute URLs from the configuration, compared byte by byte.
    static func decide(_ requested: String?, allowed: [String]) -> ReturnTarget? {
        guard let requested, !requested.isEmpty else { return .start }
        let isPending = requested.hasPrefix(PendingAuthorization.path + "?")
        guard requested.utf8.count <= (isPending ? maximumPendingBytes : maximumBytes) else { return nil }
        if allowed.contains(where: { Array($0.utf8) == Array(requested.utf8) }), isWebAddress(requested) {
            return ReturnTarget(proven: requested)
        }
        return isPlainPath(Array(requested.utf8)) ? ReturnTarget(proven: requested) : nil
    }

    /// The target of a sign-in that does not go to Apple. Refuses with `return_target_refused`.
    package static func find(_ requested: String?, of client: RegisteredClient?) throws(SignInError) -> ReturnTarget {
        guard let target = decide(requested, allowed: client?.returnURLs ?? []) else {
            throw .refused(.returnTargetRefused.naming(seen: requested, configured: client?.returnURLs ?? []))
        }
        return target
    }

    /// The target after a sign-in for it. If an authorization request waits there, it is met by the new session from now
    /// on: `prompt=login` and `max_age` are met by the sign-in that the request led to, and by no other.
    package func met(by session: SessionID, in environment: SignInEnvironment) -> ReturnTarget {
        guard let text = PendingAuthorization.text(inReturnPath: location),
            let pending = PendingAuthorization(text: text, environment.secrets)
        else { return self }
        return ReturnTarget(proven: pending.met(by: session).returnPath(environment.secrets))
    }

    /// Even a configured URL must be one that a browser opens as a page, so `javascript:` and app schemes are refused.
    private static func isWebAddress(_ text: String) -> Bool {
        let lowered = text.lowercased()
        return (lowered.hasPrefix("https://") || lowered.hasPrefix("http://"))
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
    }

    /// Whether this is a path of this origin that browsers, proxies and servers all read alike.
    ///
    /// It has only characters of RFC 3986 sections 3.3 to 3.5, and no empty, `.` or `..` segment. The path must not
    /// percent-encode a separator, a dot, a percent sign or a control character, since a program might decode it.
    private static func isPlainPath(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy(isAddressCharacter) else { return false }
        let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        guard let path = decoded(bytes[..<pathEnd]), let rest = decoded(bytes[pathEnd...]) else { return false }
        guard path.isPlain(refusing: [0x2E, 0x2F, 0x5C, 0x25]), rest.isPlain(refusing: [0x5C]) else { return false }
        let segments = bytes[1..<pathEnd].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.enumerated().allSatisfy { index, segment in
            let isLast = index == segments.count - 1
            return (!segment.isEmpty || isLast) && !segment.elementsEqual([0x2E])
                && !segment.elementsEqual([0x2E, 0x2E])
        }
    }

    private static func isAddressCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~!$&'()*+,;=:@/?%#".utf8.contains(byte)
        }
    }

    /// The percent-encoded octets, decoded; nil if an encoding is malformed.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> EncodedOctets? {
        var hidden: [UInt8] = []
        var position = bytes.startIndex
        while position < bytes.endIndex {
            guard bytes[position] == UInt8(ascii: "%") else {
                position += 1
                continue
            }
            let digits = bytes[position...].dropFirst().prefix(2)
            guard digits.count == 2, digits.allSatisfy(isHexDigit) else { return nil }
            guard let octet = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
            hidden.append(octet)
            position += 3
        }
        return EncodedOctets(octets: hidden)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}

/// The decoded octets of the percent-encodings in one part of an address.
private struct EncodedOctets {
    let octets: [UInt8]

    /// Whether no octet is a control character or refused.
    func isPlain(refusing refused: Set<UInt8>) -> Bool {
        octets.allSatisfy { $0 > 0x1F && $0 != 0x7F && !refused.contains($0) }
    }
}
