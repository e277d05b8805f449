import AccountStorage
package import PasswordHashing
package import SignInWithApple

/// Why a request is refused, by name.
#if compiler(>=6.3)
    @nonexhaustive
#endif
package enum SignInRefusal: Error, Sendable, Hashable {
    /// No client of that name.
    case clientUnknown
    /// The client uses another flow.
    case clientWrongKind
    /// The address to return to is not allowed.
    case returnTargetRefused
    /// No such attempt.
    case attemptUnknown
    /// The attempt was begun in the other flow.
    case attemptWrongFlow
    /// The attempt is too old.
    case attemptExpired
    /// The attempt took another answer, or the session that this one began is in use or over.
    case attemptUsed
    /// The same answer came before and is being worked on: not before that many seconds.
    case attemptUnderWay(retryAfter: Int)
    /// The attempt was cancelled, or failed too often.
    case attemptEnded
    /// The browser brought no flow cookie.
    case browserProofMissing
    /// The browser brought another flow's proof.
    case browserProofMismatch
    /// Apple sent the browser back with an error.
    case authorizationRefused
    /// Apple's form holds no identity token.
    case identityTokenMissing
    /// The code is empty, too long or not text Apple would send.
    case codeMalformed
    /// The identity token was refused; the reason is the verifier's.
    case token(IdentityTokenRejection)
    /// The notification was refused; the reason is the verifier's.
    case notification(NotificationRejection)
    /// The person withdrew their consent at Apple after this sign-in was begun.
    case consentRevoked
    /// The account waits for somebody to look at it.
    case accountHeld
    /// The app wants another proof that a person is behind the new account.
    case proofRequired
    /// What was asked needs a more recent sign-in.
    case freshSignInRequired
    /// A part of the name is too long, or holds control characters.
    case nameInvalid
    /// No session of this account has the identifier.
    case sessionUnknown
    /// The exchange gave no identity token.
    case exchangedTokenMissing
    /// The exchange gave an identity token that does not verify.
    case exchangedTokenRefused
    /// The two identity tokens of this sign-in disagree.
    case exchangedTokenDisagrees
    /// The operator switched sign-in by this team off.
    case providerOff
    /// The identity leads to another account.
    case identityLinkedElsewhere
    /// The account's side of a link is not proven, or the answer came under another session than the one that began.
    case linkProofRequired
    /// No such link ticket, or it was used, or it is too old.
    case linkTicketInvalid
    /// No such question, or it was answered, or it is too old.
    case questionOver
    /// No identity of this account has the identifier.
    case identityUnknown
    /// The account has no other way in.
    case lastWayIn
    /// No account has the identifier.
    case accountUnknown
    /// The external id is empty, too long or not visible ASCII.
    case externalIDInvalid
    /// The external id belongs to another account, or the account has another.
    case externalIDTaken
    /// The key is not one of ours, or was revoked.
    case credentialInvalid
    /// The key may not be used for this.
    case credentialScopeMissing
    /// The account is disabled.
    case accountDisabled
    /// The access token is not one of ours, or was altered.
    case accessTokenInvalid
    /// The access token is too old.
    case accessTokenExpired
    /// The session cookie is not one of ours, or was altered.
    case sessionCookieInvalid
    /// The session was ended.
    case sessionEnded
    /// The session reached its idle or absolute limit.
    case sessionExpired
    /// The refresh token is not one of ours, or was altered.
    case refreshTokenInvalid
    /// The refresh token was used before; the session is ended.
    case refreshTokenReused
    /// The refresh token belongs to another client; the session is ended.
    case refreshTokenWrongClient
    /// The operator switched passwords off, or never on.
    case passwordsOff
    /// The name and the password do not belong together.
    case passwordWrong
    /// Too many wrong passwords in a row: not before that many seconds.
    case passwordDelayed(retryAfter: Int)
    /// The account has no password.
    case passwordMissing
    /// The new password cannot be chosen.
    case password(PasswordRule.Fault)
    /// The operator set up no way to send mail.
    case mailOff
    /// No such mailed token, or it was used, or it is too old.
    case mailedTokenInvalid
}

extension SignInRefusal {
    /// One of each, the verifier's reasons included.
    package static var all: [SignInRefusal] {
        [
            .clientUnknown, .clientWrongKind, .returnTargetRefused, .attemptUnknown, .attemptWrongFlow, .attemptExpired,
            .attemptUsed, .attemptUnderWay(retryAfter: AttemptRepeat.retryAfter), .attemptEnded, .browserProofMissing,
            .browserProofMismatch, .authorizationRefused,
            .identityTokenMissing, .codeMalformed, .exchangedTokenMissing, .exchangedTokenRefused,
            .exchangedTokenDisagrees, .accountDisabled, .accessTokenInvalid, .accessTokenExpired,
            .sessionCookieInvalid, .sessionEnded, .sessionExpired, .refreshTokenInvalid, .refreshTokenReused,
            .refreshTokenWrongClient, .consentRevoked, .accountHeld, .proofRequired, .freshSignInRequired, .nameInvalid,
            .sessionUnknown, .providerOff, .identityLinkedElsewhere, .linkProofRequired, .linkTicketInvalid,
            .questionOver, .identityUnknown, .lastWayIn, .accountUnknown, .externalIDInvalid, .externalIDTaken,
            .credentialInvalid, .credentialScopeMissing, .passwordsOff, .passwordWrong,
            .passwordDelayed(retryAfter: 5), .passwordMissing, .mailOff, .mailedTokenInvalid,
        ] + PasswordRule.Fault.allCases.map { .password($0) } + IdentityTokenRejection.allCases.map { .token($0) }
            + NotificationRejection.allCases.map { .notification($0) }
    }

    /// Why a closed account cannot be used.
    static func closed(_ reason: DisabledReason?) -> SignInRefusal {
        switch reason {
        case .held: .accountHeld
        case .proofRequired: .proofRequired
        case .operatorDecision, .noWayIn, nil: .accountDisabled
        }
    }

    /// The stable code that callers see.
    package var code: String {
        switch self {
        case .clientUnknown: "client_unknown"
        case .clientWrongKind: "client_wrong_kind"
        case .returnTargetRefused: "return_target_refused"
        case .attemptUnknown: "attempt_unknown"
        case .attemptWrongFlow: "attempt_wrong_flow"
        case .attemptExpired: "attempt_expired"
        case .attemptUsed: "attempt_used"
        case .attemptUnderWay: "attempt_under_way"
        case .attemptEnded: "attempt_ended"
        case .browserProofMissing: "browser_proof_missing"
        case .browserProofMismatch: "browser_proof_mismatch"
        case .authorizationRefused: "authorization_refused"
        case .identityTokenMissing: "identity_token_missing"
        case .codeMalformed: "code_malformed"
        case .token(let reason): reason.code
        case .notification(let reason): "notification_" + reason.code
        case .consentRevoked: "consent_revoked"
        case .accountHeld: "account_held"
        case .proofRequired: "proof_required"
        case .freshSignInRequired: "fresh_sign_in_required"
        case .nameInvalid: "name_invalid"
        case .sessionUnknown: "session_unknown"
        case .providerOff: "provider_off"
        case .identityLinkedElsewhere: "identity_linked_elsewhere"
        case .linkProofRequired: "link_proof_required"
        case .linkTicketInvalid: "link_ticket_invalid"
        case .questionOver: "question_over"
        case .identityUnknown: "identity_unknown"
        case .lastWayIn: "last_way_in"
        case .accountUnknown: "account_unknown"
        case .externalIDInvalid: "external_id_invalid"
        case .externalIDTaken: "external_id_taken"
        case .credentialInvalid: "credential_invalid"
        case .credentialScopeMissing: "credential_scope_missing"
        case .exchangedTokenMissing: "exchanged_token_missing"
        case .exchangedTokenRefused: "exchanged_token_refused"
        case .exchangedTokenDisagrees: "exchanged_token_disagrees"
        case .accountDisabled: "account_disabled"
        case .accessTokenInvalid: "access_token_invalid"
        case .accessTokenExpired: "access_token_expired"
        case .sessionCookieInvalid: "session_cookie_invalid"
        case .sessionEnded: "session_ended"
        case .sessionExpired: "session_expired"
        case .refreshTokenInvalid: "refresh_token_invalid"
        case .refreshTokenReused: "refresh_token_reused"
        case .refreshTokenWrongClient: "refresh_token_wrong_client"
        case .passwordsOff: "passwords_off"
        case .passwordWrong: "password_wrong"
        case .passwordDelayed: "password_delayed"
        case .passwordMissing: "password_missing"
        case .password(let fault): fault.rawValue
        case .mailOff: "mail_off"
        case .mailedTokenInvalid: "mailed_token_invalid"
        }
    }
}
