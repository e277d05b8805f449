import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// A new person waits, and the app's backend decides by the handle of the held sign-in.
struct `A held sign-in` {
    private let world: World

    init() throws {
        world = try World(policy: .holding())
    }

    private static let name = FirstSignInUser(givenName: "Ann", familyName: "Archer")

    private func complete(_ answer: AppleAnswer) async throws -> SignedIn {
        try await NativeSignIn(world.environment).complete(answer)
    }

    @Test(arguments: [RealPersonPolicy.Response.ask, .hold])
    func `tells the backend whom it is about, as often as it asks`(_ response: RealPersonPolicy.Response) async throws {
        let world = try World(policy: .holding(response))
        let held = try await world.held { try await world.signInNatively(.ann, name: Self.name) }
        #expect(held.code == (response == .ask ? .proofRequired : .accountHeld) && held.expiresIn == 600)
        for _ in 1...2 {
            let found = try await world.heldSignIns().find(held.handle)
            let account = try await world.account(of: .ann)
            #expect(found.account == account)
            #expect(found.account.givenName == "Ann" && found.account.familyName == "Archer")
            #expect(found.client == "app" && found.platform == .native && found.identities == 1)
            #expect(found.isWaiting && found.heldAt == world.clock.now && found.expiresAt == world.clock.now + 600)
        }
    }

    @Test(arguments: [RealPersonPolicy.Response.ask, .hold])
    func `is not begun by a link, which would lead whoever is signed in into another account later`(
        _ response: RealPersonPolicy.Response
    ) async throws {
        let world = try World(policy: .holding(response))
        let ann = try await World(world.surroundings).signInNatively(.ann)
        let held = try await world.held { try await world.signInNatively(.ben) }
        let session = try await world.session(of: ann)
        let answer = try await world.submission(.ben, linking: .session(session))
        let refused = try await failure {
            _ = try await NativeSignIn(world.environment).completeOrAsk(answer, under: session)
        }
        #expect(refused == .refused(.identityLinkedElsewhere))
        // The person's own held sign-in is still good.
        try await world.heldSignIns().accept(held.handle)
        _ = try? await NativeSignIn(world.environment).completeOrAsk(answer, under: session)
        #expect(await world.isLive(ann))
        let ben = try #require(try await world.account(of: .ben))
        #expect(try await world.liveSessions(of: ben.id) == 0)
    }

    @Test func `is held again if a person who waits comes back with a link ticket`() async throws {
        let first = try await world.held { try await world.signInNatively(.ben) }
        let ticket = try await world.ticket("user-1")
        let second = try await world.held { try await world.signIn(.ben, with: ticket) }
        #expect(second.handle != first.handle)
    }

    @Test func `becomes a session in the app once the backend accepted it, with the name`() async throws {
        let answer = try await world.nativeSubmission(.ann, name: Self.name)
        let held = try await world.held { try await complete(answer) }
        #expect(try await world.held { try await complete(answer) } == held)
        try await world.heldSignIns().accept(held.handle)
        let signedIn = try await complete(answer)
        #expect(signedIn.account.givenName == "Ann" && signedIn.account.familyName == "Archer")
        #expect(await world.isLive(signedIn))
        let again = try await complete(answer)
        #expect(again.session == signedIn.session && again.refreshToken == signedIn.refreshToken)
        #expect(world.apple.exchanges.count == 1)
        #expect(try await world.liveSessions(of: signedIn.account.id) == 1)
    }

    @Test func `becomes a session in the browser, at the place where it wanted to go`() async throws {
        let browser = try await world.beginWeb(returnTo: "https://app.example.com/done")
        let callback = try world.form(.ann, browser, name: Self.name)
        let held = try await world.held { try await world.complete(callback, browser) }
        let entry = HeldEntry(world.environment)
        #expect(try await world.held { try await entry.enter(held.waiting) }.handle == held.handle)
        try await world.heldSignIns().accept(held.handle)
        let admitted = try await entry.enter(held.waiting)
        #expect(admitted.returnTo.location == "https://app.example.com/done")
        #expect(admitted.signedIn.account.givenName == "Ann" && admitted.signedIn.session.platform == .web)
        let again = try await entry.enter(held.waiting)
        #expect(again.signedIn.sessionCookie == admitted.signedIn.sessionCookie)
        #expect(try await world.liveSessions(of: admitted.signedIn.account.id) == 1)
    }

    @Test func `ends the session that the browser had before`() async throws {
        let before = try await World(world.surroundings).signInOnWeb(.ben)
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        try await world.heldSignIns().accept(held.handle)
        _ = try await HeldEntry(world.environment).enter(held.waiting, replacing: before.sessionCookie)
        #expect(await !world.isLive(before))
    }

    @Test func `becomes a session after a question that was answered with "no"`() async throws {
        let world = try World(policy: .holding(question: .always))
        let browser = try await world.beginWeb(returnTo: "/done")
        guard case .asks(let question, _) = try await world.complete(try world.form(.ann, browser), browser) else {
            throw World.NobodyAsked()
        }
        let held = try await world.held { try await AccountAnswers(world.environment).answerNew(question.question) }
        try await world.heldSignIns().accept(held.handle)
        let admitted = try await HeldEntry(world.environment).enter(held.waiting)
        #expect(admitted.returnTo.location == "/done")
    }

    @Test func `is let in as well if the operator opens the account`() async throws {
        let answer = try await world.nativeSubmission(.ann)
        _ = try await world.held { try await complete(answer) }
        let account = try #require(try await world.account(of: .ann))
        _ = try await AccountOperations(world.environment).enable(account.id)
        #expect(try await complete(answer).account.id == account.id)
        #expect(try await world.history(account.id).contains("person_accepted operator"))
    }

    @Test func `lets nobody in with the handle alone`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        try await world.heldSignIns().accept(held.handle)
        let error = try await failure { try await HeldEntry(world.environment).enter(held.handle) }
        #expect(error == .refused(.heldSignInOver))
        #expect(!held.description.contains(held.handle) && !"\(SignInError.held(held))".contains(held.waiting))
    }

    @Test func `gets a new handle with the next sign-in, and the old one is void`() async throws {
        let first = try await world.held { try await world.signInNatively(.ann) }
        let second = try await world.held { try await world.signInOnWeb(.ann) }
        #expect(first.handle != second.handle)
        let backend = try await world.heldSignIns()
        #expect(try await failure { try await backend.accept(first.handle) } == .refused(.heldSignInOver))
        #expect(try await backend.find(second.handle).platform == .web)
        let account = try #require(try await world.account(of: .ann))
        #expect(try await world.history(account.id).contains("sign_in_refused proof_required"))
    }

    @Test(arguments: ["", "a", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "é", "a\u{0}b"])
    func `is not found by a guessed handle`(_ handle: String) async throws {
        _ = try await world.held { try await world.signInNatively(.ann) }
        let backend = try await world.heldSignIns()
        #expect(try await failure { try await backend.accept(handle) } == .refused(.heldSignInOver))
        #expect(try await failure { try await backend.reject(handle) } == .refused(.heldSignInOver))
        #expect(try await failure { try await backend.find(handle) } == .refused(.heldSignInOver))
    }

    @Test func `is over at its end, and a new sign-in leads on`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        let backend = try await world.heldSignIns()
        world.clock.advance(599)
        #expect(try await backend.find(held.handle).isWaiting)
        world.clock.advance(1)
        #expect(try await failure { try await backend.accept(held.handle) } == .refused(.heldSignInOver))
        let late = try await failure { try await HeldEntry(world.environment).enter(held.waiting) }
        #expect(late == .refused(.heldSignInOver))
        let next = try await world.held { try await world.signInNatively(.ann) }
        try await backend.accept(next.handle)
        #expect(try await world.signInNatively(.ann).account.disabledAt == nil)
    }

    @Test func `lets nobody in who stopped using the app at Apple since then`() async throws {
        let answer = try await world.nativeSubmission(.ann)
        let held = try await world.held { try await complete(answer) }
        try await world.heldSignIns().accept(held.handle)
        world.clock.advance(5)
        let payload = try world.apple.notification("consent-revoked", about: .ann)
        try await AppleNotifications(world.environment).receive(payload: payload)
        #expect(try await failure { try await complete(answer) } == .refused(.consentRevoked))
    }

    @Test func `lets nobody in whose Apple Account leads to another account since then`() async throws {
        let other = try await World(world.surroundings).signInNatively(.ben).account.id
        let answer = try await world.nativeSubmission(.ann)
        let held = try await world.held { try await complete(answer) }
        try await world.heldSignIns().accept(held.handle)
        let account = try #require(try await world.account(of: .ann)).id
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.moveIdentities(from: account, to: other)
        }
        #expect(try await failure { try await complete(answer) } == .refused(.heldSignInOver))
    }

    @Test func `lets nobody in by a client that is no longer configured`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        let backend = try await world.heldSignIns()
        try await backend.accept(held.handle)
        let without = try World(world.surroundings, policy: .holding(), without: ["web"])
        let error = try await failure { try await HeldEntry(without.environment).enter(held.waiting) }
        #expect(error == .refused(.clientUnknown))
        #expect(try await HeldSignIns(without.environment, as: without.backend()).find(held.handle).platform == nil)
    }

    @Test func `is found no more once the account is deleted`() async throws {
        let held = try await world.held { try await world.signInNatively(.ann) }
        let account = try #require(try await world.account(of: .ann))
        _ = try await world.accounts().delete(.account(account.id))
        let error = try await failure { try await world.heldSignIns().find(held.handle) }
        #expect(error == .refused(.heldSignInOver))
    }

    @Test func `is cleared away after its end`() async throws {
        _ = try await world.held { try await world.signInNatively(.ann) }
        let expired = ExpiredRecords(world.environment)
        #expect(try await expired.remove(.heldSignIns, at: world.clock.now + 600, limit: 9) == 0)
        #expect(try await expired.remove(.heldSignIns, at: world.clock.now + 601, limit: 9) == 1)
    }
}
