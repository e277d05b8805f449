/// The state of the sign-in, for the app to show. It contains no secret.
public enum SignInState: Sendable, Equatable {
    /// The storage has not been read yet.
    case unknown
    /// Nobody is signed in.
    case signedOut(SignedOutReason)
    /// Somebody was signed in when the app ended. The device is asked whether the permission still exists.
    case checking(SignedInPerson)
    /// The device is asked whether the person has an account. If it has a credential, Apple's sheet is shown.
    case searching
    /// Apple's sheet is being prepared or shown.
    case authorizing
    /// Apple has answered, but the service has not yet.
    case exchanging(ExchangeProgress)
    /// Apple has answered, and the backend has a question to the person: ``SignInClient/answer(_:)``. Whoever is signed in
    /// stays so (``AccountQuestion/person``).
    case asking(AccountQuestion)
    /// Somebody is signed in.
    case signedIn(SignedInPerson)
    /// Somebody is signed in, and an Apple Account is being added to their account.
    case linking(SignedInPerson)
    /// Somebody is signed in, and confirms that the account is theirs.
    case confirming(SignedInPerson)
    /// Somebody is signed in, and their new identifier is being fetched after the app changed its team.
    case transferring(SignedInPerson)
    /// Somebody is signed in, and their account is being deleted.
    case deleting(SignedInPerson)
}

extension SignInState {
    /// The person who may use the app, also during a check, a question, a transfer or another change of their account.
    public var person: SignedInPerson? {
        switch self {
        case .checking(let person), .signedIn(let person), .linking(let person), .confirming(let person),
            .transferring(let person), .deleting(let person):
            person
        case .asking(let question): question.person
        case .unknown, .signedOut, .searching, .authorizing, .exchanging: nil
        }
    }
}

/// The progress of a sign-in at the service.
public enum ExchangeProgress: Sendable, Equatable {
    /// The service was asked.
    case asking
    /// The service could not be reached. The kit asks again by itself, and keeps the name in the meantime.
    case waiting
}

/// The reason why nobody is signed in, for the app to show.
public enum SignedOutReason: Sendable, Equatable {
    /// Nobody has signed in on this device yet.
    case notYet
    /// The person signed out.
    case byPerson
    /// The person withdrew the app's permission in the settings, or deleted their Apple Account.
    case credentialRevoked
    /// The device has no permission for this person, for instance because another Apple Account is signed in to it.
    case credentialNotFound
    /// The stored session is from an earlier installation of the app, and could not be confirmed.
    case unconfirmedAfterReinstallation
    /// The service ended the session.
    case sessionEnded
    /// The account was deleted.
    case accountDeleted(AppleRevocation)
}

/// What happens to Apple's permission after an account was deleted.
public enum AppleRevocation: Sendable, Equatable {
    /// The service will ask Apple to revoke it.
    case queued
    /// The service has no token to revoke. Tell the person to stop using the app in their Apple Account, as the page at this
    /// URL explains.
    case byHand(address: String)
}

/// The state and the last failure.
public struct SignInStatus: Sendable, Equatable {
    /// The current state.
    public var state: SignInState
    /// The failure of the person's last request. Nil after a success and after a closed sheet.
    public var failure: SignInFailure?

    /// Creates a status.
    public init(state: SignInState, failure: SignInFailure? = nil) {
        self.state = state
        self.failure = failure
    }
}
