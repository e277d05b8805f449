/// An action that the client carries out, in the given order. Only effects touch the device, the storage or the
/// service.
enum SignInEffect: Sendable, Equatable {
    /// Ask the device for the credential state.
    case checkCredential(appleUser: String)
    /// Ask the service whether the session still exists.
    case confirmSession
    /// Ask the service for an attempt.
    case openAttempt(Opening)
    /// Show Apple's sheet.
    case present(SheetRequest)
    /// Close Apple's sheet.
    case dismissSheet
    /// Store a sign-in before anything else happens.
    case keepPending(PendingSignIn)
    /// Send a sign-in to the service.
    case submit(PendingSignIn)
    /// Send ``SignInInput/retryDue(attempt:)`` after this many seconds.
    case scheduleRetry(attempt: Secret, seconds: Double)
    /// Send ``SignInInput/questionOverdue(attempt:)`` after this many seconds.
    case watchQuestion(attempt: Secret, seconds: Double)
    /// Send the person's answer to the question of a sign-in.
    case answer(AccountAnswer, PendingSignIn)
    /// Remove the stored sign-in, unless another client of the app has stored another one.
    case forgetPending(attempt: Secret)
    /// Store a name that the service has not confirmed, or remove one.
    case changeNames(NameChange)
    /// Store a session and use it.
    case storeSession(StoredSession)
    /// Store a session and use it, and end the one that was used before.
    case replaceSession(StoredSession)
    /// Use a session that another client or process of the app has stored.
    case useSession(StoredSession)
    /// Store the session without Apple's identifier of the person.
    case forgetAppleUser
    /// Check a password with the app's own login.
    case signInWithPassword(PasswordCredential, attempt: Secret)
    /// Remove the session here, and end it at the service with this reason.
    case endSession(because: SignedOutReason)
    /// Remove the session here. The service has already ended it.
    case forgetSession
    /// End a session at the service that is not used here.
    case endUnusedSession(StoredSession)
    /// Delete the account at the service.
    case deleteAccount
    /// Tell whoever observes incidents that the new identifier after a transfer could not be had. Nobody asked for it, so
    /// no failure is shown.
    case reportTransfer(SignInFailure)
}
