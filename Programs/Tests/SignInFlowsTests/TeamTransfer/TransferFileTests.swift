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
            (#"{"transfer_sub":"i"}"#, .malformed), (#"{"external_id":"1"}"#, .malformed),
            (#"{"format":"siwa-transfer/2"}"#, .formatUnknown),
            (#"{"format":"siwa-transfer/1"}"#, .malformed), (#"{"end":true,"entries":-1,"sha256":""}"#, .malformed),
        ] {
            #expect(throws: fault) { try TransferFile.read(Array(text.utf8)) }
        }
    }

    @Test func `an Apple Account that the buyer unlinked is not led back by its identifier`() async throws {
        let world = try World.moving()
        try await world.record(.moved)
        world.acceptTransfer()
        let bought = try await world.signIn(.ben, with: world.ticket("4711"))
        let person = TransferFile.Person(identifier: Person.ann.moved.identifier, externalID: "4711", account: nil)
        _ = try await TransferImport(world.environment, try world.transfer).receive([person])
        let ann = try await world.signInMoved(.ann)
        #expect(ann.account.id == bought.account.id)
        let identity = world.identity(of: Person.ann.moved.person, team: World.recipient)
        try await AccountIdentities(world.environment).unlink(identity.text, by: world.session(of: ann))
        #expect(try await failure { try await world.signInMoved(.ann) } == .refused(.transferUnmatched))
    }

    @Test func `the buyer finds accounts by external id, and makes none`() async throws {
        let world = try World.moving()
        let bought = try await world.signIn(.ann, with: world.ticket("4711"))
        let importing = TransferImport(world.environment, try world.transfer)
        let people = [
            Self.person, TransferFile.Person(identifier: "other", externalID: "4712", account: nil),
            TransferFile.Person(identifier: "third", externalID: nil, account: bought.account.id.text),
        ]
        #expect(try await importing.matchedByExternalID(people) == 1)
        #expect(try await importing.receive(people) == [.made, .accountMissing, .made])
        #expect(try await importing.receive(people) == [.known, .accountMissing, .known])
        // A run that is repeated need not be confirmed again.
        #expect(try await importing.matchedByExternalID(people) == 0)
        #expect(try await importing.waiting() == 2)
        #expect(try await world.accountIDs() == [bought.account.id])
    }

    @Test func `an account is made on request for an external id that nobody has, and its person gets in`()
        async throws
    {
        let world = try World.moving()
        let importing = TransferImport(world.environment, try world.transfer)
        let people = [
            TransferFile.Person(identifier: Person.ann.moved.identifier, externalID: "4711", account: nil),
            TransferFile.Person(identifier: "nameless", externalID: nil, account: "theirs"),
            TransferFile.Person(identifier: "odd", externalID: "with space", account: nil),
        ]
        #expect(try await importing.receive(people, creating: true) == [.created, .accountMissing, .accountMissing])
        #expect(try await importing.receive(people, creating: true) == [.known, .accountMissing, .accountMissing])
        let id = try #require(try await world.accountIDs().first)
        #expect(try await world.history(id).contains("account_imported transfer"))
        world.acceptTransfer()
        let signedIn = try await world.signInMoved(.ann)
        #expect(signedIn.account.id == id && signedIn.account.externalID == "4711" && !signedIn.isNewAccount)
        #expect(try await world.accountIDs() == [id])
    }
}

/// The seller's file as a whole: one that was cut, changed or made for another transfer is refused by name.
@Suite struct TransferFileJudgementTests {
    private static func firstLine(
        from: String = World.giver, to: String = World.recipient, clients: [String] = ["com.example.app"],
        entries: Int = 2
    ) -> TransferFile.Line {
        .header(
            TransferFile.Header(
                fromTeam: from, toTeam: to, clientIDs: clients, createdAt: Date(timeIntervalSince1970: 1_790_000_000),
                entries: entries))
    }

    private static func person(_ identifier: String) -> TransferFile.Line {
        .person(TransferFile.Person(identifier: identifier, externalID: "user-" + identifier, account: nil))
    }

    private static let twoPeople = [person("a"), person("b")]

    /// The lines of a file whose last line fits.
    private static func file(
        _ header: TransferFile.Line? = nil, _ people: [TransferFile.Line]? = nil, entries: Int = 2
    ) throws -> [String] {
        let lines = try ([header ?? firstLine()] + (people ?? twoPeople)).map { try TransferFile.text(of: $0) }
        var digest = TransferFileDigest()
        for line in lines { digest.add(line.utf8) }
        return lines + [try TransferFile.text(of: .end(TransferFile.End(entries: entries, digest: digest.text)))]
    }

    private func judge(_ lines: [String]) throws -> TransferFileJudgement {
        var judgement = TransferFileJudgement()
        for line in lines { try judgement.take(Array(line.utf8)) }
        try judgement.finish(for: try World.moving().transfer)
        return judgement
    }

    @Test func `a whole file is taken, and a repeated identifier is named`() throws {
        let judgement = try judge(try Self.file())
        #expect(judgement.people == 2 && judgement.lines == 4 && judgement.repeated.isEmpty)
        let twice = try judge(try Self.file(nil, [Self.person("a"), Self.person("a")]))
        #expect(twice.people == 2 && twice.repeated.count == 1)
    }

    @Test func `a file that was cut is refused`() throws {
        let lines = try Self.file()
        for length in 1..<lines.count {
            #expect(throws: TransferFile.Fault.cut) { try judge(Array(lines.prefix(length))) }
        }
        #expect(throws: TransferFile.Fault.formatUnknown) { try judge([]) }
    }

    @Test func `a file that was changed is refused`() throws {
        let lines = try Self.file()
        let changed = [
            [lines[0], lines[2], lines[1], lines[3]], [lines[0], lines[1], lines[3]],
            [lines[0], lines[1], lines[1], lines[3]], lines + [lines[3]], lines + [lines[1]],
            try Self.file(entries: 3), try Self.file(Self.firstLine(entries: 3)),
        ]
        for file in changed { #expect(throws: TransferFile.Fault.changed) { try judge(file) } }
    }

    @Test func `a file about other teams or clients is refused`() throws {
        for header in [
            Self.firstLine(from: "TEAM000009"), Self.firstLine(to: "TEAM000009"),
            Self.firstLine(clients: ["com.example.shop"]), Self.firstLine(clients: []),
        ] {
            let file = try Self.file(header)
            #expect(throws: TransferFile.Fault.foreign) { try judge(file) }
        }
    }

    @Test func `lines in another order are refused where they stand`() throws {
        let lines = try Self.file()
        for line in [lines[1], lines[3]] {
            var judgement = TransferFileJudgement()
            #expect(throws: TransferFile.Fault.formatUnknown) { try judgement.take(Array(line.utf8)) }
        }
        var judgement = TransferFileJudgement()
        try judgement.take(Array(lines[0].utf8))
        #expect(throws: TransferFile.Fault.malformed) { try judgement.take(Array(lines[0].utf8)) }
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
