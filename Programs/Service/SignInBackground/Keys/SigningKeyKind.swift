import Foundation
package import JSONWebTokens

/// What a signing key of the service signs. The raw value is the beginning of its file's name.
package enum SigningKeyKind: String, Sendable, CaseIterable {
    /// Access tokens, and the ID tokens of clients that are configured for ES256.
    case accessToken = "access-token"
    /// ID tokens and logout tokens, with the algorithm that every client must support (OpenID Connect Core section
    /// 15.1).
    case idToken = "id-token"

    /// The only algorithm of the kind.
    package var algorithm: SignatureAlgorithm {
        switch self {
        case .accessToken: .es256
        case .idToken: .rs256
        }
    }

    /// How many seconds a key is published after it last signed: the longest lifetime of a token, plus a tolerance for
    /// clocks that differ. An ID token under an access token key lives no longer than an access token.
    var publishedAfterSigning: TimeInterval {
        switch self {
        case .accessToken: 900 + 300
        case .idToken: 86_400 + 300
        }
    }

    /// Generates a key.
    func makeKey(id: String) throws(SigningKeyError) -> SigningKey {
        switch algorithm {
        case .es256: .makeES256(keyID: id)
        case .rs256: try .makeRS256(keyID: id)
        }
    }
}
