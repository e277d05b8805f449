import HTTPTypes
import JSONWebTokens
import Testing
import Waiting

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

    @Test func `meets a share of the requests, the same ones for the same seed`() async throws {
        func statuses(_ seed: UInt64) async throws -> [Int] {
            try await TestEmulator { $0.seed = seed }.run { caller in
                let fault = #"{"endpoint":"keys","fault":{"kind":"status","status":503,"share":0.3}}"#
                _ = try await caller.control("/faults", fault)
                var statuses: [Int] = []
                for _ in 0..<200 { statuses.append(try await caller.send(.get, "/auth/keys").status) }
                return statuses
            }
        }
        let (one, again, other) = (try await statuses(1), try await statuses(1), try await statuses(2))
        #expect(one == again && one != other)
        #expect((30...90).contains(one.count { $0 == 503 }))
    }

    @Test func `meets one client's requests and leaves the others alone`() async throws {
        try await TestEmulator().run { caller in
            for endpoint in ["token", "authorize"] {
                let fault = #"{"kind":"status","status":503,"client_id":"com.example.web"}"#
                _ = try await caller.control("/faults", "{\"endpoint\":\"\(endpoint)\",\"fault\":\(fault)}")
            }
            let code = try await caller.code()
            #expect(try await caller.token(["code": code]).status == 503)
            #expect(try await caller.token(["code": code], client: TestEmulator.app).status == 400)
            #expect(try await caller.send(.get, Caller.authorizeURL()).status == 503)
            let other = ["client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL]
            #expect(try await caller.send(.get, Caller.authorizeURL(other)).status == 200)
            _ = try await caller.control("/faults", "", method: .delete)
            #expect(try await caller.token(["code": code]).status == 200)
        }
    }

    @Test func `answers as ever after a delay`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/faults", #"{"endpoint":"keys","fault":{"kind":"delay","delay_ms":0}}"#)
            let reply = try await caller.send(.get, "/auth/keys")
            #expect(try reply.status == 200 && reply.json.contains("keys"))
            let refused = try await caller.control(
                "/faults", #"{"endpoint":"keys","fault":{"kind":"delay","delay_ms":-1}}"#)
            #expect(refused.status == 400)
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
            async let held = caller.send(.get, "/auth/keys")
            try await until {
                try await emulator.run { direct in
                    try await direct.control("/faults", "", method: .get).json["waiting"]?.object?.double("g") == 1
                }
            }
            // call the router directly instead of opening a second connection
            try await emulator.run { (direct) async throws in
                #expect(try await direct.control("/gates", #"{"open":"g"}"#).status == 200)
            }
            #expect(try await held.status == 200)
        }
    }

    @Test(arguments: [(false, 200, 400), (true, 400, 200)])
    func `makes the answer late, or the request itself`(
        _ isBefore: Bool, _ held: Int, _ overtaking: Int
    ) async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            let code = try await emulator.run { try await $0.code() }
            let fault = "{\"kind\":\"gate\",\"gate\":\"g\",\"times\":1,\"before_processing\":\(isBefore)}"
            _ = try await emulator.run {
                try await $0.control("/faults", "{\"endpoint\":\"token\",\"fault\":\(fault)}")
            }
            async let late = caller.token(["code": code])
            await until { emulator.server.state.faults.waiting.first?.value == 1 }
            // The code is used up by the request that takes effect first.
            #expect(try await emulator.run { try await $0.token(["code": code]).status } == overtaking)
            emulator.server.state.faults.open("g")
            #expect(try await late.status == held)
        }
    }

    @Test func `lets a late request take effect although its sender has given up`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            let token = try await emulator.run { caller in
                try await caller.token(["code": caller.code()]).json.text("refresh_token") ?? "none"
            }
            _ = try await emulator.run {
                try await $0.control(
                    "/faults",
                    #"{"endpoint":"revoke","fault":{"kind":"gate","gate":"g","times":1,"before_processing":true}}"#)
            }
            let sender = Task {
                let fields = [
                    ("client_id", TestEmulator.web), ("client_secret", try emulator.secret(for: TestEmulator.web)),
                    ("token", token),
                ]
                return try await caller.post("/auth/revoke", fields).status
            }
            await until { emulator.server.state.faults.waiting.first?.value == 1 }
            sender.cancel()
            #expect(try await emulator.run { try await $0.refresh(token).status } == 200)
            emulator.server.state.faults.open("g")
            try await until {
                try await emulator.run { try await $0.refresh(token).status } == 400
            }
        }
    }
}
