import HTTPServing
import SignInFlows
import SignInWithApple

/// Names the cause of a refusal from the request, Apple's answer and the configuration. The most likely cause is first.
///
/// Without an answer, the order is Apple's: it checks the form, then the client (developers saw `invalid_client` for a
/// wrong secret beside a wrong code), then the grant.
enum RefusalDiagnosis {
    static func findings(_ request: RefusedRequest) -> [Finding] {
        let causes =
            FormCauses.causes(request) + ValueCauses.causes(request) + ClientSecretCauses.causes(request)
            + GrantCauses.causes(request) + MigrationCauses.causes(request)
        switch request.answer {
        case .tokens: return [.notRefused]
        case .page: return [.answerIsPage] + causes.map { $0.finding(.warning) }
        case .empty: return [revocation(request)] + causes.map { $0.finding(.warning) }
        case .notKept:
            let found = causes.filter { !$0.isDoubtful }.map { $0.finding(.failure) }
            let doubtful = causes.filter(\.isDoubtful).map { $0.finding(.warning) }
            return (found.isEmpty ? [Finding.nothingFound] : found) + doubtful
        case .refusal(let refusal):
            let explaining = explanation(refusal, request, causes)
            let found = explaining.map { $0.finding(.failure) }
            let others = causes.filter { cause in !explaining.contains { $0.code == cause.code } }
            return (found.isEmpty ? [Finding.causeUnknown(refusal)] : found) + others.map { $0.finding(.warning) }
        }
    }

    /// The causes that explain Apple's error: what Apple's text says, then what can be seen in the request, then what is
    /// concluded. What Apple may accept explains it only if nothing else does.
    private static func explanation(
        _ refusal: TokenEndpointError, _ request: RefusedRequest, _ causes: [RefusalCause]
    ) -> [RefusalCause] {
        let concluded = InvalidGrantCause.cause(request, refusal)
        if let concluded, InvalidGrantCause.isTold(refusal) { return [concluded] }
        let matching = causes.filter { $0.errors.contains(refusal.code) }
        let certain = matching.filter { !$0.isDoubtful }
        guard certain.isEmpty else { return certain }
        if let concluded { return [concluded] }
        if request.endpoint == .usermigrationinfo, let left = MigrationCauses.remaining(refusal.code) { return [left] }
        guard matching.isEmpty else { return matching }
        return remaining(refusal, request).map { [$0] } ?? []
    }

    /// What is left when nothing wrong can be seen.
    private static func remaining(_ refusal: TokenEndpointError, _ request: RefusedRequest) -> RefusalCause? {
        switch refusal.code {
        case TokenEndpointError.invalidClient: return ClientSecretCauses.notRegistered(request)
        case TokenEndpointError.invalidRequest:
            guard request.endpoint == .token, request.form?["grant_type"] == "refresh_token" else { return nil }
            return .refreshThrottled
        case TokenEndpointError.unauthorizedClient: return MigrationCauses.noToken(request)
        default: return nil
        }
    }

    /// Apple answers 200 to every token of an authenticated client.
    private static func revocation(_ request: RefusedRequest) -> Finding {
        guard request.endpoint == .revoke else { return .answerEmpty }
        return switch SentText(request.form?.filled("token") ?? "") {
        case .code, .signedToken: .tokenNotRevocable
        case .accessToken, .refreshToken, .other: .revocationUnproven
        }
    }
}

extension RefusalCause {
    /// Apple asks for at most one verification a day and may throttle more ("Verifying a user"). It does not say how.
    fileprivate static let refreshThrottled = RefusalCause(
        code: "refresh_throttled", errors: [TokenEndpointError.invalidRequest], subject: "refresh_token",
        meaning: "Nothing wrong can be seen in the request, so the token was probably verified too often.",
        advice:
            "Verify each person at most once a day, and try again tomorrow. If it stays, the person may have withdrawn "
            + "the authorization: let them sign in again.", evidence: .judged)
}

extension Finding {
    fileprivate static let notRefused = fine("not_refused", "answer", "Apple accepted the request.")

    fileprivate static let nothingFound = fine(
        "nothing_found", "request", "Nothing that Apple refuses can be seen. Apple's answer (--answer) can tell more.")

    /// Apple answers in JSON. Pages come from a proxy on the way, or from Apple's servers during an outage.
    fileprivate static let answerIsPage = Finding(
        code: "answer_not_apples", level: .failure, subject: "answer",
        meaning: "The answer is a page, and Apple's endpoints answer in JSON: a proxy or an outage answered.",
        advice:
            "Check that the request goes to https://appleid.apple.com, and what is between. Send it again later: a code "
            + "may have been used.", evidence: .judged)

    fileprivate static let tokenNotRevocable = Finding(
        code: "token_not_revocable", level: .failure, subject: "token",
        meaning: "Nothing was revoked: codes and signed tokens revoke nothing, although Apple answers 200.",
        advice: "Send the refresh token, or an access token that has not expired.", evidence: .observed)

    fileprivate static let revocationUnproven = Finding(
        code: "revocation_unproven", level: .unknown, subject: "token",
        meaning: "200 without a body proves nothing: unknown tokens and those of other clients get the same answer.",
        advice: "Use the refresh token once: if it was revoked, Apple answers invalid_grant.", evidence: .observed)

    fileprivate static let answerEmpty = Finding(
        code: "cause_unknown", level: .unknown, subject: "answer",
        meaning: "Apple's token endpoint never answers without a body.",
        advice: "Check whether a proxy dropped the body, or whether the request went to /auth/revoke.",
        evidence: .documented)

    fileprivate static func causeUnknown(_ refusal: TokenEndpointError) -> Finding {
        Finding(
            code: "cause_unknown", level: .unknown, subject: "answer",
            meaning: "Nothing in the request explains Apple's \(SentText.shown(refusal.code)).",
            advice:
                "Check that body, answer and content type belong to one request, and that it was a POST. Give --endpoint, "
                + "--config, and --authorization-header if it had one.", evidence: .judged)
    }
}
