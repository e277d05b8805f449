/// The addresses of Apple's private email relay, by their domains. The claim `is_private_email` decides wherever there is
/// one; the domain is what is left where an address comes without it.
///
/// Addresses of iCloud+ Hide My Email end in `icloud.com`, as those of everybody else at iCloud, and cannot be told apart.
public enum RelayAddress {
    /// The first domain, and the one of new addresses since 2026 (https://developer.apple.com/news/?id=1ptvdtcm).
    public static let domains = ["privaterelay.appleid.com", "private.icloud.com"]

    /// Whether mail to the address goes through the relay.
    public static func isRelay(_ address: String) -> Bool {
        let folded = address.lowercased()
        return domains.contains { folded.hasSuffix("@\($0)") }
    }
}
