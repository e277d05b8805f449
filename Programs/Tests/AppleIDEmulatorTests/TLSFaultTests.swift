import AsyncHTTPClient
import Foundation
import HTTPTypes
import JSONWebTokens
import NIOCore
import NIOSSL
import SwiftASN1
import Testing
import Waiting
import X509

@testable import AppleIDEmulator

/// Faults of connections and of names, at real sockets.
@Suite struct TLSFaultTests {
    @Test(arguments: ["certificate_expired", "certificate_authority"])
    func `shows a certificate that no client accepts, as often as told`(_ kind: String) async throws {
        try await SecureEmulator().run { caller in
            try await caller.fault("\"kind\":\"\(kind)\",\"times\":2")
            for _ in 0..<2 { await #expect(throws: NIOSSLError.self) { try await caller.get("/auth/keys") } }
            #expect(try await caller.get("/auth/keys").status == 200)
        }
    }

    @Test func `shows a certificate for another name`() async throws {
        try await SecureEmulator().run { caller in
            try await caller.fault(#""kind":"certificate_name","times":1"#)
            let origin = "https://localhost:\(caller.port)"
            await #expect(throws: NIOSSLExtraError.failedToValidateHostname) {
                try await caller.get("/auth/keys", at: origin)
            }
            #expect(try await caller.get("/auth/keys", at: origin).status == 200)
        }
    }

    @Test func `gives each wrong certificate one fault only`() async throws {
        let now = Date()
        try await SecureEmulator().run { caller in
            let authority = try Certificate(pemEncoded: caller.authority)
            func shown(_ kind: String?) async throws -> (isCurrent: Bool, isForUs: Bool, isOurs: Bool) {
                if let kind { try await caller.fault("\"kind\":\"\(kind)\",\"times\":1") }
                let certificate = try await caller.shownCertificate()
                let names = try #require(try certificate.extensions.subjectAlternativeNames)
                return (
                    certificate.notValidBefore < now && certificate.notValidAfter > now,
                    names.contains(.dnsName("localhost")),
                    authority.publicKey.isValidSignature(certificate.signature, for: certificate)
                )
            }
            #expect(try await shown(nil) == (true, true, true))
            #expect(try await shown("certificate_expired") == (false, true, true))
            #expect(try await shown("certificate_name") == (true, false, true))
            #expect(try await shown("certificate_authority") == (true, true, false))
        }
    }

    @Test func `resets the connection during the handshake`() async throws {
        try await SecureEmulator().run { caller in
            try await caller.fault(#""kind":"handshake_reset","times":1"#)
            let error = await #expect(throws: IOError.self) { try await caller.get("/auth/keys") }
            #expect(error?.errnoCode == ECONNRESET)
            #expect(try await caller.get("/auth/keys").status == 200)
        }
    }

    @Test func `holds a handshake at a gate until it is opened`() async throws {
        let emulator = try SecureEmulator()
        try await emulator.run { caller in
            try await caller.fault(#""kind":"handshake_slow","gate":"g","times":1"#)
            async let held = caller.get("/auth/keys")
            try await until {
                try await caller.control("/faults").text.contains(#""waiting":{"g":1}"#)
            }
            #expect(try await caller.get("/auth/keys").status == 200)
            #expect(try await caller.control("/gates", #"{"open":"g"}"#).status == 200)
            #expect(try await held.status == 200)
        }
    }

    @Test func `completes a handshake after a delay`() async throws {
        try await SecureEmulator().run { caller in
            try await caller.fault(#""kind":"handshake_slow","delay_ms":1,"times":1"#)
            #expect(try await caller.get("/auth/keys").status == 200)
            #expect(try await caller.control("/faults").text.contains(#""faults":[]"#))
        }
    }

    @Test func `meets connections, not requests, and never those of control calls or without TLS`() async throws {
        try await SecureEmulator().run { caller in
            try await caller.fault(#""kind":"handshake_reset","times":1"#)
            #expect(try await caller.control("/clock").status == 200)
            let plain = try await RawLine.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", port: caller.port)
            #expect(plain.hasPrefix("HTTP/1.1 400"))
            await #expect(throws: IOError.self) { try await caller.get("/auth/keys") }
            let log = try await caller.control("/log").text
            #expect(log.contains(#""method":"TLS","path":"connection","status":0"#))
            #expect(log.contains(#""fault":"handshake_reset""#))
        }
    }

    @Test func `is set from the start, and on the page`() async throws {
        try await SecureEmulator { try? $0.addFault("connection:handshake_reset,times=1") }.run { caller in
            await #expect(throws: IOError.self) { try await caller.get("/auth/keys") }
            let page = try await caller.get("/faults")
            #expect(page.text.contains("<option value=\"connection\">"))
        }
    }

    @Test func `is refused without TLS`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.control(
                "/faults", #"{"endpoint":"connection","fault":{"kind":"certificate_expired"}}"#)
            #expect(try reply.status == 400 && reply.json.text("error") == "fault_tls")
            let form = "endpoint=connection&kind=handshake_reset"
            let page = try await caller.send(
                .post, "/faults",
                headers: [.contentType: "application/x-www-form-urlencoded", .origin: "http://localhost:9080"],
                body: form)
            #expect(page.text.contains("Faults of connections need --tls."))
            #expect(try await caller.control("/faults", "", method: .get).json["faults"]?.array == [])
        }
    }

    @Test(arguments: [
        ("token:certificate_expired", "fault_endpoint"), ("connection:status", "fault_endpoint"),
        ("connection:handshake_reset,client_id=a", "fault_client"), ("keys:no_address", "fault_endpoint"),
        ("connection:no_address", "fault_endpoint"), ("connection:handshake_slow,delay_ms=-1", "fault_delay"),
    ])
    func `says where a fault cannot be`(_ text: String, _ code: String) {
        let mistake = #expect(throws: FaultMistake.self) { try FaultSetting(text: text) }
        #expect(mistake?.code == code)
    }

    @Test(arguments: [("no_address", "apple-id-emulator.invalid"), ("no_listener", "127.0.0.1:9")])
    func `names endpoints in discovery that cannot be reached`(_ kind: String, _ host: String) async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control(
                "/faults", "{\"endpoint\":\"discovery\",\"fault\":{\"kind\":\"\(kind)\",\"times\":1}}")
            let document = try await caller.send(.get, "/.well-known/openid-configuration").json
            // a client that compares the issuer goes on to the endpoints
            #expect(document.text("issuer") == TestEmulator.baseURL)
            for name in ["authorization_endpoint", "token_endpoint", "revocation_endpoint", "jwks_uri"] {
                #expect(document.text(name)?.hasPrefix("http://\(host)/auth/") == true)
            }
            let next = try await caller.send(.get, "/.well-known/openid-configuration").text
            #expect(!next.contains(host))
        }
    }
}
