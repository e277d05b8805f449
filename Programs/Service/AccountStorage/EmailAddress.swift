/// How addresses are compared and recognised. All comparisons go through this type.
///
/// Two addresses are the same if they differ only in the case of ASCII letters, on either side of the `@`. RFC 5321
/// section 2.4 allows a server to distinguish `Ada@` from `ada@` but advises against it. In practice no server does,
/// and phone keyboards capitalise the first letter. Letters outside ASCII are not folded, because folding could make a
/// stranger's address equal to somebody else's (CVE-2019-19844). An address is shown, and mailed to, as it was entered.
package enum EmailAddress {
    /// The domains of Apple's relay: the first one, and the one of new addresses since 2026
    /// (Apple: "Sign in with Apple private email relay").
    package static let relayDomains = ["privaterelay.appleid.com", "private.icloud.com"]

    /// The form in which addresses are compared. It is never shown or mailed to.
    package static func folded(_ address: String) -> String {
        guard address.utf8.contains(where: isCapital) else { return address }
        return String(decoding: address.utf8.map { folded($0) }, as: UTF8.self)
    }

    /// Whether two addresses are the same.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && isSame(one.utf8, other.utf8)
    }

    /// Whether mail to the address goes through Apple's relay.
    package static func isRelay(_ address: String) -> Bool {
        let octets = address.utf8
        return relayEnds.contains { octets.count >= $0.count && isSame(octets.suffix($0.count), $0) }
    }

    private static let relayEnds = relayDomains.map { Array("@\($0)".utf8) }

    private static func isSame(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Bool {
        zip(one, other).allSatisfy { $0 == $1 || folded($0) == folded($1) }
    }

    private static func folded(_ octet: UInt8) -> UInt8 { isCapital(octet) ? octet | 0x20 : octet }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
