/// An e-mail address as a column holds it: without the domain of Apple's relay, which is in nearly every row.
///
/// `abc@privaterelay.appleid.com` is kept as `abc@`, 24 bytes shorter; anything that itself ends with `@` gets one more.
package enum StoredAddress {
    /// What a column means by nothing behind the `@`: rows are read by it, so it stays this one domain.
    private static let relay = "privaterelay.appleid.com"

    package static func stored(_ address: String) -> String {
        if address.hasSuffix("@") { return address + "@" }
        guard address.hasSuffix("@" + relay) else { return address }
        let name = address.utf8.dropLast(relay.utf8.count + 1)
        return name.contains(UInt8(ascii: "@")) ? address : String(address.dropLast(relay.count))
    }

    package static func address(_ stored: String) -> String {
        if stored.hasSuffix("@@") { return String(stored.dropLast()) }
        return stored.hasSuffix("@") ? stored + relay : stored
    }
}
