import HTTPServing
import SignInFlows
import SignInWithApple

/// What an `invalid_grant` says. Apple alone knows its codes and tokens, so this is read from the texts that developers
/// received with the error, and from the request.
enum InvalidGrantCause {
    /// Nil if Apple's text is an unknown one.
    static func cause(_ request: RefusedRequest, _ refusal: TokenEndpointError) -> RefusalCause? {
        guard refusal.code == TokenEndpointError.invalidGrant, request.endpoint != .usermigrationinfo,
            let form = request.form
        else { return nil }
        let isOfCode = request.endpoint == .token && form["grant_type"] == "authorization_code"
        guard let known = refusal.cause else {
            guard refusal.description == nil else { return nil }
            guard isOfCode else { return refreshTokenRevoked(.judged) }
            return isBrowsersCode(request, form) && form.filled("redirect_uri") == nil ? redirect(form) : verifier(form)
        }
        switch known {
        case .codeAlreadyUsed: return codeUsed
        case .redirectMismatch: return redirect(form)
        case .clientMismatch: return isOfCode ? codeOfOtherClient : refreshTokenOfOtherClient
        case .codeExpired, .tokenRevoked: return isOfCode ? codeInvalid(form) : refreshTokenRevoked(.observed)
        default: return nil
        }
    }

    /// Whether Apple's own text says what is wrong. Of a code or token that is not valid it does not say why.
    static func isTold(_ refusal: TokenEndpointError) -> Bool {
        switch refusal.cause {
        case .codeAlreadyUsed, .redirectMismatch, .clientMismatch: true
        default: false
        }
    }

    /// Only the configuration knows which clients are Services IDs.
    private static func isBrowsersCode(_ request: RefusedRequest, _ form: FormFields) -> Bool {
        guard let clientID = form.filled("client_id"), let teams = request.teams else { return false }
        return teams.services.contains(SentDamage.withoutAdditions(clientID))
    }

    private static func cause(
        _ code: String, _ subject: String, _ meaning: String, advice: String, evidence: Finding.Evidence = .observed
    ) -> RefusalCause {
        RefusalCause(
            code: code, errors: [TokenEndpointError.invalidGrant], subject: subject, meaning: meaning, advice: advice,
            evidence: evidence)
    }

    private static let codeUsed = cause(
        "code_used", "code", "The code was redeemed before, and the first time may have succeeded.",
        advice:
            "Redeem each code once, and never repeat an exchange: not after a timeout, and not when a page is reloaded."
    )

    private static let codeOfOtherClient = cause(
        "code_client_mismatch", "client_id, code", "The code was issued to another client.",
        advice:
            "Redeem a native app's code with its bundle ID, and a browser's code with the Services ID. If they are the same, "
            + "the app may have no record at Apple yet.")

    private static let refreshTokenOfOtherClient = cause(
        "refresh_token_client_mismatch", "client_id, refresh_token", "The refresh token was issued to another client.",
        advice: "Use each refresh token with the client whose code brought it. Store the client beside the token.")

    private static func refreshTokenRevoked(_ evidence: Finding.Evidence) -> RefusalCause {
        cause(
            "refresh_token_revoked", "refresh_token",
            "The refresh token is not valid: it was revoked, or Apple never issued it in this form.",
            advice:
                "If it was stored unchanged, the person stopped using the app, changed the password or deleted the account "
                + "at Apple: let them sign in again.", evidence: evidence)
    }

    private static func codeInvalid(_ form: FormFields) -> RefusalCause {
        let kind = SentText(form["code"] ?? "")
        guard kind != .code, let name = kind.name else {
            return GrantCauses.codeInvalid(
                meaning: "The code is older than five minutes, was withdrawn, or Apple never issued it in this form.",
                evidence: .observed)
        }
        return GrantCauses.codeInvalid(meaning: "The code is \(name) by its form.", evidence: .observed)
    }

    private static func redirect(_ form: FormFields) -> RefusalCause {
        guard form.filled("redirect_uri") != nil else {
            return cause(
                "code_redirect_missing", "redirect_uri",
                "The code was requested with a redirect_uri, and the exchange has none.",
                advice: "Send exactly the redirect_uri of the authorization request.")
        }
        return cause(
            "code_redirect_mismatch", "redirect_uri",
            "The redirect_uri is not exactly that of the authorization request.",
            advice:
                "Send the same text: scheme, case, port, path and the slash at the end, encoded once. A code of a native app "
                + "has no redirect_uri, so leave it out there.")
    }

    private static let redirectMissing = "A browser's code also needs its redirect_uri, and the form has none. "

    /// Apple does not document PKCE, and nobody reported the text of such a refusal.
    private static func verifier(_ form: FormFields) -> RefusalCause {
        let otherwise = "Otherwise Apple's text was lost on the way: the code is used, expired or of another client."
        let redirect = form.filled("redirect_uri") == nil ? redirectMissing : ""
        guard form["code_verifier"] != nil else {
            return cause(
                "verifier_missing", "code_verifier",
                "Without a text, this points to a code that was requested with a code_challenge.",
                advice: "Send the code_verifier that belongs to the code_challenge. \(redirect)\(otherwise)",
                evidence: .judged)
        }
        return cause(
            "verifier_wrong", "code_verifier",
            "Without a text, this points to a code_verifier that does not belong to the code.",
            advice:
                "Send the 43 to 128 characters of the verifier itself, not the challenge, and none for a code that was "
                + "requested without a code_challenge. \(otherwise)", evidence: .judged)
    }
}
