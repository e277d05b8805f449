import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// People who got another account at the new team before their transfer identifier was known: each sign-in offers to merge
/// the account that they had before.
@Suite struct TransferMergeTests {
    private let world: World

    init() throws {
        world = try World.moving(policy: .telling)
    }

    private var answers: AccountAnswers { AccountAnswers(world.environment) }

    /// Ann's account from before the app moved, and the one that she got afterwards.
    private func twoAccounts(
        _ world: World, named externalID: String? = nil
    ) async throws -> (before: SignedIn, after: SignedIn) {
        let before =
            if let externalID {
                try await world.signIn(.ann, with: world.ticket(externalID))
            } else {
                try await world.signInNatively(.ann)
            }
        try await world.record(.moved)
        world.acceptTransfer()
        let after = try await world.signInNatively(Person.ann.moved.person)
        #expect(after.account.id != before.account.id)
        try await world.export(.ann)
        return (before, after)
    }

    /// Signs Ann in with her transfer identifier, in an app that can ask.
    private func signIn() async throws -> (outcome: SignInOutcome, answer: AppleAnswer) {
        let answer = try await world.nativeSubmission(Person.ann.moved.person, changing: World.claiming(.ann))
        return (try await NativeSignIn(world.environment).completeOrAsk(answer), answer)
    }

    private func offered() async throws -> (signedIn: SignedIn, offer: MergeOffer) {
        guard case .offersMerge(let signedIn, let offer) = try await signIn().outcome else { throw World.NobodyAsked() }
        return (signedIn, offer)
    }

    @Test func `an app gets the session and the offer, and a yes leaves one account`() async throws {
        let (before, after) = try await twoAccounts(world, named: "user-1")
        let (signedIn, offer) = try await offered()
        #expect(signedIn.account.id == after.account.id && !signedIn.isNewAccount)
        #expect(offer.account.id == before.account.id && offer.identities == 1)
        #expect(offer.question.isAboutMerging && offer.question.isAboutTransfer)
        #expect(try await world.entry(of: .ann)?.state == .conflict)
        #expect(try await world.history(before.account.id).contains("question_asked merge"))
        let session = try await world.session(of: signedIn)
        let told = try await world.told {
            let kept = try await answers.answerMerge(offer.question.question, as: session)
            #expect(kept.id == after.account.id && kept.externalID == "user-1")
        }
        #expect(told == [.init(.accountMerged, "person", "user-1")])
        #expect(try await world.accountIDs() == [after.account.id])
        let new = try #require(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient))
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.movedTo == new.id)
        #expect(try await world.entry(of: .ann)?.state == .arrived)
        #expect(await world.isLive(signedIn))
        #expect(await world.isLive(before) == false)
        guard case .signedIn(let later) = try await signIn().outcome else { throw World.NobodyAsked() }
        #expect(later.account.id == after.account.id)
    }

    @Test func `a browser is signed in and asked, and goes on to where it wanted to go`() async throws {
        let (before, after) = try await twoAccounts(world)
        let browser = try await world.beginWeb(returnTo: "https://app.example.com/done")
        let callback = try world.form(Person.ann.moved.person, browser, changing: World.claiming(.ann))
        guard case .offersMerge(let signedIn, let question) = try await world.complete(callback, browser) else {
            throw World.NobodyAsked()
        }
        #expect(signedIn.account.id == after.account.id)
        let session = try await world.session(of: signedIn)
        let open = try await answers.read(question.question, as: session)
        #expect(open.merge?.account.id == before.account.id && open.isAboutTransfer)
        #expect(open.target?.location == "https://app.example.com/done")
        _ = try await answers.answerMerge(question.question, as: session)
        #expect(try await world.accountIDs() == [after.account.id])
    }

    @Test func `a client of the OpenID Provider gets its answer after the offer`() async throws {
        let world = try World(isMoving: true, openID: [.sample()])
        _ = try await twoAccounts(world)
        let path = try #require(
            try await RelyingParty(world: world, client: .sample()).begin(["prompt": "login"], as: nil).returnPath)
        let browser = try await world.beginWeb(returnTo: path)
        let callback = try world.form(Person.ann.moved.person, browser, changing: World.claiming(.ann))
        guard case .offersMerge(let signedIn, let question) = try await world.complete(callback, browser) else {
            throw World.NobodyAsked()
        }
        let session = try await SessionAuthentication(world.environment).authenticate(
            sessionCookie: signedIn.sessionCookie)
        let open = try await AccountAnswers(world.environment).read(question.question, as: session)
        let target = try #require(open.target).location
        let request = try #require(AuthorizationRequests.request(inReturnPath: target))
        let resumed = try await AuthorizationRequests(world.environment).resume(
            request, session: session, approval: nil)
        #expect(resumed.answer?["code"] != nil)
    }

    @Test func `only the session of the sign-in can merge, and only once`() async throws {
        let (before, after) = try await twoAccounts(world)
        let (signedIn, offer) = try await offered()
        for other in [before, after] {
            let session = try await world.session(of: other)
            #expect(
                try await failure { try await answers.answerMerge(offer.question.question, as: session) }
                    == .refused(.linkProofRequired))
        }
        #expect(
            try await failure { _ = try await answers.answerNew(offer.question.question) } == .refused(.questionOver))
        let session = try await world.session(of: signedIn)
        _ = try await answers.answerMerge(offer.question.question, as: session)
        #expect(
            try await failure { try await answers.answerMerge(offer.question.question, as: session) }
                == .refused(.questionOver))
    }

    @Test func `nothing is merged without a yes, and the next sign-in offers it again`() async throws {
        let (before, after) = try await twoAccounts(world)
        let (first, offer) = try await offered()
        let listed = try await world.entry(of: .ann)
        world.clock.advance(1)
        let (second, again) = try await offered()
        // The report says since when.
        #expect(try await world.entry(of: .ann) == listed)
        #expect(try await Set(world.accountIDs()) == [before.account.id, after.account.id])
        #expect(try await world.recorded(.questionAsked) == ["merge": 2])
        #expect(
            try await failure {
                try await answers.answerMerge(offer.question.question, as: world.session(of: first))
            } == .refused(.questionOver))
        _ = try await answers.answerMerge(again.question.question, as: world.session(of: second))
        #expect(try await world.accountIDs() == [after.account.id])
    }

    @Test func `the same answer of Apple's gets the same session and the same offer again`() async throws {
        let (before, _) = try await twoAccounts(world)
        let (outcome, answer) = try await signIn()
        guard case .offersMerge(let signedIn, let offer) = outcome,
            case .offersMerge(let repeated, let same) = try await NativeSignIn(world.environment).completeOrAsk(answer)
        else { throw World.NobodyAsked() }
        #expect(repeated.session == signedIn.session && same.question.question == offer.question.question)
        #expect(same.account.id == before.account.id && same.identities == 1 && same.question.isAboutTransfer)
        _ = try await answers.answerMerge(offer.question.question, as: world.session(of: signedIn))
        guard case .signedIn = try await NativeSignIn(world.environment).completeOrAsk(answer) else {
            throw World.NobodyAsked()
        }
    }

    @Test func `a repeated answer gets no offer that is over`() async throws {
        var policy = SignInPolicy()
        policy.questionLifetime = .seconds(60)
        let world = try World.moving(policy: policy)
        _ = try await twoAccounts(world)
        let answer = try await world.nativeSubmission(Person.ann.moved.person, changing: World.claiming(.ann))
        let flow = NativeSignIn(world.environment)
        guard case .offersMerge(let signedIn, _) = try await flow.completeOrAsk(answer) else {
            throw World.NobodyAsked()
        }
        world.clock.advance(59)
        guard case .offersMerge = try await flow.completeOrAsk(answer) else { throw World.NobodyAsked() }
        world.clock.advance(1)
        guard case .signedIn(let repeated) = try await flow.completeOrAsk(answer) else { throw World.NobodyAsked() }
        #expect(repeated.session == signedIn.session)
    }

    @Test func `an app that cannot ask gets the session alone`() async throws {
        let (before, after) = try await twoAccounts(world)
        #expect(try await world.signInMoved(.ann).account.id == after.account.id)
        #expect(try await !world.history(before.account.id).contains("question_asked merge"))
        #expect(try await world.entry(of: .ann)?.state == .conflict)
    }

    @Test func `a link ticket decides, and nothing is offered`() async throws {
        let (_, after) = try await twoAccounts(world)
        let begun = try await NativeSignIn(world.environment).begin(
            client: "app", linking: .ticket(try await world.ticket("user-2")))
        let given = try world.apple.authorize(
            Person.ann.moved.person, client: "com.example.app", nonce: World.hash(begun.nonce),
            changing: World.claiming(.ann))
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            AppleAnswer(attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil))
        guard case .signedIn(let signedIn) = outcome else { throw World.NobodyAsked() }
        #expect(signedIn.account.id == after.account.id && signedIn.account.externalID == "user-2")
    }

    @Test func `two accounts that the backend knows are not offered`() async throws {
        let (before, after) = try await twoAccounts(world, named: "user-1")
        _ = try await world.signIn(Person.ann.moved.person, with: world.ticket("user-2"))
        guard case .signedIn(let signedIn) = try await signIn().outcome else { throw World.NobodyAsked() }
        #expect(signedIn.account.id == after.account.id && signedIn.account.externalID == "user-2")
        #expect(try await Set(world.accountIDs()) == [before.account.id, after.account.id])
    }

    @Test func `an account that is no longer the identifier's is not merged`() async throws {
        let (before, _) = try await twoAccounts(world, named: "user-1")
        let (signedIn, offer) = try await offered()
        try await AccountIdentities(world.environment).unlink(
            world.identity(of: .ann).text, by: world.session(of: before))
        #expect(
            try await failure {
                try await answers.answerMerge(offer.question.question, as: world.session(of: signedIn))
            } == .refused(.identityLinkedElsewhere))
        #expect(try await world.accountIDs().count == 2)
    }

    @Test(arguments: [TransferEntry.State.failed, .left])
    func `whoever was given up and has another account now is a conflict`(_ state: TransferEntry.State) async throws {
        _ = try await twoAccounts(world)
        var entry = try #require(try await world.entry(of: .ann))
        (entry.state, entry.code) = (state, "invalid_request")
        let given = entry
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.changeTransferEntry(given, from: .known)
        }
        _ = try await offered()
        let found = try #require(try await world.entry(of: .ann))
        #expect(found.state == .conflict && found.code == nil && found.newIdentityID != nil)
    }

    @Test func `a person of the seller's file is offered the account that the file names`() async throws {
        try await world.record(.moved)
        world.acceptTransfer()
        let after = try await world.signInNatively(Person.ann.moved.person)
        let person = TransferFile.Person(
            identifier: Person.ann.moved.identifier, externalID: "user-1", account: nil)
        let importing = TransferImport(world.environment, try world.transfer)
        #expect(try await importing.receive([person], creating: true) == [.created])
        let (signedIn, offer) = try await offered()
        #expect(offer.account.externalID == "user-1" && offer.identities == 0)
        let kept = try await answers.answerMerge(offer.question.question, as: world.session(of: signedIn))
        #expect(kept.id == after.account.id && kept.externalID == "user-1")
        #expect(try await world.accountIDs() == [after.account.id])
        let standing = try await TransferOperations(world.environment, try world.transfer).standing()
        #expect(standing.count(.arrived) == 1 && standing.count(.conflict) == 0)
    }
}
