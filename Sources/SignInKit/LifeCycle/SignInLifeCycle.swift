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
        case password(attempt: Secret)
        case erasing

        /// The purpose of the work.
        var purpose: SheetPurpose? {
            switch self {
            case .opening(let purpose, _), .sheet(let purpose, _): purpose
            case .sending(let pending, _), .waiting(let pending, _): pending.purpose
            case .password: .search
            case .none, .erasing: nil
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
    /// The number of attempts that were asked for.
    var openings = 0
    /// The tap that the last sheet was requested for, if there was one, and when it was requested.
    var sheetTap: ButtonTap?
    var sheetSince = Date.distantPast
    /// When the app went to the background, or came back, since the last sheet was requested. Nil if nobody said so.
    var awaySince: Date?
    /// The number of consecutive checks without an answer, and the time of the next check.
    var unansweredChecks = 0
    var nextCheckAt = Date.distantPast

    /// Creates a life cycle, which begins with ``SignInInput/launched(_:)``.
    init(policy: Policy = Policy()) {
        self.policy = policy
    }

    /// The state for the app to show.
    var status: SignInStatus { SignInStatus(state: state, failure: failure) }

    /// Whether work is in progress that a person waits for.
    var isWorking: Bool {
        switch work {
        case .none, .waiting: false
        case .opening, .sheet, .sending, .password, .erasing: true
        }
    }

    /// Whether the person waits for a decision of the app's backend.
    var isHeld: Bool {
        guard case .waiting = work, case .held = failure else { return false }
        return true
    }

    /// Whether neither work nor a check is in progress.
    var isSettled: Bool { !isWorking && check == .idle }

    /// Whether no check is in progress, and no work but a sheet that a person has to answer, which may not have appeared.
    var isChecked: Bool {
        guard check == .idle else { return false }
        return switch work {
        case .sheet(let purpose, _): purpose != .transfer
        case .none, .opening, .sending, .waiting, .password, .erasing: !isWorking
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
        case .none, .erasing: .signedOut(reason)
        case .opening(.search, _), .sheet(.search, _): .searching
        case .opening, .sheet: .authorizing
        case .sending, .password: .exchanging(.asking)
        case .waiting: isHeld ? .signedOut(reason) : .exchanging(.waiting)
        }
    }

    private func state(of person: SignedInPerson) -> SignInState {
        switch work {
        case .erasing, .opening(.deletion, _), .sheet(.deletion, _): return .deleting(person)
        case .sending(let pending, _) where pending.purpose == .deletion: return .deleting(person)
        case .opening, .sheet, .sending, .waiting, .password: return .transferring(person)
        case .none:
            return isConfirmed ? .signedIn(person) : .checking(person)
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
        case .searchWanted: searchWanted()
        case .signInWanted(let tap): signInWanted(tap, at: now)
        case .attemptOpened(let attempt, let opening): attemptOpened(attempt, opening, at: now)
        case .attemptFailed(let failure, let opening): attemptFailed(failure, opening)
        case .sheetEnded(let result, let attempt, let kept): sheetEnded(result, attempt: attempt, kept: kept, at: now)
        case .sheetOverdue(let attempt): sheetOverdue(attempt)
        case .submissionAnswered(let answer, let attempt): submissionAnswered(answer, attempt: attempt, at: now)
        case .passwordAnswered(let answer, let attempt): passwordAnswered(answer, attempt: attempt)
        case .retryDue(let attempt): retryDue(attempt, at: now)
        case .cancelWanted(let purpose): cancelWanted(purpose)
        case .signOutWanted: signOutWanted()
        case .deletionWanted(let tap): deletionWanted(tap, at: now)
        case .deletionDone(let revocation): deletionDone(revocation)
        case .deletionFailed(let failure): deletionFailed(failure)
        }
    }
}
