import AccountStorage
import SignInWithApple

/// Why a flow did not give what was asked. Every value has a stable code, a meaning and a remedy.
#if compiler(>=6.3)
    @nonexhaustive
#endif
package enum SignInError: Error, Sendable, Hashable {
    /// The caller's doing, or an attacker's.
    case refused(SignInRefusal)
    /// Somebody we depend on does not answer; the caller may try again after that many seconds.
    case unavailable(SignInDependency, retryAfter: Int)
    /// Others renewed the session twice while this refresh waited; nothing was done. The newest token is stored by now.
    case refreshOvertaken(retryAfter: Int)
    /// The operator's doing; nothing the caller can mend.
    case misconfigured(SignInFault)
}

/// Whom the flows depend on.
#if compiler(>=6.3)
    @nonexhaustive
#endif
package enum SignInDependency: String, Sendable, CaseIterable {
    /// Apple's keys or token endpoint.
    case apple
    /// A key of Apple's that is not known here: it is new at Apple, or made up. Apple's keys may not be fetched again yet.
    case appleKey = "apple_key"
    /// Our database.
    case database
    /// The pool in which passwords are hashed.
    case hashing
}

/// What an operator must mend.
#if compiler(>=6.3)
    @nonexhaustive
#endif
package enum SignInFault: String, Sendable, CaseIterable {
    /// Apple does not accept the client id, team, key or request we send.
    case appleRefusedClient = "apple_refused_client"
    /// The database holds something it should not.
    case databaseCorrupt = "database_corrupt"
    /// An access token could not be signed.
    case signingFailed = "signing_failed"
    /// What is stored encrypted could not be encrypted.
    case sealingFailed = "sealing_failed"
}

extension SignInError {
    /// The stable code that callers see.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .unavailable(let dependency, _): dependency.rawValue + "_unavailable"
        case .refreshOvertaken: "refresh_overtaken"
        case .misconfigured(let fault): fault.rawValue
        }
    }

    /// One of each code, for lists in documentation; of the waiting time only the default is shown.
    package static var all: [SignInError] {
        SignInRefusal.all.map { .refused($0) }
            + SignInDependency.allCases.map { .unavailable($0, retryAfter: SignInPolicy().retryAfter) }
            + [.refreshOvertaken(retryAfter: SignInPolicy().retryAfter)]
            + SignInFault.allCases.map { .misconfigured($0) }
    }

    /// What happened, in one sentence for a developer.
    package var meaning: String {
        switch self {
        case .refused(let refusal): refusal.meaning
        case .unavailable(.apple, _): "Apple could not be reached, or did not answer in its form or in time."
        case .unavailable(.appleKey, _): "The token names a key of Apple's that is not known here yet."
        case .unavailable(.database, _): "The database did not take the request."
        case .unavailable(.hashing, _): "More passwords came at the same time than this service takes."
        case .refreshOvertaken: "The session was renewed by others while this refresh waited its turn."
        case .misconfigured(.appleRefusedClient): "Apple does not accept this service's credentials for the client."
        case .misconfigured(.databaseCorrupt): "A stored record cannot be read, or what it points to is gone."
        case .misconfigured(.signingFailed): "The access token could not be signed."
        case .misconfigured(.sealingFailed): "What is stored encrypted could not be encrypted."
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .refused(let refusal): refusal.remedy
        case .unavailable:
            "Send the same again after the time in Retry-After; where that is refused as attempt_used, "
                + "a first-time name is kept for the new sign-in that you then begin."
        case .refreshOvertaken: "Read the newest refresh token that you stored, and send that one."
        case .misconfigured(.appleRefusedClient):
            "Operator: check client id, team id, key id and key file, and the clock."
        case .misconfigured(.databaseCorrupt): "Operator: check the database, and restore it if need be."
        case .misconfigured(.signingFailed): "Operator: check the access token key."
        case .misconfigured(.sealingFailed): "Operator: check the master key."
        }
    }

    /// Names why Apple's keys could not vouch for a token. That a key is not known is no outage of Apple's: anybody can send one.
    init(_ failure: AppleCallFailure?, retryAfter: Int) {
        self = .unavailable(
            failure?.isAboutOneKey == true ? .appleKey : .apple, retryAfter: failure?.retryAfter ?? retryAfter)
    }

    /// Names what the storage could not do.
    init(_ failure: StorageFailure, retryAfter: Int) {
        self =
            switch failure {
            case .unavailable, .conflict: .unavailable(.database, retryAfter: retryAfter)
            case .corrupt: .misconfigured(.databaseCorrupt)
            }
    }
}

extension AppleCallFailure {
    /// A key that a token names is not known here, and Apple may not be asked again yet.
    var isAboutOneKey: Bool {
        [AppleFailureCode.keyNotDecided, .keyDisputed].contains { $0.rawValue == code }
    }
}

extension IdentityVerificationFailure {
    /// Why nobody could tell; nil where the token was judged.
    var callFailure: AppleCallFailure? {
        guard case .unavailable(let failure) = self else { return nil }
        return failure
    }
}

extension NotificationVerificationFailure {
    /// Why nobody could tell; nil where the notification was judged.
    var callFailure: AppleCallFailure? {
        guard case .unavailable(let failure) = self else { return nil }
        return failure
    }
}
