import ChildPrograms
import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting
import Testing

/// The device for tests of apps behaves like Apple's, with the emulator and the built service.
@Suite(.sharedSystem, .timeLimit(.minutes(10)))
struct EmulatorAppleDeviceTests {
    private static let bundleID = "com.example.app"

    /// A person who is new to the emulator, with a device and an app.
    private func app(
        _ answer: @escaping @Sendable (SheetRequest) async -> EmulatorAnswer = { _ in .signIn }
    ) async throws -> (client: SignInClient, device: EmulatorAppleDevice) {
        let system = try SharedSystem.system
        let person = "person+& é-" + UUID().uuidString.lowercased()
        let device = EmulatorAppleDevice(
            emulator: try #require(URL(string: system.emulator.baseURL)), bundleID: Self.bundleID, person: person,
            answer: answer)
        let email = UUID().uuidString.lowercased() + "@example.com"
        try await device.control.addPerson(email: email)
        try await device.control.addPerson(email: email)
        return (try client(device, MemoryStorage()), device)
    }

    private func client(_ device: EmulatorAppleDevice, _ storage: MemoryStorage) throws -> SignInClient {
        let server = try #require(URL(string: try SharedSystem.system.publicURL))
        var configuration = SignInConfiguration(server: server, client: "app")
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        return try SignInClient(configuration, device: device, storage: storage, mark: storage)
    }

    @Test func `a person signs in with another name and a hidden address`() async throws {
        let name = PersonName(given: "Amazing", family: "Grace")
        let (client, device) = try await app { _ in EmulatorAnswer(name: name, hidesEmail: true) }
        let account = try #require(await client.signIn().state.person?.account)
        #expect(account.name == name && account.isPrivateEmail && account.isEmailVerified)
        #expect(account.email?.hasSuffix("@example.com") == false && device.control.device.hasPrefix("phone-of-"))
    }

    @Test func `a shared address is the person's own`() async throws {
        let (client, _) = try await app()
        let account = try #require(await client.signIn().state.person?.account)
        #expect(account.name == PersonName(given: "Grace", family: "Hopper"))
        #expect(account.email?.hasSuffix("@example.com") == true && !account.isPrivateEmail)
    }

    @Test func `a person closes the sheet, or it fails`() async throws {
        let (closing, _) = try await app { _ in .cancel }
        #expect(await closing.signIn() == SignInStatus(state: .signedOut(.notYet)))
        let (failing, _) = try await app { _ in EmulatorAnswer(failure: .unknown) }
        #expect(await failing.signIn().failure == .sheet(.unknown))
    }

    @Test func `a search finds a person only after their first sign-in`() async throws {
        let (client, device) = try await app()
        #expect(await client.findExistingAccount() == SignInStatus(state: .signedOut(.notYet)))
        let account = await client.signIn().state.person?.account
        let reinstalled = try self.client(device, MemoryStorage())
        #expect(await reinstalled.findExistingAccount().state.person?.account == account)
    }

    @Test func `a search finds a password saved for the app's domain, and a person chooses it`() async throws {
        let (client, device) = try await app { $0.includesPasswords ? .password(of: "grace") : .signIn }
        let saved = PasswordCredential(user: "grace", password: Secret("s3cret"))
        try await device.control.savePassword(saved, domain: "example.com")
        let search = SheetRequest(
            purpose: .search, attempt: .random(at: Date()), includesPasswords: true)
        #expect(await device.present(search) == .failed(.canceled), "the app is not associated with the domain yet")
        try await device.control.associate(domains: ["example.com"])
        #expect(await device.present(search) == .password(saved))
        #expect(await client.signIn().state.person != nil)
        #expect(await device.present(search) == .password(saved))
        try await device.control.associate(domains: [])
    }

    @Test func `the app hears at once that the person stopped using it`() async throws {
        let (client, device) = try await app()
        await client.signIn()
        try await device.control.stopUsingApp()
        let status = await client.status { $0.state.person == nil }
        #expect(status.state == .signedOut(.credentialRevoked))
    }

    @Test func `nobody is signed in to the device any longer`() async throws {
        let (client, device) = try await app()
        await client.signIn()
        try await device.control.signOutOfDevice()
        #expect(await client.enterForeground().state == .signedOut(.credentialNotFound))
    }

    @Test func `an emulator that is away fails the sheet, and says nothing about credentials`() async throws {
        let device = EmulatorAppleDevice(
            emulator: try #require(URL(string: "http://127.0.0.1:9")), bundleID: Self.bundleID, person: "nobody")
        let client = try client(device, MemoryStorage())
        #expect(await client.signIn().failure == .sheet(.failed))
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) {
            try await device.credentialState(of: "001234.0.0001")
        }
    }
}
