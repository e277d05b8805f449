import AccountStorage
import Foundation
import JSONWebTokens

/// An authorization request that waits for a sign-in or an answer. It is not stored: the browser carries it, signed.
///
/// Whoever presents it gains nothing that the same request at the authorization endpoint would not give: the answer
/// only ever goes to the client's own address. What the signature protects is the time of the request, which session began
/// with the sign-in that the request led to, and which question was shown to which account.
struct PendingAuthorization: Sendable {
    let parameters: OAuthParameters
    let askedAt: Date
    /// The session of the sign-in that the request led to, which alone meets `prompt=login`; nil before.
    let session: SessionID?
    /// The account that was asked; nil before a question.
    let askedAccount: AccountID?
    /// Whether the question was about consent.
    let isConsent: Bool
    /// The account that the client expects, as text; nil for any. It stands for the `id_token_hint`, which must not get
    /// into an address.
    let subject: String?

    /// The path of this service that goes on with the request.
    static let path = "/oauth/continue"
    private static let prefix = path + "?request="
    private static let label = "oauth-request."

    /// The most bytes that the parameters may take in the signed form. Together with the rest and the signature, they
    /// fit into the flow cookie, in which a browser carries the request while the person is at Apple.
    static let maximumParameterBytes = 2_700

    /// Whether a browser can carry a request with these parameters. It never carries the `id_token_hint`.
    static func canBeCarried(_ parameters: OAuthParameters) -> Bool {
        isSurelyShort(parameters)
            || JSONValue.array(pairs(of: withoutHint(parameters))).json.count <= maximumParameterBytes
    }

    /// Spares the writing of most requests: no octet takes more than six in JSON, and no pair more than eight besides.
    private static func isSurelyShort(_ parameters: OAuthParameters) -> Bool {
        parameters.pairs.reduce(2) { $0 + 6 * ($1.name.utf8.count + $1.value.utf8.count) + 8 } <= maximumParameterBytes
    }

    private static func withoutHint(_ parameters: OAuthParameters) -> OAuthParameters {
        OAuthParameters(parameters.pairs.filter { $0.name != "id_token_hint" })
    }

    private static func pairs(of parameters: OAuthParameters) -> [JSONValue] {
        parameters.pairs.map { JSONValue.array([.string($0.name), .string($0.value)]) }
    }

    /// The signed form: characters of base64url and a dot.
    func text(_ secrets: ServerSecrets) -> String {
        let members: [(name: String, value: JSONValue)] = [
            ("at", .number(JSONNumber(Int(askedAt.millisecondsSince1970)))),
            ("session", .string(session?.text ?? "")), ("account", .string(askedAccount?.text ?? "")),
            ("consent", .bool(isConsent)), ("parameters", .array(Self.pairs(of: parameters))),
            ("subject", .string(subject ?? "")),
        ]
        let payload = Base64URL.encode(JSONObject.json(of: members))
        return payload + "." + Base64URL.encode(secrets.held.current.sessionCookieKey.code(over: Self.signed(payload)))
    }

    /// Where the browser goes after the sign-in.
    func returnPath(_ secrets: ServerSecrets) -> String { Self.prefix + text(secrets) }

    /// The signed form in such a path; nil for any other path.
    static func text(inReturnPath path: String) -> String? {
        path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    /// The same request after a sign-in for it.
    func met(by session: SessionID) -> PendingAuthorization {
        PendingAuthorization(parameters, askedAt: askedAt, metBy: session, subject: subject)
    }

    init(
        _ parameters: OAuthParameters, askedAt: Date, metBy session: SessionID? = nil, of account: AccountID? = nil,
        isConsent: Bool = false, subject: String? = nil
    ) {
        (self.parameters, self.askedAt, self.session) = (parameters, askedAt, session)
        (askedAccount, self.isConsent) = (account, isConsent)
        self.subject = subject
    }

    /// The same request with the account that its ID token names, instead of the token.
    func naming(_ subject: String?, askedOf account: AccountID? = nil, isConsent: Bool = false) -> Self {
        PendingAuthorization(
            Self.withoutHint(parameters), askedAt: askedAt, metBy: session, of: account, isConsent: isConsent,
            subject: subject)
    }

    /// Reads the signed form; nil if this service did not make it.
    init?(text: String, _ secrets: ServerSecrets) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 2, let code = try? Base64URL.decode(parts[1]),
            secrets.held.all.contains(where: { $0.sessionCookieKey.isCode(code, over: Self.signed(parts[0])) }),
            let payload = try? Base64URL.decode(parts[0]),
            let object = try? StrictJSONReader.readObject(payload, limits: .standard),
            let askedAt = object["at"]?.number?.integer, let pairs = object["parameters"]?.array
        else { return nil }
        parameters = OAuthParameters(
            pairs.compactMap { pair -> (name: String, value: String)? in
                guard let texts = pair.array, texts.count == 2, let name = texts[0].string, let value = texts[1].string
                else { return nil }
                return (name, value)
            })
        self.askedAt = Date(millisecondsSince1970: Int64(askedAt))
        session = object["session"]?.string.flatMap { SessionID(text: $0) }
        isConsent = object["consent"]?.bool ?? false
        askedAccount = object["account"]?.string.flatMap { AccountID(text: $0) }
        subject = object["subject"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func signed(_ payload: String) -> [UInt8] { Array((label + payload).utf8) }
}
