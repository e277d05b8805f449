import AccountStorage
import JSONWebTokens

/// Makes and reads refresh tokens and session cookies.
///
/// Both are a text with an HMAC under a key that is not in the database, so nothing secret is stored and every machine
/// computes the same token. Tokens under an earlier key are accepted as well. A refresh token is
/// `v1.<session>.<counter>.<mac>`, or begins with `o1` if it is for a client of the OpenID Provider. A cookie is
/// `s1.<session>.<mac>`, and a receipt of a sign-out `e1.<session>.<mac>`.
struct SessionTokens: Sendable {
    let secrets: ServerSecrets

    /// The content of a genuine refresh token.
    struct RefreshClaim: Sendable, Equatable {
        let session: SessionID
        let counter: Int64
    }

    /// The holder of a refresh token. It is part of what the authentication code covers, so that no holder's token
    /// works where another's is expected.
    enum Holder: String, Sendable {
        /// An app, at our own API.
        case app = "v1"
        /// A client of the OpenID Provider, at the token endpoint.
        case client = "o1"
    }

    func refreshToken(_ session: SessionID, counter: Int64, for holder: Holder = .app) -> String {
        SessionTokens.authenticated(
            "\(holder.rawValue).\(session.text).\(counter)", key: secrets.held.current.refreshTokenKey)
    }

    func cookie(_ session: SessionID) -> String {
        SessionTokens.authenticated("s1.\(session.text)", key: secrets.held.current.sessionCookieKey)
    }

    /// Reads a refresh token; nil if this service did not make it.
    func readRefreshToken(_ token: String, of holder: Holder = .app) -> RefreshClaim? {
        guard let fields = verifiedFields(token, count: 4, { $0.refreshTokenKey }),
            fields[0] == holder.rawValue, let session = SessionID(text: String(fields[1])),
            let counter = Int64(fields[2]), counter >= 0
        else { return nil }
        return RefreshClaim(session: session, counter: counter)
    }

    /// Reads a session cookie; nil if this service did not make it.
    func readCookie(_ value: String) -> SessionID? { readSession(value, label: "s1") }

    private func readSession(_ value: String, label: String) -> SessionID? {
        guard let fields = verifiedFields(value, count: 3, { $0.sessionCookieKey }), fields[0] == label else {
            return nil
        }
        return SessionID(text: String(fields[1]))
    }

    /// What a browser gets when its session ends. It proves no session, only that the browser had this one.
    func receipt(_ session: SessionID) -> String {
        SessionTokens.authenticated("e1.\(session.text)", key: secrets.held.current.sessionCookieKey)
    }

    /// Reads a receipt; nil if this service did not make it.
    func readReceipt(_ value: String) -> SessionID? { readSession(value, label: "e1") }

    private static let maximumBytes = 160

    private static func authenticated(_ text: String, key: AuthenticationKey) -> String {
        text + "." + Base64URL.encode(key.code(over: Array(text.utf8)))
    }

    /// The fields of a text whose last field is the authentication code over the others. The code is compared in
    /// constant time before the other fields are read.
    private func verifiedFields(
        _ text: String, count: Int, _ key: (DerivedKeys) -> AuthenticationKey
    ) -> [Substring]? {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let octets = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let fields = octets.map { Substring($0) }
        guard fields.count == count, let last = fields.last, let code = try? Base64URL.decode(last) else {
            return nil
        }
        let signed = Array(text.utf8.prefix(text.utf8.count - last.utf8.count - 1))
        return secrets.held.all.contains { key($0).isCode(code, over: signed) } ? fields : nil
    }
}
