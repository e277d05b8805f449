import AccountStorage
import ChildPrograms
import Foundation
import Logging
import ServiceLifecycle
import TestDoubles
import Testing
import Waiting

@testable import ServiceAssembly
@testable import SignInFlows
@testable import siwa

/// The background services, as `siwa serve` assembles them.
@Suite struct BackgroundTests {
    private static let members = """
        "webhooks": {"url": "http://127.0.0.1:9/hooks", "secret_file": "webhook.secret", "timeout_seconds": 2},
        "mail": {"folder": "mail", "from": "siwa@id.example.com"},
        """
    private let account = AccountID(high: 1, low: 1)
    private let revocation = OutboxItemID(high: 2, low: 1)
    private let mail = OutgoingMailID(high: 3, low: 1)
    private let event = AccountEventID(high: 4, low: 1)

    /// Leaves one task for each worker: for a client at Apple that no longer exists, for a person, and for a backend
    /// that is unreachable.
    private func leaveWork(to service: LivingService) async throws {
        let now = service.parts.environment.now()
        let (account, revocation, mail, event) = (account, revocation, mail, event)
        let message = MailMessage(to: "ann@example.com", subject: "Hello", text: "one")
        let nonce = service.parts.environment.randomBytes(TokenVault.nonceLength)
        let sealed = try #require(service.parts.environment.secrets.vault.seal(message, mail: mail, nonce: nonce))
        try await service.keep { transaction throws(StorageFailure) in
            try transaction.recordOutboxItem(
                OutboxItem(
                    id: revocation, kind: .revocation, accountID: account, identityID: .init(high: 5, low: 1),
                    clientID: "com.example.gone", sealedRefreshToken: [1], createdAt: now, dueAt: now))
            // Mail about an account that is gone is not sent.
            try transaction.recordAccount(
                Account(
                    id: account, givenName: nil, familyName: nil, email: "ann@example.com", isEmailVerified: true,
                    isPrivateEmail: false, createdAt: now, disabledAt: nil))
            try transaction.recordMail(
                OutgoingMail(
                    id: mail, accountID: account, sealedMessage: sealed, createdAt: now, dueAt: now,
                    expiresAt: .distantFuture))
            try transaction.recordAccountEvent(
                AccountEvent(
                    id: event, accountID: account, kind: "account.disabled", body: "{}", createdAt: now, dueAt: now))
        }
    }

    /// The tasks that are still waiting and have not been tried.
    private func untouched(_ service: LivingService) async throws -> Set<String> {
        let (revocation, event) = (revocation, event)
        return try await service.keep { transaction throws(StorageFailure) in
            var left: Set<String> = []
            if try transaction.findOutboxItem(revocation) != nil { left.insert("outbox") }
            if try transaction.countMail().count > 0 { left.insert("mail") }
            if try transaction.findAccountEvent(event)?.lastCode == nil { left.insert("events") }
            return left
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `what waits for Apple, for people and for the backend is tried as soon as the service runs`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(try await Program.siwa.run(["webhooks", "secret"]).output, to: "webhook.secret")
        let service = try await LivingService(in: folder, clock: TestClock(), members: Self.members)
        try await leaveWork(to: service)
        #expect(try await untouched(service) == ["outbox", "mail", "events"])
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: service.composition.background(service.parts), logger: service.composition.logger))
        let running = Task { try await group.run() }
        try await until { try await untouched(service).isEmpty }
        await group.triggerGracefulShutdown()
        let ended = await running.result
        await service.parts.close()
        try ended.get()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "mail").path)
        #expect(files.count { $0.hasSuffix(".eml") } == 1)
    }
}
