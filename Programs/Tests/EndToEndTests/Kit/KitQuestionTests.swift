import ChildPrograms
import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting
import Testing

/// The built service asks by default, and the app answers, also after its process ended.
@Suite(.timeLimit(.minutes(10))) struct KitQuestionTests {
    @Test func `a hidden address leads to a question instead of a second account`() async throws {
        try await SignInSystem.run { system in
            try system.configure { $0["sign_in"] = nil }
            try await system.startService()
            let device = EmulatorAppleDevice(
                emulator: try #require(URL(string: system.emulator.baseURL)), bundleID: "com.example.app",
                person: "maya-" + UUID().uuidString.lowercased()
            ) { _ in .signInHidingEmail }
            try await device.control.addPerson(email: UUID().uuidString.lowercased() + "@example.com")
            let storage = MemoryStorage()
            let server = try #require(URL(string: system.publicURL))
            let start = { () async throws -> SignInClient in
                let client = try SignInClient(
                    SignInConfiguration(server: server, client: "app"), device: device, storage: storage, mark: storage)
                await client.launch()
                return client
            }
            let first = try await start()
            guard case .asking(let question) = await first.signIn().state else { throw SignInFailure.notSupported }
            #expect(question.isAddressHidden && question.merge == nil)
            let next = try await start()
            #expect(await next.status.state == .asking(question))
            let account = try #require(await next.answer(.new).state.person?.account)
            #expect(account.name == PersonName(given: "Grace", family: "Hopper") && account.isPrivateEmail)
            await next.signOut()
            #expect(await next.signIn().state.person?.account.id == account.id, "nobody is asked twice")
        }
    }
}
