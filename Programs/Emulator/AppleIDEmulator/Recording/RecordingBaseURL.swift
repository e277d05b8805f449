import HTTPServing

/// The origin that a script is played against.
package struct RecordingBaseURL: Sendable, Equatable {
    /// The origin without a slash at the end.
    package let text: String
    let host: String

    /// Reads an https origin, or an http origin on loopback. A client secret must not cross a network unencrypted.
    package init(_ text: String) throws(RecordingFault) {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, ["https:", "http:"].contains(parts[0]), parts[1].isEmpty, !parts[2].isEmpty,
            parts[2].utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !parts[2].contains(where: { "@?#\\".contains($0) })
        else {
            throw RecordingFault(
                "base_url", "The base URL must be an origin, such as https://appleid.apple.com, without path or user.")
        }
        let authority = String(parts[2])
        host = (ListenAddress(authority)?.host ?? authority).lowercased()
        self.text = trimmed
        guard parts[0] == "https:" || isLoopback else {
            throw RecordingFault("base_url_plain", "The base URL must be https, or http on this machine.")
        }
    }

    /// Whether the server is on this machine. It needs no pause between calls.
    package var isLoopback: Bool { ListenAddress.isLoopback(host) }

    /// The audience of client secrets. A secret that Apple would accept is sent to nobody else on the network.
    var secretAudience: String {
        isLoopback || host == "appleid.apple.com" ? EmulatorConfiguration.appleIssuer : text
    }
}
