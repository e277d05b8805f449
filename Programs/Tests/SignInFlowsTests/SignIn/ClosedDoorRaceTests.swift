import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Doors and invitations that change while Apple is asked, and people who come at once.
@Suite struct ClosedDoorRaceTests {
    private let world: World

    init() throws {
        world = try World(policy: .closing { $0.newAccounts = .invited })
    }

    private static let invitation = #"{"external_id": "user-1"}"#

    @Test func `a person who is imported while Apple is asked gets in`() async throws {
        let subject = Person.eve.subject
        let world = world
        let answer = try await world.nativeSubmission(.eve)
        world.apple.meanwhile = {
            _ = try? await world.importUsers(
                #"{"external_id": "user-1", "apple": [{"team": "team000001", "subject": "\#(subject)"}]}"#)
        }
        let signedIn = try await NativeSignIn(world.environment).complete(answer)
        #expect(signedIn.account.externalID == "user-1")
        try await world.workOutbox()
        #expect(world.apple.hasLiveRefreshTokens)
        #expect(try await world.grant(of: .eve, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `an invited account that is closed while Apple is asked lets nobody in`() async throws {
        let world = world
        try await world.importUsers(Self.invitation)
        let answer = try await world.submission(.eve, linking: .ticket(world.ticket("user-1")))
        let backend = try await world.accounts()
        world.apple.meanwhile = { _ = try? await backend.disable(.external("user-1")) }
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(error == .refused(.accountDisabled))
        try await expectNothing(of: .eve)
    }

    @Test func `an invited account that is deleted while Apple is asked is not made again`() async throws {
        let world = world
        try await world.importUsers(Self.invitation)
        let answer = try await world.submission(.eve, linking: .ticket(world.ticket("user-1")))
        let backend = try await world.accounts()
        world.apple.meanwhile = { _ = try? await backend.delete(.external("user-1")) }
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(error == .refused(.attemptEnded))
        try await expectNothing(of: .eve)
    }

    @Test func `a person whose account is deleted while Apple is asked is not called a stranger`() async throws {
        let world = world
        let account = try await World(world.surroundings).signInNatively(.eve).account.id
        let answer = try await world.nativeSubmission(.eve)
        let backend = try await world.accounts()
        world.apple.meanwhile = { _ = try? await backend.delete(.account(account)) }
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(error == .refused(.attemptEnded))
        try await expectNothing(of: .eve)
    }

    @Test func `an invited account that is merged into another while Apple is asked lets nobody in`() async throws {
        let world = world
        let ann = try await World(world.surroundings).signInNatively(.ann)
        try await world.importUsers(Self.invitation)
        _ = try await world.signIn(.ben, with: world.ticket("user-1"))
        let session = try await world.session(of: ann)
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(.ben, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        let answer = try await world.submission(.eve, linking: .ticket(world.ticket("user-1")))
        let merge = AccountAnswers(world.environment)
        world.apple.meanwhile = { _ = try? await merge.answerMerge(question.question, as: session) }
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(error == .refused(.attemptEnded))
        #expect(try await world.hasNothing(of: .eve))
        #expect(try await world.queued(.eve).count == 1)
        // A new ticket leads to the account that has the external id now.
        let later = try await world.signIn(.eve, with: world.ticket("user-1"))
        #expect(later.account.id == ann.account.id)
    }

    @Test(arguments: 1...20)
    func `one stranger who comes twice at once gets in nowhere, and nothing is left at Apple`(
        _ round: Int
    ) async throws {
        let world = world
        let answers = try await [world.nativeSubmission(.eve), world.nativeSubmission(.eve)]
        let errors = await withTaskGroup(of: SignInError?.self) { group in
            for answer in answers {
                group.addTask { try? await failure { try await NativeSignIn(world.environment).complete(answer) } }
            }
            return await group.reduce(into: [SignInError?]()) { $0.append($1) }
        }
        #expect(errors == [.refused(.personNotInvited), .refused(.personNotInvited)])
        try await expectNothing(of: .eve)
    }

    @Test(arguments: 1...20)
    func `two people with tickets of one invitation at once share its account`(_ round: Int) async throws {
        let world = world
        try await world.importUsers(Self.invitation)
        let answers = try await [
            world.submission(.eve, linking: .ticket(world.ticket("user-1"))),
            world.submission(.ben, linking: .ticket(world.ticket("user-1"))),
        ]
        let accounts = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for answer in answers {
                group.addTask { try await NativeSignIn(world.environment).complete(answer).account.id }
            }
            return try await group.reduce(into: [AccountID]()) { $0.append($1) }
        }
        #expect(Set(accounts).count == 1 && accounts.count == 2)
    }

    @Test func `a refusal whose answer the database loses is repeated without a second account or token`()
        async throws
    {
        let answer = try await world.nativeSubmission(.eve)
        // The claim, and then the commit.
        world.database.loseAnswer(after: 1)
        let lost = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(lost?.code == "database_unavailable")
        let again = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(again == .refused(.attemptUnderWay, retryAfter: 1))
        #expect(try await world.queued(.eve).count == 1)
        try await expectNothing(of: .eve)
    }

    @Test(arguments: [SignInStep.Point.attemptClaimed, .exchangeStarted, .exchangeAnswered, .commitStarted])
    func `after a kill during a refusal there is no account, and the name is there when the door opens`(
        _ point: SignInStep.Point
    ) async throws {
        let surroundings = try Surroundings()
        let freezer = Freezer()
        let dying = try World(surroundings, policy: .closing { $0.newAccounts = .invited }) { step in
            if step.point == point { await freezer.freeze() }
        }
        let name = FirstSignInUser(givenName: "Eve", familyName: "E")
        let answer = try await dying.nativeSubmission(.eve, name: name)
        Task.detached { _ = try? await NativeSignIn(dying.environment).complete(answer) }
        await freezer.waitUntilFrozen()
        let closed = try World(surroundings, policy: .closing { $0.newAccounts = .invited })
        #expect(try await closed.hasNothing(of: .eve))
        surroundings.clock.advance(31)
        let error = try await failure { try await closed.signInNatively(.eve) }
        #expect(error == .refused(.personNotInvited))
        // Apple does not send the name again, because nothing is revoked yet.
        let signedIn = try await World(surroundings).signInNatively(.eve)
        #expect(signedIn.isNewAccount && signedIn.account.givenName == "Eve")
    }

    private func expectNothing(of person: Person) async throws {
        #expect(try await world.account(of: person) == nil)
        // A revocation that a second sign-in put off is due within a minute or two.
        world.clock.advance(180)
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await world.queued(person).isEmpty)
    }
}
