import Foundation
import SignInAPI

/// An event for a `SignInLifeCycle`.
enum SignInInput: Sendable, Equatable {
    /// The app started, with the stored data.
    case launched(StoredSignIn)
    /// The app came to the foreground.
    case foregrounded
    /// The app went to the background.
    case backgrounded
    /// The system signalled that a credential was revoked. It is believed only after a check of the state.
    case credentialRevoked
    /// The device answered with the credential state of a person.
    case credentialAnswered(CredentialAnswer, appleUser: String)
    /// The service answered whether the session still exists.
    case sessionAnswered(SessionAnswer)
    /// The service ended the session.
    case sessionEnded
    /// Another client or process of the app has begun this session, or ended the one that both used.
    case sessionChanged(StoredSession?, because: SignedOutReason)
    /// The service returned the account, for instance with a new name.
    case accountRead(AccountReply)
    /// The service said that nobody gets into the account with an Apple Account any longer. It was asked with the session
    /// of this time.
    case appleAccountsGone(signedInAt: Date)

    /// The app wants to search for an existing account.
    case searchWanted
    /// The person wants to sign in, and has tapped one of the kit's buttons, unless there is no tap.
    case signInWanted(ButtonTap?, options: SignInOptions = SignInOptions())
    /// The person has typed a password.
    case passwordTyped(PasswordCredential)
    /// Another login of the app has begun this session.
    case sessionAdopted(StoredSession)
    /// The service opened an attempt.
    case attemptOpened(SignInAttempt, Opening)
    /// The service did not open an attempt.
    case attemptFailed(SignInFailure, Opening)
    /// Apple's sheet ended. If Apple returned a person, the name of that person that is kept at this moment is known.
    case sheetEnded(SheetResult, attempt: Secret, kept: FirstTimeData? = nil)
    /// Apple's sheet did not end before its attempt expired.
    case sheetOverdue(attempt: Secret)
    /// The service answered the sign-in that Apple's sheet returned.
    case submissionAnswered(SubmissionAnswer, attempt: Secret)
    /// The app's own login answered the password that the sheet of this attempt returned, or that was typed.
    case passwordAnswered(PasswordAnswer, attempt: Secret)
    /// It is time to ask the service again.
    case retryDue(attempt: Secret)
    /// The person answered the open question.
    case answerWanted(AccountAnswer)
    /// The backend took the answer to the question of this attempt, or did not.
    case questionAnswered(QuestionOutcome, attempt: Secret)
    /// The question of this attempt has ended.
    case questionOverdue(attempt: Secret)
    /// The person cancelled, or the calling task was cancelled. Nil cancels any work.
    case cancelWanted(SheetPurpose?)

    /// The person wants to add an Apple Account to their account, to replace its password by one, or has to confirm that
    /// the account is theirs. They have tapped one of the kit's buttons, unless there is no tap.
    case changeWanted(SheetPurpose, ButtonTap?)
    /// The person wants to sign out.
    case signOutWanted
    /// The person wants to delete the account, and has tapped one of the kit's buttons, unless there is no tap.
    case deletionWanted(ButtonTap?)
    /// The service deleted the account.
    case deletionDone(AppleRevocation)
    /// The service did not delete the account.
    case deletionFailed(SignInFailure)
}

extension SignInInput {
    /// Whether a person has just done something on the device, so that it is unlocked.
    var comesFromPerson: Bool {
        switch self {
        case .signInWanted, .passwordTyped: true
        default: false
        }
    }
}

/// The data that was stored when the app started.
struct StoredSignIn: Sendable, Equatable {
    /// The session.
    var session: StoredSession?
    /// A sign-in that the service has not confirmed.
    var pending: PendingSignIn?
    /// Whether the app was newly installed. Then the stored data is from an earlier installation.
    var isFirstRun: Bool
    /// Whether the storage could be read. If not, it may have data nevertheless.
    var wasRead: Bool

    /// Creates the data.
    init(
        session: StoredSession? = nil, pending: PendingSignIn? = nil, isFirstRun: Bool = false, wasRead: Bool = true
    ) {
        self.session = session
        self.pending = pending
        self.isFirstRun = isFirstRun
        self.wasRead = wasRead
    }
}

/// Whether a session still exists.
enum SessionAnswer: Sendable, Equatable, CaseIterable {
    /// The session exists.
    case alive
    /// The session has ended.
    case ended
    /// The service could not be asked, or has no way to be asked.
    case unreachable
}

/// The service's answer to a sign-in that Apple's sheet returned.
enum SubmissionAnswer: Sendable, Equatable {
    /// The service began a session, and may offer the person to merge an account that they had before.
    case accepted(StoredSession, offer: OpenQuestion? = nil)
    /// The service has a question to the person.
    case asked(OpenQuestion)
    /// The service refused. Another attempt with the same data is useless.
    case refused(SignInFailure)
    /// The service could not be reached or not serve the request, with the seconds to wait if it named them.
    case unreachable(retryAfter: Int?)
}

/// What became of the person's answer to a question.
enum QuestionOutcome: Sendable, Equatable {
    /// The service began a session.
    case accepted(StoredSession)
    /// The service merged another account into this one.
    case merged(AccountReply)
    /// The service refused, or could not be reached.
    case failed(SignInFailure)
}

/// The answer of the app's own login to a password.
enum PasswordAnswer: Sendable, Equatable {
    /// The login began a session.
    case accepted(StoredSession)
    /// The login failed.
    case failed(SignInFailure)
}
