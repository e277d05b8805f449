package import AccountStorage

/// By which login a person came in. The raw value is a label of the metrics and is stored with the daily numbers.
package enum SignInProvider: String, Sendable, CaseIterable {
    /// Sign in with Apple.
    case apple
    /// A password that the service checked.
    case password
    /// The service itself, as the OpenID Provider of a client.
    case openID = "openid"
}

extension Session {
    /// The login with which the session began. A session that Apple's answer began names the identity.
    package var provider: SignInProvider {
        if platform == .openID { return .openID }
        return identityID == nil ? .password : .apple
    }
}
