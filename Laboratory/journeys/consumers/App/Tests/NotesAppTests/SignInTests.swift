import SignInKit
import SignInKitTesting
import Testing

@testable import NotesApp

@Suite struct SignInTests {
    @Test func `a person is greeted by name`() async throws {
        let test = try TestSignIn()
        let status = await test.signIn(as: .grace)
        #expect(greeting(status) == "Hello, Grace")
    }

    @Test func `closing the sheet is not a failure`() async throws {
        let test = try TestSignIn(device: ScriptedDevice(.cancel))
        await test.client.launch()
        let status = await test.client.signIn()
        #expect(status.state == .signedOut(.notYet))
        #expect(status.failure == nil)
    }

    @Test func `an outage is waited out`() async throws {
        let test = try TestSignIn()
        await test.backend.fail(.unreachable(retryAfter: 5))
        let status = await test.signIn(as: .grace)
        #expect(greeting(status) == "Offline, trying again")
        await test.clock.advanceWhenAsleep(by: 5)
        let later = await test.client.status { $0.state.person != nil }
        #expect(greeting(later) == "Hello, Grace")
    }
}
