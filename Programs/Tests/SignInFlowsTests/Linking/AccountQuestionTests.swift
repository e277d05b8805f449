import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// "Have you been here before?"
@Suite struct AccountQuestionTests {
    private let world: World

    init() throws {
        world = try World(policy: .asking(.hiddenAddress))
    }

    private var questions: AccountAnswers { AccountAnswers(world.environment) }

    @Test func `who hides their address is asked before anything is made, and who shares it is not`() async throws {
        let question = try await world.question(.eve)
        #expect(question.isAddressHidden && question.expiresIn == 600)
        #expect(try await world.account(of: .eve) == nil)
        #expect(try await world.grant(of: .eve, clientID: "com.example.app")?.sealedRefreshToken != nil)
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(world.nativeSubmission(.ann))
        guard case .signedIn(let ann) = outcome else { throw World.NobodyAsked() }
        #expect(ann.isNewAccount)
        // An app that cannot ask gets a new account.
        #expect(try await world.signInNatively(.eve).isNewAccount)
    }

    @Test func `"no" makes the account, with the name of the first time`() async throws {
        let name = FirstSignInUser(givenName: "Eve", familyName: "E")
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.nativeSubmission(.eve, name: name))
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        #expect(try await questions.read(question.question, as: nil).merge == nil)
        let answered = try await questions.answerNew(question.question)
        #expect(answered.signedIn.isNewAccount && answered.signedIn.account.givenName == "Eve")
        #expect(answered.signedIn.account.email == Person.eve.email && answered.signedIn.account.isPrivateEmail)
        #expect(try await world.signInNatively(.eve).account.id == answered.signedIn.account.id)
        #expect(
            try await world.audit(answered.signedIn.account.id).sorted() == [
                "question_asked", "signed_in", "signed_in",
            ])
        let again = try await failure { try await questions.answerNew(question.question) }
        #expect(again == .refused(.questionOver))
        #expect(try await failure { try await questions.read(question.question, as: nil) } == .refused(.questionOver))
    }

    @Test func `nobody is asked before Apple has taken the code`() async throws {
        world.apple.fault = .unreachable(.timedOut)
        let refused = try await failure { try await world.question(.eve) }
        #expect(refused?.code == "apple_unavailable")
        #expect(try await world.grant(of: .eve, clientID: "com.example.app") == nil)
        world.apple.fault = nil
        #expect(try await questions.answerNew(world.question(.eve).question).signedIn.isNewAccount)
    }

    @Test func `"yes" adds the identity to the account of a fresh session`() async throws {
        let ann = try await world.signInNatively(.ann)
        let question = try await world.question(.eve)
        let answered = try await questions.answerKnown(question.question, as: world.session(of: ann))
        #expect(answered.signedIn.account.id == ann.account.id)
        #expect(answered.signedIn.account.email == "ann@example.com")
        // If the answer is lost, the app goes on with the session that it has.
        #expect(await world.isLive(ann))
        #expect(try await world.signInNatively(.eve).account.id == ann.account.id)
    }

    @Test func `"yes" in a browser replaces its session`() async throws {
        let ann = try await world.signInOnWeb(.ann)
        let answered = try await questions.answerKnown(
            world.question(.eve).question, as: world.session(of: ann))
        #expect(answered.signedIn.account.id == ann.account.id)
        #expect(await world.isLive(ann) == false)
    }

    @Test func `"yes" under a session that is not fresh, or not there any more, changes nothing`() async throws {
        let ann = try await world.signInNatively(.ann)
        let session = try await world.session(of: ann)
        world.clock.advance(601)
        let question = try await world.question(.eve)
        let stale = try await failure { try await questions.answerKnown(question.question, as: session) }
        #expect(stale == .refused(.freshSignInRequired))
        let again = try await world.signInNatively(.ann)
        let ended = try await world.session(of: again)
        try await SignOut(world.environment).end(ended)
        let over = try await failure { try await questions.answerKnown(question.question, as: ended) }
        #expect(over == .refused(.linkProofRequired))
        #expect(try await world.account(of: .eve) == nil)
        #expect(try await questions.answerNew(question.question).signedIn.isNewAccount)
    }

    @Test func `"yes, the app knows me" takes a ticket`() async throws {
        let question = try await world.question(.eve)
        let unknown = try await failure { try await questions.answerKnown(question.question, ticket: "x") }
        #expect(unknown == .refused(.linkTicketInvalid))
        let ticket = try await world.ticket("user-1")
        let answered = try await questions.answerKnown(question.question, ticket: ticket)
        #expect(answered.signedIn.account.externalID == "user-1")
        let used = try await failure { try await world.signIn(.ann, with: ticket) }
        #expect(used == .refused(.linkTicketInvalid))
    }

    @Test func `a ticket that is used up while it answers a question leaves the question open`() async throws {
        let question = try await world.question(.eve)
        let ticket = try await world.ticket("user-1")
        let environment = world.environment
        // After the question and the ticket were read, before the answer is written.
        world.database.interrupt(after: 2) { _ = try? await LinkTickets(environment).open(ticket) }
        let late = try await failure { try await questions.answerKnown(question.question, ticket: ticket) }
        #expect(late == .refused(.linkTicketInvalid))
        #expect(try await world.account(of: .eve) == nil)
        #expect(try await questions.answerNew(question.question).signedIn.isNewAccount)
    }

    @Test func `a proof is good for its own identity, one answer and ten minutes`() async throws {
        let first = try await world.question(.eve)
        let second = try await world.question(.eve)
        #expect(try await failure { try await questions.answerNew(first.question) } == .refused(.questionOver))
        world.clock.advance(600)
        #expect(try await failure { try await questions.answerNew(second.question) } == .refused(.questionOver))
        let shown = try await failure { try await questions.read(second.question, as: nil) }
        #expect(shown == .refused(.questionOver))
        for text in ["", "x", String(repeating: "A", count: 43)] {
            #expect(try await failure { try await questions.answerNew(text) } == .refused(.questionOver))
        }
    }

    @Test func `a question that nobody answered leaves nothing, not even at Apple`() async throws {
        _ = try await world.question(.eve)
        world.clock.advance(600)
        #expect(try await UnansweredQuestions(world.environment).remove(limit: 10) == 0)
        world.clock.advance(0.001)
        #expect(try await UnansweredQuestions(world.environment).remove(limit: 10) == 1)
        #expect(try await world.grant(of: .eve, clientID: "com.example.app") == nil)
        #expect(world.apple.hasLiveRefreshTokens)
        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `who came back before the sweep keeps their permission`() async throws {
        _ = try await world.question(.eve)
        world.clock.advance(601)
        _ = try await world.signInNatively(.eve)
        #expect(try await UnansweredQuestions(world.environment).remove(limit: 10) == 0)
        #expect(try await world.grant(of: .eve, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `in a browser the answer goes where the sign-in was to go`() async throws {
        let browser = try await world.beginWeb(returnTo: "/welcome")
        let outcome = try await world.complete(world.form(.eve, browser), browser)
        guard case .asks(let question, _) = outcome else { throw World.NobodyAsked() }
        let answered = try await questions.answerNew(question.question)
        #expect(answered.returnTo.location == "/welcome")
        #expect(answered.signedIn.session.platform == .web)
    }

    @Test func `of many equal answers one counts`() async throws {
        let question = try await world.question(.eve)
        let results = await together(32) { try? await questions.answerNew(question.question) }
        #expect(results.compactMap(\.self).count == 1)
    }

    @Test(arguments: [
        ("ann@example.com", "a•••@example.com"), ("a@b@example.com", "a•••@example.com"), ("@example.com", "•••"),
        ("ann", "•••"), ("", "•••"),
    ])
    func `a hint shows one character before the at sign, and nothing where none stands there`(
        _ address: String, _ hint: String
    ) {
        #expect(AppleAccountHint.mask(address) == hint)
    }
}
