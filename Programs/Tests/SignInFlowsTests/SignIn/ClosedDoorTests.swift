import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// People without an account at a closed door, and what is left of them.
@Suite struct ClosedDoorTests {
    /// A closed door, and the refusal there.
    struct Door: Sendable, CustomTestStringConvertible {
        let code: ErrorCode
        let close: @Sendable (inout AccountDoors) -> Void

        var testDescription: String { code.name }

        static let known = Door(code: .personNotKnown) { $0.newAccounts = .known }
        static let invited = Door(code: .personNotInvited) { $0.newAccounts = .invited }
        static let hidden = Door(code: .addressHidden) { $0.hiddenAddresses = .refuse }
        static let all = [known, invited, hidden]
    }

    private static let name = FirstSignInUser(givenName: "Eve", familyName: "E")

    private func world(_ door: Door, question: AccountQuestionPolicy = .never) throws -> World {
        try World(policy: .closing(door.close, question: question))
    }

    @Test(arguments: Door.all)
    func `a stranger gets no account in an app, and nothing is left at Apple`(_ door: Door) async throws {
        let world = try world(door)
        let error = try await failure { try await world.signInNatively(.eve) }
        #expect(error == .refused(door.code))
        #expect(try await world.hasNothing(of: .eve))
        #expect(world.apple.hasLiveRefreshTokens)
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await world.queued(.eve).isEmpty)
        #expect(try await world.recorded(.signInRefused) == [door.code.name: 1])
        #expect(try await world.recorded(.revocationConfirmed).values.reduce(0, +) == 1)
    }

    @Test(arguments: Door.all)
    func `a stranger gets no account in a browser, and nothing is left at Apple`(_ door: Door) async throws {
        let world = try world(door)
        let error = try await failure { try await world.signInOnWeb(.eve) }
        #expect(error == .refused(door.code))
        #expect(try await world.hasNothing(of: .eve))
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test(arguments: Door.all)
    func `whoever has an account keeps it and their permission`(_ door: Door) async throws {
        let before = try World()
        let account = try await before.signInNatively(.eve).account
        let world = try World(before.surroundings, policy: .closing(door.close))
        #expect(try await world.signInNatively(.eve).account.id == account.id)
        #expect(try await world.signInOnWeb(.eve).account.id == account.id)
        try await world.workOutbox()
        #expect(world.apple.hasLiveRefreshTokens)
        #expect(try await world.recorded(.signInRefused).isEmpty)
    }

    @Test func `who shares the address gets an account where hidden addresses are refused`() async throws {
        let world = try world(.hidden)
        #expect(try await world.signInNatively(.ann).isNewAccount)
        var nobody = Person.ben
        nobody.email = nil
        #expect(try await failure { try await world.signInNatively(nobody) } == .refused(.addressHidden))
    }

    @Test(arguments: [Door.known, .hidden])
    func `a link ticket lets a new person in, with a hidden address too`(_ door: Door) async throws {
        let world = try world(door)
        let signedIn = try await world.signIn(.eve, with: world.ticket("user-1"))
        #expect(signedIn.isNewAccount && signedIn.account.externalID == "user-1")
    }

    @Test func `an invitation is an imported line, and a ticket for anybody else is none`() async throws {
        let world = try world(.invited)
        try await world.importUsers(#"{"external_id": "user-1", "name": {"given": "Eve"}}"#)
        let eve = try await world.signIn(.eve, with: world.ticket("user-1"))
        #expect(!eve.isNewAccount && eve.account.givenName == "Eve")
        let error = try await failure { try await world.signIn(.ben, with: world.ticket("user-2")) }
        #expect(error == .refused(.personNotInvited))
        #expect(try await world.hasNothing(of: .ben))
        let id = world.identity(of: .ben)
        #expect(try await world.queued(.ben).allSatisfy { $0.identityID == id && $0.kind == .revocation })
        #expect(try await world.queued(.ben).count == 1)
    }

    @Test(arguments: Door.all)
    func `a person who was imported with their Apple subject gets in without a ticket`(_ door: Door) async throws {
        let world = try world(door)
        let subject = Person.eve.subject
        try await world.importUsers(
            #"{"external_id": "user-1", "apple": [{"team": "team000001", "subject": "\#(subject)"}]}"#)
        #expect(try await world.signInNatively(.eve).account.externalID == "user-1")
    }

    @Test(arguments: Door.all)
    func `whoever is signed in adds another Apple Account`(_ door: Door) async throws {
        let before = try World()
        let ann = try await before.signInNatively(.ann)
        let world = try World(before.surroundings, policy: .closing(door.close))
        #expect(try await world.link(.eve, to: ann).account.id == ann.account.id)
    }

    @Test(arguments: Door.all)
    func `an app that sends no code gets the same refusal`(_ door: Door) async throws {
        let world = try world(door)
        let sent = try await world.nativeSubmission(.eve, name: Self.name) { $0["c_hash"] = nil }
        let answer = AppleAnswer(
            attempt: sent.attempt, identityToken: sent.identityToken, code: nil, name: Self.name)
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(error == .refused(door.code))
        #expect(world.apple.exchanges.isEmpty)
        #expect(try await world.hasNothing(of: .eve))
        #expect(try await world.queued(.eve).isEmpty)
        #expect(try await world.keptName(of: .eve) != nil)
        #expect(try await world.recorded(.signInRefused) == [door.code.name: 1])
    }

    @Test func `nobody is refused before Apple has taken the code`() async throws {
        let world = try world(.known)
        world.apple.fault = .unreachable(.timedOut)
        #expect(try await failure { try await world.signInNatively(.eve) }?.code == "apple_unavailable")
        #expect(try await world.recorded(.signInRefused).isEmpty)
        world.apple.fault = nil
        #expect(try await failure { try await world.signInNatively(.eve) } == .refused(.personNotKnown))
    }

    @Test func `the first-time name is there when the door opens before the revocation`() async throws {
        let world = try world(.known)
        let error = try await failure { try await world.signInNatively(.eve, name: Self.name) }
        #expect(error == .refused(.personNotKnown))
        // Apple still knows the person, so it sends no name.
        let signedIn = try await world.signIn(.eve, with: world.ticket("user-1"))
        #expect(signedIn.account.givenName == "Eve")
        #expect(try await world.keptName(of: .eve) == nil)
        // The sign-in cancelled the revocation, which would have ended its own grant.
        try await world.workOutbox()
        #expect(world.apple.hasLiveRefreshTokens)
    }

    @Test func `the name that Apple sends again after the revocation replaces the first one`() async throws {
        let world = try world(.hidden)
        _ = try await failure { try await world.signInNatively(.eve, name: Self.name) }
        try await world.workOutbox()
        world.clock.advance(121)
        var sharing = Person.eve
        (sharing.email, sharing.isPrivateEmail) = ("eve@example.com", false)
        let name = FirstSignInUser(givenName: "Evelyn", familyName: "E")
        let signedIn = try await world.signInNatively(sharing, name: name)
        #expect(signedIn.account.givenName == "Evelyn" && signedIn.account.email == "eve@example.com")
    }

    @Test func `the name of a person who was refused is kept for a week and no longer`() async throws {
        let world = try world(.known)
        _ = try await failure { try await world.signInNatively(.eve, name: Self.name) }
        #expect(try await world.keptName(of: .eve) != nil)
        world.clock.advance(7 * 86_400 + 1)
        _ = try await ExpiredRecords(world.environment).remove(.keptNames, at: world.clock.now, limit: 10)
        #expect(try await world.keptName(of: .eve) == nil)
    }

    @Test func `the same answer, sent again after a refusal, makes nothing and refuses again`() async throws {
        let world = try world(.known)
        let answer = try await world.nativeSubmission(.eve)
        let first = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(first == .refused(.personNotKnown))
        let again = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(again == .refused(.attemptUsed))
        #expect(world.apple.exchanges.count == 1)
        #expect(try await world.queued(.eve).count == 1)
    }

    @Test func `a stranger who comes back while the revocation is on its way has to wait for it`() async throws {
        let world = try world(.known)
        _ = try await failure { try await world.signInNatively(.eve) }
        let environment = world.environment
        let again = try await world.nativeSubmission(.eve)
        let seen = Recorder<SignInError?>()
        world.apple.meanwhile = {
            seen.append(try? await failure { try await NativeSignIn(environment).complete(again) })
        }
        try await world.workOutbox()
        #expect(seen.all == [.refused(.attemptUnderWay, retryAfter: 1)])
    }
}

/// The question "have you been here before?" at a closed door.
@Suite struct ClosedDoorQuestionTests {
    private let world: World

    init() throws {
        world = try World(policy: .closing({ $0.newAccounts = .known }, question: .always))
    }

    private var questions: AccountAnswers { AccountAnswers(world.environment) }

    @Test func `"no" is refused, ends the question, and leaves nothing at Apple`() async throws {
        let question = try await world.question(.eve)
        let error = try await failure { try await questions.answerNew(question.question) }
        #expect(error == .refused(.personNotKnown))
        #expect(try await failure { try await questions.answerNew(question.question) } == .refused(.questionOver))
        #expect(try await world.hasNothing(of: .eve))
        #expect(try await world.recorded(.signInRefused) == ["person_not_known": 1])
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await UnansweredQuestions(world.environment).remove(limit: 10) == 0)
    }

    @Test func `"yes" lets in whoever has an account, with a ticket or a session`() async throws {
        let first = try await questions.answerKnown(
            world.question(.eve).question, ticket: world.ticket("user-1"))
        #expect(first.signedIn.account.externalID == "user-1")
        let session = try await world.session(of: first.signedIn)
        let second = try await questions.answerKnown(world.question(.ben).question, as: session)
        #expect(second.signedIn.account.id == first.signedIn.account.id)
        try await world.workOutbox()
        #expect(world.apple.hasLiveRefreshTokens)
    }

    @Test func `a refusal in an app that cannot ask ends a question that was open elsewhere`() async throws {
        let question = try await world.question(.eve)
        let error = try await failure { try await world.signInNatively(.eve) }
        #expect(error == .refused(.personNotKnown))
        #expect(
            try await failure { try await questions.answerNew(question.question) } == .refused(.questionOver))
        // Both tokens are revoked: that of the question, and that of the refused sign-in.
        #expect(try await world.queued(.eve).count == 2)
        #expect(try await world.hasNothing(of: .eve))
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
    }
}
