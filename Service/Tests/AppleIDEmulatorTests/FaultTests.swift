import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct FaultTests {
    @Test func `answers with a status as often as told, then as ever`() async throws {
        try await TestEmulator().run { caller in
            let fault =
                #"{"endpoint":"keys","fault":{"kind":"status","status":503,"times":2,"headers":{"Retry-After":"7"}}}"#
            #expect(try await caller.control("/faults", fault).status == 200)
            for _ in 0..<2 {
                let reply = try await caller.send(.get, "/auth/keys")
                #expect(reply.status == 503 && reply.header("Retry-After") == "7")
            }
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
        }
    }

    @Test(arguments: [(false, 200), (true, 400)])
    func `goes wrong before a request takes effect, or after`(_ isAfter: Bool, _ second: Int) async throws {
        try await TestEmulator().run { caller in
            let code = try await caller.code()
            let fault = "{\"kind\":\"status\",\"status\":500,\"times\":1,\"after_processing\":\(isAfter)}"
            _ = try await caller.control("/faults", "{\"endpoint\":\"token\",\"fault\":\(fault)}")
            #expect(try await caller.token(["code": code]).status == 500)
            #expect(try await caller.token(["code": code]).status == second)
        }
    }

    @Test func `sends garbage, something huge, a redirect, or the answer in drops`() async throws {
        try await TestEmulator().runLive { caller in
            for (kind, more) in [
                ("garbage", ""), ("huge", #","size":300000"#),
                ("redirect", #","location":"https://elsewhere.example/""#),
                ("drip", #","interval_ms":0"#),
            ] {
                let fault = "{\"kind\":\"\(kind)\",\"times\":1\(more)}"
                _ = try await caller.control("/faults", "{\"endpoint\":\"keys\",\"fault\":\(fault)}")
                let reply = try await caller.send(.get, "/auth/keys")
                switch kind {
                case "garbage":
                    #expect(reply.status == 200)
                    #expect(throws: TokenFormatError.self) { try reply.json }
                case "huge": #expect(reply.text.utf8.count == 300_000)
                case "redirect":
                    #expect(reply.status == 302 && reply.header("Location") == "https://elsewhere.example/")
                default: #expect(try reply.json.names == ["keys"])
                }
            }
        }
    }

    @Test func `closes the connection in the middle of an answer`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.control("/faults", #"{"endpoint":"keys","fault":{"kind":"cut","times":1}}"#)
            await #expect(throws: (any Error).self) { try await caller.send(.get, "/auth/keys") }
        }
    }

    @Test func `holds an answer at a gate until it is opened`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            _ = try await caller.control(
                "/faults", #"{"endpoint":"keys","fault":{"kind":"gate","gate":"g","times":1}}"#)
            let address = try await emulator.server.baseURL
            #expect(address.hasPrefix("http://idp.localhost:"))
            async let held = caller.send(.get, "/auth/keys")
            // a second connection is not needed: the router is asked directly
            try await emulator.run { direct in
                while try await direct.control("/faults", "", method: .get).json["waiting"]?.object?.double("g") != 1 {
                    await Task.yield()
                }
                #expect(try await direct.control("/gates", #"{"open":"g"}"#).status == 200)
            }
            #expect(try await held.status == 200)
        }
    }
}
