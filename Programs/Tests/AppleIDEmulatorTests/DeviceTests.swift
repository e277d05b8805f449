import AsyncHTTPClient
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import NIOCore
import Testing
import Waiting

@testable import AppleIDEmulator

@Suite struct DeviceTests {
    @Test func `says authorized, revoked and not found as the consent comes and goes`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let first = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            let user = try #require(first.text("user"))
            #expect(try await caller.credentialState(user) == "authorized")
            #expect(try await caller.credentialState("000000.unknown.0000") == "not_found")
            #expect(try await caller.credentialState(user, app: TestEmulator.lonelyApp) == "not_found")
            let tokens = try await caller.token(
                ["code": first.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app
            ).json
            _ = try await caller.revoke(tokens.text("refresh_token") ?? "", client: TestEmulator.app)
            #expect(try await caller.credentialState(user) == "revoked")
            _ = try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#)
            #expect(try await caller.credentialState(user) == "authorized")
        }
    }

    @Test func `says not found on a device that somebody else is signed in to`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let user =
                try await caller.credential(#"{"device":"ipad","person":"maya","bundle_id":"com.example.app"}"#)
                .text("user") ?? ""
            #expect(try await caller.credentialState(user, device: "ipad") == "authorized")
            _ = try await caller.control("/device/accounts", #"{"device":"ipad","person":"tomas"}"#)
            #expect(try await caller.credentialState(user, device: "ipad") == "not_found")
            let other = try await caller.credential(#"{"device":"ipad","bundle_id":"com.example.app"}"#)
            #expect(other.text("user") != user)
            _ = try await caller.control("/device/accounts", #"{"device":"ipad"}"#)
            let nobody = try await caller.control(
                "/device/credentials", #"{"device":"ipad","bundle_id":"com.example.app"}"#)
            #expect(try nobody.status == 400 && nobody.json.text("error") == "device_account")
        }
    }

    @Test func `says transferred while a control call says so`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let user =
                try await caller.credential(#"{"person":"maya","bundle_id":"com.example.app"}"#).text("user") ?? ""
            _ = try await caller.control("/device/transfers", #"{"bundle_id":"com.example.app","transferred":true}"#)
            #expect(try await caller.credentialState(user) == "transferred")
            _ = try await caller.control("/device/transfers", #"{"bundle_id":"com.example.app","transferred":false}"#)
            #expect(try await caller.credentialState(user) == "authorized")
        }
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 2)])
    func `reports the real-user status at first use only`(_ asked: Int, _ told: Int) async throws {
        try await TestEmulator().run { (caller) async throws in
            let call = #"{"person":"maya","bundle_id":"com.example.app","real_user_status":\#(asked)}"#
            let first = try await caller.credential(call)
            #expect(first.double("real_user_status") == Double(told))
            #expect(try payload(of: first.text("identity_token")).double("real_user_status") == Double(told))
            let second = try await caller.credential(call)
            #expect(second.double("real_user_status") == 1)
            #expect(try payload(of: second.text("identity_token")).contains("real_user_status") == false)
        }
    }

    @Test func `streams the revoked signal to whoever listens, those missed first`() async throws {
        try await TestEmulator().runLive { (caller) async throws in
            func revoke(_ person: String) async throws {
                let credential = try await caller.credential(#"{"person":"\#(person)","bundle_id":"com.example.app"}"#)
                let tokens = try await caller.token(
                    ["code": credential.text("authorization_code"), "redirect_uri": nil], client: TestEmulator.app
                ).json
                _ = try await caller.revoke(tokens.text("refresh_token") ?? "", client: TestEmulator.app)
            }
            try await revoke("maya")
            let port = try #require(caller.port)
            let url = "http://127.0.0.1:\(port)/_emulator/device/signals"
            async let lines = SignalLines.read(2, from: url)
            try await revoke("tomas")
            let signals = try await lines.map { try StrictJSONReader.readObject(Array($0.utf8), limits: .standard) }
            #expect(signals.compactMap { $0.text("person") } == ["maya", "tomas"])
            #expect(
                signals.allSatisfy {
                    $0.text("signal") == "credential_revoked" && $0.text("primary_app") == TestEmulator.app
                })
        }
    }

    @Test func `stops listening for signals when whoever listened hangs up`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            let port = try #require(caller.port)
            let channel = try await RawLine.open(port: port)
            try await channel.executeThenClose { inbound, outbound in
                let request = "GET /_emulator/device/signals HTTP/1.1\r\nHost: localhost\r\n\r\n"
                try await outbound.write(ByteBuffer(string: request))
                await until { emulator.server.state.signals.listenerCount == 1 }
            }
            await until { emulator.server.state.signals.listenerCount == 0 }
        }
    }

    @Test func `shows a managed account without mailbox, with its organisation and a subject that is not hex`()
        async throws
    {
        try await TestEmulator().run { (caller) async throws in
            let pupil = #"{"key":"pupil","email":"pupil@school.example","managed":{"org_id":"0B2C","mailbox":false}}"#
            #expect(try await caller.control("/people", pupil).status == 201)
            let teacher =
                #"{"key":"teacher","email":"t@school.example","managed":{"org_id":"0B2C","email_verified":false}}"#
            #expect(try await caller.control("/people", teacher).status == 201)
            let pupilToken = try await caller.approve("pupil")["fields"]?.object?.text("id_token")
            let claims = try payload(of: pupilToken)
            #expect(claims.text("org_id") == "0B2C" && !claims.contains("email") && !claims.contains("email_verified"))
            let middle = try #require(claims.text("sub")?.split(separator: ".")[1])
            #expect(middle.contains { !"0123456789abcdef".contains($0) })
            let teacherToken = try await caller.approve("teacher", [:], more: #","share_email":false"#)["fields"]?
                .object?.text("id_token")
            let shared = try payload(of: teacherToken)
            #expect(shared.text("email") == "t@school.example" && shared.bool("email_verified") == false)
            #expect(!shared.contains("is_private_email"))
        }
    }
}

/// Reads lines from a stream until there are enough.
enum SignalLines {
    static func read(_ count: Int, from url: String) async throws -> [String] {
        let reply = try await HTTPClient.patient.patientAnswer(to: HTTPClientRequest(url: url))
        var text = ""
        for try await buffer in reply.body {
            text += String(buffer: buffer)
            if text.count(where: { $0 == "\n" }) >= count { break }
        }
        return text.split(separator: "\n").map(String.init)
    }
}

extension Caller {
    func credential(_ call: String) async throws -> JSONObject { try await control("/device/credentials", call).json }

    func credentialState(_ user: String, app: String = TestEmulator.app, device: String? = nil) async throws -> String?
    {
        let query = "bundle_id=\(app)&user=\(user)" + (device.map { "&device=\($0)" } ?? "")
        return try await send(.get, "/_emulator/device/state?\(query)").json.text("state")
    }
}
