import SignInKit
import SignInKitTesting
import Testing

/// What people read at each step, with a scripted device instead of Apple and a backend in memory.
@Suite(.timeLimit(.minutes(1))) @MainActor struct SignInTests {
    @Test func `a person is greeted by name`() async throws {
        let (test, model) = try newApp()
        await test.signIn(as: .grace)
        await model.shows { $0.state.person != nil }
        let person = try #require(model.person)
        #expect(SignInWords.greeting(person.account) == "Hello, Grace")
        #expect(SignInWords.notice(model.status) == nil)
    }

    @Test func `a closed sheet shows nothing`() async throws {
        let (test, model) = try newApp(ScriptedDevice(.cancel))
        await model.signIn()
        #expect(await test.device.requests.count == 1)
        let status = await test.client.status
        await model.shows { $0 == status }
        #expect(SignInWords.notice(status) == nil)
        #expect(SignInWords.progress(status.state) == nil)
    }

    @Test func `an existing account is found before anybody taps`() async throws {
        let device = ScriptedDevice(.person(.grace))
        await device.set(.authorized, of: .grace)
        let (_, model) = try newApp(device)
        await model.findExistingAccount()
        await model.shows { $0.state.person != nil }
        #expect(await device.requests.map(\.purpose) == [.search])
    }

    @Test func `a hidden address leads to a question, and to one account`() async throws {
        let (test, model) = try newApp()
        await test.backend.ask(.everybodyUnknown(isAddressHidden: true))
        await test.signIn(as: .ada)
        await model.shows { if case .asking = $0.state { true } else { false } }
        #expect(await test.backend.accounts.isEmpty)
        await model.answer(.new)
        await model.shows { $0.state.person != nil }
        #expect(await test.backend.accounts.count == 1)
    }

    @Test func `a sheet that fails shows a text`() async throws {
        let (_, model) = try newApp(ScriptedDevice(.failure(.unknown)))
        await model.signIn()
        await model.shows { $0.failure != nil }
        #expect(SignInWords.notice(model.status) == SignInWords.failure(.sheet(.unknown)))
    }

    @Test func `a refusal shows a text, and the next sign-in removes it`() async throws {
        let (test, model) = try newApp()
        let refusal = SignInFailure.refused(code: "account_held", requestID: "1")
        await test.backend.fail(refusal)
        await test.signIn(as: .grace)
        await model.shows { $0.failure != nil }
        #expect(SignInWords.notice(model.status) == SignInWords.failure(refusal))
        await test.signIn(as: .grace)
        await model.shows { $0.state.person != nil }
        #expect(SignInWords.notice(model.status) == nil)
    }

    @Test func `an outage shows progress until the service is back`() async throws {
        let (test, model) = try newApp()
        await test.backend.fail(.unreachable(retryAfter: 5))
        await test.signIn(as: .grace)
        await model.shows { $0.state == .exchanging(.waiting) }
        #expect(SignInWords.progress(model.status.state)?.hasPrefix("Waiting for the network") == true)
        await test.clock.advanceWhenAsleep(by: 5)
        await model.shows { $0.state.person != nil }
        #expect(SignInWords.progress(model.status.state) == nil)
    }

    @Test func `who stopped using the app is told why they are signed out`() async throws {
        let (test, model) = try newApp()
        await test.signIn(as: .grace)
        await test.device.stopUsing(.grace)
        await model.shows { $0.state == .signedOut(.credentialRevoked) }
        #expect(SignInWords.notice(model.status)?.hasPrefix("You stopped using this app") == true)
    }

    @Test func `who signs out is told nothing`() async throws {
        let (test, model) = try newApp()
        await test.signIn(as: .grace)
        await model.signOut()
        await model.shows { $0.state == .signedOut(.byPerson) }
        #expect(SignInWords.notice(model.status) == nil)
    }

    @Test func `a deletion is confirmed, and needs the same person`() async throws {
        let (test, model) = try newApp()
        await test.signIn(as: .grace)
        await test.device.answer(.person(.ada), .person(.grace))
        await model.deleteAccount()
        await model.shows { $0.failure == .otherPerson }
        #expect(SignInWords.notice(model.status) == SignInWords.failure(.otherPerson))
        await model.deleteAccount()
        await model.shows { $0.state == .signedOut(.accountDeleted(.queued)) }
        #expect(SignInWords.notice(model.status) == "Your account was deleted.")
        #expect(await test.backend.accounts.isEmpty)
    }

    private func newApp(_ device: ScriptedDevice = ScriptedDevice()) throws -> (TestSignIn, SignInModel) {
        let test = try TestSignIn(device: device)
        return (test, SignInModel(client: test.client))
    }
}

extension SignInModel {
    /// The model learns of a change after the call that made it. A test that waits in vain is ended by its time limit.
    fileprivate func shows(_ isWanted: (SignInStatus) -> Bool) async {
        while !isWanted(status), !Task.isCancelled { await Task.yield() }
    }
}
