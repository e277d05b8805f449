import Foundation
import JSONWebTokens
import SignInFlows
@_spi(SignInPrograms) import SignInWithApple

/// One of the library's two verifiers with all its settings.
struct TokenVerification {
    /// The kind of token.
    enum Kind: String, CaseIterable {
        case identity, notification
    }

    enum Verdict {
        case accepted(claims: JSONObject)
        /// The code, and what explains it: the audience, or a known mistake.
        case refused(code: String, remark: String? = nil)
    }

    private enum Verifier {
        case identity(IdentityTokenVerifier, ExpectedNonce)
        case notification(NotificationVerifier)
    }

    private let verifier: Verifier

    init(
        kind: Kind, issuer: String, clientIDs: Set<ClientID>, keys: JSONWebKeySet, nonce: ExpectedNonce
    ) throws(ConfigurationFault) {
        switch kind {
        case .identity:
            let verifier = try IdentityTokenVerifier(issuer: issuer, clientIDs: clientIDs, keys: keys)
            self.verifier = .identity(verifier, nonce)
        case .notification:
            verifier = .notification(try NotificationVerifier(issuer: issuer, clientIDs: clientIDs, keys: keys))
        }
    }

    private func remark(on reason: TokenRejection, _ token: String, _ given: TokenCompanion) -> String? {
        if let audience = reason.verifiedAudience { return "The token is for \(audience)." }
        let nonce: ExpectedNonce =
            if case .identity(_, let expected) = verifier { expected } else { .notUsed(because: "it has none") }
        return SentMistake(reason, of: token, nonce: nonce, code: given.code)?.sentence
    }

    func verify(_ token: String, beside given: TokenCompanion, at now: Date) -> Verdict {
        do throws(TokenRejection) {
            switch verifier {
            case .identity(let verifier, let nonce):
                _ = try verifier.verify(token, nonce: nonce, beside: given, at: now)
            case .notification(let verifier): _ = try verifier.verify(token, at: now)
            }
        } catch {
            return .refused(code: error.code, remark: remark(on: error, token, given))
        }
        // The verifier has accepted these claims. All of them are printed, because the user asked for the token's
        // content.
        guard let claims = try? CompactJWS(token).claims() else {
            return .refused(code: TokenRejection.claimsMalformed.code)
        }
        return .accepted(claims: claims)
    }
}

extension TokenCompanion {
    /// The code that came with the token.
    fileprivate var code: String? {
        switch self {
        case .authorizationCode(let code), .both(let code, _): code.secretValue
        default: nil
        }
    }

    init(code: String?, accessToken: String?) {
        let code = code.map { AuthorizationCode(secretValue: $0) }
        let accessToken = accessToken.map { AccessToken(secretValue: $0) }
        switch (code, accessToken) {
        case (let code?, let token?): self = .both(code, token)
        case (let code?, nil): self = .authorizationCode(code)
        case (nil, let token?): self = .accessToken(token)
        case (nil, nil): self = .nothing
        }
    }
}
