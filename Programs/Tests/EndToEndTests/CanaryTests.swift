import ChildPrograms
import Foundation
import JSONWebTokens
import SignInAPI
import Testing

/// At its most verbose log level, the running program prints neither personal data nor anything that grants access.
@Suite(.serialized, .sharedEmulator) struct CanaryTests {
    @Test func `siwa serve prints no token, code, name, address or cookie, whatever happens`() async throws {
        let system = try SharedSystem.system
        try Self.setLogLevel("trace", in: system.configuration)
        try await system.startService()
        let hook = system.publicURL + Paths.appleNotifications
        try await system.control("/notifications/url", ["team_id": "TEAM000001", "url": hook])
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

    @Test func `the database holds no token of a session and no cookie`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            let person = try await system.newPerson()
            let reply = try await NativeApp(person, system).signsIn()
            let renewed = try await refresh(reply.refreshToken, system).decoded(SessionReply.self)
            let visitor = Visitor(person, system)
            _ = try await visitor.signsIn()
            let cookie = try #require(visitor.browser.cookies["siwa-session"])
            await system.service?.stop()
            var stored = Data()
            for name in try FileManager.default.contentsOfDirectory(atPath: system.folder)
            where name.hasPrefix("accounts.sqlite") {
                stored += try Data(contentsOf: URL(fileURLWithPath: system.folder + "/" + name))
            }
            // The id of a session is stored, and is a part of its tokens.
            #expect(stored.range(of: Data(person.utf8)) != nil)
            for token in [reply.refreshToken, renewed.refreshToken, reply.accessToken, renewed.accessToken, cookie] {
                let secret = try #require(token.split(separator: ".").last)
                #expect(secret.utf8.count >= 43)
                #expect(stored.range(of: Data(secret.utf8)) == nil)
                #expect(stored.range(of: Data(try Base64URL.decode(secret))) == nil)
            }
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
