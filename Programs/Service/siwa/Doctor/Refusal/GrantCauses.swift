import HTTPServing
import SignInFlows
import SignInWithApple

/// What is wrong with what an authenticated client asks for: the grant, its code or token (Apple: "Generate and validate
/// tokens", "Revoke tokens").
enum GrantCauses {
    static func causes(_ request: RefusedRequest) -> [RefusalCause] {
        guard let form = request.form, !request.isJSON else { return [] }
        switch request.endpoint {
        case .revoke: return [token(form), hint(form)].compactMap { $0 }
        case .token:
            return [grantType(form), scope(form), code(form), refreshToken(form)].compactMap { $0 }
        case .usermigrationinfo: return []
        }
    }

    /// `client_credentials` is for moving users to another team (TN3159).
    private static func grantType(_ form: FormFields) -> RefusalCause? {
        switch form.filled("grant_type") {
        case "authorization_code", "refresh_token", "client_credentials": return nil
        case nil:
            return RefusalCause(
                code: "grant_type_missing", errors: [TokenEndpointError.invalidRequest], subject: "grant_type",
                meaning: "The form has no grant_type.",
                advice: "Send authorization_code or refresh_token. A revocation goes to /auth/revoke, with token.",
                evidence: .documented)
        case let type?:
            return RefusalCause(
                code: "grant_type_unsupported", errors: [TokenEndpointError.unsupportedGrantType],
                subject: "grant_type \(SentText.shown(type))", meaning: "Apple does not support this grant type.",
                advice: "Send authorization_code or refresh_token, spelled exactly like this.", evidence: .documented)
        }
    }

    /// The only scope of this grant (Apple: "Transferring your apps and users to another team").
    private static func scope(_ form: FormFields) -> RefusalCause? {
        guard form["grant_type"] == "client_credentials", form["scope"] != "user.migration" else { return nil }
        let sent = form.filled("scope")
        return RefusalCause(
            code: sent == nil ? "scope_missing" : "scope_wrong",
            errors: [TokenEndpointError.invalidScope, TokenEndpointError.invalidRequest],
            subject: "scope" + (sent.map { " " + SentText.shown($0) } ?? ""),
            meaning: sent == nil ? "The form has no scope." : "The scope is not that of a migration.",
            advice: "Send scope=user.migration, spelled exactly like this.", evidence: .documented)
    }

    private static func code(_ form: FormFields) -> RefusalCause? {
        guard form["grant_type"] == "authorization_code" else { return nil }
        guard let code = form.filled("code") else {
            return RefusalCause(
                code: "code_missing", errors: [TokenEndpointError.invalidRequest], subject: "code",
                meaning: "The form has no code.",
                advice: "Send the code that the app or the browser received, in the body.", evidence: .documented)
        }
        guard let name = SentText(code).name, SentText(code) != .code else { return nil }
        return codeInvalid(meaning: "The code is \(name) by its form.", evidence: .observed)
    }

    private static func refreshToken(_ form: FormFields) -> RefusalCause? {
        guard form["grant_type"] == "refresh_token" else { return nil }
        guard let token = form.filled("refresh_token") else {
            return form.filled("code") == nil ? refreshTokenMissing : refreshTokenInCode
        }
        guard let name = SentText(token).name, SentText(token) != .refreshToken else { return nil }
        return RefusalCause(
            code: "refresh_token_revoked", errors: [TokenEndpointError.invalidGrant], subject: "refresh_token",
            meaning: "The refresh token is \(name) by its form.",
            advice: "Send the refresh_token of the answer to the code, unchanged.", evidence: .observed)
    }

    private static let refreshTokenMissing = RefusalCause(
        code: "refresh_token_missing", errors: [TokenEndpointError.invalidRequest], subject: "refresh_token",
        meaning: "The form has no refresh_token.", advice: "Send the refresh token as refresh_token, in the body.",
        evidence: .documented)

    /// Developer forum, thread 121627.
    private static let refreshTokenInCode = RefusalCause(
        code: "refresh_token_in_code",
        errors: [TokenEndpointError.unsupportedGrantType, TokenEndpointError.invalidRequest], subject: "code",
        meaning: "A refresh was requested, with code instead of refresh_token.",
        advice: "Send a refresh token as refresh_token. For a code, send grant_type=authorization_code.",
        evidence: .observed)

    private static func token(_ form: FormFields) -> RefusalCause? {
        guard form.filled("token") == nil else { return nil }
        return RefusalCause(
            code: "token_missing", errors: [TokenEndpointError.invalidRequest], subject: "token",
            meaning: "The form has no token to revoke.",
            advice: "Send the refresh token or access token as token, whichever it is, in the body.",
            evidence: .documented)
    }

    /// TN3107 lists a hint that does not belong to the token. Developers saw such requests succeed.
    private static func hint(_ form: FormFields) -> RefusalCause? {
        guard let hint = form.filled("token_type_hint"), let token = form.filled("token") else { return nil }
        switch (hint, SentText(token)) {
        case ("refresh_token", .refreshToken), ("access_token", .accessToken): return nil
        case ("refresh_token", .other), ("access_token", .other): return nil
        default: break
        }
        return RefusalCause(
            code: "token_type_hint_wrong", errors: [TokenEndpointError.invalidRequest], subject: "token_type_hint",
            meaning: "token_type_hint does not name the kind of the token.",
            advice: "Send refresh_token or access_token, as the token is, or leave token_type_hint out.",
            evidence: .documented, isDoubtful: true)
    }

    /// A code that Apple does not know, or no longer.
    static func codeInvalid(meaning: String, evidence: Finding.Evidence) -> RefusalCause {
        RefusalCause(
            code: "code_expired_or_unknown", errors: [TokenEndpointError.invalidGrant], subject: "code",
            meaning: meaning,
            advice:
                "Redeem the code of this sign-in within five minutes and unchanged: no spaces, no other case, decoded once. "
                + "If it was, the person withdrew the authorization, and must sign in again.", evidence: evidence)
    }
}
