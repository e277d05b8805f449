public import SignInAPI

/// An event for a ``SignInLifeCycle``.
public enum SignInInput: Sendable, Equatable {
    /// The app started, with the stored data.
    case launched(StoredSignIn)
    /// The app came to the foreground.
    case foregrounded
    /// The system signalled that a credential was revoked. It is believed only after a check of the state.
    case credentialRevoked
    /// The device answered with the credential state of a person.
    case credentialAnswered(CredentialAnswer, appleUser: String)
    /// The service answered whether the session still exists, because the device alone is not trusted.
    case sessionAnswered(SessionAnswer)
    /// The service ended the session.
    case sessionEnded
    /// The service returned the account, for instance with a new name.
    case accountRead(AccountReply)

    /// The app wants to search for an existing account.
    case searchWanted
    /// The person wants to sign in.
    case signInWanted
    /// The service opened an attempt.
    case attemptOpened(SignInAttempt, SheetPurpose)
    /// The service did not open an attempt.
    case attemptFailed(SignInFailure, SheetPurpose)
    /// Apple's sheet ended.
    case sheetEnded(SheetResult, attempt: Secret)
    /// The service answered the sign-in that Apple's sheet returned.
    case submissionAnswered(SubmissionAnswer, attempt: Secret)
    /// The app's own login answered the password.
    case passwordAnswered(PasswordAnswer)
    /// It is time to ask the service again.
    case retryDue(attempt: Secret)
    /// The person cancelled, or the calling task was cancelled. Nil cancels any work.
    case cancelWanted(SheetPurpose?)

    /// The person wants to sign out.
    case signOutWanted
    /// The person wants to delete the account.
    case deletionWanted
    /// The service deleted the account.
    case deletionDone(AppleRevocation)
    /// The service did not delete the account.
    case deletionFailed(SignInFailure)
}

/// The data that was stored when the app started.
public struct StoredSignIn: Sendable, Equatable {
    /// The session.
    public var session: StoredSession?
    /// A sign-in that the service has not confirmed.
    public var pending: PendingSignIn?
    /// Names that have not reached the service yet.
    public var firstTimeData: [FirstTimeData]
    /// Whether the app was newly installed. Then the stored data is from an earlier installation.
    public var isFirstRun: Bool

    /// Creates the data.
    public init(
        session: StoredSession? = nil, pending: PendingSignIn? = nil, firstTimeData: [FirstTimeData] = [],
        isFirstRun: Bool = false
    ) {
        self.session = session
        self.pending = pending
        self.firstTimeData = firstTimeData
        self.isFirstRun = isFirstRun
    }
}

/// Whether a session still exists.
public enum SessionAnswer: Sendable, Equatable, CaseIterable {
    /// The session exists.
    case alive
    /// The session has ended.
    case ended
    /// The service could not be asked.
    case unreachable
}

/// The service's answer to a sign-in that Apple's sheet returned.
public enum SubmissionAnswer: Sendable, Equatable {
    /// The service began a session.
    case accepted(StoredSession)
    /// The service refused. Another attempt with the same data is useless.
    case refused(SignInFailure)
    /// The service could not be reached or not serve the request, with the seconds to wait if it named them.
    case unreachable(retryAfter: Int?)
}

/// The answer of the app's own login to a password.
public enum PasswordAnswer: Sendable, Equatable {
    /// The login began a session.
    case accepted(StoredSession)
    /// The login failed.
    case failed(SignInFailure)
}
