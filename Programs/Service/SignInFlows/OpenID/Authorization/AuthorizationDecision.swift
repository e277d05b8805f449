import AccountStorage
import Foundation

/// What to do about a proven authorization request. A function of values.
enum AuthorizationDecision: Sendable, Equatable {
    /// The client gets a code.
    case issue
    /// The person has to sign in.
    case signIn
    /// A page asks for consent.
    case askForConsent
    /// A page names the client.
    case askToContinue
    /// The client gets an error.
    case refuse(ErrorCode)

    /// What the decision depends on besides the request.
    struct Situation: Sendable {
        /// The browser's session; nil if nobody is signed in, or only with another team.
        let session: SignedInSession?
        /// The scopes that the person agreed to before.
        let agreed: OpenIDScopes
        /// The session of the sign-in that the request led to; nil before.
        let metBy: SessionID?
        /// How long ago the sign-in may be for lasting access.
        let freshSignInWindow: Duration
        let now: Date
        /// The account that a page was shown to, whether it asked for consent, and the answer; nil before an answer.
        let approval: (by: AccountID?, toConsent: Bool, answer: Approval)?

        /// Whether the session began with the sign-in that the request led to.
        func isMet(by session: Session) -> Bool { metBy == session.id }
    }

    static func decide(_ request: ProvenAuthorizationRequest, in situation: Situation) -> AuthorizationDecision {
        // "No" needs no session: a person who cancels at Apple has none.
        switch situation.approval?.answer {
        case .denied: return .refuse(.accessDenied)
        case .refused(let refusal): return .refuse(.accessDenied(after: refusal))
        case .allowed, nil: break
        }
        guard let found = situation.session, isRecent(found.session, request, situation) else {
            return request.prompt.contains(.none) ? .refuse(.loginRequired) : .signIn
        }
        guard request.subjects.map({ $0.contains(found.account.id.text) }) ?? true else {
            // Whoever signed in for this very request is not asked again.
            if situation.isMet(by: found.session) { return .refuse(.anotherPersonSignedIn) }
            return request.prompt.contains(.none) ? .refuse(.loginRequired) : .signIn
        }
        // An answer that another person gave in this browser is no answer, and neither is one to another question.
        let approval = situation.approval.flatMap { $0.by == found.account.id ? $0 : nil }
        if owesConsent(request, situation), approval?.toConsent != true {
            return request.prompt.contains(.none) ? .refuse(.consentRequired) : .askForConsent
        }
        if approval != nil { return .issue }
        if request.isClaimable || request.client.asksToContinue {
            return request.prompt.contains(.none) ? .refuse(.interactionRequired) : .askToContinue
        }
        return .issue
    }

    /// Whether the sign-in is recent enough for `offline_access`, `prompt=login` and `max_age`. The last two are met by
    /// the sign-in that the request led to; otherwise `max_age=0` could never be met.
    private static func isRecent(
        _ session: Session, _ request: ProvenAuthorizationRequest, _ situation: Situation
    ) -> Bool {
        // Lasting access is not for whoever finds a browser open.
        if request.scope.contains(.offlineAccess),
            !ClockDifference.isWithin(situation.freshSignInWindow, session.authenticatedAt, at: situation.now)
        {
            return false
        }
        if situation.isMet(by: session) { return true }
        guard !request.prompt.contains(.login) else { return false }
        return request.maximumAge.map {
            ClockDifference.isWithin(.seconds($0), session.authenticatedAt, at: situation.now)
        } ?? true
    }

    private static func owesConsent(_ request: ProvenAuthorizationRequest, _ situation: Situation) -> Bool {
        if request.prompt.contains(.consent) { return true }
        return request.client.consent == .once && !situation.agreed.isSuperset(of: request.scope)
    }
}
