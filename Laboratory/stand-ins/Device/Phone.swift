import AuthenticationServices
import Foundation
import SignInAPI
import SignInKit
import UIKit

/// Records the requests to the stand-in's sheet.
actor Asked {
    private(set) var requests: [StandInDevice.Request] = []
    func note(_ request: StandInDevice.Request) { requests.append(request) }
}

/// Records what the app was told.
actor Incidents {
    private(set) var all: [SignInIncident] = []
    func note(_ incident: SignInIncident) { all.append(incident) }
}

/// A new device with a new person signed in to it, and an app that starts.
@MainActor
struct Phone {
    static let apple = ProcessInfo.processInfo.environment["STAND_IN_EMULATOR"] ?? ""
    static let server =
        URL(string: ProcessInfo.processInfo.environment["STAND_IN_SERVICE"] ?? "") ?? URL(fileURLWithPath: "/")

    let emulator: Emulator
    let person: String
    let asked = Asked()
    let keychain: KeychainStorage
    let mark = MemoryStorage()

    init() async throws {
        emulator = Emulator(address: Phone.apple, device: UUID().uuidString)
        person = try await emulator.newPerson()
        keychain = KeychainStorage(service: person)
        agrees()
    }

    func does(_ answer: @escaping @Sendable (StandInDevice.Request) async -> StandInDevice.Answer) {
        StandInDevice.current = StandInDevice(
            sheet: { [asked] request in
                await asked.note(request)
                return await answer(request)
            }, credentialState: { [emulator] in await emulator.state($0) })
    }

    func agrees() { does { [emulator] in await emulator.agree($0) } }

    func app(
        server: URL = Phone.server, window: UIWindow? = nil, clock: SignInClock = .system,
        adapt: (inout SignInConfiguration) -> Void = { _ in }
    ) throws -> SignInClient {
        var configuration = SignInConfiguration(server: server, client: "app")
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        adapt(&configuration)
        let device = window.map { SystemAppleDevice(window: $0) } ?? SystemAppleDevice()
        // A process that starts has a storage of its own.
        let storage = KeychainStorage(service: person)
        return try SignInClient(configuration, device: device, storage: storage, mark: mark, clock: clock)
    }

    func signedIn() async throws -> SignInClient {
        let app = try app()
        await app.launch()
        Check.expect(await app.signIn().state.person != nil, "nobody is signed in")
        return app
    }
}

struct Login: PasswordLogin {
    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        let account = AccountReply(
            id: "of-" + credential.user + "-" + credential.password.exposed, name: nil, email: nil,
            isEmailVerified: false, isPrivateEmail: false, createdAt: Date())
        let session = BackendSession(
            accessToken: Secret("a"), expiresIn: 300, refreshToken: Secret("r"), account: account)
        return StoredSession(session, at: Date())
    }
}
