import Foundation
import SignInKit
import SignInKitTesting
import Testing

@testable import NotesApp

/// Further lines of the page.
@Suite struct MoreSignInTests {
    @Test func `the page's snippets do what it says`() async throws {
        let test = try TestSignIn()
        await test.signIn(as: .grace)
        await test.device.stopUsing(.grace)
        let status = await test.client.status { $0.state.person == nil }
        #expect(greeting(status) == "You stopped using this app")
        await test.backend.fail(.refused(code: "account_held", requestID: "1"))
        let refused = await test.signIn(as: .grace)
        #expect(greeting(refused) == "Your account is being reviewed.")
    }
}

func clientOfEmulator(at address: URL) throws -> SignInClient {
    let device = EmulatorAppleDevice(emulator: address, bundleID: "com.example.app", person: "ada")
    let storage = MemoryStorage()
    return try SignInClient(
        SignInConfiguration(server: server, client: "app"), device: device, storage: storage, mark: storage)
}
