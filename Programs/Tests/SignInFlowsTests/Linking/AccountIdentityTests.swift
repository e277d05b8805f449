import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Several identities of one account.
@Suite struct AccountIdentityTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private func unlink(_ person: Person, by signedIn: SignedIn) async throws {
        try await AccountIdentities(world.environment).unlink(
            world.identity(of: person).text, by: world.session(of: signedIn))
    }

    @Test func `who is signed in adds another identity, and both lead to the account`() async throws {
        let ann = try await world.signInNatively(.ann)
        let linked = try await world.link(.ben, to: ann)
        #expect(linked.account.id == ann.account.id && !linked.isNewAccount)
        #expect(await world.isLive(ann) == false)
        #expect(try await world.signInNatively(.ben).account.id == ann.account.id)
        let listed = try await AccountIdentities(world.environment).list(of: world.session(of: linked))
        #expect(listed.map(\.canUnlink) == [true, true])
    }

    @Test func `a link is finished under the session that began it, and no other`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let session = try await world.session(of: ann)
        let others: [SignedInSession?] = [
            nil, try await world.session(of: ben), try await world.session(of: world.signInNatively(.ann)),
        ]
        for other in others {
            let submission = try await world.submission(.eve, linking: .session(session))
            let error = try await failure {
                try await NativeSignIn(world.environment).complete(submission, under: other)
            }
            #expect(error == .refused(.linkProofRequired))
        }
        #expect(try await world.account(of: .eve) == nil)
        let submission = try await world.submission(.eve, linking: .session(session))
        try await SignOut(world.environment).end(session)
        let late = try await failure { try await NativeSignIn(world.environment).complete(submission, under: session) }
        #expect(late == .refused(.linkProofRequired))
    }

    /// No flow gives a session to another account.
    @Test func `a session of another account finishes no link`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let session = try await world.session(of: ann)
        let submission = try await world.submission(.eve, linking: .session(session))
        var moved = session.session
        moved.accountID = ben.account.id
        let row = moved
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.removeExpiredSessions(before: .distantFuture, limit: 10)
            try transaction.recordSession(row)
        }
        let error = try await failure { try await NativeSignIn(world.environment).complete(submission, under: session) }
        #expect(error == .refused(.linkProofRequired))
        #expect(try await world.account(of: .eve) == nil)
    }

    @Test func `in a browser, too: the callback under another session is refused`() async throws {
        let (ann, ben) = (try await world.signInOnWeb(.ann), try await world.signInOnWeb(.ben))
        for (cookie, isRight) in [(ben.sessionCookie, false), (nil, false), (ann.sessionCookie, true)] {
            let session = try await world.session(of: ann)
            let browser = try Browser(
                await WebSignIn(world.environment).begin(client: "web", returnTo: nil, linking: .session(session)))
            let callback = try world.form(.eve, browser)
            let outcome = try await failure {
                try await WebSignIn(world.environment).complete(
                    callback, browserProof: browser.begun.browserProof, replacing: cookie)
            }
            #expect(outcome == (isRight ? nil : .refused(.linkProofRequired)))
        }
        #expect(try await world.account(of: .eve)?.id == ann.account.id)
    }

    @Test func `a link begins with a fresh sign-in`() async throws {
        let session = try await world.session(of: world.signInNatively(.ann))
        world.clock.advance(601)
        let error = try await failure {
            try await NativeSignIn(world.environment).begin(client: "app", linking: .session(session))
        }
        #expect(error == .refused(.freshSignInRequired))
    }

    @Test func `an identity that has an account stays with it`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        #expect(try await failure { try await world.link(.ben, to: ann) } == .refused(.identityLinkedElsewhere))
        #expect(try await world.signInNatively(.ben).account.id == ben.account.id)
        #expect(try await world.link(.ann, to: ann).account.id == ann.account.id)
    }

    @Test func `unlinking ends other sessions and Apple's permission, and coming back is a first sign-in`() async throws
    {
        let ann = try await world.signInNatively(.ann)
        let linked = try await world.link(.ben, to: ann)
        let other = try await world.signInNatively(.ben)
        try await unlink(.ben, by: linked)
        #expect(await world.isLive(other) == false)
        #expect(await world.isLive(linked))
        // Each of the two sign-ins brought a token, and the replaced one is revoked as well.
        #expect(try await AppleOutbox(world.environment).backlog().count == 2)
        let again = try await world.signInNatively(.ben)
        #expect(again.isNewAccount && again.account.id != ann.account.id)
    }

    @Test func `an Apple Account that was linked later may verify the address that the account has`() async throws {
        var (first, second) = (Person.ann, Person.ben)
        first.isEmailVerified = false
        second.email = "Ann@Example.com"
        let ann = try await world.signInNatively(first)
        world.clock.advance(1)
        #expect(try await world.link(second, to: ann).account.isEmailVerified == false)
        let again = try await world.signInNatively(second).account
        #expect(again.id == ann.account.id && again.email == "ann@example.com")
        #expect(again.isEmailVerified)
    }

    @Test func `the last way in stays, unless the app vouches for its user`() async throws {
        let ann = try await world.signInNatively(.ann)
        #expect(try await failure { try await unlink(.ann, by: ann) } == .refused(.lastWayIn))
        #expect(try await failure { try await unlink(.ben, by: ann) } == .refused(.identityUnknown))
        _ = try await world.accounts().name(ann.account.id, "user-1")
        try await unlink(.ann, by: ann)
        #expect(try await world.signIn(.eve, with: world.ticket("user-1")).account.id == ann.account.id)
    }

    @Test func `unlinking needs a fresh sign-in`() async throws {
        let ann = try await world.signInNatively(.ann)
        let linked = try await world.link(.ben, to: ann)
        let session = try await world.session(of: linked)
        world.clock.advance(601)
        let error = try await failure {
            try await AccountIdentities(world.environment).unlink(world.identity(of: .ben).text, by: session)
        }
        #expect(error == .refused(.freshSignInRequired))
    }

    @Test func `what was begun before an unlink is void after it`() async throws {
        let ann = try await world.signIn(.ann, with: world.ticket("user-1"))
        let linked = try await world.link(.ben, to: ann)
        let session = try await world.session(of: linked)
        let ticket = try await world.ticket("user-1")
        let begun = try await world.submission(.eve, linking: .ticket(world.ticket("user-1")))
        let underSession = try await world.submission(.eve, linking: .session(session))
        try await unlink(.ben, by: linked)
        #expect(try await failure { try await world.signIn(.eve, with: ticket) } == .refused(.linkTicketInvalid))
        for (submission, under) in [(begun, nil), (underSession, session)] {
            let error = try await failure {
                try await NativeSignIn(world.environment).complete(submission, under: under)
            }
            #expect(error == .refused(.attemptEnded))
        }
        #expect(try await world.account(of: .eve) == nil)
    }

    @Test func `with the provider off nobody signs in or links, and what was begun before is refused`() async throws {
        let ann = try await world.signInNatively(.ann)
        let session = try await world.session(of: ann)
        let plain = try await world.nativeSubmission(.ann)
        let link = try await world.submission(.ben, linking: .session(session))
        let off = try World(world.surroundings, isSignInOn: false)
        for submission in [plain, link] {
            let error = try await failure {
                try await NativeSignIn(off.environment).complete(submission, under: session)
            }
            #expect(error == .refused(.providerOff))
        }
        #expect(try await failure { try await off.signInNatively(.ann) } == .refused(.providerOff))
        #expect(try await failure { try await off.beginWeb() } == .refused(.providerOff))
        #expect(await off.isLive(ann))
        // Identities of a team that is switched off do not count as a way to sign in.
        let linked = try await world.link(.ben, to: ann)
        let listed = try await AccountIdentities(off.environment).list(of: off.session(of: linked))
        #expect(listed.map(\.canUnlink) == [false, false])
    }
}
