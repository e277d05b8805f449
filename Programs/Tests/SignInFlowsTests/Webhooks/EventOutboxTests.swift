import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Each change records its events once, in its own transaction.
@Suite struct EventOutboxTests {
    private let world: World

    init() throws {
        var policy = SignInPolicy.telling
        policy.realPersonPolicy.unknown = .hold
        world = try World(policy: policy)
    }

    @Test func `a new person is told, a known one is not`() async throws {
        #expect(
            try await world.told { _ = try await world.signInNatively(.ann) } == [.init(.accountCreated, "sign_in")])
        #expect(try await world.told { _ = try await world.signInNatively(.ann) } == [])
        let session = try await world.signedInSession()
        #expect(try await world.told { try await SignOut(world.environment).end(session) } == [])
    }

    @Test func `a person who is held is told as made and as closed, with the reason`() async throws {
        let told = try await world.told {
            _ = try? await world.signInNatively(.ann) { $0["real_user_status"] = 1 }
        }
        #expect(told == [.init(.accountCreated, "sign_in"), .init(.accountDisabled, "account_held")])
    }

    @Test func `a person who is marked is told as made and as marked`() async throws {
        var policy = SignInPolicy.telling
        policy.realPersonPolicy.unknown = .mark
        let world = try World(policy: policy)
        let told = try await world.told {
            _ = try await world.signInNatively(.ann) { $0["real_user_status"] = 1 }
        }
        #expect(told == [.init(.accountCreated, "sign_in"), .init(.accountMarked, "real_person")])
        let ticket = try await world.told {
            _ = try await world.signIn(.ben, with: world.ticket("user-1"))
        }
        #expect(!ticket.map(\.kind).contains("account.marked"))
    }

    @Test func `links by ticket and by session are told with the app's own name`() async throws {
        let made = try await world.told { _ = try await world.signIn(.ann, with: world.ticket("user-1")) }
        #expect(made == [.init(.accountCreated, "ticket", "user-1")])
        let linked = try await world.told { _ = try await world.signIn(.ben, with: world.ticket("user-1")) }
        #expect(linked == [.init(.accountLinked, "ticket", "user-1")])
        let ann = try await world.signInNatively(.ann)
        #expect(
            try await world.told { _ = try await world.link(.eve, to: ann) } == [
                .init(.accountLinked, "session", "user-1")
            ])
    }

    @Test func `an account that began with Apple is told as linked when a ticket names it`() async throws {
        _ = try await world.signInNatively(.ann)
        let told = try await world.told { _ = try await world.signIn(.ann, with: world.ticket("user-1")) }
        #expect(told == [.init(.accountLinked, "ticket", "user-1")])
    }

    @Test func `unlinking and recovering are told`() async throws {
        let ann = try await world.signIn(.ann, with: world.ticket("user-1"))
        let other = try await world.link(.ben, to: ann)
        let session = try await world.session(of: other)
        let identity = world.identity(of: .ben).text
        let unlinked = try await world.told {
            try await AccountIdentities(world.environment).unlink(identity, by: session)
        }
        #expect(unlinked == [.init(.accountUnlinked, "person", "user-1")])
        let credential = try await world.backend()
        let backend = BackendAccounts(world.environment, as: credential)
        let recovered = try await world.told { try await backend.recover(externalID: "user-1") }
        #expect(recovered == [.init(.accountUnlinked, credential.auditReason, "user-1")])
        // There is no identity left to remove.
        #expect(try await world.told { try await backend.recover(externalID: "user-1") } == [])
    }

    @Test func `a merge tells which account went into which`() async throws {
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signIn(.ben, with: world.ticket("user-1"))
        let session = try await world.session(of: ann)
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(.ben, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        let told = try await world.told {
            _ = try await AccountAnswers(world.environment).answerMerge(question.question, as: session)
        }
        #expect(told == [.init(.accountMerged, "person", "user-1")])
        let body = try #require(try await world.events().last { $0.kind == "account.merged" }?.body)
        #expect(body.contains(#""account":"\#(ann.account.id.text)""#))
        #expect(body.contains(#""merged_account":"\#(ben.account.id.text)""#))
    }

    @Test func `closing, opening and deleting are told, what changes nothing is not`() async throws {
        let id = try await world.signIn(.ann, with: world.ticket("user-1")).account.id
        let operations = AccountOperations(world.environment)
        let ended = try await world.told { _ = try await operations.endSessions(of: id) }
        #expect(ended == [.init(.sessionsEnded, "operator", "user-1")])
        #expect(try await world.told { _ = try await operations.endSessions(of: id) } == [])
        #expect(
            try await world.told { _ = try await operations.disable(id) } == [
                .init(.accountDisabled, "operator", "user-1")
            ])
        #expect(try await world.told { _ = try await operations.disable(id) } == [])
        #expect(
            try await world.told { _ = try await operations.enable(id) } == [
                .init(.accountEnabled, "operator", "user-1")
            ])
        #expect(
            try await world.told { _ = try await operations.delete(id) } == [
                .init(.accountDeleted, "operator", "user-1")
            ])
        #expect(try await world.told { _ = try await operations.delete(id) } == [])
        // The second of two deletions records nothing.
        #expect(
            try await world.told { _ = try await AccountDeletion(world.environment).erase(id, reason: "person") } == [])
    }

    @Test func `what Apple tells is told, its repeats are not`() async throws {
        _ = try await world.signInNatively(.ann)
        func receive(_ type: String, _ expected: [ToldEvent]) async throws {
            world.clock.advance(10)
            let payload = try world.apple.notification(type, about: .ann)
            for expected in [expected, []] {
                let told = try await world.told {
                    try await AppleNotifications(world.environment).receive(payload: payload)
                }
                #expect(told == expected, "\(type)")
            }
        }
        try await receive("email-disabled", [.init(.forwardingDisabled, "apple")])
        try await receive("email-enabled", [.init(.forwardingEnabled, "apple")])
        try await receive("consent-revoked", [.init(.sessionsEnded, "apple")])
        try await receive("account-deleted", [.init(.accountDisabled, "no_way_in"), .init(.accountUnlinked, "apple")])
        world.clock.advance(31 * 86_400)
        try await receive("email-disabled", [])
    }

    @Test func `a person who puts out all others, and a stolen refresh token, are told`() async throws {
        let first = try await world.signInNatively(.ann)
        let second = try await world.signInNatively(.ann)
        let session = try await world.session(of: second)
        let others = try await world.told { try await SessionList(world.environment).endOthers(of: session) }
        #expect(others == [.init(.sessionsEnded, "person")])
        #expect(try await world.told { try await SessionList(world.environment).endOthers(of: session) } == [])
        let renewal = SessionRenewal(world.environment)
        let next = try await renewal.renew(refreshToken: second.refreshToken)
        _ = try await renewal.renew(refreshToken: next.refreshToken)
        world.clock.advance(60)
        let reused = try await world.told { _ = try? await renewal.renew(refreshToken: second.refreshToken) }
        #expect(reused == [.init(.sessionsEnded, "refresh_token_reused")])
        #expect(try await world.told { _ = try? await renewal.renew(refreshToken: first.refreshToken) } == [])
    }

    @Test func `a password that is changed or reset tells that sessions ended`() async throws {
        var policy = SignInPolicy.withPasswords()
        policy.tellsBackend = true
        let world = try World(policy: policy)
        try await world.importPerson(isProven: true, externalID: "user-1")
        #expect(try await world.told { _ = try await world.signIn() } == [])
        let session = try await world.session(of: world.signIn())
        let account = AccountPassword(world.environment)
        let changed = try await world.told {
            try await account.change(of: session, current: nil, to: "another good one")
        }
        #expect(changed == [.init(.sessionsEnded, "password_changed", "user-1")])
        let alone = try await world.told {
            try await account.change(of: session, current: nil, to: "a third good one")
        }
        #expect(alone == [])
        let token = try #require(try await world.mailedToken())
        let reset = try await world.told {
            try await PasswordReset(world.environment).redeem(token, password: "a fourth good one")
        }
        #expect(reset == [.init(.sessionsEnded, "password_reset", "user-1")])
    }

    @Test func `a change that is undone tells nothing, and one that runs again tells once`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let (id, operations) = (signedIn.account.id, AccountOperations(world.environment))
        world.database.outage = .unavailable
        let refused = try await failure { try await operations.disable(id) }
        world.database.outage = nil
        #expect(refused != nil)
        #expect(try await world.events().count == 1)
        world.database.fail(.conflict, after: 0)
        #expect(try await world.told { _ = try await operations.disable(id) } == [.init(.accountDisabled, "operator")])
        // A refused sign-in records nothing.
        let stranger = try await failure { try await world.signIn(.eve, with: "x") }
        #expect(stranger == .refused(.linkTicketInvalid))
        #expect(try await world.events().count == 2)
    }

    @Test func `an event that cannot be written undoes its change`() async throws {
        let before = try await world.signInNatively(.ann).account
        let environment = world.environment
        // Recording the same identifier twice in one transaction fails.
        let error = try await failure {
            try await environment.write { records in
                let events = EventOutbox(environment, unique: "one")
                var account = before
                account.disabledAt = environment.instant
                try records.recordAccount(account)
                for _ in 0..<2 { try events.add(.accountDisabled, of: before.id, reason: "test", in: records) }
            }
        }
        #expect(error != nil)
        #expect(try await world.account(of: .ann)?.disabledAt == nil)
        #expect(try await world.events().count == 1)
    }

    @Test func `nobody is told where no address is configured`() async throws {
        let silent = try World()
        let signedIn = try await silent.signInNatively(.ann)
        _ = try await AccountOperations(silent.environment).delete(signedIn.account.id)
        #expect(try await silent.events().isEmpty)
    }

    @Test func `events hold neither names nor addresses`() async throws {
        let signedIn = try await world.signInNatively(
            .ann, name: FirstSignInUser(givenName: "Ann-Canary", familyName: "Apple-Canary"))
        _ = try await AccountOperations(world.environment).delete(signedIn.account.id)
        let bodies = try await world.events().map(\.body)
        #expect(bodies.count == 2)
        for body in bodies {
            for text in ["Canary", "ann@example.com", Person.ann.subject] { #expect(!body.contains(text)) }
        }
    }
}
