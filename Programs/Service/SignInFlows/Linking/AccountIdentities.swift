package import AccountStorage
import Foundation
import SignInWithApple

/// An identity with which a person can sign in to an account.
package struct AccountIdentity: Sendable {
    /// The person as Apple names them to one team.
    package let identity: AppleIdentity
    /// Whether the account would still have a way to sign in without it.
    package let canUnlink: Bool
}

/// Lists and unlinks the identities of a person's own account.
package struct AccountIdentities: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The identities of the account, oldest first.
    package func list(of session: SignedInSession) async throws(SignInError) -> [AccountIdentity] {
        let account = session.account.id
        let (isOn, arePasswordsOn) = (isOn, environment.policy.passwords.isOn)
        return try await environment.read { records in
            let all = try records.findIdentities(of: account)
            let hasExternalID = try records.findAccount(account)?.externalID != nil
            let hasPassword = try PasswordRemoval.opens(account, isOn: arePasswordsOn, in: records)
            let present = all.filter { $0.movedTo == nil }
            let listed = present.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }.map { identity in
                let others = present.count { $0.id != identity.id && isOn($0) }
                return AccountIdentity(
                    identity: identity,
                    canUnlink: UnlinkDecision.decide(
                        isFresh: true, isOwn: true, others: others, hasExternalID: hasExternalID,
                        hasPassword: hasPassword) == .allowed)
            }
            return listed
        }
    }

    /// Unlinks an identity from the account of a session. Its grants at Apple are revoked, and every other session,
    /// link ticket and open link attempt of the account ends.
    ///
    /// Refuses with `fresh_sign_in_required`, `identity_unknown` and `last_way_in`.
    package func unlink(_ text: String, by session: SignedInSession) async throws(SignInError) {
        let isFresh = session.isFresh(in: environment)
        let removal = IdentityRemoval(
            kept: session.session.id, reason: "person", environment: environment)
        let (isOn, arePasswordsOn) = (isOn, environment.policy.passwords.isOn)
        try await environment.write { records in
            let id = session.account.id
            let all = try records.findIdentities(of: id)
            let decision = UnlinkDecision.decide(
                isFresh: isFresh, isOwn: all.contains { $0.id.text == text },
                others: all.count { $0.id.text != text && $0.movedTo == nil && isOn($0) },
                hasExternalID: try records.findAccount(id)?.externalID != nil,
                hasPassword: try PasswordRemoval.opens(id, isOn: arePasswordsOn, in: records))
            if case .refused(let refusal) = decision { throw SignInError.refused(refusal) }
            // With what it was called before a transfer of the app. Otherwise a transfer identifier would lead back.
            try removal.apply(
                to: all.filter { $0.id.text == text || $0.movedTo?.text == text }, of: id, in: records)
        }
    }

    /// Whether sign-in is switched on for the team of an identity.
    private var isOn: @Sendable (AppleIdentity) -> Bool {
        let teams = environment.clients.teams.filter(\.isSignInOn)
        return { identity in
            teams.contains { $0.teamID.rawValue == identity.teamID && $0.issuer == identity.issuer }
        }
    }
}
