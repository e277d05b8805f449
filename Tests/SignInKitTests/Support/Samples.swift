import Foundation
import SignInAPI

@testable import SignInKit

/// Values that tests share.
enum Sample {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let hour = start.addingTimeInterval(3600)
    static let attempt = SignInAttempt(
        id: Secret("attempt-a"), nonce: Secret("nonce-a"), expiresAt: hour.addingTimeInterval(600))
    /// A tap on a button of the only window, and one in another window.
    static let tap = ButtonTap(window: nil)
    static let tapElsewhere = ButtonTap(window: ObjectIdentifier(Sample.self))
    static let grace = PersonName(given: "Grace", family: "Hopper")

    static func account(_ id: String = "account-1", name: PersonName? = nil) -> AccountReply {
        AccountReply(id: id, name: name, email: nil, isEmailVerified: false, isPrivateEmail: false, createdAt: start)
    }

    static func reply(_ account: AccountReply = account(), token: String = "1") -> SessionReply {
        SessionReply(accessToken: "access-" + token, expiresIn: 300, refreshToken: "refresh-" + token, account: account)
    }

    /// A session that began an hour before the tests, so that the device is trusted.
    static func session(
        user: String? = "user-1", account: AccountReply = account(), attempt: Secret? = nil, at time: Date = start
    ) -> StoredSession {
        StoredSession(reply(account), appleUser: user, attempt: attempt, at: time)
    }

    static func credential(
        user: String = "user-1", for attempt: SignInAttempt = attempt, name: PersonName? = nil, token: String? = "token"
    ) -> AppleCredential {
        AppleCredential(
            user: user, state: attempt.state, identityToken: token.map { Secret($0) },
            authorizationCode: Secret("code"), name: name, realUserStatus: .likelyReal)
    }

    static let policy = SignInLifeCycle.Policy(
        takesPasswords: true, revocationTrust: RevocationTrust(isSimulator: false))

    static func question(merge: MergePreview? = nil) -> OpenQuestion {
        OpenQuestion(
            id: Secret("question"), expiresAt: hour.addingTimeInterval(600), isAddressHidden: true, merge: merge)
    }

    /// The failure of a person who waits for a decision of the app's backend.
    static let held = SignInFailure.held(code: "proof_required", handle: Secret("handle-1"), requestID: "r")

    static let merge = MergePreview(account: account("account-2"), identities: 2)

    static func pending(
        _ purpose: SheetPurpose = .signIn, name: PersonName? = nil, attempt: SignInAttempt = attempt
    ) -> PendingSignIn? {
        PendingSignIn(credential(for: attempt, name: name), purpose: purpose, attempt: attempt, kept: nil, at: hour)
    }
}

/// The first opening of a life cycle, and the second.
extension Opening {
    static let search = Opening(purpose: .search, number: 1)
    static let signIn = Opening(purpose: .signIn, number: 1)
    static let transfer = Opening(purpose: .transfer, number: 1)
    static let deletion = Opening(purpose: .deletion, number: 1)
    static let link = Opening(purpose: .link, number: 1)
    static let confirmation = Opening(purpose: .confirmation, number: 1)
    static func again(_ purpose: SheetPurpose) -> Opening { Opening(purpose: purpose, number: 2) }
}

extension FrameworkError {
    /// What the system reports if a device has neither an Apple Account for the app nor a password.
    static let nothingFound = FrameworkError(
        domain: SheetFailure.domain, code: 1001,
        underlying: [FrameworkError(domain: "AKAuthenticationError", code: -7089)])
}

extension SignInLifeCycle {
    /// Processes inputs in order, an hour after the session began.
    @discardableResult
    mutating func take(_ inputs: SignInInput..., at now: Date = Sample.hour) -> [SignInEffect] {
        var effects: [SignInEffect] = []
        for input in inputs { effects = decide(on: input, at: now) }
        return effects
    }
}
