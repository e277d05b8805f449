import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles

@testable import SignInFlows

/// A service over any database whose app moves to another team, with a person of its own. Each stage has its own transfer.
struct TransferStage: Sendable {
    static let client = ClientID(rawValue: "com.example.app")

    let apple: ScriptedApple
    let environment: SignInEnvironment
    let transfer: RegisteredTransfer
    let people: [Person]
    private let clock: TestClock

    struct NotPrepared: Error {}

    /// - Parameter number: tells the stages of one database apart.
    init(_ database: any AccountDatabase, number: Int) throws {
        let clock = TestClock()
        self.clock = clock
        let apple = try ScriptedApple { clock.now }
        apple.migration = { Self.exchange($0) }
        self.apple = apple
        people = (0..<8).map { place in
            Person(subject: String(format: "%06d.", number * 100 + place) + String(repeating: "a", count: 32) + ".0001")
        }
        let giver = try Self.team("TEAM000001", apple, clock)
        let recipient = try Self.team("TEAM000002", apple, clock)
        let transfer = RegisteredTransfer(
            name: "sale-\(number)", from: (giver.teamID, giver), to: (recipient.teamID, recipient),
            issuer: giver.issuer, clients: [Self.client])
        self.transfer = transfer
        let app = RegisteredClient(
            name: "app", id: Self.client, kind: .native, returnURLs: [], team: giver, transfer: transfer)
        guard let secrets = ServerSecrets(master: Array(repeating: 7, count: 32)),
            let url = PublicURL("http://localhost:8080"),
            let tokens = AccessTokens(
                signingKey: SigningKey.makeES256(keyID: "ours-1"), publicURL: url, audience: "example")
        else { throw NotPrepared() }
        environment = SignInEnvironment(
            publicURL: url, clients: ClientDirectory([app]), database: database, now: { clock.now },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }, secrets: secrets,
            accessTokens: tokens, language: try .test())
    }

    private static func team(_ id: String, _ apple: ScriptedApple, _ clock: TestClock) throws -> RegisteredTeam {
        let keys = AppleKeySet(
            endpoints: try ScriptedApple.endpoints.get(), transport: apple, now: { clock.now })
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: id), signingKeys: [SigningKey.makeES256(keyID: "SECRETKEY1")],
            clientIDs: [Self.client])
        let calls = AppleClient(configuration: configuration, keys: keys, transport: apple, now: { clock.now })
        return RegisteredTeam(name: id.lowercased(), apple: calls)
    }

    /// The recipient's call.
    private static func exchange(_ form: [String: String]) -> TransportResponse {
        let subject = (form["transfer_sub"] ?? "").dropFirst("transfer-".count)
        let body: JSONObject = ["sub": .string(moved(String(subject)))]
        return TransportResponse(status: 200, body: body.json)
    }

    private static func moved(_ subject: String) -> String { String(subject.dropLast(4)) + "9999" }

    var now: Date { clock.now }

    /// The first person.
    var person: Person { people[0] }

    /// The person as the recipient of the app sees them.
    func moved(_ person: Person) -> Person {
        var moved = person
        moved.subject = Self.moved(person.subject)
        return moved
    }

    /// Apple moves the app.
    func accept() { apple.owners = [Self.client.rawValue: "TEAM000002"] }

    func signIn(_ person: Person, claim: Bool = false) async throws -> AccountID {
        try await NativeSignIn(environment).complete(try await answer(of: person, claim: claim)).account.id
    }

    /// Signs in after the acceptance, with the transfer identifier.
    func signInMoved(_ person: Person) async throws -> AccountID { try await signIn(person, claim: true) }

    /// Apple's answer to an attempt.
    ///
    /// - Parameter claim: whether the person has moved, and the token names the transfer identifier.
    func answer(of person: Person, claim: Bool) async throws -> AppleAnswer {
        let begun = try await NativeSignIn(environment).begin(client: "app")
        let identifier = "transfer-" + person.subject
        let given = try apple.authorize(
            claim ? moved(person) : person, client: Self.client.rawValue, nonce: Digest.sha256Hex(begun.nonce)
        ) { claims in
            if claim { claims["transfer_sub"] = .string(identifier) }
        }
        return AppleAnswer(attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil)
    }

    func `import`() async throws {
        _ = try await TransferImport(environment, transfer).fetch(limit: .max, pace: TransferPace()) { _ in }
    }

    func record(_ state: TransferState) async throws {
        var changed = transfer.unstored(at: now)
        changed.state = state
        let stored = changed
        try await environment.write { records in try records.recordTransfer(stored) }
    }

    /// Stores the transfer identifier of a person, as the export does.
    func export(_ person: Person, of account: AccountID) async throws {
        let entry = TransferEntry(
            transferID: transfer.id, identityID: identity(person, "TEAM000001"), accountID: account,
            identifier: "transfer-" + person.subject, state: .known, dueAt: now)
        try await environment.write { records in _ = try records.recordTransferEntry(ifNew: entry) }
    }

    func identity(_ person: Person, _ team: String) -> IdentityID {
        .derived(issuer: transfer.issuer, teamID: team, subject: person.subject)
    }

    func stored(_ person: Person, _ team: String) async throws -> AppleIdentity? {
        let id = identity(person, team)
        return try await environment.read { records in try records.findIdentity(id) }
    }

    func entry(of person: Person) async throws -> TransferEntry? {
        let (id, identity) = (transfer.id, identity(person, "TEAM000001"))
        return try await environment.read { records in try records.findTransferEntry(id, of: identity) }
    }

    func countAccounts() async throws -> Int {
        try await environment.read { records in try records.findAccountIDs(after: nil, limit: 10_000).count }
    }
}
