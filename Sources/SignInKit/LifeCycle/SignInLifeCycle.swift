public import Foundation

/// The whole of sign-in as a value: takes what happens, says what is to be done. It knows neither device nor service,
/// so every rule of it is tested without either.
///
/// The rules and their sources are told in the guide <doc:LifeCycle>.
public struct SignInLifeCycle: Sendable, Equatable {
    /// What is the same for the whole life of the app.
    public struct Policy: Sendable, Equatable {
        /// What to ask the person for; nothing is fine.
        public var scopes: Set<RequestedScope>
        /// Whether the app has a login with passwords of its own.
        public var takesPasswords: Bool
        /// When the device is not believed that a permission is gone.
        public var revocationTrust: RevocationTrust

        /// A policy.
        public init(
            scopes: Set<RequestedScope> = [.fullName, .email], takesPasswords: Bool = false,
            revocationTrust: RevocationTrust = .standard
        ) {
            self.scopes = scopes
            self.takesPasswords = takesPasswords
            self.revocationTrust = revocationTrust
        }
    }

    /// Who is there.
    enum Standing: Sendable, Equatable {
        case unknown
        case nobody(SignedOutReason)
        case somebody(SignedInPerson)
    }

    /// What is under way.
    enum Work: Sendable, Equatable {
        case none
        case opening(SheetPurpose)
        case sheet(SheetPurpose, SignInAttempt)
        case sending(PendingSignIn, failures: Int)
        case waiting(PendingSignIn, failures: Int)
        case password
        case erasing

        /// Whom it serves.
        var purpose: SheetPurpose? {
            switch self {
            case .opening(let purpose), .sheet(let purpose, _): purpose
            case .sending(let pending, _), .waiting(let pending, _): pending.purpose
            case .password: .search
            case .none, .erasing: nil
            }
        }
    }

    /// Whether the permission is being looked at.
    enum Check: Sendable, Equatable {
        case idle
        /// The device was asked. At launch the app waits for the answer; after a reinstallation, what is stored is
        /// not believed without it.
        case asking(atLaunch: Bool, isTrusted: Bool)
        /// The device says that the permission is gone, and the service is asked.
        case confirming(SignedOutReason)
    }

    let policy: Policy
    var standing = Standing.unknown
    var work = Work.none
    var check = Check.idle
    var failure: SignInFailure?
    var firstTimeData: [FirstTimeData] = []
    /// Checks in a row that the device did not answer, and until when it is left alone.
    var unansweredChecks = 0
    var nextCheckAt = Date.distantPast

    /// A life that begins with ``SignInInput/launched(_:)``.
    public init(policy: Policy = Policy()) {
        self.policy = policy
    }

    /// What the app shows.
    public var status: SignInStatus { SignInStatus(state: state, failure: failure) }

    /// Whether nothing is under way that a person waits for.
    public var isSettled: Bool {
        switch work {
        case .none, .waiting: check == .idle
        case .opening, .sheet, .sending, .password, .erasing: false
        }
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
            if case .asking(atLaunch: true, _) = check { return .checking(person) }
            return .signedIn(person)
        }
    }

    /// Takes what happened and says what is to be done. What does not fit the state changes nothing: answers may come
    /// late, and people tap twice.
    public mutating func decide(on input: SignInInput, at now: Date) -> [SignInEffect] {
        switch input {
        case .launched(let stored): launched(stored, at: now)
        case .foregrounded: foregrounded(at: now)
        case .credentialRevoked: checkCredential()
        case .credentialAnswered(let answer, let user): credentialAnswered(answer, of: user, at: now)
        case .sessionAnswered(let answer): sessionAnswered(answer)
        case .sessionEnded: sessionEnded()
        case .accountRead(let account): accountRead(account)
        case .searchWanted: searchWanted()
        case .signInWanted: signInWanted(at: now)
        case .attemptOpened(let attempt, let purpose): attemptOpened(attempt, purpose)
        case .attemptFailed(let failure, let purpose): attemptFailed(failure, purpose)
        case .sheetEnded(let result, let attempt): sheetEnded(result, attempt: attempt, at: now)
        case .submissionAnswered(let answer, let attempt): submissionAnswered(answer, attempt: attempt, at: now)
        case .passwordAnswered(let answer): passwordAnswered(answer)
        case .retryDue(let attempt): retryDue(attempt, at: now)
        case .cancelWanted(let purpose): cancelWanted(purpose)
        case .signOutWanted: signOutWanted()
        case .deletionWanted: deletionWanted()
        case .deletionDone(let revocation): deletionDone(revocation)
        case .deletionFailed(let failure): deletionFailed(failure)
        }
    }
}
