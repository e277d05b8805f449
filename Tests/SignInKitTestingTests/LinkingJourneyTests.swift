import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting
import Testing

/// Questions, tickets, links, passwords and sessions, with the parts for an app's tests alone.
@Suite(.timeLimit(.minutes(10))) struct LinkingJourneyTests {
    private let ann = PasswordCredential(user: "ann", password: Secret("right"))

    private func appWithPasswords(_ device: ScriptedDevice = ScriptedDevice()) throws -> TestSignIn {
        let clock = TestSignInClock()
        let backend = MemoryBackend(passwords: ["ann": "right"], clock: clock)
        return try TestSignIn(device: device, backend: backend, clock: clock) { $0.signsInWithPasswords = true }
    }

    private func asked(_ test: TestSignIn) async throws -> AccountQuestion {
        await test.backend.ask(.everybodyUnknown(isAddressHidden: true))
        guard case .asking(let question) = await test.signIn(as: .ada).state else { throw SignInFailure.notSupported }
        return question
    }

    @Test func `a new person answers, and gets one account with their name`() async throws {
        let test = try TestSignIn()
        #expect(try await asked(test).isAddressHidden)
        #expect(await test.backend.accounts.isEmpty)
        let person = await test.client.answer(.new).state.person
        #expect(person?.account.name == ApplePerson.ada.name)
        #expect(await test.backend.accounts.count == 1)
        await test.client.signOut()
        #expect(await test.signIn(as: .ada).state.person?.account.id == person?.account.id, "nobody is asked again")
    }

    @Test func `a ticket answers, and no second account is made`() async throws {
        let test = try TestSignIn()
        let own = await test.backend.addAccount(email: "ada@example.com")
        _ = try await asked(test)
        let ticket = await test.backend.ticket(for: own)
        #expect(await test.client.answer(.ticket(LinkTicket("other"))).failure?.code == "link_ticket_invalid")
        #expect(await test.client.answer(.ticket(ticket)).state.person?.account.id == own.id)
        #expect(await test.backend.accounts.map(\.id) == [own.id])
    }

    @Test func `a ticket before the sheet asks nothing`() async throws {
        let test = try TestSignIn(device: ScriptedDevice(.person(.ada)))
        await test.backend.ask(.everybodyUnknown(isAddressHidden: true))
        let own = await test.backend.addAccount()
        let ticket = await test.backend.ticket(for: own)
        #expect(await test.client.signIn(linking: ticket).state.person?.account.id == own.id)
        await test.client.signOut()
        #expect(await test.client.signIn(linking: ticket).failure?.code == "link_ticket_invalid", "it is valid once")
    }

    @Test func `a session that another login began answers`() async throws {
        let test = try TestSignIn()
        let own = await test.backend.addAccount()
        _ = try await asked(test)
        try await test.client.adopt(await test.backend.beginSession(of: own))
        guard case .asking(let question) = await test.client.status.state else { throw SignInFailure.notSupported }
        #expect(question.person?.account.id == own.id && question.takes(.session))
        #expect(await test.client.answer(.session).state.person?.account.id == own.id)
        // The kit ends the session that answered by itself.
        while await test.backend.sessionCount > 1 { await Task.yield() }
        #expect(await test.backend.sessionCount == 1)
    }

    @Test func `a question survives the end of the process`() async throws {
        let test = try TestSignIn()
        let question = try await asked(test)
        let next = try test.restarted()
        #expect(await next.client.launch().state == .asking(question))
        #expect(await next.client.answer(.new).state.person != nil)
    }

    @Test func `a question expires by the test's clock, and no account is made`() async throws {
        let test = try TestSignIn()
        _ = try await asked(test)
        await test.clock.advanceWhenAsleep(by: 600)
        #expect(await test.client.status { $0.failure != nil }.failure == .attemptExpired)
        #expect(await test.backend.accounts.isEmpty)
    }

    @Test func `a password is upgraded to Apple, and no longer signs in`() async throws {
        let test = try appWithPasswords(ScriptedDevice(.person(.ada)))
        let account = await test.client.signIn(with: ann).state.person?.account.id
        #expect(try await test.client.password().names == ["ann"])
        #expect(await test.client.upgradeToApple().state.person?.account.id == account)
        #expect(try await test.client.password().hasPassword == false)
        #expect(try await test.client.identities().map(\.canUnlink) == [false])
        await test.client.signOut()
        #expect(await test.client.signIn(with: ann).failure?.code == "password_wrong")
        #expect(await test.client.signIn().state.person?.account.id == account)
    }

    @Test func `an Apple Account is linked and unlinked, but the last way in stays`() async throws {
        let test = try appWithPasswords(ScriptedDevice(.person(.ada)))
        await test.client.signIn(with: ann)
        await test.client.linkAppleAccount()
        let identities = try await test.client.identities()
        #expect(identities.map(\.isApple) == [true] && identities.allSatisfy(\.canUnlink))
        try await test.client.unlink(try #require(identities.first).id)
        #expect(try await test.client.identities().isEmpty)
        await test.client.signOut()
        let apple = await test.client.signIn().state.person
        let last = try await test.client.identities()
        #expect(apple != nil && last.map(\.canUnlink) == [false])
        let failure = await #expect(throws: SignInFailure.self) { try await test.client.unlink(last.first?.id ?? "") }
        #expect(failure?.code == "last_way_in")
    }

    @Test func `two accounts are merged after the person has said so`() async throws {
        let test = try appWithPasswords(ScriptedDevice(.person(.ada)))
        let other = await test.client.signIn().state.person?.account.id
        await test.client.signOut()
        let own = await test.client.signIn(with: ann).state.person?.account.id
        guard case .asking(let question) = await test.client.linkAppleAccount().state else {
            throw SignInFailure.notSupported
        }
        #expect(question.merge?.account.id == other && question.merge?.identities == 1)
        #expect(await test.client.answer(.merge).state.person?.account.id == own)
        #expect(await test.backend.accounts.map(\.id) == [own])
        await test.client.signOut()
        #expect(await test.client.signIn().state.person?.account.id == own)
    }

    @Test func `a link whose reply is lost is repeated, and nobody is signed out`() async throws {
        let test = try appWithPasswords(ScriptedDevice(.person(.ada)))
        await test.client.signIn(with: ann)
        await test.backend.loseReplies(1)
        #expect(await test.client.linkAppleAccount().failure == .unreachable(retryAfter: nil))
        await test.clock.advanceWhenAsleep(by: 400)
        #expect(await test.client.status { $0.failure == nil }.state.person != nil)
        #expect(try await test.client.identities().count == 1)
        #expect(await test.backend.sessionCount == 1)
    }

    @Test func `a device without anything to offer shows the sheet for an Apple ID`() async throws {
        let test = try appWithPasswords(ScriptedDevice(.person(.ada)))
        #expect(await test.client.signIn(offeringPasswords: true).state.person?.account.name == ApplePerson.ada.name)
        #expect(await test.device.requests.map(\.includesPasswords) == [true, false])
        await test.client.signOut()
        await test.device.answer(.password(ann))
        #expect(await test.client.signIn(offeringPasswords: true).state.person?.appleUser == nil)
    }

    @Test func `sessions end one by one or together, and the data is copied`() async throws {
        let test = try TestSignIn()
        let account = try #require(await test.signIn().state.person?.account)
        for _ in 1...3 { _ = await test.backend.beginSession(of: account) }
        let others = try await test.client.sessions().filter { !$0.isCurrent }
        #expect(others.count == 3)
        try await test.client.endSession(try #require(others.first).id)
        #expect(try await test.client.endOtherSessions() == 2)
        #expect(try await test.client.sessions().map(\.isCurrent) == [true])
        let copy = try await test.client.copyOfData()
        #expect(String(decoding: copy, as: UTF8.self).contains(account.id))
    }

    @Test func `a password is changed, and set anew by mail`() async throws {
        let test = try appWithPasswords()
        await test.client.signIn(with: ann)
        let wrong = await #expect(throws: SignInFailure.self) {
            try await test.client.changePassword(to: Secret("new"), current: Secret("other"))
        }
        #expect(wrong?.code == "password_wrong")
        try await test.client.changePassword(to: Secret("new"), current: Secret("right"))
        await test.client.signOut()
        let changed = PasswordCredential(user: "ann", password: Secret("new"))
        #expect(await test.client.signIn(with: changed).state.person != nil)
        try await test.client.requestPasswordReset(for: "ann")
        try await test.client.requestPasswordReset(for: "nobody")
        let code = try #require(await test.backend.resetCodes["ann"])
        #expect(await test.backend.resetCodes.count == 1)
        try await test.client.resetPassword(code: code, to: Secret("newest"))
        #expect(await test.backend.sessionCount == 0)
        await #expect(throws: SignInFailure.self) { try await test.client.resetPassword(code: code, to: Secret("x")) }
    }
}
