import Foundation

/// The whole sign-in as a value. It takes events and returns the actions to carry out. It does not depend on the device
/// or the service, so every rule is tested without them.
///
/// The guide <doc:LifeCycle> explains the rules and their sources.
struct SignInLifeCycle: Sendable, Equatable {
    /// Settings that do not change while the app runs.
    struct Policy: Sendable, Equatable {
        /// The scopes to request. An empty set is allowed.
        var scopes: Set<RequestedScope>
        /// Whether the app has its own login with passwords.
        var takesPasswords: Bool
        /// Whether a search shows nothing unless there is a credential on the device.
        var searchesQuietly = true
        /// Whether a sheet that is given up disappears.
        var closesSheets = true
        /// When a revocation reported by the device must be confirmed by the service.
        var revocationTrust: RevocationTrust

        /// Creates a policy.
        init(
            scopes: Set<RequestedScope> = [.fullName, .email], takesPasswords: Bool = false,
            revocationTrust: RevocationTrust = .standard
        ) {
            self.scopes = scopes
            self.takesPasswords = takesPasswords
            self.revocationTrust = revocationTrust
        }
    }

    /// Who is signed in.
    enum Standing: Sendable, Equatable {
        case unknown
        case nobody(SignedOutReason)
        case somebody(SignedInPerson)
    }

    /// The work in progress.
    enum Work: Sendable, Equatable {
        case none
        case opening(SheetPurpose, number: Int)
        case sheet(SheetPurpose, SignInAttempt)
        case sending(PendingSignIn, failures: Int)
        case waiting(PendingSignIn, failures: Int)
        /// The app's backend has not decided yet whether the person gets in.
        case held(PendingSignIn)
        case password(SheetPurpose, attempt: Secret)
        case answering(AccountAnswer)
        case erasing

        /// The purpose of the work.
        var purpose: SheetPurpose? {
            switch self {
            case .opening(let purpose, _), .sheet(let purpose, _), .password(let purpose, _): purpose
            case .sending(let pending, _), .waiting(let pending, _), .held(let pending): pending.purpose
            case .none, .answering, .erasing: nil
            }
        }
    }

    /// The check of the permission.
    enum Check: Sendable, Equatable {
        case idle
        /// The device was asked. At launch the app waits for the answer. After a reinstallation the stored session is
        /// not trusted without it.
        case asking(atLaunch: Bool, isTrusted: Bool)
        /// The service was asked whether the session still exists. If it does not, the first reason counts. If the service
        /// cannot be asked, the other one does. Without another one, the session continues.
        case confirming(SignedOutReason, otherwise: SignedOutReason?)
    }

    let policy: Policy
    var standing = Standing.unknown
    /// Whether a tap began without the storage, which could not be read. What is stored is still unknown then.
    var isStorageUnread = false
    var work = Work.none
    var check = Check.idle
    var failure: SignInFailure?
    /// The sign-in about which the backend has asked the person, until they have answered.
    var asked: PendingSignIn?
    /// The number of attempts that were asked for, and of passwords that were typed.
    var openings = 0
    /// What the last attempt was asked for.
    var options = SignInOptions()
    /// The tap that the last sheet was requested for, if there was one, and when it was requested.
    var sheetTap: ButtonTap?
    var sheetSince = Date.distantPast
    /// When the app went to the background, or came back, since the last sheet was requested. Nil if nobody said so.
    var awaySince: Date?
    /// The number of consecutive checks without an answer, and the time of the next check.
    var unansweredChecks = 0
    var nextCheckAt = Date.distantPast
    /// The identifier of which the device said last that it was transferred. Apple names the same person otherwise now, and
    /// the service decides whose account it is.
    var transferred: String?
    /// The time of the next request for the new identifier.
    var nextTransferAt = Date.distantPast

    /// Creates a life cycle, which begins with ``SignInInput/launched(_:)``.
    init(policy: Policy = Policy()) {
        self.policy = policy
    }

    /// The state for the app to show.
    var status: SignInStatus { SignInStatus(state: state, failure: failure) }

    /// Whether work is in progress that a person waits for.
    var isWorking: Bool {
        switch work {
        case .none, .waiting, .held: false
        case .opening, .sheet, .sending, .password, .answering, .erasing: true
        }
    }

    /// Whether neither work nor a check is in progress.
    var isSettled: Bool { !isWorking && check == .idle }

    /// Whether the person's answer to a question is at the service.
    var isAnswering: Bool {
        if case .answering = work { true } else { false }
    }

    /// Whether no check is in progress, and no work but a sheet that a person has to answer, which may not have appeared.
    var isChecked: Bool {
        guard check == .idle else { return false }
        return switch work {
        case .sheet(let purpose, _): purpose != .transfer
        case .none, .opening, .sending, .waiting, .held, .password, .answering, .erasing: !isWorking
        }
    }

    /// The purpose of the sheet that is shown for an attempt, or nil if it is not shown any longer.
    func purpose(ofSheet id: Secret) -> SheetPurpose? {
        guard case .sheet(let purpose, let attempt) = work, attempt.id == id else { return nil }
        return purpose
    }

    private var state: SignInState {
        switch standing {
        case .unknown: .unknown
        case .nobody(let reason): state(withoutPerson: reason)
        case .somebody(let person): state(of: person)
        }
    }

    private func state(withoutPerson reason: SignedOutReason) -> SignInState {
        switch work {
        case .none, .held, .erasing: question(to: nil) ?? .signedOut(reason)
        case .opening(.search, _), .sheet(.search, _): .searching
        case .opening, .sheet: .authorizing
        case .sending, .password, .answering: .exchanging(.asking)
        case .waiting: .exchanging(.waiting)
        }
    }

    private func state(of person: SignedInPerson) -> SignInState {
        switch work {
        case .erasing: return .deleting(person)
        case .answering: return .linking(person)
        case .opening, .sheet, .sending, .waiting, .held, .password:
            return state(of: person, during: work.purpose)
        case .none:
            guard isConfirmed else { return .checking(person) }
            return question(to: person) ?? .signedIn(person)
        }
    }

    private func question(to person: SignedInPerson?) -> SignInState? {
        guard let question = asked?.question else { return nil }
        return .asking(question.shown(to: person))
    }

    private func state(of person: SignedInPerson, during purpose: SheetPurpose?) -> SignInState {
        switch purpose {
        case .deletion: .deleting(person)
        case .link, .upgrade: .linking(person)
        case .confirmation: .confirming(person)
        case .transfer, .search, .signIn, nil: .transferring(person)
        }
    }

    /// Whether the stored session may be shown as one: not while the device is asked at launch, nor while the service is
    /// asked about a session from an earlier installation.
    private var isConfirmed: Bool {
        switch check {
        case .asking(atLaunch: true, _), .confirming(_, otherwise: .unconfirmedAfterReinstallation?): false
        case .idle, .asking, .confirming: true
        }
    }

    /// Takes an event and returns the actions to carry out. An event that does not fit the state changes nothing,
    /// because answers may come late, and people tap twice.
    mutating func decide(on input: SignInInput, at now: Date) -> [SignInEffect] {
        switch input {
        case .launched(let stored): launched(stored, at: now)
        case .foregrounded: foregrounded(at: now)
        case .backgrounded: backgrounded(at: now)
        case .credentialRevoked: checkCredential()
        case .credentialAnswered(let answer, let user): credentialAnswered(answer, of: user, at: now)
        case .sessionAnswered(let answer): sessionAnswered(answer)
        case .sessionEnded: sessionEnded()
        case .sessionChanged(let stored, let reason): sessionChanged(stored, because: reason)
        case .accountRead(let account): accountRead(account)
        case .appleAccountsGone(let signedInAt): appleAccountsGone(signedInAt)
        case .searchWanted: searchWanted()
        case .signInWanted(let tap, let options): signInWanted(tap, options, at: now)
        case .passwordTyped(let credential): passwordTyped(credential)
        case .sessionAdopted(let session): sessionAdopted(session)
        case .attemptOpened(let attempt, let opening): attemptOpened(attempt, opening, at: now)
        case .attemptFailed(let failure, let opening): attemptFailed(failure, opening)
        case .sheetEnded(let result, let attempt, let kept): sheetEnded(result, attempt: attempt, kept: kept, at: now)
        case .sheetOverdue(let attempt): sheetOverdue(attempt)
        case .submissionAnswered(let answer, let attempt): submissionAnswered(answer, attempt: attempt, at: now)
        case .passwordAnswered(let answer, let attempt): passwordAnswered(answer, attempt: attempt)
        case .retryDue(let attempt): retryDue(attempt, at: now)
        case .answerWanted(let answer): answerWanted(answer, at: now)
        case .questionAnswered(let outcome, let attempt): questionAnswered(outcome, attempt: attempt, at: now)
        case .questionOverdue(let attempt): questionOverdue(attempt)
        case .cancelWanted(let purpose): cancelWanted(purpose)
        case .changeWanted(let purpose, let tap): changeWanted(purpose, tap, at: now)
        case .signOutWanted: signOutWanted()
        case .deletionWanted(let tap): deletionWanted(tap, at: now)
        case .deletionDone(let revocation): deletionDone(revocation)
        case .deletionFailed(let failure): deletionFailed(failure)
        }
    }
}
