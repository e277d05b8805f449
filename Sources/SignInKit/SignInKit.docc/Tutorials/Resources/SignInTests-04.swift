import SignInKit
import SignInKitTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SignInTests {
    @Test func `a person is greeted by name`() async throws {
        let test = try TestSignIn()
        let status = await test.signIn(as: .grace)
        #expect(status.state.person?.account.name?.given == "Grace")
    }

    @Test func `closing the sheet is not a failure`() async throws {
        let test = try TestSignIn(device: ScriptedDevice(.cancel))
        await test.client.launch()
        let status = await test.client.signIn()
        #expect(status.state == .signedOut(.notYet))
        #expect(status.failure == nil)
    }

    @Test func `an outage ends by itself, and the name is still there`() async throws {
        let test = try TestSignIn()
        await test.backend.fail(.unreachable(retryAfter: 5))
        #expect(await test.signIn(as: .grace).state == .exchanging(.waiting))
        await test.clock.advanceWhenAsleep(by: 5)
        let status = await test.client.status { $0.state.person != nil }
        #expect(status.state.person?.account.name?.given == "Grace")
    }

    @Test func `who stops using the app is signed out and told why`() async throws {
        let test = try TestSignIn()
        await test.signIn(as: .grace)
        await test.device.stopUsing(.grace)
        let status = await test.client.status { $0.state.person == nil }
        #expect(status.state == .signedOut(.credentialRevoked))
    }

    @Test func `a deleted account is gone`() async throws {
        let test = try TestSignIn()
        await test.signIn(as: .grace)
        let status = await test.client.deleteAccount()
        #expect(status.state == .signedOut(.accountDeleted(.queued)))
        #expect(await test.backend.accounts.isEmpty)
    }
}
