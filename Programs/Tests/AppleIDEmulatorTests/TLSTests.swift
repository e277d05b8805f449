import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import NIOSSL
import Settings
import Testing
import X509

@testable import AppleIDEmulator

/// The emulator with TLS, as clients see it.
@Suite struct TLSTests {
    @Test func `is accepted by a client that trusts its authority, and by no other`() async throws {
        let stranger = try SecureEmulator().emulator.server.authorityCertificate ?? ""
        try await SecureEmulator().run { (caller) async throws in
            #expect(try await caller.get("/auth/keys").status == 200)
            #expect(try await caller.get("/auth/keys", at: "https://localhost:\(caller.port)").status == 200)
            await #expect(throws: NIOSSLError.self) { try await caller.get("/auth/keys", trusting: [stranger]) }
        }
    }

    @Test func `names https addresses everywhere`() async throws {
        try await SecureEmulator().run { caller in
            #expect(caller.baseURL == "https://127.0.0.1:\(caller.port)")
            let document = try await caller.get("/.well-known/openid-configuration").text
            #expect(document.hasPrefix("{\"issuer\":\"\(caller.baseURL)\",") && !document.contains("http://"))
        }
    }

    @Test func `sets Secure cookies under https only`() async throws {
        let path = Caller.authorizeURL()
        try await SecureEmulator().run { caller in
            for path in [path, "/account"] {
                let cookies = try await caller.get(path).cookies
                #expect(cookies.count == 1 && cookies.allSatisfy { $0.hasSuffix("; HttpOnly; SameSite=Lax; Secure") })
            }
        }
        try await TestEmulator().run { (caller) async throws in
            #expect(try await caller.send(.get, path).header("Set-Cookie")?.hasSuffix("; SameSite=Lax") == true)
        }
        try await TestEmulator { $0.publicURL = "https://apple.example" }.run { (caller) async throws in
            #expect(try await caller.send(.get, path).header("Set-Cookie")?.hasSuffix("; Secure") == true)
        }
    }

    @Test func `tells a client without TLS what the port speaks`() async throws {
        try await SecureEmulator().run { caller in
            let answer = try await RawLine.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", port: caller.port)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nThis port speaks TLS. Use \(caller.baseURL).\n"))
        }
    }

    @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func `speaks TLS 1.2 and 1.3`(_ version: TLSVersion, _ isSpoken: Bool) async throws {
        try await SecureEmulator().run { caller in
            let shown = try? await caller.shownCertificate(version: version)
            #expect((shown != nil) == isSpoken)
        }
    }

    @Test func `serves control calls by plain HTTP at an address of their own, and nothing else`() async throws {
        try await SecureEmulator().run { (caller) async throws in
            #expect(try await caller.control("/clock").status == 200)
            #expect(try await caller.control("/tls/authority.pem").text == caller.authority)
            for path in ["/", "/auth/keys", "/faults", "/account", "/.well-known/openid-configuration"] {
                #expect(try await caller.get(path, at: caller.controlURL).status == 404)
            }
        }
    }

    @Test func `has no authority to give without TLS`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control("/tls/authority.pem", "", method: .get)
            #expect(try reply.status == 404 && reply.json.text("error") == "tls_off")
        }
        #expect(try TestEmulator().server.authorityCertificate == nil)
        #expect(try await TestEmulator().server.controlURL == nil)
    }

    @Test func `fails if the address for control calls is taken`() async throws {
        try await SecureEmulator().run { caller in
            let taken = try #require(caller.controlURL.split(separator: ":").last.flatMap { Int($0) })
            let second = try SecureEmulator { $0.controlListen = ListenAddress(host: "127.0.0.1", port: taken) }
            let failure = await #expect(throws: CannotListen.self) { try await second.emulator.server.run() }
            #expect(failure.map { "\($0)".contains("127.0.0.1:\(taken)") } == true)
            await #expect(throws: (any Error).self) { try await second.emulator.server.controlURL }
        }
    }

    @Test func `says what is wrong with its settings`() {
        let faults: [(words: String, adjust: (inout EmulatorConfiguration) -> Void)] = [
            ("tls_names: a_b ", { $0.tlsNames = ["a_b"] }), ("tls_names:  ", { $0.tlsNames = [""] }),
            ("tls_names: *.localhost ", { $0.tlsNames = ["*.localhost"] }),
            ("tls_names: appleid.apple.com ", { $0.tlsNames = ["appleid.apple.com"] }),
            ("tls_names: needs tls", { ($0.tls, $0.tlsNames) = (false, ["apple.example"]) }),
            ("tls_authority: needs tls", { ($0.tls, $0.tlsAuthority) = (false, "/tmp") }),
            (
                "faults: a fault of connections needs tls",
                {
                    $0.tls = false
                    try? $0.addFault("connection:handshake_reset")
                }
            ),
            ("control_listen: 0.0.0.0:0 ", { $0.controlListen = ListenAddress(host: "0.0.0.0", port: 0) }),
        ]
        for fault in faults {
            let thrown = #expect(throws: ConfigurationFaults.self) { try SecureEmulator(fault.adjust) }
            #expect(thrown?.lines.count == 1 && thrown?.lines.first?.hasPrefix(fault.words) == true, "\(fault.words)")
        }
    }

    @Test func `reads its settings from the configuration file`() throws {
        let folder = try ConfigurationTests.Folder()
        let text = #"{"tls":true,"tls_names":["apple.example"],"tls_authority":"ca","control_listen":"[::1]:7"}"#
        let read = try EmulatorConfiguration(file: try folder.write("a.json", text), environment: [:])
        #expect(read.tls && read.tlsNames == ["apple.example"] && read.tlsAuthority == folder.path + "/ca")
        #expect(read.controlListen == ListenAddress(host: "::1", port: 7))
    }
}
