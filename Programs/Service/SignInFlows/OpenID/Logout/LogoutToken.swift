import AccountStorage
import Foundation
import JSONWebTokens

/// Makes logout tokens (OpenID Connect Back-Channel Logout section 2.4).
struct LogoutToken: Sendable {
    /// Seconds from the issue of a token to its expiry.
    static let lifetime = 120
    static let event = "http://schemas.openid.net/event/backchannel-logout"

    let tokens: IDTokens

    /// A token about the end of a client's session; nil if it could not be signed.
    ///
    /// - Parameter identifier: the `jti`. Every attempt has another one, because clients refuse one that they know.
    func make(_ session: ClientSession, for client: OpenIDClient, at now: Date, identifier: [UInt8]) -> String? {
        let issuedAt = Int(now.timeIntervalSince1970)
        let events = JSONObject([(name: Self.event, value: .object(JSONObject([])))])
        return tokens.sign(
            [
                ("iss", .string(tokens.issuer)), ("sub", .string(session.accountID.text)),
                ("aud", .string(client.id)), ("iat", .number(JSONNumber(issuedAt))),
                ("exp", .number(JSONNumber(issuedAt + Self.lifetime))),
                ("jti", .string(Base64URL.encode(identifier))), ("sid", .string(session.id.text)),
                ("events", .object(events)),
            ], type: client.logoutTokenType, with: client.idTokenAlgorithm)
    }
}
