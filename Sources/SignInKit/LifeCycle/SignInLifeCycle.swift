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
        case opening(SheetPurpose)
        case sheet(SheetPurpose, SignInAttempt)
        case sending(PendingSignIn, failures: Int)
        case waiting(PendingSignIn, failures: Int)
        case password
        case erasing

        /// The purpose of the work.
        var purpose: SheetPurpose? {
            switch self {
            case .opening(let purpose), .sheet(let purpose, _): purpose
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
    var work = Work.none
    var check = Check.idle
    var failure: SignInFailure?
    /// When the last sheet was requested.
    var sheetSince = Date.distantPast
    var firstTimeData: [FirstTimeData] = []
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

    /// Whether neither work nor a check is in progress.
    var isSettled: Bool { !isWorking && check == .idle }

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
        case .opening(.search), .sheet(.search, _): .searching
        case .opening, .sheet: .authorizing
        case .sending, .password: .exchanging(.asking)
        case .waiting: .exchanging(.waiting)
        }
    }

    private func state(of person: SignedInPerson) -> SignInState {
        switch work {
        case .erasing, .opening(.deletion), .sheet(.deletion, _): return .deleting(person)
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
        case .credentialRevoked: checkCredential()
        case .credentialAnswered(let answer, let user): credentialAnswered(answer, of: user, at: now)
        case .sessionAnswered(let answer): sessionAnswered(answer)
        case .sessionEnded: sessionEnded()
        case .sessionChanged(let stored, let reason): sessionChanged(stored, because: reason)
        case .accountRead(let account): accountRead(account)
        case .searchWanted: searchWanted()
        case .signInWanted: signInWanted(at: now)
        case .attemptOpened(let attempt, let purpose): attemptOpened(attempt, purpose, at: now)
        case .attemptFailed(let failure, let purpose): attemptFailed(failure, purpose)
        case .sheetEnded(let result, let attempt): sheetEnded(result, attempt: attempt, at: now)
        case .sheetOverdue(let attempt): sheetOverdue(attempt)
        case .submissionAnswered(let answer, let attempt): submissionAnswered(answer, attempt: attempt, at: now)
        case .passwordAnswered(let answer): passwordAnswered(answer)
        case .retryDue(let attempt): retryDue(attempt, at: now)
        case .cancelWanted(let purpose): cancelWanted(purpose)
        case .signOutWanted: signOutWanted()
        case .deletionWanted: deletionWanted(at: now)
        case .deletionDone(let revocation): deletionDone(revocation)
        case .deletionFailed(let failure): deletionFailed(failure)
        }
    }
}
