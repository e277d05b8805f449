import Foundation
import SignInAPI

@testable import SignInKit

/// All situations of a life cycle, each with the events that lead to it.
enum Situation: String, CaseIterable {
    case unknown, unread, signedOut, searchOpening, searchSheet, signInOpening, signInSheet, sending, waiting, password
    case launchCheck, reinstalled, signedIn, passwordPerson, foregroundCheck, confirming, confirmingLater
    case reinstalledPassword
    case transferOpening, transferSheet, transferSending
    case deletionOpening, deletionSheet, deletionSending, erasing

    var life: SignInLifeCycle {
        var life = SignInLifeCycle(policy: Sample.policy)
        switch self {
        case .unknown: break
        case .unread: life.take(.launched(StoredSignIn(wasRead: false)))
        case .signedOut, .searchOpening, .searchSheet, .signInOpening, .signInSheet, .sending, .waiting, .password:
            life.take(.launched(StoredSignIn()))
            withoutPerson(&life)
        case .launchCheck: life.take(.launched(StoredSignIn(session: Sample.session())))
        case .reinstalled: life.take(.launched(StoredSignIn(session: Sample.session(), isFirstRun: true)))
        case .passwordPerson: life.take(.launched(StoredSignIn(session: Sample.session(user: nil))))
        case .reinstalledPassword:
            life.take(.launched(StoredSignIn(session: Sample.session(user: nil), isFirstRun: true)))
        default:
            life.take(
                .launched(StoredSignIn(session: Sample.session())),
                .credentialAnswered(.state(.authorized), appleUser: "user-1"))
            withPerson(&life)
        }
        return life
    }

    private func withoutPerson(_ life: inout SignInLifeCycle) {
        switch self {
        case .searchOpening: life.take(.searchWanted)
        case .searchSheet: life.take(.searchWanted, .attemptOpened(Sample.attempt, .search))
        case .password:
            life.take(
                .searchWanted, .attemptOpened(Sample.attempt, .search), Event.password.input)
        case .signInOpening: life.take(.signInWanted(Sample.tap))
        case .signInSheet: life.take(.signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .signIn))
        case .sending, .waiting:
            life.take(.signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .signIn), Event.credential.input)
            if self == .waiting { life.take(Event.unreachable.input) }
        default: break
        }
    }

    private func withPerson(_ life: inout SignInLifeCycle) {
        switch self {
        case .foregroundCheck: life.take(.foregrounded)
        case .confirmingLater: life.take(.foregrounded, .credentialAnswered(.state(.revoked), appleUser: "user-1"))
        case .confirming:
            // Right after a sign-in the device is not trusted.
            life = SignInLifeCycle(policy: Sample.policy)
            life.take(
                .launched(StoredSignIn(session: Sample.session(at: Sample.hour))),
                .credentialAnswered(.state(.revoked), appleUser: "user-1"))
        case .transferOpening, .transferSheet, .transferSending:
            life.take(.foregrounded, .credentialAnswered(.state(.transferred), appleUser: "user-1"))
            if self != .transferOpening { life.take(.attemptOpened(Sample.attempt, .transfer)) }
            if self == .transferSending { life.take(Event.credentialOfOther.input) }
        case .deletionOpening, .deletionSheet, .deletionSending, .erasing:
            life.take(.deletionWanted(Sample.tap))
            if self != .deletionOpening { life.take(.attemptOpened(Sample.attempt, .deletion)) }
            if self == .deletionSending || self == .erasing { life.take(Event.credential.input) }
            if self == .erasing { life.take(Event.accepted.input) }
        default: break
        }
    }
}

/// All events.
enum Event: String, CaseIterable {
    case launch, launchUnread, foreground, background, signal
    case authorized, revoked, notFound, transferred, noAnswer, aboutSomebodyElse
    case alive, ended, serviceAway, sessionEnded, renamed
    case search, signIn, openedSearch, openedSignIn, openedTransfer, openedDeletion
    case notOpenedSearch, notOpenedSignIn, notOpenedTransfer, notOpenedDeletion, openedOther, notOpenedOther
    case credential, credentialOfOther, otherState, incomplete, password, canceled, sheetFailed, lateSheet
    case lateName
    case accepted, otherAccount, refused, unreachable, lateAnswer
    case passwordAccepted, passwordFailed, otherPasswordFailed, retryDue, lateRetry, cancel
    case signOut, delete, deleted, notDeleted, deletedElsewhere
    /// What comes when the sheet should have been there for a while.
    case signInAgain, deleteAgain, foregroundLater, sheetOverdue, otherSheetOverdue
    /// What another client or process of the app has done.
    case signedInElsewhere, signedOutElsewhere

    /// When it happens. A sheet is requested at the full hour.
    var time: Date {
        switch self {
        case .signInAgain, .deleteAgain: Sample.hour.addingTimeInterval(SignInLifeCycle.secondsToAppear)
        case .foregroundLater: Sample.hour.addingTimeInterval(SignInLifeCycle.secondsToReturn)
        default: Sample.hour
        }
    }

    var input: SignInInput { whole ?? parts }

    private var whole: SignInInput? {
        switch self {
        case .launch: .launched(StoredSignIn())
        case .launchUnread: .launched(StoredSignIn(wasRead: false))
        case .foreground, .foregroundLater: .foregrounded
        case .background: .backgrounded
        case .signal: .credentialRevoked
        case .authorized: .credentialAnswered(.state(.authorized), appleUser: "user-1")
        case .revoked: .credentialAnswered(.state(.revoked), appleUser: "user-1")
        case .notFound: .credentialAnswered(.state(.notFound), appleUser: "user-1")
        case .transferred: .credentialAnswered(.state(.transferred), appleUser: "user-1")
        case .noAnswer: .credentialAnswered(.unknown, appleUser: "user-1")
        case .aboutSomebodyElse: .credentialAnswered(.state(.revoked), appleUser: "user-2")
        case .alive: .sessionAnswered(.alive)
        case .ended: .sessionAnswered(.ended)
        case .serviceAway: .sessionAnswered(.unreachable)
        case .sessionEnded: .sessionEnded
        case .signedInElsewhere:
            .sessionChanged(
                Sample.session(user: "user-2", account: Sample.account("account-2")), because: .byPerson)
        case .signedOutElsewhere: .sessionChanged(nil, because: .credentialRevoked)
        case .renamed: .accountRead(Sample.account(name: Sample.grace))
        case .search: .searchWanted
        case .signIn, .signInAgain: .signInWanted(Sample.tap)
        case .openedSearch: .attemptOpened(Sample.attempt, .search)
        case .openedSignIn: .attemptOpened(Sample.attempt, .signIn)
        case .openedTransfer: .attemptOpened(Sample.attempt, .transfer)
        case .openedDeletion: .attemptOpened(Sample.attempt, .deletion)
        case .openedOther: .attemptOpened(Sample.attempt, .again(.signIn))
        case .cancel: .cancelWanted(nil)
        case .signOut: .signOutWanted
        case .delete, .deleteAgain: .deletionWanted(Sample.tap)
        case .deleted: .deletionDone(.queued)
        case .notDeleted: .deletionFailed(.unreachable(retryAfter: nil))
        case .deletedElsewhere: .deletionFailed(.sessionEnded)
        default: nil
        }
    }

    private var parts: SignInInput {
        let away = SignInFailure.unreachable(retryAfter: nil)
        return switch self {
        case .notOpenedSearch: .attemptFailed(away, .search)
        case .notOpenedSignIn: .attemptFailed(away, .signIn)
        case .notOpenedTransfer: .attemptFailed(away, .transfer)
        case .notOpenedDeletion: .attemptFailed(away, .deletion)
        case .notOpenedOther: .attemptFailed(away, .again(.signIn))
        case .credential: sheet(.apple(Sample.credential()))
        case .credentialOfOther: sheet(.apple(Sample.credential(user: "user-2")))
        case .otherState: sheet(.apple(Sample.credential(for: Self.otherAttempt)))
        case .incomplete: sheet(.apple(Sample.credential(token: nil)))
        case .password: sheet(.password(PasswordCredential(user: "ann", password: Secret("p"))))
        case .canceled: sheet(.failed(.canceled))
        case .sheetFailed: sheet(.failed(.unknown))
        case .lateSheet: .sheetEnded(.apple(Sample.credential()), attempt: Self.otherAttempt.id)
        case .lateName:
            .sheetEnded(
                .apple(Sample.credential(for: Self.otherAttempt, name: Sample.grace)), attempt: Self.otherAttempt.id)
        case .sheetOverdue: .sheetOverdue(attempt: Sample.attempt.id)
        case .otherSheetOverdue: .sheetOverdue(attempt: Self.otherAttempt.id)
        case .accepted: answer(.accepted(Sample.session(attempt: Sample.attempt.id, at: Sample.hour)))
        case .otherAccount: answer(.accepted(Sample.session(account: Sample.account("account-2"))))
        case .refused: answer(.refused(.refused(code: "nonce_mismatch", requestID: "r")))
        case .unreachable: answer(.unreachable(retryAfter: nil))
        case .lateAnswer: .submissionAnswered(.unreachable(retryAfter: nil), attempt: Self.otherAttempt.id)
        case .passwordAccepted: .passwordAnswered(.accepted(Sample.session(user: nil)), attempt: Sample.attempt.id)
        case .passwordFailed: .passwordAnswered(.failed(Self.wrongPassword), attempt: Sample.attempt.id)
        case .otherPasswordFailed: .passwordAnswered(.failed(Self.wrongPassword), attempt: Self.otherAttempt.id)
        case .retryDue: .retryDue(attempt: Sample.attempt.id)
        default: .retryDue(attempt: Self.otherAttempt.id)
        }
    }

    private static let wrongPassword = SignInFailure.refused(code: "wrong_password", requestID: "r")
    private static let otherAttempt = SignInAttempt(
        id: Secret("attempt-b"), nonce: Secret("nonce-b"), expiresAt: Sample.hour.addingTimeInterval(600))

    private func sheet(_ result: SheetResult) -> SignInInput { .sheetEnded(result, attempt: Sample.attempt.id) }

    private func answer(_ answer: SubmissionAnswer) -> SignInInput {
        .submissionAnswered(answer, attempt: Sample.attempt.id)
    }
}
