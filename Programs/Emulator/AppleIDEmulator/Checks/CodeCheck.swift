/// An attempt to redeem a code, with what the emulator knows about the code.
struct CodeRedemption: Sendable {
    let code: AuthorizationCode?
    let client: String
    let redirectURI: String?
    let verifier: String?
    let now: Int
    var switches = Switches()

    /// Every check of a redemption, in order. The texts were observed at Apple, whose order is unknown
    /// (Documentation/emulator-fidelity.md, "Token endpoint").
    static let checks: [Check<CodeRedemption>] = [
        codeKnown, codeClient, codeUnused, codeInTime, codeRedirect, verifier,
    ]
}

extension CodeRedemption {
    static let codeKnown = Check<CodeRedemption>("code_unknown", isWaivable: false) { attempt in
        guard attempt.code == nil else { return nil }
        return .invalidGrant(
            "code_unknown", "No such code was issued, or its authorization was revoked.",
            description: "The code has expired or has been revoked.")
    }

    static let codeClient = Check<CodeRedemption>("code_client") { attempt in
        guard let code = attempt.code, code.grant.client != attempt.client else { return nil }
        return .invalidGrant(
            "code_client", "The code was issued to \(code.grant.client); only that client can redeem it.",
            description: "client_id mismatch. The code was not issued to \(attempt.client).")
    }

    static let codeUnused = Check<CodeRedemption>("code_used") { attempt in
        guard attempt.code?.isUsed == true else { return nil }
        return .invalidGrant(
            "code_used", "The code was already redeemed. Never retry an exchange.",
            description: "The code has already been used.")
    }

    static let codeInTime = Check<CodeRedemption>("code_expired") { attempt in
        guard let code = attempt.code, attempt.now >= code.expiresAt else { return nil }
        return .invalidGrant(
            "code_expired", "A code is valid for five minutes.",
            description: "The code has expired or has been revoked.")
    }

    /// Web codes need the identical URL. Native codes have none, and a superfluous one is accepted unless a switch
    /// refuses it, since Apple's behaviour is unknown.
    static let codeRedirect = Check<CodeRedemption>("code_redirect") { attempt in
        guard let code = attempt.code, code.redirectURI != attempt.redirectURI else { return nil }
        guard let issuedFor = code.redirectURI else {
            guard attempt.switches.superfluousRedirectRefused else { return nil }
            return .invalidGrant(
                "code_redirect", "A native code has no redirect_uri; leave it out.",
                description: "redirect_uri mismatch. The code was not issued to \(attempt.redirectURI ?? "").")
        }
        return .invalidGrant(
            "code_redirect",
            attempt.redirectURI == nil
                ? "redirect_uri was in the authorization request and must be in the exchange."
                : "redirect_uri differs from the authorization request's, \(issuedFor).",
            description: "redirect_uri mismatch. The code was not issued to \(attempt.redirectURI ?? "").")
    }
}
