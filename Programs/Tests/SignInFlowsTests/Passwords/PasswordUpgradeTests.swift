import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct PasswordUpgradeTests {
    private let world: World

    init() throws {
        world = try World.withPasswords()
    }

    @Test func `after the upgrade Apple signs in, and the password does not`() async throws {
        let account = try await world.importPerson(isProven: true)
        let elsewhere = try await world.signIn()
        let token = try #require(try await world.mailedToken())
        world.clock.advance(60)
        let upgraded = try await world.upgrade(world.signIn(), to: .ben)
        #expect(upgraded.account.id == account.id && !upgraded.isNewAccount)
        #expect(await world.isLive(upgraded))
        #expect(await world.isLive(elsewhere) == false)
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(
            try await failure { try await PasswordReset(world.environment).redeem(token, password: "another good one") }
                == .refused(.mailedTokenInvalid))
        #expect(try await world.mailedToken() == nil)
        #expect(try await world.signInNatively(.ben).account.id == account.id)
        #expect(try await world.audit(account.id).contains("password_removed"))
        let facts = try await AccountPassword(world.environment).find(of: world.session(of: upgraded))
        #expect(facts.since == nil)
    }

    @Test func `its person is told, at the address that was the name`() async throws {
        try await world.importPerson(isProven: true)
        _ = try await world.upgrade(world.signIn(), to: .ben)
        let mail = try await world.deliverMail()
        #expect(mail.map(\.to) == ["ann@example.com"] && mail[0].text.contains("password was removed"))
    }

    @Test func `an Apple Account that is linked already will do`() async throws {
        let account = try await world.importPerson()
        let linked = try await world.link(.ben, to: world.signIn())
        _ = try await world.upgrade(linked, to: .ben)
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(try await world.signInNatively(.ben).account.id == account.id)
    }

    @Test func `the password stays when Apple's answer never comes, or leads elsewhere`() async throws {
        try await world.importPerson()
        _ = try await world.signInNatively(.eve)
        let session = try await world.session(of: world.signIn())
        _ = try await world.submission(.ben, linking: .upgrade(session))
        let elsewhere = try await world.submission(.eve, linking: .upgrade(session))
        #expect(
            try await failure { try await NativeSignIn(world.environment).complete(elsewhere, under: session) }
                == .refused(.identityLinkedElsewhere))
        let other = try await world.submission(.ben, linking: .upgrade(session))
        #expect(
            try await failure { try await NativeSignIn(world.environment).complete(other) }
                == .refused(.linkProofRequired))
        _ = try await world.signIn()
    }

    @Test func `needs a fresh sign-in and a password`() async throws {
        try await world.importPerson()
        let session = try await world.session(of: world.signIn())
        world.clock.advance(601)
        #expect(
            try await failure {
                try await NativeSignIn(world.environment).begin(client: "app", linking: .upgrade(session))
            }
                == .refused(.freshSignInRequired))
        let apple = try await world.session(of: world.signInNatively(.ben))
        #expect(
            try await failure {
                try await NativeSignIn(world.environment).begin(client: "app", linking: .upgrade(apple))
            }
                == .refused(.passwordMissing))
    }

    @Test func `a link alone leaves the password, and either way in may go while the other is there`() async throws {
        let account = try await world.importPerson()
        let linked = try await world.link(.ben, to: world.signIn())
        _ = try await world.signIn()
        let session = try await world.session(of: linked)
        let identities = AccountIdentities(world.environment)
        let listed = try await identities.list(of: session)
        #expect(listed.map(\.canUnlink) == [true])
        try await identities.unlink(listed[0].identity.id.text, by: session)
        #expect(try await world.signInNatively(.ben).account.id != account.id)
        let again = try await world.upgrade(world.signIn(), to: .eve)
        let last = try await identities.list(of: world.session(of: again))
        #expect(last.map(\.canUnlink) == [false])
    }

    @Test func `while passwords are off a password is no way in, so the last Apple Account stays`() async throws {
        try await world.importPerson()
        let linked = try await world.link(.ben, to: world.signIn())
        let off = try World(world.surroundings)
        let session = try await off.session(of: linked)
        let identities = AccountIdentities(off.environment)
        #expect(try await identities.list(of: session).map(\.canUnlink) == [false])
        let ben = world.identity(of: .ben).text
        #expect(try await failure { try await identities.unlink(ben, by: session) } == .refused(.lastWayIn))
        #expect(try await off.signInNatively(.ben).account.id == linked.account.id)
    }

    @Test func `the app that recovers an account removes its password as well`() async throws {
        try await world.importPerson(externalID: "user-1")
        let attacker = try await world.signIn()
        try await world.accounts().recover(externalID: "user-1")
        #expect(await world.isLive(attacker) == false)
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(try await world.mailedToken() == nil)
    }

    @Test func `of two accounts that come together, the password of the one that stays stays`() async throws {
        let kept = try await world.importPerson()
        let other = try await world.importPerson("ben@example.com", number: 2)
        _ = try await world.link(.ben, to: world.signIn("ben@example.com"))
        let session = try await world.session(of: world.signIn())
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(.ben, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        _ = try await AccountAnswers(world.environment).answerMerge(question.question, as: session)
        #expect(try await world.signIn().account.id == kept.id)
        #expect(try await world.failedSignIn("ben@example.com", World.password) == .refused(.passwordWrong))
        #expect(try await world.signInNatively(.ben).account.id == kept.id)
        let left = try await world.read { tx throws(StorageFailure) in try tx.findPassword(of: other.id) }
        #expect(left == nil)
    }

    @Test func `an upgrade to an Apple Account that has an account of its own takes the password at the merge`()
        async throws
    {
        let kept = try await world.importPerson(isProven: true)
        _ = try await world.signInNatively(.ben)
        let elsewhere = try await world.signIn()
        let session = try await world.session(of: world.signIn())
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(.ben, linking: .upgrade(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        _ = try await world.signIn()
        _ = try await AccountAnswers(world.environment).answerMerge(question.question, as: session)
        #expect(try await world.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
        #expect(try await world.signInNatively(.ben).account.id == kept.id)
        #expect(await world.isLive(elsewhere) == false)
        #expect(try await world.audit(kept.id).contains("password_removed"))
        let told = try await world.deliverMail()
        #expect(told.map(\.to) == ["ann@example.com"] && told[0].text.contains("password was removed"))
    }

    @Test func `a password that one merge took is not taken again by the next`() async throws {
        let kept = try await world.importPerson(isProven: true)
        _ = try await world.signInNatively(.ben)
        _ = try await world.signInNatively(.eve)
        let session = try await world.session(of: world.signIn())
        var questions: [String] = []
        for person in [Person.ben, .eve] {
            let outcome = try await NativeSignIn(world.environment).completeOrAsk(
                world.submission(person, linking: .upgrade(session)), under: session)
            guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
            questions.append(question.question)
        }
        _ = try await AccountAnswers(world.environment).answerMerge(questions[0], as: session)
        let later = try await world.signInNatively(.ben)
        _ = try await AccountAnswers(world.environment).answerMerge(questions[1], as: session)
        #expect(later.account.id == kept.id)
        #expect(await world.isLive(later))
        #expect(try await world.signInNatively(.eve).account.id == kept.id)
        #expect(try await world.audit(kept.id).count { $0 == "password_removed" } == 1)
        #expect(try await world.deliverMail().count == 1)
    }

    @Test func `a deleted account leaves no password, name, token or mail`() async throws {
        let account = try await world.importPerson(isProven: true)
        _ = try await world.failedSignIn()
        let token = try #require(try await world.mailedToken())
        world.clock.advance(901)
        try await PasswordReset(world.environment).request("ann@example.com")
        _ = try await AccountDeletion(world.environment).erase(account.id, reason: "test")
        #expect(try await world.deliverMail().isEmpty)
        #expect(
            try await failure { try await PasswordReset(world.environment).redeem(token, password: "another good one") }
                == .refused(.mailedTokenInvalid))
        // The name can be used by a new account, and does not lead to the deleted one.
        try await world.importPerson(password: "another good one", number: 2)
        #expect(try await world.signIn("ann@example.com", "another good one").account.id != account.id)
    }

    @Test func `where no mail can be sent, none is written to be sent later`() async throws {
        var policy = SignInPolicy.withPasswords()
        policy.passwords.canMail = false
        let world = try World(policy: policy)
        try await world.importPerson(isProven: true)
        _ = try await world.upgrade(world.signIn(), to: .ben)
        #expect(try await world.deliverMail().isEmpty)
    }

    @Test func `a password that is given up while it is being changed is not set again`() async throws {
        let account = try await world.importPerson(isProven: true)
        _ = try await world.signInNatively(.ben)
        let session = try await world.session(of: world.signIn())
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(.ben, linking: .upgrade(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        let environment = world.environment
        // After the password was found, before the new one is written. The session goes on.
        world.database.interrupt(after: 1) {
            _ = try? await AccountAnswers(environment).answerMerge(question.question, as: session)
        }
        let error = try await failure {
            try await AccountPassword(environment).change(of: session, current: nil, to: "another good one")
        }
        #expect(error == .refused(.passwordMissing))
        let left = try await world.read { tx throws(StorageFailure) in try tx.findPassword(of: account.id) }
        #expect(left == nil)
    }
}
