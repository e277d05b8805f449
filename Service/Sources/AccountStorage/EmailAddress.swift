/// How addresses are compared and recognised. This is the only place that says so.
///
/// Two addresses are the same if they differ in the case of ASCII letters only, on either side of the `@`. RFC 5321
/// section 2.4 lets a server tell `Ada@` from `ada@` and advises against it; nobody does, and a phone's keyboard writes the
/// first letter big. Letters beyond ASCII are not folded: whoever folds them lets a stranger's address meet another one
/// (CVE-2019-19844). An address is shown, and mailed to, as it was written.
package enum EmailAddress {
    /// The domains of Apple's relay: the first one, and the one of new addresses since 2026
    /// (Apple: "Sign in with Apple private email relay").
    package static let relayDomains = ["privaterelay.appleid.com", "private.icloud.com"]

    /// The form in which addresses are compared; never shown, and never mailed to.
    package static func folded(_ address: String) -> String {
        guard address.utf8.contains(where: isCapital) else { return address }
        return String(decoding: address.utf8.map { isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether two addresses are the same.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        folded(one).utf8.elementsEqual(folded(other).utf8)
    }

    /// Whether mail to the address goes through Apple's relay.
    package static func isRelay(_ address: String) -> Bool {
        let folded = folded(address)
        return relayDomains.contains { folded.hasSuffix("@" + $0) }
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
