import ChildPrograms
import Foundation
import SignInAPI
import Testing

/// At its most verbose log level, the running program prints neither personal data nor anything that grants access.
@Suite(.serialized, .sharedEmulator) struct CanaryTests {
    @Test func `siwa serve prints no token, code, name, address or cookie, whatever happens`() async throws {
        let system = try SharedSystem.system
        try Self.setLogLevel("trace", in: system.configuration)
        try await system.startService()
        let hook = system.publicURL + Paths.appleNotifications
        try await system.control("/notifications/url", ["team": "TEAM000001", "url": hook])
        let person = try await system.newPerson()
        var secrets = [person, "Grace", "Hopper"]

        let submission = try await NativeApp(person, system).submission()
        let reply = try await NativeApp(person, system).submit(submission).decoded(SessionReply.self)
        secrets += [submission.attempt, submission.identityToken, submission.code ?? "", reply.accessToken]
        let renewed = try await refresh(reply.refreshToken, system).decoded(SessionReply.self)
        secrets += [reply.refreshToken, renewed.refreshToken, renewed.accessToken]
        #expect(try await refresh(reply.refreshToken + "x", system).status == 401)
        #expect(try await NativeApp(person, system).submit(submission).status == 409)
        _ = try await Visitor(person, system).signsIn()
        let event: [String: Any] = ["type": "email-disabled", "person": person, "client": "com.example.app"]
        try await system.control("/notifications", event)
        _ = try await Browser.send(.get, system.emulator.baseURL + "/_emulator/notifications?settled")

        // Apple's token endpoint fails for a new person and for a due revocation.
        try await system.control(
            "/faults", ["endpoint": "token", "fault": ["kind": "status", "status": 500, "times": 3]])
        let late = try await system.newPerson()
        secrets.append(late)
        #expect(try await NativeApp(late, system).triesToSignIn().status == 503)
        let bearer = ["authorization": "Bearer " + renewed.accessToken]
        let left = try await Browser.send(.delete, system.publicURL + Paths.account, headers: bearer)
        #expect(left.status == 200)
        let metrics = try await Browser.send(.get, system.publicURL + Paths.metrics)
        #expect(metrics.status == 200)

        await system.service?.stop()
        let said = try #require(system.service?.logged).replacingOccurrences(of: "Graceful", with: "")
        // A library that logs its services would otherwise log their whole content.
        #expect(!said.contains("signingKeys") && !said.contains("randomBytes"))
        #expect(said.contains("notification") && said.contains("incident") && said.contains("request"))
        for secret in secrets + ["eyJ", "001234."] {
            #expect(!secret.isEmpty)
            #expect(!said.contains(secret), "\(secret.prefix(12))…")
            #expect(!metrics.body.contains(secret), "\(secret.prefix(12))…")
        }
    }

    private func refresh(_ token: String, _ system: SignInSystem) async throws -> Browser.Answer {
        try await system.post(Paths.sessionRefresh, SessionRefreshRequest(refreshToken: token, client: "app"))
    }

    private static func setLogLevel(_ level: String, in path: String) throws {
        let file = URL(fileURLWithPath: path)
        var settings = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        settings["log_level"] = level
        try JSONSerialization.data(withJSONObject: settings).write(to: file)
    }
}
