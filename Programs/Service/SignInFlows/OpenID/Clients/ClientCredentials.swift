import Crypto
import Foundation
import URIEncoding

/// How a request to the token endpoint names its client: the `client_id`, and the secret if there is one (RFC 6749
/// section 2.3).
package struct ClientCredentials: Sendable, CustomStringConvertible, CustomReflectable {
    /// Whether the credentials came in the `Authorization` field.
    package let isBasic: Bool
    /// The `client_id`.
    package let clientID: String
    private let secret: String?

    /// Reads the credentials of a request.
    ///
    /// Refuses with `client_not_named`, `client_credentials_malformed`, `client_authentication_repeated` and
    /// `client_authentication_unsupported`.
    ///
    /// - Parameter authorization: the values of the `Authorization` field.
    package init(authorization: [String], parameters: OAuthParameters) throws(SignInError) {
        guard parameters["client_assertion"] == nil else { throw .refused(.clientAuthenticationUnsupported) }
        guard let field = authorization.first else {
            guard let id = parameters["client_id"] else { throw .refused(.oauthClientNotNamed) }
            (clientID, secret, isBasic) = (id, parameters["client_secret"], false)
            return
        }
        guard authorization.count == 1, parameters["client_secret"] == nil else {
            throw .refused(.clientAuthenticationRepeated)
        }
        guard let (id, secret) = Self.basic(field) else { throw .refused(.clientCredentialsMalformed) }
        guard parameters["client_id"] == nil || parameters["client_id"] == id else {
            throw .refused(.clientAuthenticationRepeated)
        }
        (clientID, self.secret, isBasic) = (id, secret, true)
    }

    /// The client that the `Authorization` field names; nil if it names none. The log names it even if the credentials
    /// are refused.
    package static func clientID(in authorization: [String]) -> String? {
        authorization.first.flatMap { basic($0)?.id }
    }

    /// Prints no secret.
    package var description: String { "ClientCredentials(\(clientID))" }

    /// Shows no secret to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The client, if the secret is right.
    ///
    /// Refuses with `oauth_client_unknown` and `client_secret_wrong`.
    func authenticate(among clients: OpenIDClientDirectory) throws(SignInError) -> OpenIDClient {
        guard let client = clients.find(clientID) else { throw .refused(.oauthClientUnknown) }
        guard client.kind == .confidential else {
            guard secret == nil else { throw .refused(.clientSecretWrong) }
            return client
        }
        let hash = SHA256.hash(data: Data((secret ?? "").utf8))
        // A digest compares in constant time. Every hash is compared, so the time does not tell which one matched.
        let matches = client.secretHashes.map { hash == $0 }
        guard secret != nil, matches.contains(true) else { throw .refused(.clientSecretWrong) }
        return client
    }

    /// The parts of a `Basic` field. Both are form-encoded before they are joined (RFC 6749 section 2.3.1).
    private static func basic(_ field: String) -> (id: String, secret: String?)? {
        let scheme = field.utf8.prefix { $0 != UInt8(ascii: " ") }
        // Base64 has no space, so nothing may follow.
        let sent = String(Substring(field.utf8.dropFirst(scheme.count + 1)))
        guard Substring(scheme).lowercased() == "basic", let octets = Data(base64Encoded: sent).map({ [UInt8]($0) }),
            let colon = octets.firstIndex(of: UInt8(ascii: ":")), let id = decoded(octets[..<colon]),
            let secret = decoded(octets[(colon + 1)...]), !id.isEmpty
        else { return nil }
        // Some clients without a secret send an empty one (RFC 6749 section 2.3.1 lets them omit it).
        return (id, secret.isEmpty ? nil : secret)
    }

    private static func decoded(_ octets: ArraySlice<UInt8>) -> String? {
        octets.withUnsafeBufferPointer { PercentEncoding.decodeFormText($0) }
    }
}
