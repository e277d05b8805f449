/// The stored form of an e-mail address. It leaves out the domain of Apple's relay, which nearly every address has.
///
/// `abc@privaterelay.appleid.com` is stored as `abc@`, 24 bytes shorter. A text that ends with `@` gets another `@`.
package enum StoredAddress {
    /// The domain that is left out. Existing rows depend on it, so it never changes.
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
