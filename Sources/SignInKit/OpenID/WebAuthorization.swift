import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// One sign-in in the system's browser (RFC 8252), with the proof that the answer belongs to it.
struct WebAuthorization: Sendable, Equatable {
    /// The address that the browser opens.
    let address: URL
    let issuer: String
    let state: String
    /// The secret of PKCE (RFC 7636), without which nobody can use the code.
    let verifier: Secret

    /// Returns the code of the browser's answer.
    ///
    /// Another app may have sent the answer, so it counts only with the state of this sign-in, from this issuer (RFC 9207),
    /// and with each parameter once.
    func code(in callback: URL) throws(SignInFailure) -> Secret {
        let items = URLComponents(url: callback, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func value(_ name: String) -> String? {
            let found = items.filter { $0.name == name }
            return found.count == 1 ? found[0].value : nil
        }
        guard value("state") == state, value("iss") == issuer else { throw .stateMismatch }
        if let error = value("error") {
            if error == "access_denied" { throw .sheet(.canceled) }
            throw .refused(code: BackendConnection.isCode(error) ? error : "authorization_refused", requestID: "")
        }
        guard let code = value("code"), !code.isEmpty else { throw .credentialIncomplete }
        return Secret(code)
    }

    /// The challenge of PKCE for a verifier: the SHA-256 in base64url, without padding.
    static func challenge(_ verifier: String) -> String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
