import Foundation
import SignInAPI

@testable import SignInKit

/// All situations of a life cycle, each with the events that lead to it.
enum Situation: String, CaseIterable {
    case unknown, unread, unreadOpening, signedOut, searchOpening, searchSheet, signInOpening, signInSheet, sending
    case waiting, password
    case launchCheck, reinstalled, signedIn, passwordPerson, foregroundCheck, confirming, confirmingLater
    case reinstalledPassword
    case transferOpening, transferSheet, transferSending
    case deletionOpening, deletionSheet, deletionSending, erasing
    case offeringSheet, typedPassword, asking, askingKnown, answering, answeringSession
    case linkOpening, linkSheet, linkSending, linkWaiting, merging, answeringMerge
    case confirmOpening, confirmSheet, confirmSending, confirmingPassword
    case held
    case offered, answeringOffer

    var life: SignInLifeCycle {
        var life = SignInLifeCycle(policy: Sample.policy)
        switch self {
        case .unknown: break
        case .unread, .unreadOpening:
            life.take(.launched(StoredSignIn(wasRead: false)))
            if self == .unreadOpening { life.take(Event.signIn.input) }
        case .signedOut, .searchOpening, .searchSheet, .signInOpening, .signInSheet, .sending, .waiting, .password,
            .offeringSheet, .typedPassword, .asking, .askingKnown, .answering, .answeringSession, .held,
            .offered, .answeringOffer:
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
        case .sending, .waiting, .held, .offered, .answeringOffer:
            life.take(.signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .signIn), Event.credential.input)
            if self == .waiting { life.take(Event.unreachable.input) }
            if self == .held { life.take(Event.held.input) }
            if self == .offered || self == .answeringOffer { life.take(Event.acceptedWithOffer.input) }
            if self == .answeringOffer { life.take(Event.answerMerge.input) }
        case .offeringSheet: life.take(Event.signInOffering.input, Event.openedSignIn.input)
        case .typedPassword: life.take(Event.typed.input)
        case .asking, .askingKnown, .answering, .answeringSession:
            life.take(
                Event.signIn.input, Event.openedSignIn.input, Event.credential.input, Event.asked.input)
            if self == .answering { life.take(Event.answerNew.input) }
            if self == .askingKnown || self == .answeringSession { life.take(Event.adopted.input) }
            if self == .answeringSession { life.take(Event.answerSession.input) }
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
        default: changing(&life)
        }
    }

    private func changing(_ life: inout SignInLifeCycle) {
        switch self {
        case .linkOpening, .linkSheet, .linkSending, .linkWaiting, .merging, .answeringMerge:
            life.take(Event.link.input)
            if self != .linkOpening { life.take(Event.openedLink.input) }
            if self != .linkOpening, self != .linkSheet { life.take(Event.credentialOfOther.input) }
            if self == .linkWaiting { life.take(Event.unreachable.input) }
            if self == .merging || self == .answeringMerge { life.take(Event.askedMerge.input) }
            if self == .answeringMerge { life.take(Event.answerMerge.input) }
        case .confirmOpening, .confirmSheet, .confirmSending:
            life.take(Event.confirm.input)
            if self != .confirmOpening { life.take(Event.openedConfirmation.input) }
            if self == .confirmSending { life.take(Event.credential.input) }
        case .confirmingPassword: life.take(Event.typed.input)
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
    /// Other ways to sign in.
    case signInLinking, signInBadTicket, signInOffering, nothingFound, typed, typedAccepted, typedOther, typedFailed
    case adopted, adoptedOther
    /// Changes of the account.
    case link, linkAgain, upgrade, confirm
    case openedLink, openedConfirmation, notOpenedLink, notOpenedConfirmation
    /// Questions and answers.
    case asked, askedMerge, answerNew, answerTicket, answerBadTicket, answerSession, answerMerge
    case answered, answeredOther, merged, answerRefused, questionOver, lateOver, questionOverdue, otherQuestionOverdue
    /// The app's backend has to decide about the person.
    case held, answerHeld
    /// The last way to sign in with an Apple Account was removed, or had been before the last sign-in.
    case appleGone, lateAppleGone, appleGoneElsewhere
    /// The backend offers something to the person whom it has just signed in.
    case acceptedWithOffer

    /// Whether the event brings a session, which must be ended if nobody expects it.
    var bringsSession: Bool {
        [
            .accepted, .acceptedWithOffer, .otherAccount, .passwordAccepted, .typedAccepted, .typedOther, .answered,
            .answeredOther,
        ].contains(self)
    }

    /// When it happens. A sheet is requested at the full hour.
    var time: Date {
        switch self {
        case .signInAgain, .deleteAgain, .linkAgain: Sample.hour.addingTimeInterval(SignInLifeCycle.secondsToAppear)
        case .foregroundLater: Sample.hour.addingTimeInterval(SignInLifeCycle.secondsToReturn)
        default: Sample.hour
        }
    }

    var input: SignInInput { whole ?? changing ?? asking ?? parts }

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
        case .appleGoneElsewhere: .sessionChanged(Sample.session(user: nil), because: .byPerson)
        case .renamed: .accountRead(Sample.account(name: Sample.grace))
        case .appleGone: .appleAccountsGone(signedInAt: Sample.start)
        case .lateAppleGone: .appleAccountsGone(signedInAt: Sample.start.addingTimeInterval(-1))
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

    private var changing: SignInInput? {
        switch self {
        case .signInLinking: .signInWanted(Sample.tap, options: SignInOptions(ticket: LinkTicket("ticket")))
        case .signInBadTicket: .signInWanted(Sample.tap, options: SignInOptions(ticket: LinkTicket("")))
        case .signInOffering: .signInWanted(Sample.tap, options: SignInOptions(offersPasswords: true))
        case .nothingFound: sheet(.error(.nothingFound))
        case .typed: .passwordTyped(PasswordCredential(user: "ann", password: Secret("p")))
        case .typedAccepted: .passwordAnswered(.accepted(Sample.session(user: nil)), attempt: Self.typedPassword)
        case .typedOther:
            .passwordAnswered(
                .accepted(Sample.session(user: nil, account: Sample.account("account-2"))),
                attempt: Self.typedPassword)
        case .typedFailed: .passwordAnswered(.failed(Self.wrongPassword), attempt: Self.typedPassword)
        case .adopted: .sessionAdopted(Sample.session(user: nil))
        case .adoptedOther: .sessionAdopted(Sample.session(user: nil, account: Sample.account("account-2")))
        case .link, .linkAgain: .changeWanted(.link, Sample.tap)
        case .upgrade: .changeWanted(.upgrade, Sample.tap)
        case .confirm: .changeWanted(.confirmation, Sample.tap)
        case .openedLink: .attemptOpened(Sample.attempt, .link)
        case .openedConfirmation: .attemptOpened(Sample.attempt, .confirmation)
        case .notOpenedLink: .attemptFailed(.unreachable(retryAfter: nil), .link)
        case .notOpenedConfirmation: .attemptFailed(.unreachable(retryAfter: nil), .confirmation)
        default: nil
        }
    }

    private var asking: SignInInput? {
        let id = Sample.attempt.id
        return switch self {
        case .asked: answer(.asked(Sample.question()))
        case .askedMerge: answer(.asked(Sample.question(merge: Sample.merge)))
        case .acceptedWithOffer:
            answer(.accepted(Sample.session(attempt: id, at: Sample.hour), offer: Sample.question(merge: Sample.merge)))
        case .answerNew: .answerWanted(.new)
        case .answerTicket: .answerWanted(.ticket(LinkTicket("ticket")))
        case .answerBadTicket: .answerWanted(.ticket(LinkTicket("")))
        case .answerSession: .answerWanted(.session)
        case .answerMerge: .answerWanted(.merge)
        case .answered: .questionAnswered(.accepted(Sample.session(attempt: id, at: Sample.hour)), attempt: id)
        case .answeredOther:
            .questionAnswered(.accepted(Sample.session(account: Sample.account("account-2"))), attempt: id)
        case .merged: .questionAnswered(.merged(Sample.account(name: Sample.grace)), attempt: id)
        case .answerRefused: .questionAnswered(.failed(.linkTicketInvalid), attempt: id)
        case .questionOver: .questionAnswered(.failed(Self.over), attempt: id)
        case .held: answer(.refused(Sample.held))
        case .answerHeld: .questionAnswered(.failed(Sample.held), attempt: id)
        case .lateOver: .questionAnswered(.failed(Self.over), attempt: Self.otherAttempt.id)
        case .questionOverdue: .questionOverdue(attempt: id)
        case .otherQuestionOverdue: .questionOverdue(attempt: Self.otherAttempt.id)
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
    private static let over = SignInFailure.refused(code: "question_over", requestID: "r")
    private static let typedPassword = Secret("typed-1")
    private static let otherAttempt = SignInAttempt(
        id: Secret("attempt-b"), nonce: Secret("nonce-b"), expiresAt: Sample.hour.addingTimeInterval(600))

    private func sheet(_ result: SheetResult) -> SignInInput { .sheetEnded(result, attempt: Sample.attempt.id) }

    private func answer(_ answer: SubmissionAnswer) -> SignInInput {
        .submissionAnswered(answer, attempt: Sample.attempt.id)
    }
}
