import Foundation
import SignInAPI

@testable import SignInKit

/// A backend of an app's own, with as few functions as one may have. It records its calls.
actor OwnBackend: SignInBackend {
    private(set) var signIns: [PendingSignIn] = []
    private(set) var ended: [SignedOutReason] = []
    private(set) var deletions: [(session: BackendSession, confirmation: PendingSignIn?)] = []
    private var failures: [any Error] = []
    private let expiresIn: Int?

    init(expiresIn: Int? = nil) { self.expiresIn = expiresIn }

    /// Sets the errors of the next sign-ins.
    func fail(_ failures: any Error...) { self.failures = failures }

    func signIn(_ signIn: PendingSignIn) async throws -> BackendSession {
        signIns.append(signIn)
        if !failures.isEmpty { throw failures.removeFirst() }
        return BackendSession(
            accessToken: Secret("only-\(signIns.count)"), expiresIn: expiresIn,
            account: SignInAccount(id: "account-1", name: signIn.name))
    }

    func end(_ session: BackendSession, because reason: SignedOutReason) async throws { ended.append(reason) }

    func deleteAccount(
        _ session: BackendSession, confirmedBy confirmation: PendingSignIn?
    ) async throws -> AppleRevocation {
        deletions.append((session, confirmation))
        return .queued
    }
}

/// An app with a backend of its own.
struct OwnApp {
    let device = StandInDevice()
    let backend: OwnBackend
    let time = TestTime()
    let client: SignInClient
    let storage: MemoryStorage

    init(
        backend: OwnBackend = OwnBackend(), storage: MemoryStorage = MemoryStorage(),
        adapt: (inout SignInConfiguration) -> Void = { _ in }
    ) throws {
        self.backend = backend
        self.storage = storage
        var configuration = SignInConfiguration(backend: backend)
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        adapt(&configuration)
        client = try SignInClient(
            configuration, device: device, storage: storage, mark: storage, clock: time.clock)
    }

    /// Signs somebody in.
    @discardableResult
    func signIn(name: PersonName? = nil) async -> SignInStatus {
        await device.give { Sample.credential(for: $0.attempt, name: name) }
        await client.launch()
        return await client.signIn()
    }
}
