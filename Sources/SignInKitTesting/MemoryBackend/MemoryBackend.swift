import Foundation
public import SignInAPI
public import SignInKit

/// A backend in memory: accounts, sessions with tokens that expire, several ways to sign in, questions, passwords, and faults
/// on demand.
///
/// It trusts every identity token, so it belongs in tests only.
public actor MemoryBackend: AccountBackend, PasswordLogin {
    /// The accounts, in the order of their creation.
    public private(set) var accounts: [SignInAccount] = []
    /// Apple's answers that arrived, in order.
    public internal(set) var signIns: [PendingSignIn] = []
    /// Why each session was ended by the app, in order.
    public private(set) var endings: [SignedOutReason] = []
    /// The number of renewals.
    public private(set) var renewals = 0

    /// A session of an account.
    struct Session {
        var account: String
        var beganAt: Date
        var renewedAt: Date
    }

    /// The ids of the accounts, by Apple's identifier or by the user name of a password.
    var owners: [String: String] = [:]
    var live: [String: Session] = [:]
    var passwords: [String: String]
    /// Which questions are asked, and about what.
    var asking = Asking.never
    var links = Links()
    /// The codes of the mails for a new password, by user name.
    public internal(set) var resetCodes: [String: Secret] = [:]
    private var generation = 0
    private var numbers = 0
    private var failures: [SignInFailure] = []
    private let tokenSeconds: Int?
    let now: @Sendable () -> Date

    /// Creates a backend without accounts.
    ///
    /// - Parameters:
    ///   - tokenSeconds: how long an access token lives. Nil means for ever.
    ///   - passwords: the passwords of people who may sign in with one, by user name.
    ///   - clock: the clock of the test.
    public init(
        tokenSeconds: Int? = 300, passwords: [String: String] = [:], clock: TestSignInClock = TestSignInClock()
    ) {
        self.tokenSeconds = tokenSeconds
        self.passwords = passwords
        now = clock.clock.now
    }

    /// Makes the next calls fail, one with each failure, for instance with `SignInFailure.unreachable(retryAfter:)`.
    public func fail(_ failures: SignInFailure...) { self.failures = failures }

    /// Loses the replies to the next links, which count nevertheless.
    public func loseReplies(_ count: Int) { links.lost = count }

    /// Ends all sessions, as a backend does that lost its trust in a device. The app notices at the next renewal.
    public func endSessions() { live = [:] }

    /// Leads the identifier that a person has for another developer team to the person's account, as a backend does that
    /// has matched the transfer identifier. Without this call, the person would be somebody new.
    public func transfer(_ person: ApplePerson, to user: String) { owners[user] = owners[person.user] }

    /// The number of sessions that exist.
    public var sessionCount: Int { live.count }

    /// Returns the session of the person, who gets an account the first time.
    public func signIn(_ signIn: PendingSignIn) async throws -> BackendSession {
        try failIfTold()
        signIns.append(signIn)
        return begin(owner: signIn.appleUser, name: signIn.name)
    }

    /// Returns the session of the person with this user name.
    ///
    /// - Throws: `SignInFailure.refused(code:requestID:)` with `password_wrong`.
    public func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        try failIfTold()
        guard let password = passwords[credential.user], password == credential.password.exposed else {
            throw .refused(code: "password_wrong", requestID: "")
        }
        return StoredSession(begin(owner: credential.user, name: nil), at: now())
    }

    /// Returns new tokens.
    public func renew(_ session: BackendSession) async throws -> BackendSession {
        try failIfTold()
        renewals += 1
        let id = session.refreshToken?.exposed ?? session.accessToken.exposed
        guard let account = (live[id]?.account).flatMap(account) else { throw SignInFailure.sessionEnded }
        live[id]?.renewedAt = now()
        return tokens(of: id, account)
    }

    /// Ends the session.
    public func end(_ session: BackendSession, because reason: SignedOutReason) async throws {
        endings.append(reason)
        live[id(of: session)] = nil
    }

    /// Deletes the account and its sessions.
    public func deleteAccount(
        _ session: BackendSession, confirmedBy confirmation: PendingSignIn?
    ) async throws -> AppleRevocation {
        let account = try owner(of: session)
        remove(account.id)
        owners = owners.filter { $0.value != account.id }
        return .queued
    }

    /// Returns the account.
    public func readAccount(_ session: BackendSession) async throws -> SignInAccount { try owner(of: session) }

    /// Changes the account's name.
    public func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount {
        var account = try owner(of: session)
        account.name = name
        keep(account)
        return account
    }

    func failIfTold() throws(SignInFailure) {
        if !failures.isEmpty { throw failures.removeFirst() }
    }

    func account(_ id: String) -> SignInAccount? { accounts.first { $0.id == id } }

    func id(of session: BackendSession) -> String { session.refreshToken?.exposed ?? "" }

    func owner(of session: BackendSession) throws -> SignInAccount {
        try failIfTold()
        guard let account = (live[id(of: session)]?.account).flatMap(account) else { throw SignInFailure.sessionEnded }
        return account
    }

    /// Removes an account with its sessions.
    func remove(_ id: String) {
        accounts.removeAll { $0.id == id }
        live = live.filter { $0.value.account != id }
    }

    private func keep(_ account: SignInAccount) {
        guard let place = accounts.firstIndex(where: { $0.id == account.id }) else { return accounts.append(account) }
        accounts[place] = account
    }

    func begin(owner: String, name: PersonName?) -> BackendSession {
        var account = owners[owner].flatMap(account) ?? newAccount()
        owners[owner] = account.id
        account.name = account.name ?? name
        keep(account)
        return beginSession(of: account)
    }

    /// Begins a session of an account, as another login of the app does.
    public func beginSession(of account: SignInAccount) -> BackendSession {
        generation += 1
        let id = "session-\(generation)"
        live[id] = Session(account: account.id, beganAt: now(), renewedAt: now())
        return tokens(of: id, account)
    }

    /// Creates an account that nobody can sign in to yet, such as one that the app's own server knows.
    public func addAccount(name: PersonName? = nil, email: String? = nil) -> SignInAccount {
        var account = newAccount()
        account.name = name
        account.email = email
        keep(account)
        return account
    }

    /// Returns a ticket, as the app's own server gets it for one of its users. It is valid once.
    public func ticket(for account: SignInAccount) -> LinkTicket {
        links.tickets += 1
        let ticket = LinkTicket("ticket-\(links.tickets)")
        links.byTicket[ticket] = account.id
        return ticket
    }

    /// An id is never used again, also after a deletion.
    private func newAccount() -> SignInAccount {
        numbers += 1
        return SignInAccount(id: "account-\(numbers)")
    }

    private func tokens(of session: String, _ account: SignInAccount) -> BackendSession {
        generation += 1
        return BackendSession(
            accessToken: Secret("access-\(generation)"), expiresIn: tokenSeconds, refreshToken: Secret(session),
            account: account)
    }
}
