import AsyncHTTPClient
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import NIOCore
import NIOHTTPCompression
import Testing
import Waiting

@testable import AppleIDEmulator

/// Every kind of fault, as a client receives it over a socket.
@Suite struct FaultKindTests {
    private static let request = "GET /auth/keys HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private func keys(_ fault: String) async throws -> Reply {
        try await TestEmulator().runLive { caller in
            #expect(try await caller.control("/faults", "{\"endpoint\":\"keys\",\"fault\":\(fault)}").status == 200)
            return try await caller.send(.get, "/auth/keys")
        }
    }

    @Test(arguments: [500, 502, 503, 429])
    func `answers with a status and when to come back`(_ status: Int) async throws {
        let reply = try await keys("{\"kind\":\"status\",\"status\":\(status),\"retry_after\":120}")
        #expect(reply.status == status && reply.header("Retry-After") == "120" && reply.text.isEmpty)
    }

    @Test(arguments: ["invalid_client", "invalid_grant", "invalid_request", "apple_is_asleep"])
    func `answers with an error, Apple's or an unknown one`(_ error: String) async throws {
        let reply = try await keys("{\"kind\":\"error\",\"error\":\"\(error)\"}")
        #expect(reply.status == 400 && reply.text == "{\"error\":\"\(error)\"}")
    }

    @Test(arguments: [301, 302, 307, 308])
    func `redirects with every status`(_ status: Int) async throws {
        let reply = try await keys("{\"kind\":\"redirect\",\"status\":\(status),\"location\":\"file:///etc/passwd\"}")
        #expect(reply.status == status && reply.header("Location") == "file:///etc/passwd")
    }

    @Test(arguments: Fault.Garbage.allCases)
    func `sends every kind of garbage`(_ variant: Fault.Garbage) async throws {
        let reply = try await keys("{\"kind\":\"garbage\",\"variant\":\"\(variant.rawValue)\"}")
        #expect(reply.status == 200)
        #expect(throws: TokenFormatError.self) { try reply.json }
        switch variant {
        case .empty: #expect(reply.text.isEmpty)
        case .html: #expect(reply.text.hasPrefix("<!doctype html>"))
        case .array: #expect(reply.text == "[1,2,3]")
        case .truncated: #expect(reply.text.hasPrefix(#"{"keys":[{"kty":"#))
        case .duplicates: #expect(reply.text.hasPrefix(#"{"keys":["#) && reply.text.contains(#"],"keys":["#))
        case .nested: #expect(reply.text == String(repeating: "[", count: 100_000))
        case .bytes: #expect(reply.text.unicodeScalars.contains("\u{FFFD}"))
        }
    }

    @Test func `unpacks a small answer to a huge one, with the right checksum`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.control(
                "/faults", #"{"endpoint":"keys","fault":{"kind":"gzip_bomb","size":10000000}}"#)
            let port = try #require(caller.port)
            var configuration = HTTPClient.Configuration.patient
            configuration.decompression = .enabled(limit: .none)
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/auth/keys")
            let reply = try await client.patientAnswer(to: request)
            var unpacked = 0
            for try await part in reply.body {
                unpacked += part.readableBytes
                #expect(part.readableBytesView.allSatisfy { $0 == 0 })
            }
            try await client.shutdown()
            let bomb = GzipBomb(unpackedSize: 10_000_000)
            #expect(unpacked == bomb.unpackedSize && (10_000_000..<10_000_258).contains(unpacked))
            #expect(bomb.packedSize < 80_000)
        }
    }

    @Test func `knows the checksum of zeros`() {
        // the CRC-32 of RFC 1952 §8 over zero, one and nine zero bytes
        #expect(GzipBomb.checksum(ofZeros: 0) == 0)
        #expect(GzipBomb.checksum(ofZeros: 1) == 0xD202_EF8D)
        #expect(GzipBomb.checksum(ofZeros: 9) == 0xE60914AE)
    }

    @Test func `closes the connection without an answer, or within its head`() async throws {
        try await TestEmulator().runLive { caller in
            for kind in ["hang_up", "half_headers"] {
                _ = try await caller.control(
                    "/faults", "{\"endpoint\":\"keys\",\"fault\":{\"kind\":\"\(kind)\",\"times\":1}}")
                let port = try #require(caller.port)
                let received = try await RawLine.exchange(Self.request, port: port)
                if kind == "hang_up" {
                    #expect(received.isEmpty)
                } else {
                    #expect(received == "HTTP/1.1 200 OK\r\nContent-Type: applicat")
                }
            }
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
        }
    }

    @Test(arguments: SpoiltIdentityToken.allCases)
    func `spoils the identity token and leaves the rest of the answer alone`(
        _ variant: SpoiltIdentityToken
    ) async throws {
        try await TestEmulator().run { caller in
            let fault = "{\"kind\":\"identity_token\",\"variant\":\"\(variant.rawValue)\",\"times\":1}"
            #expect(
                try await caller.control("/faults", "{\"endpoint\":\"token\",\"fault\":\(fault)}").status == 200)
            let answer = try await caller.token(["code": try await caller.code()]).json
            let good = try await caller.token(["code": try await caller.code()]).json
            #expect(answer.text("access_token") != nil && answer.text("refresh_token") != nil)
            guard let text = answer.text("id_token") else {
                #expect(variant == .missing)
                return
            }
            // `CompactJWS` does not read a token without a signature, so add one
            let signed = variant == .unsigned ? text + "AA" : text
            let token = try CompactJWS(signed)
            let published = try await caller.keySet().keys
            let isSigned = published.contains { token.isSigned(by: $0) }
            #expect(isSigned == ![.otherKey, .unsigned].contains(variant))
            #expect(text.hasSuffix(".") == (variant == .unsigned))
            let (spoilt, whole) = (try payload(of: signed), try payload(of: good.text("id_token")))
            let changed = Set(whole.names + spoilt.names).filter { whole[$0] != spoilt[$0] && $0 != "at_hash" }
            #expect(changed == Self.changes(variant))
        }
    }

    private static func changes(_ variant: SpoiltIdentityToken) -> Set<String> {
        switch variant {
        case .otherSubject: ["sub"]
        case .otherNonce: ["nonce"]
        case .otherAudience: ["aud"]
        case .otherIssuer: ["iss"]
        case .expired, .future, .numbersAsText: ["iat", "exp", "auth_time"]
        case .newClaims: ["amr", "https://appleid.apple.com/new"]
        case .fewClaims: ["email", "email_verified", "auth_time", "nonce_supported"]
        case .otherKey, .unsigned, .missing: []
        }
    }

    @Test(arguments: SpoiltKeySet.allCases)
    func `spoils the key set around the keys that can be used`(_ variant: SpoiltKeySet) async throws {
        try await TestEmulator().run { caller in
            let fault = "{\"kind\":\"key_set\",\"variant\":\"\(variant.rawValue)\",\"times\":1}"
            #expect(try await caller.control("/faults", "{\"endpoint\":\"keys\",\"fault\":\(fault)}").status == 200)
            let reply = try await caller.send(.get, "/auth/keys")
            let whole = try await caller.send(.get, "/auth/keys")
            let limits = TokenLimits(maximumBytes: 1 << 24)
            let keys = try StrictJSONReader.readObject(Array(reply.text.utf8), limits: limits)["keys"]?.array ?? []
            let good = try whole.json["keys"]?.array ?? []
            switch variant {
            case .empty: #expect(keys.isEmpty)
            case .many: #expect(keys.count == 10_000 && keys.last == good.last)
            case .padded: #expect(keys == good && reply.text.utf8.count > 5_000_000)
            case .privateMembers: #expect(keys.allSatisfy { $0.object?.text("d") != nil } && keys.count == good.count)
            case .unknownType, .brokenKey: #expect(Array(keys.dropFirst()) == good && keys.count == good.count + 1)
            case .duplicateID:
                #expect(Array(keys.dropFirst()) == good && keys[0].object?.text("kid") == keys[1].object?.text("kid"))
                #expect(keys[0].object?.text("n") != keys[1].object?.text("n"))
            }
        }
    }

    @Test func `stops in the middle of an answer until a gate is opened`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            _ = try await caller.control(
                "/faults", #"{"endpoint":"keys","fault":{"kind":"cut","gate":"g","times":1}}"#)
            let port = try #require(caller.port)
            async let held = RawLine.exchange(Self.request, port: port)
            await emulator.passGate("g")
            let received = try await held
            #expect(received.contains("\r\n\r\n{\"keys\":[") && !received.hasSuffix("]}"))
        }
    }
}
