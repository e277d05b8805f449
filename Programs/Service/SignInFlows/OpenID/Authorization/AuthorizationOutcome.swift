package import AccountStorage
import URIEncoding

/// How an answer reaches a client (OAuth 2.0 Multiple Response Types section 2.1, OAuth 2.0 Form Post Response Mode).
package enum ResponseMode: String, Sendable {
    case query, fragment
    case formPost = "form_post"
}

/// An answer to an authorization request, which the browser carries to the client.
package struct AuthorizationAnswer: Sendable {
    /// The client, by its `client_id`.
    package let client: String
    /// The address of the client.
    package let redirectURI: String
    /// How the parameters are sent.
    package let mode: ResponseMode
    /// The parameters.
    package let parameters: [(name: String, value: String)]
    /// Why there is no code; nil if there is one.
    package let error: ErrorCode?

    /// The address with the parameters, for the modes `query` and `fragment`.
    package var location: String {
        var location = redirectURI
        location += mode == .fragment ? "#" : redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        for (index, parameter) in parameters.enumerated() {
            location += index == 0 ? "" : "&"
            location += parameter.name
            location += "="
            location += PercentEncoding.encode(parameter.value)
        }
        return location
    }
}

/// What to do about an authorization request.
package enum AuthorizationOutcome: Sendable {
    /// The browser goes to the client.
    case answer(AuthorizationAnswer)
    /// The person signs in first and comes back to a path of this service.
    case signIn(client: String, returnTo: String)
    /// A page asks the person.
    case ask(AuthorizationQuestion)
}

/// A question to the person before a client gets a code.
package struct AuthorizationQuestion: Sendable {
    /// The client.
    package let client: OpenIDClient
    /// The account that is signed in.
    package let account: Account
    /// The scopes that would be granted.
    package let scope: OpenIDScopes
    /// Whether the person consents to something. If not, the page only names the client.
    package let isConsent: Bool
    /// The signed request, which the page posts back with the answer.
    package let request: String
    /// The languages that the client asks for, the most wanted first; nil if it does not.
    package let locales: String?
}

/// The person's answer.
package enum Approval: Sendable, Hashable {
    case allowed, denied
    /// Nobody will come, because the sign-in was refused for this reason.
    case refused(ErrorCode)
}

extension ErrorCode {
    /// The text for the person, or else the message, with the characters that `error_description` may have (RFC 6749
    /// section 4.1.2.1).
    package var oauthDescription: String {
        String(
            decoding: (personText ?? message).utf8.filter { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C },
            as: UTF8.self)
    }
}
