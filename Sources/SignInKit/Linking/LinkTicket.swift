import Foundation

/// A link ticket of the app's own server, for a person who is signed in there: the sign-in leads to the account of that
/// person.
///
/// Whoever has it gets into the account. It is valid for one sign-in, and for ten minutes at the sign-in service. Fetch
/// it when the person taps.
public struct LinkTicket: Sendable, Hashable {
    /// The ticket itself, which is never printed.
    public let secret: Secret

    /// Takes the text that the server issued. White space around it is removed.
    public init(_ text: String) {
        secret = Secret(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// More than any server issues, and less than the service reads.
    private static let longest = 2_048

    /// Whether it may be a ticket: visible ASCII characters, not too many. Anything else is never sent.
    var isWellFormed: Bool {
        let bytes = secret.exposed.utf8
        return (1...Self.longest).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
