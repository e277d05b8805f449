import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Runs that fetch identifiers and subjects from Apple.
@Suite struct TransferRunTests {
    private static let people = (0..<70).map { number in
        Person(
            subject: String(format: "00%04d.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001", number),
            email: "person\(number)@privaterelay.appleid.com", isPrivateEmail: true)
    }

    /// Answers as Apple does, and refuses the people who left.
    private static func apple(refusing left: Set<String> = []) -> @Sendable ([String: String]) -> TransportResponse {
        { form in
            let members: [(name: String, value: JSONValue)]
            if let subject = form["sub"] {
                guard form["target"] == World.recipient, !left.contains(subject) else { return Self.refusal }
                members = [(name: "transfer_sub", value: .string("transfer-" + subject))]
            } else {
                let subject = (form["transfer_sub"] ?? "").dropFirst("transfer-".count)
                guard !subject.isEmpty, !left.contains(String(subject)) else { return Self.refusal }
                members = [
                    (name: "sub", value: .string(String(subject.dropLast(4)) + "9999")),
                    (name: "email", value: .string("new-\(subject.prefix(6))@privaterelay.appleid.com")),
                    (name: "is_private_email", value: .bool(true)),
                ]
            }
            return TransportResponse(status: 200, body: JSONObject(members).json)
        }
    }

    private static let refusal = TransportResponse(status: 400, body: Array(#"{"error":"invalid_request"}"#.utf8))

    private let world: World

    init() throws {
        world = try World.moving()
        world.apple.migration = Self.apple()
    }

    private var export: TransferExport {
        get throws { TransferExport(world.environment, try world.transfer) }
    }

    private var importing: TransferImport {
        get throws { TransferImport(world.environment, try world.transfer) }
    }

    private var operations: TransferOperations {
        get throws { TransferOperations(world.environment, try world.transfer) }
    }

    private func signInEverybody() async throws -> [AccountID] {
        var accounts: [AccountID] = []
        for person in Self.people { accounts.append(try await world.signInNatively(person).account.id) }
        return accounts
    }

    private func fetchIdentifiers(limit: Int = .max) async throws -> TransferTally {
        _ = try await export.collect(isDry: false)
        return try await export.fetch(limit: limit, pace: TransferPace()) { _ in }
    }

    private func fetchPeople(limit: Int = .max) async throws -> TransferTally {
        try await importing.fetch(limit: limit, pace: TransferPace()) { _ in }
    }

    @Test func `everybody is exported and imported, and signs in to their own account`() async throws {
        let accounts = try await signInEverybody()
        let exported = try await fetchIdentifiers()
        #expect(exported.answered == 70 && exported.refused + exported.failed == 0)
        #expect(try await operations.standing().transfer.state == .ready)
        world.acceptTransfer()
        #expect(try await operations.accept(at: world.clock.now) == .recorded)
        #expect(try await fetchPeople().answered == 70)
        let standing = try await operations.standing()
        #expect(standing.transfer.state == .settled && standing.count(.exchanged) == 70)
        for (person, account) in zip(Self.people, accounts).prefix(5) {
            let signedIn = try await world.signInNatively(person.moved.person)
            #expect(signedIn.account.id == account && !signedIn.isNewAccount)
        }
        #expect(try await world.accountIDs().count == 70)
        #expect(try await world.recorded(.identityMoved) == ["import": 70])
    }

    @Test func `a relay address is replaced by the new one at the import`() async throws {
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        _ = try await fetchPeople()
        let id = try #require(try await world.storedIdentity(of: Self.people[3].moved.person, team: World.recipient))
        let account = try await world.read { transaction throws(StorageFailure) in
            try transaction.findAccount(id.accountID)
        }
        #expect(account?.email == "new-000003@privaterelay.appleid.com")
    }

    @Test func `an interrupted run is continued, and nobody is asked twice`() async throws {
        _ = try await signInEverybody()
        let before = world.apple.exchanges.count
        #expect(try await fetchIdentifiers(limit: 30).asked == 30)
        #expect(try await operations.standing().transfer.state == .exporting)
        #expect(try await fetchIdentifiers().asked == 40)
        let subjects = world.apple.exchanges.dropFirst(before).compactMap { $0["sub"] }
        #expect(subjects.count == 70 && Set(subjects).count == 70)
    }

    @Test func `an import is not settled while people wait for a subject or for an identifier`() async throws {
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers(limit: 30)
        world.acceptTransfer()
        _ = try await fetchPeople(limit: 10)
        #expect(try await operations.standing().transfer.state == .importing)
        _ = try await fetchPeople()
        let standing = try await operations.standing()
        #expect(standing.transfer.state == .importing)
        #expect(standing.count(.exchanged) == 30 && standing.count(.waiting) == 40)
    }

    @Test func `before the acceptance, neither an import nor the word of an operator changes the state`() async throws {
        world.apple.owners = Dictionary(uniqueKeysWithValues: World.movingClients.map { ($0, World.giver) })
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers()
        await #expect(throws: TransferStop.refused(code: "invalid_client")) { _ = try await fetchPeople() }
        let refused = AppleCallFailure.refused(TokenEndpointError(code: "invalid_client"))
        #expect(try await operations.accept(at: world.clock.now) == .unproven(refused))
        #expect(try await operations.standing().transfer.state == .ready)
        #expect(try await operations.cancel())
    }

    @Test func `Apple's first answer to the recipient says that the app has moved`() async throws {
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        _ = try await fetchPeople(limit: 10)
        let stored = try await operations.standing().transfer
        #expect(stored.state == .importing)
        #expect(stored.deadline == world.clock.now.addingTimeInterval(60 * 86_400))
    }

    @Test(arguments: [TransferState.moved, .closed])
    func `an export after the acceptance leads no state back`(_ state: TransferState) async throws {
        _ = try await signInEverybody()
        try await world.record(state)
        #expect(try await fetchIdentifiers().answered == 70)
        #expect(try await operations.standing().transfer.state == state)
    }

    @Test func `an import after the end does not begin it anew`() async throws {
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        try await world.record(.closed)
        #expect(try await fetchPeople().answered == 70)
        #expect(try await operations.standing().transfer.state == .closed)
        #expect(try await operations.close() == .over)
    }

    @Test func `a person who signs in while Apple is asked about them is not exchanged`() async throws {
        let accounts = try await signInEverybody()
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        let world = world
        // Whoever is asked about in the first batch.
        let texts = Self.people.map { world.identity(of: $0).text }
        let place = try #require(texts.indices.min { texts[$0] < texts[$1] })
        let person = Self.people[place]
        world.apple.meanwhile = { _ = try? await world.signInMoved(person) }
        _ = try await fetchPeople()
        let standing = try await operations.standing()
        #expect(standing.count(.arrived) == 1 && standing.count(.exchanged) == 69)
        #expect(try await world.signInNatively(person.moved.person).account.id == accounts[place])
    }

    @Test func `an identifier that Apple gives to two people is nobody's but the first one's`() async throws {
        world.apple.migration = { _ in
            TransportResponse(status: 200, body: Array(#"{"transfer_sub":"same"}"#.utf8))
        }
        for person in Self.people.prefix(2) { _ = try await world.signInNatively(person) }
        _ = try await fetchIdentifiers()
        let standing = try await operations.standing()
        #expect(standing.count(.known) == 1 && standing.count(.failed) == 1)
        #expect(try await operations.missing(in: .failed, after: nil).map(\.entry.code) == ["transfer_sub_repeated"])
    }

    @Test func `a run ends when Apple does not answer`() async throws {
        _ = try await signInEverybody()
        _ = try await export.collect(isDry: false)
        world.apple.fault = .status(503, body: "", headers: [(name: "Retry-After", value: "0")])
        await #expect(throws: TransferStop.unreachable) { _ = try await fetchIdentifiers() }
        // Fewer people than Apple may fail in a row.
        world.clock.advance(121)
        await #expect(throws: TransferStop.unreachable) { _ = try await fetchIdentifiers(limit: 1) }
    }

    @Test func `a shared address and the address of a password stay at the import`() async throws {
        let shared = try await world.signInNatively(.ann)
        let (hidden, withPassword) = (Self.people[0], Self.people[1])
        let odd = try await world.signInNatively(hidden)
        let careful = try await world.signInNatively(withPassword)
        let row = StoredPassword(accountID: careful.account.id, hash: "$scrypt$", changedAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordPassword(row) }
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        let answer = Self.apple()
        world.apple.migration = { form in
            guard form["transfer_sub"] == hidden.moved.identifier else { return answer(form) }
            return TransportResponse(status: 200, body: Array(#"{"sub":"s.9999","email":"odd@example.com"}"#.utf8))
        }
        #expect(try await fetchPeople().answered == 3)
        func email(_ account: Account) async throws -> String? {
            let id = account.id
            return try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(id)?.email }
        }
        #expect(try await email(shared.account) == "ann@example.com")
        #expect(try await email(odd.account) == hidden.email)
        #expect(try await email(careful.account) == withPassword.email)
    }

    @Test func `whoever signs in before the import is not exchanged again`() async throws {
        let accounts = try await signInEverybody()
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        #expect(try await world.signInMoved(Self.people[0]).account.id == accounts[0])
        #expect(try await fetchPeople().answered == 69)
        let standing = try await operations.standing()
        #expect(standing.count(.arrived) == 1 && standing.count(.exchanged) == 69)
    }

    @Test func `a person whom Apple refuses on two days has left, and stops nobody`() async throws {
        _ = try await signInEverybody()
        let left = Self.people[7].subject
        world.apple.migration = Self.apple(refusing: [left])
        let first = try await fetchIdentifiers()
        #expect(first.answered == 69 && first.refused == 1)
        #expect(try await fetchIdentifiers().asked == 0)
        world.clock.advance(86_401)
        #expect(try await fetchIdentifiers().refused == 1)
        let standing = try await operations.standing()
        #expect(standing.count(.left) == 1 && standing.transfer.state == .ready)
        #expect(try await operations.missing(in: .left, after: nil).map(\.entry.code) == ["invalid_request"])
        #expect(try await operations.retry(code: "other") == 0)
        #expect(try await operations.retry(code: "invalid_request") == 1)
    }

    @Test func `a run stops if Apple refuses everybody, and if it refuses the key`() async throws {
        _ = try await signInEverybody()
        world.apple.migration = Self.apple(refusing: Set(Self.people.map(\.subject)))
        await #expect(throws: TransferStop.refused(code: "invalid_request")) { _ = try await fetchIdentifiers() }
        world.acceptTransfer()
        world.clock.advance(200)
        await #expect(throws: TransferStop.refused(code: "invalid_client")) { _ = try await fetchIdentifiers() }
    }

    @Test func `a dry count stores nothing`() async throws {
        _ = try await signInEverybody()
        #expect(try await export.collect(isDry: true) == 70)
        #expect(try await world.storedTransfer() == nil)
        #expect(try await operations.standing().counts.isEmpty)
    }

    @Test func `people of another app of the team stay`() async throws {
        let world = try World(withSecondGroup: true, isMoving: true)
        _ = try await world.signInNatively(.ann)
        _ = try await world.signInNatively(.ben, client: "second")
        _ = try await world.signInNatively(Self.people[0], client: "other")
        #expect(try await TransferExport(world.environment, try world.transfer).collect(isDry: false) == 1)
    }

    @Test func `a plan counts who moves, who hides the address, and whom nobody can translate`() async throws {
        let world = try World(withSecondGroup: true, isMoving: true)
        let ann = try await world.signInNatively(.ann)
        _ = try await world.signInNatively(Self.people[0])
        _ = try await world.signInNatively(Self.people[1], client: "second")
        _ = try await world.signInNatively(.ben, client: "other")
        let imported = AppleIdentity(
            id: world.identity(of: Self.people[2]), accountID: ann.account.id, issuer: world.apple.issuer,
            teamID: World.giver, subject: Self.people[2].subject, createdAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordIdentity(imported) }
        let transfer = try world.transfer
        let census = try await TransferCensus.count(of: transfer, in: world.environment)
        #expect(census.people == 3 && census.hidden == 1 && census.withoutToken == 1)
        #expect(census.accountsElsewhere == 1)
        #expect(try await world.storedTransfer() == nil)
    }

    @Test func `a plan asks with both keys, of which Apple takes one before the acceptance`() async throws {
        world.apple.owners = Dictionary(uniqueKeysWithValues: World.movingClients.map { ($0, World.giver) })
        let refused = TransferKeyCheck.failed(.refused(TokenEndpointError(code: "invalid_client")))
        let transfer = try world.transfer
        #expect(await TransferKeyCheck.both(of: transfer) == [.accepted, refused])
        world.acceptTransfer()
        #expect(await TransferKeyCheck.both(of: transfer) == [refused, .accepted])
    }

    @Test func `a report with addresses is written down in the audit of each account`() async throws {
        let accounts = try await signInEverybody()
        _ = try await export.collect(isDry: false)
        #expect(try await operations.missing(in: .waiting, after: nil).count == 70)
        #expect(try await world.recorded(.exported).isEmpty)
        let page = try await operations.disclosed(in: .waiting, after: nil)
        #expect(page.compactMap(\.account?.email).count == 70)
        #expect(Set(page.compactMap(\.account?.id)) == Set(accounts))
        #expect(try await world.recorded(.exported) == [TransferOperations.addressReason: 70])
    }

    @Test func `people wait for Apple until the next step of the transfer, and are at risk without an identifier`()
        async throws
    {
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers(limit: 30)
        let half = try await operations.standing()
        #expect(half.remaining == 40 && half.atRisk == 40)
        _ = try await fetchIdentifiers()
        let ready = try await operations.standing()
        #expect(ready.remaining == 0 && ready.atRisk == 0)
        #expect(try await operations.accept(at: world.clock.now) == .recorded)
        #expect(try await operations.standing().remaining == 70)
    }

    @Test func `a person is exchanged to one account, whether they sign in or are imported first`() async throws {
        let accounts = try await signInEverybody()
        _ = try await fetchIdentifiers()
        world.acceptTransfer()
        let (world, people) = (world, Array(Self.people.prefix(20)))
        async let imported = fetchPeople()
        let signedIn = try await withThrowingTaskGroup(of: (Int, AccountID).self) { group in
            for (number, person) in people.enumerated() {
                group.addTask { (number, try await world.signInMoved(person).account.id) }
            }
            return try await group.reduce(into: [Int: AccountID]()) { $0[$1.0] = $1.1 }
        }
        _ = try await imported
        for number in people.indices { #expect(signedIn[number] == accounts[number]) }
        #expect(try await world.accountIDs().count == 70)
        let standing = try await operations.standing()
        #expect(standing.count(.arrived) + standing.count(.exchanged) == 70)
    }

    @Test func `people of a transfer are removed three months after its end, and the transfer stays`() async throws {
        _ = try await signInEverybody()
        _ = try await fetchIdentifiers()
        try await world.record(.settled)
        #expect(try await operations.close() == nil)
        func remove(after days: TimeInterval, limit: Int) async throws -> Int {
            let moment = world.clock.now.addingTimeInterval(days * 86_400)
            return try await ExpiredRecords(world.environment).remove(.transferEntries, at: moment, limit: limit)
        }
        #expect(try await remove(after: 90, limit: 100) == 0)
        #expect(try await remove(after: 91, limit: 30) == 30)
        #expect(try await remove(after: 91, limit: 100) == 40)
        #expect(try await operations.standing().transfer.state == .closed)
    }
}
