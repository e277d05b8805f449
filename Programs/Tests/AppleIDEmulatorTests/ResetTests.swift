import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

@Suite struct ResetTests {
    @Test func `goes back to a snapshot, tokens and people included`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let refresh = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            let kept = try await caller.control("/snapshots", #"{"name":"signed in"}"#)
            #expect(try kept.status == 201 && kept.json["snapshots"]?.array?.compactMap(\.string) == ["signed in"])
            _ = try await caller.control("/people", #"{"key":"new","email":"new@example.com"}"#)
            _ = try await caller.control("/faults", #"{"endpoint":"token","fault":{"kind":"status","status":500}}"#)
            _ = try await caller.control("/reset", "{}")
            #expect(try await caller.refresh(refresh).status == 400)
            #expect(try await caller.control("/reset", #"{"to":"signed in"}"#).status == 200)
            #expect(try await caller.refresh(refresh).status == 200)
            #expect(try await caller.control("/people", #"{"key":"new","email":"new@example.com"}"#).status == 201)
            #expect(try await caller.control("/reset", #"{"to":"elsewhere"}"#).status == 404)
        }
    }

    @Test func `keeps a bounded number of snapshots`() async throws {
        try await TestEmulator().run { (caller) async throws in
            for number in 0..<EmulatorState.maximumSnapshots {
                #expect(try await caller.control("/snapshots", "{\"name\":\"\(number)\"}").status == 201)
            }
            #expect(try await caller.control("/snapshots", #"{"name":"0"}"#).status == 201)
            #expect(try await caller.control("/snapshots", #"{"name":"one more"}"#).status == 409)
        }
    }

    @Test func `forgets what people let one team have, and nothing of another's`() async throws {
        try await TestEmulator().run { caller in
            let other = ["client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL]
            let ours = try await caller.token(["code": try await caller.code()]).json.text("refresh_token") ?? ""
            let theirs =
                try await caller.token(
                    ["code": try await caller.code("maya", other), "redirect_uri": TestEmulator.otherReturnURL],
                    client: TestEmulator.otherWeb
                ).json.text("refresh_token") ?? ""
            #expect(try await caller.control("/reset", #"{"team_id":"EMUTEAM001"}"#).status == 200)
            #expect(try await caller.refresh(ours).status == 400)
            #expect(try await caller.refresh(theirs, client: TestEmulator.otherWeb).status == 200)
            #expect(try await caller.approve()["fields"]?.object?.contains("user") == true)
            #expect(try await caller.approve("maya", other)["fields"]?.object?.contains("user") == false)
            #expect(try await caller.control("/reset", #"{"team_id":"NOBODY"}"#).status == 404)
        }
    }

    @Test func `shows the part of the log that one client made`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.token(["code": "x"])
            _ = try await caller.token(["code": "x"], client: TestEmulator.otherWeb)
            let all = try await caller.send(.get, "/_emulator/log").json["entries"]?.array?.count ?? 0
            let one = try await caller.send(.get, "/_emulator/log?client_id=org.other.web&cause=code_unknown").json
            #expect(one["entries"]?.array?.count == 1 && all >= 2)
        }
    }

    @Test func `takes no control call that a page of another site sends`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let foreign = [
                "https://evil.example", "null", "http://127.0.0.1.evil.example", "localhost", "localhost://",
            ]
            for origin in foreign {
                let reply = try await caller.send(.post, "/_emulator/reset", headers: [.origin: origin])
                #expect(try reply.status == 403 && reply.json.text("error") == "control_origin")
            }
            for origin in ["http://localhost:3000", "http://[::1]:80"] {
                #expect(try await caller.send(.post, "/_emulator/reset", headers: [.origin: origin]).status == 200)
            }
        }
    }
}
