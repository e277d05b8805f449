/// What is to be done in the world, in this order. Only effects touch the device, the storage or the service.
public enum SignInEffect: Sendable, Equatable {
    /// Ask the device for the credential state.
    case checkCredential(appleUser: String)
    /// Ask the service whether the session lives.
    case confirmSession
    /// Ask the service for an attempt.
    case openAttempt(SheetPurpose)
    /// Show Apple's sheet.
    case present(SheetRequest)
    /// Close Apple's sheet.
    case dismissSheet
    /// Write a sign-in down, before anything else happens.
    case keepPending(PendingSignIn)
    /// Send a sign-in to the service.
    case submit(PendingSignIn)
    /// Ask for ``SignInInput/retryDue(attempt:)`` after that many seconds.
    case scheduleRetry(attempt: Secret, seconds: Double)
    /// Remove the sign-in that was written down.
    case forgetPending
    /// Write the names down that the service has not confirmed; an empty list removes them.
    case keepFirstTimeData([FirstTimeData])
    /// Write a session down and use it.
    case storeSession(StoredSession)
    /// Have the app's own login judge a password.
    case signInWithPassword(PasswordCredential)
    /// Remove the session here, and end it at the service, which is told why.
    case endSession(because: SignedOutReason)
    /// Remove the session here; the service has ended it.
    case forgetSession
    /// End a session at the service that is not used here.
    case endUnusedSession(StoredSession)
    /// Have the service delete the account.
    case deleteAccount
}
