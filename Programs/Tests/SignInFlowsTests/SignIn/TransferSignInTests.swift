import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// People who sign in while their app moves to another team.
@Suite struct TransferSignInTests {
    @Test(arguments: [false, true])
    func `a person whose identifier is known stays at their account`(_ onWeb: Bool) async throws {
        let world = try World.moving()
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        let after = try await world.signInMoved(.ann, onWeb: onWeb)
        #expect(after.account.id == before.account.id && !after.isNewAccount)
        #expect(try await world.accountIDs() == [before.account.id])
        let new = try #require(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient))
        #expect(new.accountID == before.account.id && new.movedTo == nil)
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.movedTo == new.id)
        let entry = try #require(try await world.entry(of: .ann))
        #expect(entry.state == .arrived && entry.newIdentityID == new.id && entry.settledAt == world.clock.now)
        #expect(try await world.history(before.account.id).contains("identity_moved sign_in"))
    }

    @Test func `a hidden address is the new team's after the move`() async throws {
        let world = try World.moving()
        let former = Person(email: "old@privaterelay.appleid.com", isPrivateEmail: true)
        let before = try await world.signInNatively(former)
        try await world.export(former)
        try await world.record(.ready)
        world.acceptTransfer()
        var moved = former.moved.person
        moved.email = "new@privaterelay.appleid.com"
        let after = try await world.signInNatively(moved, changing: World.claiming(former))
        #expect(after.account.id == before.account.id && after.account.email == moved.email)
    }

    @Test func `the first transfer identifier says that the app has moved`() async throws {
        let world = try World.moving()
        _ = try await world.signInNatively(.ann)
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        let first = world.clock.now
        _ = try await world.signInMoved(.ann)
        world.clock.advance(60)
        _ = try await world.signInMoved(.ann)
        let stored = try #require(try await world.storedTransfer())
        #expect(stored.state == .moved && stored.firstClaimAt == first)
        #expect(stored.deadline == first.addingTimeInterval(60 * 86_400))
        #expect(try await world.recorded(.appTransferred) == ["sale": 1])
        // No backend is configured.
        #expect(try await world.events().isEmpty)
        #expect(world.incidents.all.filter { $0 == .appTransferred(transfer: "sale") }.count == 1)
    }

    @Test func `the backend is told of the first transfer identifier, and of no other`() async throws {
        let world = try World.moving(policy: .telling)
        _ = try await world.signInNatively(.ann)
        try await world.export(.ann)
        world.acceptTransfer()
        let told = try await world.told {
            for _ in 0..<2 { _ = try await world.signInMoved(.ann) }
        }
        #expect(told == [.init(.accountLinked, "transfer"), .init(.appTransferred, "sign_in")])
    }

    @Test func `nothing changes before the app has moved`() async throws {
        let world = try World.moving()
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        try await world.record(.ready)
        #expect(try await world.signInNatively(.ann).account.id == before.account.id)
        #expect(try await world.entry(of: .ann)?.state == .known)
        #expect(try await world.signInNatively(.ben).isNewAccount)
        #expect(try await world.storedIdentity(of: .ben, team: World.giver) != nil)
    }

    @Test func `a person who was imported needs no transfer identifier any more`() async throws {
        let world = try World.moving()
        let before = try await world.signInNatively(.ann)
        let (former, subject) = (world.identity(of: .ann), Person.ann.moved.person.subject)
        let new = AppleIdentity(
            id: world.identity(of: Person.ann.moved.person, team: World.recipient), accountID: before.account.id,
            issuer: world.apple.issuer, teamID: World.recipient, subject: subject, createdAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordIdentity(new)
            _ = try transaction.recordMove(of: former, to: new.id)
        }
        try await world.record(.expired)
        world.acceptTransfer()
        #expect(try await world.signInNatively(Person.ann.moved.person).account.id == before.account.id)
        // The former subject leads nobody in any more.
        #expect(try await world.signInNatively(.ann).account.id != before.account.id)
    }

    @Test func `a person whom nobody knows is asked, whatever the policy, and gets no second account`() async throws {
        let world = try World.moving(policy: .asking(.never))
        let before = try await world.signInNatively(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        let moved = Person.ann.moved.person
        let answer = try await world.nativeSubmission(moved, changing: World.claiming(.ann))
        guard case .asks(let question) = try await NativeSignIn(world.environment).completeOrAsk(answer) else {
            throw World.NobodyAsked()
        }
        #expect(question.isAboutTransfer && !question.isAboutMerging)
        #expect(try await world.accountIDs() == [before.account.id])
        #expect(try await world.recorded(.questionAsked) == ["transfer_unknown": 1])
        let answers = AccountAnswers(world.environment)
        #expect(try await answers.read(question.question, as: nil).isAboutTransfer)
        let known = try await answers.answerKnown(question.question, as: world.session(of: before))
        #expect(known.signedIn.account.id == before.account.id)
        #expect(try await world.storedIdentity(of: moved, team: World.recipient)?.accountID == before.account.id)
        #expect(try await world.signInMoved(.ann).account.id == before.account.id)
    }

    @Test func `an app that cannot ask is refused, and leaves nothing at Apple`() async throws {
        let world = try World.moving()
        world.acceptTransfer()
        let refused = try await failure { try await world.signInMoved(.ann) }
        #expect(refused == .refused(.transferUnmatched))
        #expect(try await world.accountIDs().isEmpty)
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await world.storedTransfer()?.state == .moved)
    }

    @Test(arguments: [false, true])
    func `a transfer identifier that Apple did not sign counts for nothing`(_ isUnsigned: Bool) async throws {
        let world = try World.moving()
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        let answer = try await world.nativeSubmission(.ben)
        let parts = answer.identityToken.split(separator: ".").map { String($0) }
        let claims = String(decoding: try Base64URL.decode(parts[1]), as: UTF8.self)
        let forged = String(claims.dropLast()) + #","transfer_sub":"\#(Person.ann.moved.identifier)"}"#
        let header = isUnsigned ? Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) : parts[0]
        let token = [header, Base64URL.encode(Array(forged.utf8)), isUnsigned ? "" : parts[2]].joined(separator: ".")
        let refused = try await failure {
            try await NativeSignIn(world.environment).complete(
                AppleAnswer(attempt: answer.attempt, identityToken: token, code: nil, name: nil))
        }
        #expect(refused != nil)
        #expect(try await world.accountIDs() == [before.account.id])
        #expect(try await world.entry(of: .ann)?.state == .known)
        let stored = try #require(try await world.storedTransfer())
        #expect(stored.state == .ready && stored.firstClaimAt == nil)
    }

    @Test func `a person with another account at the new team stays there, and the report names them`() async throws {
        let world = try World.moving()
        let first = try await world.signInNatively(.ann)
        try await world.record(.moved)
        world.acceptTransfer()
        let second = try await world.signInNatively(Person.ann.moved.person)
        #expect(second.account.id != first.account.id)
        try await world.export(.ann)
        let after = try await world.signInMoved(.ann)
        #expect(after.account.id == second.account.id)
        #expect(try await world.entry(of: .ann)?.state == .conflict)
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.accountID == first.account.id)
    }

    @Test func `a person who waits for a decision moves as well, and goes on waiting`() async throws {
        let world = try World.moving(policy: .holding(.hold))
        let before = try await world.held { try await world.signInNatively(.ann) }
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        let after = try await world.held { try await world.signInMoved(.ann) }
        #expect(after.code == before.code && after.handle != before.handle)
        let new = try #require(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient))
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.movedTo == new.id)
        try await world.heldSignIns().accept(after.handle)
        let admitted = try await HeldEntry(world.environment).enter(after.waiting)
        #expect(admitted.signedIn.account.id == new.accountID)
        #expect(try await world.accountIDs() == [new.accountID])
    }

    @Test func `whoever was held before the move is let in with the identity of the new team`() async throws {
        let world = try World.moving(policy: .holding(.hold))
        let held = try await world.held { try await world.signInNatively(.ann) }
        let former = try #require(try await world.storedIdentity(of: .ann, team: World.giver))
        let new = AppleIdentity(
            id: world.identity(of: Person.ann.moved.person, team: World.recipient), accountID: former.accountID,
            issuer: former.issuer, teamID: World.recipient, subject: Person.ann.moved.person.subject,
            createdAt: former.createdAt)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordIdentity(new)
            _ = try transaction.recordMove(of: former.id, to: new.id)
        }
        #expect(try await world.heldSignIns().find(held.handle).identities == 1)
        try await world.heldSignIns().accept(held.handle)
        let admitted = try await HeldEntry(world.environment).enter(held.waiting)
        #expect(admitted.signedIn.session.identityID == new.id)
    }

    @Test func `a closed account stays closed`() async throws {
        let world = try World.moving()
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        try await world.disable(before.account)
        world.acceptTransfer()
        #expect(try await failure { try await world.signInMoved(.ann) } == .refused(.accountDisabled))
        #expect(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient) == nil)
        #expect(try await world.entry(of: .ann)?.state == .known)
    }

    @Test func `a link ticket decides, and nothing is asked`() async throws {
        let world = try World.moving()
        world.acceptTransfer()
        let begun = try await NativeSignIn(world.environment).begin(
            client: "app", linking: .ticket(try await world.ticket("user-1")))
        let given = try world.apple.authorize(
            Person.ann.moved.person, client: "com.example.app", nonce: World.hash(begun.nonce),
            changing: World.claiming(.ann))
        let signedIn = try await NativeSignIn(world.environment).complete(
            AppleAnswer(attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil))
        #expect(signedIn.account.externalID == "user-1")
        #expect(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient) != nil)
    }

    @Test func `of sixty-four sign-ins at once, one moves the person, and none makes an account`() async throws {
        let world = try World.moving()
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        world.acceptTransfer()
        let accounts = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for number in 0..<64 {
                group.addTask { try await world.signInMoved(.ann, onWeb: number % 2 == 0).account.id }
            }
            return try await group.reduce(into: Set<AccountID>()) { $0.insert($1) }
        }
        #expect(accounts == [before.account.id])
        #expect(try await world.accountIDs() == [before.account.id])
        #expect(try await world.recorded(.identityMoved) == ["sign_in": 1])
        #expect(try await world.recorded(.appTransferred) == ["sale": 1])
    }
}

/// Which team's key exchanges the code of a sign-in.
@Suite struct TransferKeyTests {
    private func calls(_ world: World) -> Int {
        world.apple.exchanges.count { $0["grant_type"] == "authorization_code" }
    }

    @Test func `the other team's key is tried once, and used first for a minute`() async throws {
        let world = try World.moving()
        try await world.record(.ready)
        world.acceptTransfer()
        #expect(try await world.signInNatively(.ann).isNewAccount)
        #expect(calls(world) == 2)
        #expect(world.incidents.all.contains(.otherTeamTried(client: "app", transfer: "sale")))
        #expect(world.apple.hasLiveRefreshTokens)
        _ = try await world.signInNatively(.ann)
        #expect(calls(world) == 3)
        world.clock.advance(61)
        _ = try await world.signInNatively(.ann)
        #expect(calls(world) == 5)
    }

    @Test func `the status counts how often the other team's key was needed, and the numbers show it`() async throws {
        let world = try World.moving()
        try await world.record(.ready)
        world.acceptTransfer()
        let operations = TransferOperations(world.environment, try world.transfer)
        #expect(try await operations.standing().otherTeamTries == 0)
        _ = try await world.signInNatively(.ann)
        world.clock.advance(40 * 86_400)
        _ = try await world.signInNatively(.ann)
        #expect(try await operations.standing().otherTeamTries == 2)
        let today = CalendarDay(of: world.clock.now)
        let table = try await DailyNumbers(world.environment).answer(
            NumbersQuestion(days: today...today, measures: [.otherTeam], columns: [.client, .detail]))
        #expect(table.rows.map(\.values) == [["app", "sale"]] && table.rows.map(\.count) == [1])
    }

    @Test func `the status counts what is its own transfer's only, until it is closed`() async throws {
        let world = try World.moving()
        try await world.record(.settled)
        let operations = TransferOperations(world.environment, try world.transfer)
        #expect(try await operations.close() == nil)
        let today = CalendarDay(of: world.clock.now).number
        func count(_ day: Int, _ measure: DailyMeasure, _ transfer: String) -> DailyCount {
            DailyCount(.init(day: day, measure: measure.rawValue, client: "app", detail: transfer), count: 1)
        }
        let counts = [
            count(today, .otherTeam, "sale"), count(today, .otherTeam, "another"), count(today, .refusal, "sale"),
            count(today - 1, .otherTeam, "sale"), count(today + 1, .otherTeam, "sale"),
        ]
        try await world.write { transaction throws(StorageFailure) in try transaction.addToDailyCounts(counts) }
        world.clock.advance(86_400)
        #expect(try await operations.standing().otherTeamTries == 1)
    }

    @Test func `a count that cannot be stored fails no sign-in`() async throws {
        let surroundings = try Surroundings()
        let world = try World(surroundings, isMoving: true) { step in
            surroundings.database.outage = step.point == .exchangeStarted ? .unavailable : nil
        }
        try await world.record(.ready)
        world.acceptTransfer()
        #expect(try await world.signInNatively(.ann).isNewAccount)
        #expect(world.incidents.all.contains(.otherTeamTried(client: "app", transfer: "sale")))
        let operations = TransferOperations(world.environment, try world.transfer)
        #expect(try await operations.standing().otherTeamTries == 0)
    }

    @Test func `outside of a transfer the other team's key is never tried`() async throws {
        let world = try World.moving()
        try await world.record(.canceled)
        world.acceptTransfer()
        #expect(try await failure { try await world.signInNatively(.ann) }?.code == "apple_refused_client")
        #expect(calls(world) == 1)
    }

    @Test func `people sign in after an acceptance for which nothing was prepared`() async throws {
        let world = try World.moving()
        world.acceptTransfer()
        #expect(try await world.signInNatively(.ben).isNewAccount)
        #expect(calls(world) == 2)
        #expect(world.incidents.all.contains(.otherTeamTried(client: "app", transfer: "sale")))
        // Their identifiers are not known yet, so whoever was here before is not let in as somebody new.
        #expect(try await failure { try await world.signInMoved(.ann) } == .refused(.transferUnmatched))
        #expect(try await world.storedTransfer()?.state == .moved)
    }

    @Test func `a refused code is sent once`() async throws {
        let world = try World.moving()
        try await world.record(.ready)
        world.apple.fault = .status(400, body: #"{"error":"invalid_grant"}"#)
        #expect(try await world.signInNatively(.ann).isNewAccount)
        #expect(calls(world) == 1)
    }
}
