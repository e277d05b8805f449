import Foundation
import HTTPTypes
import JSONWebTokens
import SignInWithApple
import Synchronization
import Testing

@testable import AppleIDEmulator

/// The library moves people between two teams of the emulator. They share no code for it.
@Suite struct MigrationByLibraryTests {
    /// Connects the library to an emulator in this process.
    private struct Wire: HTTPTransport {
        let caller: Caller

        func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
            do {
                var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
                headers[.authorization] = request.headers.first { $0.name.lowercased() == "authorization" }?.value
                let reply = try await caller.send(
                    .post, String(request.url.dropFirst(TestEmulator.baseURL.count)), headers: headers,
                    body: String(decoding: request.body, as: UTF8.self))
                let later = reply.header("Retry-After").map { [(name: "Retry-After", value: $0)] } ?? []
                return TransportResponse(status: reply.status, headers: later, body: Array(reply.text.utf8))
            } catch {
                throw .connectFailed
            }
        }
    }

    /// What the teams store.
    private final class Table: Sendable {
        let identifiers = Mutex<[String: TransferIdentifier]>([:])
        let people = Mutex<[TransferIdentifier: TransferredPerson]>([:])
        let refused = Mutex<[String]>([])
    }

    private static func transfer(_ caller: Caller, of teamID: String, _ key: SigningKey) throws -> TeamTransfer {
        let clock = caller.emulator.clock
        let now: @Sendable () -> Date = { Date(timeIntervalSince1970: TimeInterval(clock.now)) }
        let app = ClientID(rawValue: TestEmulator.app)
        let wire = Wire(caller: caller)
        let apple = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: teamID), signingKeys: [key], clientIDs: [app]),
            keys: AppleKeySet(
                endpoints: try AppleEndpoints(emulator: TestEmulator.baseURL), transport: wire, now: now),
            transport: wire, now: now)
        return TeamTransfer(apple, of: app)
    }

    /// Fetches the identifiers of these people for the recipient.
    private static func export(_ subjects: [String], _ transfer: TeamTransfer, to table: Table) async throws {
        var pace = TransferPace()
        let people = subjects.map { AppleUserID(rawValue: $0) }
        let recipient = TeamID(rawValue: TransferSetup.recipient)
        try await transfer.fetchTransferIdentifiers(of: people, to: recipient, pace: &pace) { person, answer in
            switch answer {
            case .success(let identifier): table.identifiers.withLock { $0[person.rawValue] = identifier }
            case .failure(let failure): table.refused.withLock { $0.append("\(person.rawValue) \(failure.code)") }
            }
        }
    }

    private static func exchange(_ transfer: TeamTransfer, in table: Table) async throws {
        var pace = TransferPace()
        let identifiers = table.identifiers.withLock { Array($0.values) }
        try await transfer.fetchPeople(behind: identifiers, pace: &pace) { identifier, answer in
            switch answer {
            case .success(let person): table.people.withLock { $0[identifier] = person }
            case .failure(let failure): table.refused.withLock { $0.append("\(identifier) \(failure.code)") }
            }
        }
    }

    @Test func `leads everybody to the person who then signs in, but those who left`() async throws {
        try await TestEmulator().run { caller in
            let setup = try await TransferSetup(caller)
            let people = (1...30).map { "{\"key\":\"p\($0)\",\"email\":\"p\($0)@many.example\"}" }
            _ = try await caller.control("/people", "{\"people\":[\(people.joined(separator: ","))]}")
            var subjects: [String: String] = [:]
            for number in 1...30 {
                subjects["p\(number)"] = try await setup.credential("p\(number)", sharesEmail: number > 10).text("user")
            }
            for gone in ["p3", "p30"] {
                _ = try await caller.control(
                    "/account/stop-using", #"{"person":"\#(gone)","client":"com.example.app"}"#)
            }
            _ = try await caller.control(
                "/faults",
                #"{"endpoint":"migration","fault":{"kind":"status","status":429,"retry_after":0,"times":2}}"#)
            let table = Table()
            let giver = try Self.transfer(caller, of: TransferSetup.giver, caller.emulator.key)
            try await Self.export(subjects.values.sorted(), giver, to: table)
            let left = ["p3", "p30"].compactMap { subjects[$0] }.map { $0 + " invalid_request" }
            let (refused, identifiers) = (table.refused.withLock { $0 }, table.identifiers.withLock { $0 })
            #expect(refused.sorted() == left.sorted())
            #expect(identifiers.count == 28)
            try await setup.transfer()
            let recipient = try Self.transfer(caller, of: TransferSetup.recipient, caller.emulator.otherKey)
            try await Self.exchange(recipient, in: table)
            let moved = table.people.withLock { $0 }
            for (person, former) in subjects where !["p3", "p30"].contains(person) {
                let identifier = try #require(identifiers[former])
                let found = try #require(moved[identifier])
                let credential = try await setup.credential(person, sharesEmail: false)
                #expect(found.subject.rawValue == credential.text("user"))
                let claims = try payload(of: credential.text("identity_token"))
                #expect(claims.text("transfer_sub") == identifier.rawValue)
                #expect(found.email == (found.isPrivateEmail == true ? claims.text("email") : nil))
            }
        }
    }

    @Test func `stops a run when the sixty days are over`() async throws {
        try await TestEmulator().run { caller in
            let setup = try await TransferSetup(caller)
            let subject = try await setup.credential().text("user") ?? ""
            let giver = try Self.transfer(caller, of: TransferSetup.giver, caller.emulator.key)
            try await setup.transfer()
            caller.emulator.clock.advance(by: TransferSetup.days60)
            let table = Table()
            await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: "unauthorized_client"))) {
                try await Self.export([subject], giver, to: table)
            }
            let (refused, identifiers) = (table.refused.withLock { $0 }, table.identifiers.withLock { $0 })
            #expect(identifiers.isEmpty && refused.isEmpty)
        }
    }
}
