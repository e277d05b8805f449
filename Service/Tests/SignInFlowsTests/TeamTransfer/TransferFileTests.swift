import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// The file from the seller to the buyer.
@Suite struct TransferFileTests {
    private static let header = TransferFile.Header(
        fromTeam: "TEAM000001", toTeam: "TEAM000002", clientIDs: ["com.example.app"],
        createdAt: Date(timeIntervalSince1970: 1_790_000_000), entries: 1)
    private static let person = TransferFile.Person(
        identifier: "001234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001", externalID: "4711", account: nil)

    @Test func `each line is read as it was written`() throws {
        let lines: [TransferFile.Line] = [
            .header(Self.header), .person(Self.person),
            .person(.init(identifier: "i", externalID: nil, account: "00000000000000010000000000000002")),
            .end(.init(entries: 1, digest: "abc")),
        ]
        for line in lines { #expect(try TransferFile.read(Array(try TransferFile.text(of: line).utf8)) == line) }
    }

    @Test func `personal data is refused, in writing and in reading`() {
        for text in [
            #"{"transfer_sub":"i","external_id":"1","sub":"s"}"#,
            #"{"transfer_sub":"i","external_id":"1","email":"ann@example.com"}"#,
            #"{"transfer_sub":"i","external_id":"x@privaterelay.appleid.com"}"#,
        ] {
            #expect(throws: TransferFile.Fault.personalData) { try TransferFile.read(Array(text.utf8)) }
        }
        let hidden = TransferFile.Person(identifier: "i", externalID: "x@PRIVATERELAY.appleid.com", account: nil)
        #expect(throws: TransferFile.Fault.personalData) { try TransferFile.text(of: .person(hidden)) }
    }

    @Test func `what is no line of the file is refused by name`() {
        for (text, fault) in [
            ("no json", TransferFile.Fault.malformed), ("{}", .malformed),
            (#"{"transfer_sub":"i"}"#, .malformed), (#"{"format":"siwa-transfer/2"}"#, .formatUnknown),
            (#"{"format":"siwa-transfer/1"}"#, .malformed), (#"{"end":true,"entries":-1,"sha256":""}"#, .malformed),
        ] {
            #expect(throws: fault) { try TransferFile.read(Array(text.utf8)) }
        }
    }

    @Test func `the buyer finds accounts by external id, and makes none`() async throws {
        let world = try World.moving()
        let bought = try await world.signIn(.ann, with: world.ticket("4711"))
        let importing = TransferImport(world.environment, try world.transfer)
        let people = [
            Self.person, TransferFile.Person(identifier: "other", externalID: "4712", account: nil),
            TransferFile.Person(identifier: "third", externalID: nil, account: bought.account.id.text),
        ]
        #expect(try await importing.receive(people) == [.made, .accountMissing, .made])
        #expect(try await importing.receive(people) == [.known, .accountMissing, .known])
        #expect(try await importing.waiting() == 2)
        #expect(try await world.accountIDs() == [bought.account.id])
    }
}

/// People who are stored under a team that is not configured.
@Suite struct StoredTeamsTests {
    @Test func `a team that is not configured is noticed, and a former one is not`() async throws {
        let world = try World.moving()
        _ = try await world.signInNatively(.ann)
        func unknown(_ configured: Set<String>) async throws -> [String] {
            try await StoredTeams.unknown(in: world.environment.database, configured: configured)
        }
        #expect(try await unknown([World.giver]) == [])
        #expect(try await unknown([World.recipient]) == [World.giver])
        try await world.export(.ann)
        world.acceptTransfer()
        _ = try await world.signInMoved(.ann)
        #expect(try await unknown([World.recipient]) == [])
    }
}
