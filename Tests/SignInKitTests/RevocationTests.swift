import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// What the device says is checked with the service whenever it can be asked, and so is a password's session that outlived
/// the app's removal.
@Suite(.timeLimit(.minutes(10))) struct RevocationTests {
    enum Service: CaseIterable { case alive, ended, away }

    /// An app with the usual trust, whose person signed in some time ago.
    private func app(
        _ service: Service, user: String? = "user-1", age: Double, isFirstRun: Bool = false
    ) async throws -> AppUnderTest {
        let app = try AppUnderTest { $0.revocationTrust = RevocationTrust(isSimulator: false) }
        let session = Sample.session(user: user, at: Sample.start.addingTimeInterval(-age))
        try app.storage.write(try JSONEncoder().encode(StoredFormat(session)), to: .session)
        if !isFirstRun { app.mark.set() }
        switch service {
        case .alive: try await app.service.answer(Route.refresh, Sample.reply(token: "2"))
        case .ended: try await app.service.refuse(Route.refresh, "session_ended")
        case .away: await app.service.beAway(Route.refresh)
        }
        try await app.service.answer(Route.end, "")
        return app
    }

    @Test(arguments: [
        (Service.alive, 690.0, "signedIn"), (.ended, 690, "signedOut credentialRevoked"),
        (.away, 690, "signedOut credentialRevoked"), (.alive, 290, "signedIn"), (.away, 290, "signedIn"),
    ])
    func `R46 a revocation that the device reports counts if the service confirms it or cannot be asked`(
        service: Service, age: Double, words: String
    ) async throws {
        let app = try await app(service, age: age)
        await app.device.say(.revoked)
        #expect(await app.client.launch().words == words)
        #expect(await app.service.count(Route.refresh) > 0)
    }

    @Test func `R9 a session that ends on the device's word alone ends at the service, too`() async throws {
        let app = try await app(.away, age: 690)
        await app.device.say(.revoked)
        await app.client.launch()
        while await app.service.count(Route.end) == 0 { await Task.yield() }
        #expect(try await app.service.last(Route.end, OwnSessionEndRequest.self) == .credentialRevoked)
    }

    @Test func `R46 a backend that cannot be asked does not keep a person who withdrew the permission`() async throws {
        let app = try OwnApp { $0.revocationTrust = RevocationTrust(isSimulator: false) }
        await app.signIn()
        await app.device.say(.revoked)
        #expect(await app.client.enterForeground().words == "signedIn", "right after the sign-in")
        await app.time.advance(600)
        #expect(await app.client.enterForeground().words == "signedOut credentialRevoked")
        while await app.backend.ended.isEmpty { await Task.yield() }
        #expect(await app.backend.ended == [.credentialRevoked])
    }

    @Test(arguments: [
        (Service.alive, "signedIn"), (.ended, "signedOut sessionEnded"),
        (.away, "signedOut unconfirmedAfterReinstallation"),
    ])
    func `R42 a password's session that outlived the app's removal counts only if the service confirms it`(
        service: Service, words: String
    ) async throws {
        let app = try await app(service, user: nil, age: 690, isFirstRun: true)
        #expect(await app.client.launch().words == words)
        #expect(await app.device.stateQuestions == 0)
        #expect(try (app.storage.read(.session) != nil) == (service == .alive))
    }

    @Test func `R42 it is shown as being checked until then`() async throws {
        let app = try await app(.alive, user: nil, age: 690, isFirstRun: true)
        await app.service.hold()
        let launch = Task { await app.client.launch() }
        while await app.service.count(Route.refresh) == 0 { await Task.yield() }
        #expect(await app.client.status.words == "checking")
        await app.service.release()
        #expect(await launch.value.words == "signedIn")
    }

    @Test func `a password's session of this installation needs no network`() async throws {
        let app = try await app(.away, user: nil, age: 690)
        #expect(await app.client.launch().words == "signedIn")
        #expect(await app.service.calls.isEmpty)
    }
}
