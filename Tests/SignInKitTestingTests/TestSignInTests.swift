import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting
import Testing

/// The parts for an app's tests behave like Apple and a real backend.
@Suite(.timeLimit(.minutes(10))) struct TestSignInTests {
    @Test func `the name and the address come the first time only, and the account keeps them`() async throws {
        let test = try TestSignIn()
        await test.signIn(as: .grace)
        await test.client.signOut()
        await test.signIn(as: .grace)
        let signIns = await test.backend.signIns
        #expect(signIns.map(\.name) == [ApplePerson.grace.name, nil])
        #expect(signIns.map(\.realUserStatus) == [.likelyReal, .unsupported])
        #expect(await test.backend.accounts.count == 1)
        #expect(await test.client.status.state.person?.account.name == ApplePerson.grace.name)
    }

    @Test func `two people have two accounts`() async throws {
        let test = try TestSignIn()
        let grace = await test.signIn(as: .grace).state.person
        await test.client.signOut()
        let ada = await test.signIn(as: .ada).state.person
        #expect(grace?.account.id != ada?.account.id)
        #expect(await test.backend.accounts.count == 2)
    }

    @Test func `without a script the person closes the sheet, and a failure is shown`() async throws {
        let test = try TestSignIn()
        await test.client.launch()
        #expect(await test.client.signIn().failure == nil)
        await test.device.answer(.cancel, .failure(.failed))
        #expect(await test.client.signIn().failure == nil)
        #expect(await test.client.signIn().failure == .sheet(.failed))
        #expect(await test.device.requests.count == 3)
    }

    @Test func `a search finds only somebody who has signed in`() async throws {
        let first = try TestSignIn(device: ScriptedDevice(.person(.grace)))
        #expect(await first.client.findExistingAccount().state == .signedOut(.notYet))
        await first.signIn(as: .grace)
        let reinstalled = try TestSignIn(device: first.device, backend: first.backend, clock: first.clock)
        #expect(await reinstalled.client.findExistingAccount().state.person != nil)
    }

    @Test func `a password signs in if the app takes passwords, and a wrong one is refused`() async throws {
        let backend = MemoryBackend(passwords: ["ada@example.com": "correct"])
        let right = PasswordCredential(user: "ada@example.com", password: Secret("correct"))
        let wrong = PasswordCredential(user: "ada@example.com", password: Secret("other"))
        let device = ScriptedDevice(.password(wrong), .password(right))
        let test = try TestSignIn(device: device, backend: backend) { $0.signsInWithPasswords = true }
        #expect(await test.client.findExistingAccount().failure?.code == "password_wrong")
        #expect(await test.client.findExistingAccount().state.person != nil)
    }

    @Test func `the person who stops using the app is signed out, and the name comes again`() async throws {
        let test = try TestSignIn()
        await test.signIn(as: .grace)
        await test.device.stopUsing(.grace)
        let status = await test.client.status { $0.state == .signedOut(.credentialRevoked) }
        #expect(status.failure == nil)
        while await test.backend.endings.isEmpty, !Task.isCancelled { await Task.yield() }
        #expect(await test.backend.endings == [.credentialRevoked])
        await test.signIn(as: .grace)
        #expect(await test.backend.signIns.last?.name == ApplePerson.grace.name)
    }

    @Test(arguments: [true, false])
    func `a person keeps the account when the app moves to another team`(_ isLaunched: Bool) async throws {
        let test = try TestSignIn()
        let before = await test.signIn(as: .grace).state.person
        let user = "000777.0123456789abcdef0123456789abcdef.0777"
        await test.device.transfer(.grace, to: user)
        await test.backend.transfer(.grace, to: user)
        test.clock.advance(by: 3600)
        let app = try isLaunched ? test.restarted() : test
        _ = await isLaunched ? app.client.launch() : app.client.enterForeground()
        let after = await app.client.status { $0.state.person?.appleUser == user }.state.person
        #expect(after?.account.id == before?.account.id)
        #expect(await test.backend.accounts.count == 1)
        #expect(await test.backend.signIns.last?.name == nil)
        let request = await test.device.requests.last
        #expect(request?.purpose == .transfer && request?.appleUser == ApplePerson.grace.user)
    }

    @Test func `a device that does not answer signs nobody out`() async throws {
        let test = try TestSignIn()
        await test.signIn()
        await test.device.setCredentialStatesFail(true)
        #expect(await test.client.enterForeground().state.person != nil)
        await test.device.setCredentialStatesFail(false)
        await test.device.set(.notFound, of: .grace)
        test.clock.advance(by: 3600)
        #expect(await test.client.enterForeground().state == .signedOut(.credentialNotFound))
    }

    @Test func `a sheet that never appears ends with its attempt, and the next one appears`() async throws {
        let test = try TestSignIn(device: ScriptedDevice(.never, .person(.grace)))
        await test.client.launch()
        let signIn = Task { await test.client.signIn() }
        while await test.device.requests.isEmpty, !Task.isCancelled { await Task.yield() }
        await test.clock.advanceWhenAsleep(by: 600)
        #expect(await signIn.value.failure == .sheet(.unanswered))
        #expect(await test.client.signIn().state.person != nil)
    }

    @Test func `a device that never answers a question signs nobody out, and keeps nobody waiting`() async throws {
        let test = try TestSignIn()
        await test.signIn()
        await test.device.setCredentialStatesNeverAnswer(true)
        let foreground = Task { await test.client.enterForeground() }
        await test.clock.advanceWhenAsleep(by: 10)
        #expect(await foreground.value.state.person != nil)
        await test.device.setCredentialStatesNeverAnswer(false)
        await test.device.set(.notFound, of: .grace)
        test.clock.advance(by: 5)
        #expect(await test.client.enterForeground().state == .signedOut(.credentialNotFound))
    }

    @Test func `tokens expire by the test's clock and are renewed, until the backend ends the session`() async throws {
        let test = try TestSignIn()
        await test.signIn()
        let first = try await test.client.accessToken()
        #expect(try await test.client.accessToken() == first)
        test.clock.advance(by: 280)
        #expect(try await test.client.accessToken() != first)
        #expect(await test.backend.renewals == 1)
        await test.backend.endSessions()
        test.clock.advance(by: 280)
        await #expect(throws: SignInFailure.sessionEnded) { try await test.client.accessToken() }
        #expect(await test.client.status.state == .signedOut(.sessionEnded))
    }

    @Test func `a session that has ended signs the person out, whatever call hears of it`() async throws {
        let test = try TestSignIn()
        await test.signIn()
        await test.backend.endSessions()
        await #expect(throws: SignInFailure.sessionEnded) { try await test.client.readAccount() }
        #expect(await test.client.status.state == .signedOut(.sessionEnded))
        #expect(test.storage.read(.session) == nil)
    }

    @Test func `a person who comes back after a deletion gets another account, and nobody else's`() async throws {
        let test = try TestSignIn()
        let grace = await test.signIn(as: .grace).state.person?.account.id
        await test.client.signOut()
        let ada = await test.signIn(as: .ada).state.person?.account.id
        await test.client.signOut()
        await test.signIn(as: .grace)
        await test.client.deleteAccount()
        let again = await test.signIn(as: .grace).state.person?.account.id
        #expect(Set([grace, ada, again]).count == 3)
        #expect(await test.backend.accounts.map(\.name) == [ApplePerson.ada.name, nil])
    }

    @Test func `a token can be asked for before the app has launched`() async throws {
        let test = try TestSignIn()
        await test.signIn()
        let next = try test.restarted()
        _ = try await next.client.accessToken()
        #expect(await next.client.status.state.person != nil)
    }

    @Test func `an outage is waited out by the test's clock`() async throws {
        let test = try TestSignIn()
        await test.backend.fail(.unreachable(retryAfter: 30))
        #expect(await test.signIn().state == .exchanging(.waiting))
        await test.clock.advanceWhenAsleep(by: 29)
        #expect(await test.client.status.state == .exchanging(.waiting))
        await test.clock.advanceWhenAsleep(by: 1)
        #expect(await test.client.status { $0.state.person != nil }.failure == nil)
        #expect(await test.backend.signIns.count == 1, "the backend saw it once")
    }

    @Test func `the app is signed in after its process ended`() async throws {
        let test = try TestSignIn()
        let account = await test.signIn().state.person?.account
        let next = try test.restarted()
        #expect(await next.client.launch().state.person?.account == account)
        #expect(await next.device.requests.count == 1)
    }

    @Test func `renaming, reading and deleting reach the account`() async throws {
        let test = try TestSignIn()
        await test.signIn()
        let name = try #require(PersonName(typedGiven: "Amazing", typedFamily: "Grace"))
        try await test.client.rename(name)
        #expect(try await test.client.readAccount().name == name)
        #expect(await test.backend.accounts.first?.name == name)
        #expect(await test.client.deleteAccount().state == .signedOut(.accountDeleted(.queued)))
        #expect(await test.backend.accounts.isEmpty)
        #expect(await test.backend.sessionCount == 0)
    }

    @Test func `a sleep ends early if its task is cancelled, before or while it sleeps`() async throws {
        let clock = TestSignInClock()
        let sleeping = Task { try await clock.clock.sleep(60) }
        await clock.advanceWhenAsleep(by: 1)
        sleeping.cancel()
        await #expect(throws: CancellationError.self) { try await sleeping.value }
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            try await clock.clock.sleep(60)
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.now == Date(timeIntervalSince1970: 1_800_000_001))
    }

    @Test func `a test's time limit ends a wait for a sleep that never comes`() async throws {
        let clock = TestSignInClock()
        let waiting = Task { await clock.advanceWhenAsleep(by: 60) }
        await Task.yield()
        waiting.cancel()
        await waiting.value
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            await clock.advanceWhenAsleep(by: 60)
        }
        cancelled.cancel()
        await cancelled.value
        #expect(clock.now == Date(timeIntervalSince1970: 1_800_000_000), "the time was advanced nevertheless")
    }

    @Test func `the examples show each state`() {
        let names = SignInState.examples.map { String("\($0)".prefix { $0 != "(" }) }
        let all = [
            "unknown", "signedOut", "searching", "authorizing", "exchanging", "asking", "checking", "signedIn",
            "linking", "confirming", "transferring", "deleting",
        ]
        #expect(Set(names) == Set(all))
        #expect(SignInState.examples.count == 23)
        #expect(SignedInPerson.example.appleUser == ApplePerson.grace.user)
    }
}
