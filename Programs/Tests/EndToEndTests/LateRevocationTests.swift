import Foundation
import SignInAPI
import Testing
import Waiting

/// A request to revoke that takes its time, between the built programs.
@Suite(.serialized, .sharedSystem) struct LateRevocationTests {
    /// Apple ends the whole authorization when the request arrives. A token that was obtained before would end with it,
    /// and the person would be signed out at the next daily check.
    @Test func `a revocation that reaches Apple late ends nothing of a person who comes back`() async throws {
        let system = try SharedSystem.system
        let app = NativeApp(try await system.newPerson(), system)
        let former = try await app.signsIn()
        let late: [String: Any] = ["kind": "gate", "gate": "late", "times": 1, "before_processing": true]
        try await system.control("/faults", ["endpoint": "revoke", "fault": late])
        let bearer = ["authorization": "Bearer " + former.accessToken]
        let deleted = try await Browser.send(.delete, system.publicURL + Paths.account, headers: bearer)
        #expect(deleted.status == 200)
        try await until { try await system.holds(1, at: "late") }

        let submission = try await app.submission()
        let early = try await app.submit(submission)
        #expect(early.status == 503 && early.errorCode == "attempt_under_way", "\(early.status) \(early.body)")
        try await system.control("/gates", ["open": "late"])
        try await until { try await app.submit(submission).errorCode != "attempt_under_way" }
        // The same answer gets the same session again.
        let back = try await app.submit(submission).decoded(SessionReply.self)
        #expect(back.account.id != former.account.id)
        try await expectTokenIsAlive(after: app.signsIn(), system)
        let renewal = SessionRefreshRequest(refreshToken: back.refreshToken, client: "app")
        #expect(try await system.post(Paths.sessionRefresh, renewal).status == 200)
    }

    /// An old device's report has Apple asked about the person at once, and not within a day.
    private func expectTokenIsAlive(after device: SessionReply, _ system: SignInSystem) async throws {
        try await system.clearAppleLog()
        let reported = try await system.post(
            Paths.sessionEnd, OwnSessionEndRequest.credentialRevoked,
            headers: ["authorization": "Bearer " + device.accessToken])
        #expect(reported.status == 204)
        try await until { try await system.appleLog().contains { $0.path == "/auth/token" } }
        #expect(try await system.appleLog().filter { $0.path == "/auth/token" }.map(\.status) == [200])
    }
}
