package import AccountStorage
package import Foundation

/// Whom a held sign-in is about, for the app's backend.
package struct FoundHeldSignIn: Sendable {
    /// The account that waits, or waited until it was decided.
    package let account: Account
    /// How many identities lead to it.
    package let identities: Int
    /// The configured name of the client.
    package let client: String
    /// What the person signed in with; nil if the client is no longer configured.
    package let platform: Platform?
    /// When the sign-in was held.
    package let heldAt: Date
    /// When the handle expires.
    package let expiresAt: Date

    /// Whether the account still waits for a decision.
    package var isWaiting: Bool { account.isWaiting }
}

/// Lets the app's backend decide about a person whom the service held, by the handle that the app or browser got.
package struct HeldSignIns: Sendable {
    private let environment: SignInEnvironment
    private let credential: ServiceCredential

    /// Acts for a service that authenticated with its credential.
    package init(_ environment: SignInEnvironment, as credential: ServiceCredential) {
        self.environment = environment
        self.credential = credential
    }

    /// Whom the sign-in is about. The handle is still good afterwards.
    ///
    /// Refuses with `held_sign_in_over`.
    package func find(_ handle: String) async throws(SignInError) -> FoundHeldSignIn {
        let reading = try HeldSignInReading(handle, environment)
        return try await environment.read { records in
            let (held, account) = try reading.find(in: records)
            return FoundHeldSignIn(
                account: account, identities: try records.findIdentities(of: account.id).present.count,
                client: held.client, platform: reading.platform(of: held), heldAt: held.createdAt,
                expiresAt: held.expiresAt)
        }
    }

    /// Opens the account. The person gets the session of the held sign-in as soon as the app or browser asks.
    ///
    /// Refuses with `held_sign_in_over`, and with `held_sign_in_decided` if the account no longer waits.
    package func accept(_ handle: String) async throws(SignInError) {
        try await decide(handle, .enable)
    }

    /// Closes the account for good. It stays, so that the same Apple Account does not begin anew.
    ///
    /// Refuses with `held_sign_in_over`, and with `held_sign_in_decided` if the account no longer waits.
    package func reject(_ handle: String) async throws(SignInError) {
        try await decide(handle, .disable)
    }

    private func decide(_ handle: String, _ kind: AccountStatusChange.Kind) async throws(SignInError) {
        let reading = try HeldSignInReading(handle, environment)
        let change = AccountStatusChange(kind, asker: credential.auditReason, environment)
        try await environment.write { records in
            let (held, account) = try reading.find(in: records)
            guard account.isWaiting else { throw SignInError.refused(.heldSignInDecided) }
            try change.apply(
                to: account, signedInBy: (client: held.client, platform: reading.platform(of: held)), in: records)
        }
    }
}

/// The step of a transaction that finds the held sign-in of a handle.
private struct HeldSignInReading: Sendable {
    private let id: HeldSignInID
    private let now: Date
    private let clients: ClientDirectory

    init(_ handle: String, _ environment: SignInEnvironment) throws(SignInError) {
        guard let id = OneUseSecret(text: handle)?.heldSignInID else { throw .refused(.heldSignInOver) }
        self.id = id
        now = environment.instant
        clients = environment.clients
    }

    func find(in records: any AccountTransaction) throws -> (HeldSignIn, Account) {
        guard let held = try records.findHeldSignIn(id), now < held.expiresAt,
            let account = try records.findAccount(held.accountID)
        else { throw SignInError.refused(.heldSignInOver) }
        return (held, account)
    }

    func platform(of held: HeldSignIn) -> Platform? { clients.find(held.client)?.kind.platform }
}
