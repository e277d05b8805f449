import Hummingbird
import SignInAPI
import SignInFlows

extension Request {
    /// The languages that an OpenID client asks for in the address (OpenID Connect Core section 3.1.2.1,
    /// RP-Initiated Logout section 2).
    var interfaceLocales: String? {
        guard [Paths.oauthAuthorize, Paths.oauthLogout].contains(uri.path) else { return nil }
        return try? queryParameters(limit: 8_192)["ui_locales"]
    }
}
