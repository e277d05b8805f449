public import SignInAPI

/// What can happen to a ``SignInLifeCycle``.
public enum SignInInput: Sendable, Equatable {
    /// The app started, and this is what was stored.
    case launched(StoredSignIn)
    /// The app came to the foreground.
    case foregrounded
    /// The system signalled that a credential was revoked; believed only after a look at the state.
    case credentialRevoked
    /// The device told the credential state of a person.
    case credentialAnswered(CredentialAnswer, appleUser: String)
    /// The service told whether the session lives, because the device alone is not believed.
    case sessionAnswered(SessionAnswer)
    /// The service ended the session.
    case sessionEnded
    /// The service told of the account: a new name, for instance.
    case accountRead(AccountReply)

    /// The app wants to know, silently, whether the person has an account.
    case searchWanted
    /// A person wants to sign in.
    case signInWanted
    /// The service opened an attempt.
    case attemptOpened(SignInAttempt, SheetPurpose)
    /// The service opened none.
    case attemptFailed(SignInFailure, SheetPurpose)
    /// Apple's sheet ended.
    case sheetEnded(SheetResult, attempt: Secret)
    /// The service answered what Apple's sheet gave.
    case submissionAnswered(SubmissionAnswer, attempt: Secret)
    /// The app's own login answered a password.
    case passwordAnswered(PasswordAnswer)
    /// It is time to ask the service again.
    case retryDue(attempt: Secret)
    /// A person, or the end of the asking task, gives up; nil means whatever is under way.
    case cancelWanted(SheetPurpose?)

    /// A person wants to sign out.
    case signOutWanted
    /// A person wants the account deleted.
    case deletionWanted
    /// The service deleted the account.
    case deletionDone(AppleRevocation)
    /// The service did not delete the account.
    case deletionFailed(SignInFailure)
}

/// What was stored when the app started.
public struct StoredSignIn: Sendable, Equatable {
    /// The session.
    public var session: StoredSession?
    /// A sign-in that the service has not confirmed.
    public var pending: PendingSignIn?
    /// Names that no sign-in has carried to the service yet.
    public var firstTimeData: [FirstTimeData]
    /// Whether the app was installed since: what is stored then outlived its removal.
    public var isFirstRun: Bool

    /// What was stored.
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

/// Whether a session lives.
public enum SessionAnswer: Sendable, Equatable, CaseIterable {
    /// It does.
    case alive
    /// It does not.
    case ended
    /// The service could not be asked.
    case unreachable
}

/// What the service says to what Apple's sheet gave.
public enum SubmissionAnswer: Sendable, Equatable {
    /// It began a session.
    case accepted(StoredSession)
    /// It refuses; asking again is of no use.
    case refused(SignInFailure)
    /// It was not reached, or could not serve; seconds to wait, where it said so.
    case unreachable(retryAfter: Int?)
}

/// What the app's own login says to a password.
public enum PasswordAnswer: Sendable, Equatable {
    /// It began a session.
    case accepted(StoredSession)
    /// It did not.
    case failed(SignInFailure)
}
