import AccountStorage
import Foundation
import PasswordHashing
import Synchronization
import TestDoubles
import Testing

@testable import SignInFlows

extension SignInPolicy {
    /// A policy with passwords, whose hashes cost almost no work.
    static func withPasswords(logarithmOfN: Int = 4) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        policy.passwords.canMail = true
        if let parameters = ScryptParameters(logarithmOfN: logarithmOfN) { policy.passwords.parameters = parameters }
        return policy
    }
}

extension World {
    static let password = "correct horse battery"

    static func withPasswords(
        hashing: HashingPool = HashingPool(size: 1), isSignInOn: Bool = true
    ) throws -> World {
        try World(policy: .withPasswords(), isSignInOn: isSignInOn, hashing: hashing)
    }

    /// Stores an account as an import would.
    ///
    /// - Parameters:
    ///   - email: the account's own address. By default the name, if that is an address.
    ///   - provenNames: the proven names, if neither all nor none are.
    @discardableResult
    func importPerson(
        _ name: String = "ann@example.com", password: String? = World.password, hash: String? = nil, number: UInt64 = 1,
        isProven: Bool = false, provenNames: Set<String> = [], email: String? = nil, externalID: String? = nil,
        others: [String] = []
    ) async throws -> Account {
        var account = Account(
            id: .init(high: 0xACC0, low: number), givenName: nil, familyName: nil,
            email: email ?? (name.contains("@") ? name : nil),
            isEmailVerified: isProven || provenNames.contains(email ?? name), isPrivateEmail: false,
            createdAt: clock.now, disabledAt: nil)
        account.externalID = externalID
        let now = clock.now
        let names = try ([name] + others).map { name in
            let text = try #require(LoginNameText(name))
            return LoginName(
                id: text.id, accountID: account.id, name: text.text, createdAt: now,
                provenAt: isProven || provenNames.contains(name) ? now : nil)
        }
        let stored = try hash ?? password.map { try Self.hash(of: $0) }
        let made = account
        try await write { transaction throws(StorageFailure) in
            try transaction.recordAccount(made)
            for name in names { try transaction.recordLoginName(name) }
            if let stored {
                try transaction.recordPassword(StoredPassword(accountID: made.id, hash: stored, changedAt: now))
            }
        }
        return account
    }

    static func hash(of password: String, logarithmOfN: Int = 4) throws -> String {
        let parameters = try #require(ScryptParameters(logarithmOfN: logarithmOfN))
        let salt = Array(repeating: UInt8(9), count: PasswordHash.saltLength)
        let typed = try #require(Password(password))
        return try #require(PasswordHash(typed, parameters: parameters, salt: salt)).text
    }

    func signIn(
        _ name: String = "ann@example.com", _ password: String = World.password, client: String = "app"
    ) async throws -> SignedIn {
        try await PasswordSignIn(environment).signIn(client: client, kinds: [.native], as: name, password)
    }

    /// The same in a browser, with or without a cookie.
    @discardableResult
    func signIn(
        _ name: String = "ann@example.com", password: String = World.password, remembering cookie: String?
    ) async throws -> (signedIn: SignedIn, browser: RememberedBrowser) {
        try await PasswordSignIn(environment).signIn(
            client: "web", kinds: [.web], as: name, password, replacing: nil, browserCookie: cookie)
    }

    /// The error of a sign-in with a password; nil if it succeeds.
    func failedSignIn(
        _ name: String = "ann@example.com", _ password: String = "wrong password"
    ) async throws -> SignInError? {
        try await failure { try await signIn(name, password) }
    }

    /// Sends the waiting mail, and returns it.
    func deliverMail() async throws -> [MailMessage] {
        let sent = Recorder<MailMessage>()
        let outbox = MailOutbox(environment) { message in
            sent.append(message)
            return .sent
        }
        while try await outbox.work() > 0 {}
        return sent.all
    }

    /// Requests a mail and returns the token in the mail to `address`; nil if there is none.
    func requestedToken(_ name: String, readAt address: String) async throws -> String? {
        _ = try await deliverMail()
        try await PasswordReset(environment).request(name)
        return try await deliverMail().compactMap { $0.to == address ? Self.token(in: $0) : nil }.first
    }

    private static func token(in mail: MailMessage) -> String? {
        mail.text.firstMatch(of: /reset#([0-9A-Z-]{17})\n/).map { String($0.output.1) }
    }

    /// Requests a mail and returns the token in it; nil if there is none.
    func mailedToken(_ name: String = "ann@example.com") async throws -> String? {
        _ = try await deliverMail()
        try await PasswordReset(environment).request(name)
        return try await deliverMail().last.flatMap { Self.token(in: $0) }
    }

    /// Links an Apple Account to the account of a session, and removes the password.
    func upgrade(_ signedIn: SignedIn, to person: Person) async throws -> SignedIn {
        let session = try await session(of: signedIn)
        return try await NativeSignIn(environment).complete(
            submission(person, linking: .upgrade(session)), under: session)
    }
}

/// Blocks hashes until the test releases them.
final class HeldHashing: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let counted = Mutex(0)

    /// How many hashes have begun.
    var count: Int { counted.withLock { $0 } }

    func pool(
        _ size: Int = 1, longestQueue: Int = 32, elapsed: @escaping @Sendable () -> Duration = { .zero }
    ) -> HashingPool {
        HashingPool(
            size: size, longestQueue: longestQueue,
            observe: {
                self.counted.withLock { $0 += 1 }
                self.gate.wait()
            }, elapsed: elapsed)
    }

    func release(_ count: Int = 1) {
        for _ in 0..<count { gate.signal() }
    }
}
