import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

/// Whatever happens, nothing that identifies or lets in is written down, at any level.
@Suite struct LogCanaryTests {
    @Test func `no token, code, name, address or cookie reaches the log`() async throws {
        let service = try TestService(isDemo: true)
        let secrets = try await service.run { caller in try await Self.traffic(caller) }
        let lines = service.log.all
        #expect(lines.count > 10)
        for secret in secrets + ["ann.canary", "NameCanary", "codecanary", "querycanary", "com.example.app"] {
            #expect(!secret.isEmpty)
            #expect(!lines.contains { $0.contains(secret) }, "\(secret.prefix(12))…")
        }
    }

    /// Good and bad requests of every kind; returns every secret that went over the wire.
    private static func traffic(_ caller: Caller) async throws -> [String] {
        let reply = try await caller.signInNatively(name: "NameCanary")
        let bearer = ["Authorization": "Bearer " + reply.accessToken]
        _ = try await caller.get(Paths.account, headers: bearer)
        _ = try await caller.get(Paths.account + "?access_token=querycanary", headers: bearer)
        _ = try await caller.get("/querycanary?a=querycanary")
        _ = try await caller.post(Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)"}"#)
        _ = try await caller.post(Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)x"}"#)
        _ = try await caller.post(Paths.nativeAttempts, #"{"client":"querycanary"}"#)
        _ = try await caller.post(Paths.nativeSignIn, #"{"attempt":"querycanary","identity_token":"querycanary"}"#)
        let begun = try await caller.beginInBrowser(user: #"{"name":{"firstName":"NameCanary"}}"#)
        _ = try await caller.form(Paths.webCallback, begun.form)
        _ = try await caller.form(Paths.webCallback, begun.form + "&reposted=1")
        let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
        _ = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
        let session = try #require(done.cookies.first { $0.name == "siwa-session" })
        _ = try await caller.get("/", headers: ["Cookie": session.name + "=" + session.value])
        caller.service.apple.isDown = true
        let later = try await caller.beginInBrowser(person: .init(subject: "001234.cccc.0003", email: nil))
        _ = try await caller.form(Paths.webCallback, later.form, headers: ["Cookie": later.cookie])
        caller.service.apple.isDown = false
        caller.service.database.fail(with: .corrupt)
        _ = try await caller.get(Paths.account, headers: bearer)
        caller.service.database.fail(with: nil)
        let cookieValues = [begun.cookie, later.cookie].compactMap { $0.split(separator: "=").last.map(String.init) }
        return [reply.accessToken, reply.refreshToken, session.value, begun.state, later.state] + cookieValues
            + begun.fields.map(\.value)
    }
}
