/// Where a person stands, for the app to show. Holds no secret.
public enum SignInState: Sendable, Equatable {
    /// The storage has not been read yet.
    case unknown
    /// Nobody is signed in.
    case signedOut(SignedOutReason)
    /// Somebody was signed in when the app ended; the device is asked whether that still holds.
    case checking(SignedInPerson)
    /// The device is asked, without anything on the screen, whether the person has an account.
    case searching
    /// Apple's sheet is being prepared or shown.
    case authorizing
    /// Apple answered, and the service has not yet.
    case exchanging(ExchangeProgress)
    /// Somebody is signed in.
    case signedIn(SignedInPerson)
    /// Somebody is signed in, and their new identifier is being fetched after the app changed its team.
    case transferring(SignedInPerson)
    /// Somebody is signed in and is leaving.
    case deleting(SignedInPerson)
}

extension SignInState {
    /// Who may use the app; during a check, a transfer and until a deletion is done, too.
    public var person: SignedInPerson? {
        switch self {
        case .checking(let person), .signedIn(let person), .transferring(let person), .deleting(let person): person
        case .unknown, .signedOut, .searching, .authorizing, .exchanging: nil
        }
    }
}

/// How far the service has got with a sign-in.
public enum ExchangeProgress: Sendable, Equatable {
    /// It was asked.
    case asking
    /// It could not be reached; it will be asked again by itself. The name is kept meanwhile.
    case waiting
}

/// Why nobody is signed in, so that the app can say it.
public enum SignedOutReason: Sendable, Equatable {
    /// Nobody has signed in on this device yet.
    case notYet
    /// The person signed out.
    case byPerson
    /// The person withdrew the app's permission in the settings, or deleted their Apple Account.
    case credentialRevoked
    /// The device knows no permission for this person: another Apple Account is signed in to it, for instance.
    case credentialNotFound
    /// What was stored outlived the app's removal, and could not be confirmed.
    case unconfirmedAfterReinstallation
    /// The service ended the session.
    case sessionEnded
    /// The account was deleted.
    case accountDeleted(AppleRevocation)
}

/// What became of Apple's permission when an account was deleted.
public enum AppleRevocation: Sendable, Equatable {
    /// The service has Apple revoke it.
    case queued
    /// The service holds nothing to revoke it by: tell the person to stop using the app at Apple, at this address.
    case byHand(address: String)
}

/// The state, and what went wrong last.
public struct SignInStatus: Sendable, Equatable {
    /// Where the person stands.
    public var state: SignInState
    /// Why the last thing that a person asked for did not happen; nil after a success and after a closed sheet.
    public var failure: SignInFailure?

    /// A status.
    public init(state: SignInState, failure: SignInFailure? = nil) {
        self.state = state
        self.failure = failure
    }
}
