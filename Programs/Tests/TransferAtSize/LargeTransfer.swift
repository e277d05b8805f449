import AccountStorage
import AccountStorageSQLite
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple
import Synchronization

/// The transfer of very many people from one team to another.
struct LargeTransfer: Sendable {
    private static let client = ClientID(rawValue: "com.example.app")
    private static let batchLength = 5_000
    /// The refused people are asked about again on another day.
    private static let aDay: TimeInterval = 90_000

    private let people: Int
    private let database: SQLiteAccountDatabase
    private let clock: MovedClock
    private let environment: SignInEnvironment
    private let transfer: RegisteredTransfer

    struct NotPrepared: Error {}
    struct SomebodyIsLost: Error { let standing: [TransferEntryCount] }

    init(people: Int, database: SQLiteAccountDatabase) throws {
        let clock = MovedClock()
        (self.people, self.database, self.clock) = (people, database, clock)
        let giver = try Self.team("TEAM000001", clock)
        let recipient = try Self.team("TEAM000002", clock)
        let transfer = RegisteredTransfer(
            name: "large", from: (giver.teamID, giver), to: (recipient.teamID, recipient), issuer: giver.issuer,
            clients: [Self.client])
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
            accessTokens: tokens, language: try Self.english())
    }

    private static func team(_ id: String, _ clock: MovedClock) throws -> RegisteredTeam {
        let apple = AnsweringApple()
        let keys = AppleKeySet(
            endpoints: try AppleEndpoints(emulator: "http://idp.localhost:9080"), transport: apple, now: { clock.now })
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: id), signingKeys: [SigningKey.makeES256(keyID: "SECRETKEY1")],
            clientIDs: [Self.client])
        let calls = AppleClient(configuration: configuration, keys: keys, transport: apple, now: { clock.now })
        return RegisteredTeam(name: id, apple: calls)
    }

    private static func english() throws -> Language {
        var tests = URL(fileURLWithPath: #filePath)
        while tests.lastPathComponent != "Tests" { tests.deleteLastPathComponent() }
        let file = tests.appendingPathComponent("../Service/SignInServer/Languages/Files/en.json")
        return try LanguageFile.read(Array(Data(contentsOf: file)), tag: "en", reference: nil)
    }

    /// Stores the people, each with an account and an identity at the former team. A third of them hide their address.
    func prepare() async throws -> [(name: String, value: JSONValue)] {
        let (issuer, team, now) = (transfer.issuer, transfer.fromTeam.rawValue, clock.now)
        for first in stride(from: 0, to: people, by: Self.batchLength) {
            let batch = (first..<min(first + Self.batchLength, people)).map { number in
                (person: ListedPerson(number: number), account: AccountID.drawn(), identity: IdentityID.drawn())
            }
            try await database.transaction { records throws(StorageFailure) in
                for (person, account, identity) in batch {
                    try records.recordAccount(
                        Account(
                            id: account, givenName: nil, familyName: nil, email: person.address("old"),
                            isEmailVerified: true, isPrivateEmail: person.isHidden, createdAt: now, disabledAt: nil,
                            externalID: "user-\(person.number)"))
                    try records.recordIdentity(
                        AppleIdentity(
                            id: identity, accountID: account, issuer: issuer, teamID: team, subject: person.subject,
                            createdAt: now))
                }
                return .keep(())
            }
        }
        return [(name: "people", value: .number(JSONNumber(people)))]
    }

    func export() async throws -> [(name: String, value: JSONValue)] {
        let export = TransferExport(environment, transfer)
        let collected = try await export.collect(isDry: false)
        let memory = MemorySamples(of: people)
        let tally = try await export.fetch(limit: .max, pace: TransferPace()) { memory.note($0.asked) }
        clock.advance(Self.aDay)
        _ = try await export.fetch(limit: .max, pace: TransferPace(refusalsBeforeStop: nil)) { _ in }
        return [
            (name: "collected", value: .number(JSONNumber(collected))),
            (name: "answered", value: .number(JSONNumber(tally.answered))),
            (name: "refused", value: .number(JSONNumber(tally.refused))), (name: "memory_mb", value: memory.json),
        ]
    }

    func `import`() async throws -> [(name: String, value: JSONValue)] {
        clock.advance(2 * Self.aDay)
        let operations = TransferOperations(environment, transfer)
        guard try await operations.accept(at: clock.now) == .recorded else { throw NotPrepared() }
        let memory = MemorySamples(of: people)
        let tally = try await TransferImport(environment, transfer).fetch(limit: .max, pace: TransferPace()) {
            memory.note($0.asked)
        }
        let standing = try await operations.standing()
        let left = (0..<people).count { ListedPerson(number: $0).hasLeft }
        guard standing.transfer.state == .settled, standing.count(.exchanged) == people - left,
            standing.count(.left) == left
        else { throw SomebodyIsLost(standing: standing.counts) }
        return [
            (name: "answered", value: .number(JSONNumber(tally.answered))),
            (name: "left", value: .number(JSONNumber(left))), (name: "memory_mb", value: memory.json),
        ]
    }
}

/// The system's time, and what passed besides.
private final class MovedClock: Sendable {
    private let ahead = Mutex<TimeInterval>(0)

    var now: Date { Date().addingTimeInterval(ahead.withLock { $0 }) }

    func advance(_ seconds: TimeInterval) { ahead.withLock { $0 += seconds } }
}

extension Identifier {
    fileprivate static func drawn() -> Self { Self(high: .random(in: .min ... .max), low: .random(in: .min ... .max)) }
}

/// The memory of this process, at each tenth of the people.
private final class MemorySamples: Sendable {
    private let tenth: Int
    private let samples = Mutex<(next: Int, found: [Int])>((next: 0, found: []))

    init(of people: Int) { tenth = max(1, people / 10) }

    func note(_ asked: Int) {
        samples.withLock { samples in
            guard asked >= samples.next else { return }
            samples.next = asked - asked % tenth + tenth
            if let resident = Self.resident { samples.found.append(resident) }
        }
    }

    var json: JSONValue { .array(samples.withLock { $0.found }.map { JSONValue.number(JSONNumber($0)) }) }

    /// In megabytes; nil where the system does not say it in /proc.
    private static var resident: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return pages.map { $0 * Int(getpagesize()) / 1_048_576 }
    }
}
