import HTTPServing
import JSONWebTokens
import SignInWithApple

/// A request to Apple's token, revocation or migration endpoint, with Apple's answer and everything that is known beside them.
struct RefusedRequest: Sendable {
    enum Endpoint: String, Sendable, CaseIterable {
        case token, revoke, usermigrationinfo
    }

    let body: [UInt8]
    /// Nil if the body is not percent-encoded UTF-8.
    let form: FormFields?
    /// The type without its parameters, in lower case: types are compared without regard to case (RFC 9110 §8.3.1).
    let mediaType: String
    let hasAuthorizationHeader: Bool
    let endpoint: Endpoint
    let answer: Answer
    /// When it was sent, in seconds since 1970.
    let sentAt: Double
    /// Nil without a configuration.
    let teams: ConfiguredTeams?

    /// - Parameter endpoint: where it was sent; without it, the form decides.
    init(
        body: [UInt8], contentType: String = RefusedRequest.formType, answer: Answer = .notKept,
        endpoint: Endpoint? = nil, hasAuthorizationHeader: Bool = false, sentAt: Double, teams: ConfiguredTeams? = nil
    ) {
        self.body = body
        form = FormFields(decoding: body)
        mediaType = Self.mediaType(contentType)
        self.hasAuthorizationHeader = hasAuthorizationHeader
        self.endpoint = endpoint ?? Self.endpoint(form, answer)
        self.answer = answer
        self.sentAt = sentAt
        self.teams = teams
    }

    static let formType = "application/x-www-form-urlencoded"

    private static func mediaType(_ contentType: String) -> String {
        let name = contentType.prefix { $0 != ";" }
        return name.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// Only revocations have a `token` (RFC 7009 §2.1), and only they are answered without a body. Only the endpoint for
    /// moving users to another team takes a person or their transfer identifier (Apple: "Transferring your apps and users
    /// to another team").
    private static func endpoint(_ form: FormFields?, _ answer: Answer) -> Endpoint {
        if answer == .empty { return .revoke }
        guard let form, form["grant_type"] == nil, form["code"] == nil else { return .token }
        if form["token"] != nil || form["token_type_hint"] != nil { return .revoke }
        return migrationParameters.contains { form[$0] != nil } ? .usermigrationinfo : .token
    }

    /// The parameters that only the migration endpoint takes.
    private static let migrationParameters = ["sub", "target", "transfer_sub"]

    /// Whether the body is a JSON object. Apple reads forms only, and finds no parameter in it.
    var isJSON: Bool {
        body.first { $0 > 0x20 } == UInt8(ascii: "{") && (try? StrictJSONReader.readObject(body)) != nil
    }
}

extension RefusedRequest {
    /// What Apple answered.
    enum Answer: Sendable, Equatable {
        case notKept
        /// 200 without a body.
        case empty
        /// 200 with tokens.
        case tokens
        case refusal(TokenEndpointError)
        /// A page, which Apple's endpoints never answer with.
        case page

        /// Reads the body of Apple's answer. Nil if it is no page and does not have one of the forms that Apple documents
        /// (TokenResponse, ErrorResponse).
        init?(body: [UInt8]) {
            guard body.contains(where: { $0 > 0x20 }) else {
                self = .empty
                return
            }
            guard body.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else {
                self = .page
                return
            }
            guard let object = try? StrictJSONReader.readObject(body) else { return nil }
            if let error = object.text("error") {
                self = .refusal(TokenEndpointError(code: error, description: object.text("error_description")))
            } else if object.contains("access_token") || object.contains("transfer_sub") || object.contains("sub") {
                self = .tokens
            } else {
                return nil
            }
        }
    }
}
