import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import Settings
import Testing
import Waiting

@testable import AppleIDEmulator

/// Faults set by a flag, by the configuration file and on the page.
@Suite struct FaultSettingTests {
    private static let form: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .origin: "http://localhost:9080",
    ]

    @Test func `reads a flag, with any member`() throws {
        let setting = try FaultSetting(
            text: "token:status,status=429,times=2,share=0.5,retry_after=7,client_id=a.b,after_processing=true")
        #expect(setting.endpoint == .token && setting.fault.kind == .status)
        #expect(setting.fault.status == 429 && setting.fault.times == 2 && setting.fault.share == 0.5)
        #expect(setting.fault.retryAfter == 7 && setting.fault.clientId == "a.b")
        #expect(setting.fault.afterProcessing == true)
        let json = try FaultSetting(text: #"{"endpoint":"keys","kind":"status","body":"a,b=c","headers":{"X-A":"b"}}"#)
        #expect(json.endpoint == .keys && json.fault.body == "a,b=c" && json.fault.headers == ["X-A": "b"])
    }

    @Test(arguments: [
        ("token", "fault_invalid"), ("", "fault_invalid"), ("token:explode", "fault_invalid"),
        ("nowhere:status", "fault_invalid"), ("token:status,status", "fault_invalid"),
        ("token:status,status=x", "fault_invalid"), ("token:status,statuss=500", "fault_member"),
        ("token:status,status=99", "fault_status"), ("control:status", "fault_endpoint"),
        ("token:status,times=0", "fault_times"), ("token:status,share=2", "fault_share"),
        ("token:garbage,variant=other_key", "fault_variant"), ("token:key_set,variant=empty", "fault_endpoint"),
        ("keys:key_set", "fault_variant"), ("keys:status,variant=empty", "fault_variant"),
        ("token:drip,interval_ms=-1", "fault_delay"), ("token:huge,size=-1", "fault_size"), ("{}", "fault_invalid"),
        ("token:status,before_processing=true", "fault_before"),
        ("token:gate,before_processing=true,after_processing=true", "fault_before"),
    ])
    func `says what is wrong with a fault`(_ text: String, _ code: String) {
        let mistake = #expect(throws: FaultMistake.self) { try FaultSetting(text: text) }
        #expect(mistake?.code == code)
        var configuration = EmulatorConfiguration()
        #expect(throws: ConfigurationFaults.self) { try configuration.addFault(text) }
    }

    @Test func `sets configured faults at the start and after each reset`() async throws {
        try await TestEmulator { try? $0.addFault("keys:status,status=502,times=1") }.run { caller in
            for _ in 0..<2 {
                #expect(try await caller.send(.get, "/auth/keys").status == 502)
                #expect(try await caller.send(.get, "/auth/keys").status == 200)
                _ = try await caller.control("/reset", "")
            }
            _ = try await caller.control("/faults", "", method: .delete)
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
        }
    }

    @Test func `reads faults from the configuration file, and names those it cannot read`() async throws {
        let folder = try ConfigurationTests.Folder()
        let slow = #"{"endpoint":"token","kind":"delay","delay_ms":5}"#
        let good = "{\"faults\":{\"slow\":\(slow),\"b\":{\"endpoint\":\"keys\",\"kind\":\"cut\"}}}"
        let read = try EmulatorConfiguration(file: try folder.write("a.json", good), environment: [:])
        #expect(read.faults.map(\.endpoint) == [.token, .keys] && read.faults[0].fault.delayMs == 5)
        let bad = #"{"faults":{"a":{"endpoint":"token"},"b":{"endpoint":"keys","kind":"cut","tmes":1},"c":7}}"#
        let file = try folder.write("b.json", bad)
        let fault = #expect(throws: ConfigurationFaults.self) {
            try EmulatorConfiguration(file: file, environment: [:])
        }
        #expect(fault?.lines.map { String($0.prefix { $0 != ":" }) }.sorted() == ["faults.a", "faults.b", "faults.c"])
    }

    @Test func `lists what was set, and removes one`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/faults", #"{"endpoint":"keys","fault":{"kind":"status","share":0.25}}"#)
            let two = try await caller.control("/faults", #"{"endpoint":"token","fault":{"kind":"cut","times":3}}"#)
                .json
            let listed = (two["faults"]?.array ?? []).compactMap(\.object)
            #expect(listed.map { $0.text("kind") } == ["status", "cut"] && listed[0].double("share") == 0.25)
            let id = Int(listed[0].double("id") ?? 0)
            let left = try await caller.control("/faults?id=\(id)", "", method: .delete).json
            #expect(left["faults"]?.array?.count == 1)
            #expect(try await caller.control("/faults?id=\(id)", "", method: .delete).status == 404)
        }
    }

    @Test func `adds, shows and removes faults on the page, which never misbehaves itself`() async throws {
        try await TestEmulator().run { caller in
            #expect(try await caller.send(.get, "/faults").text.contains("Every endpoint answers as Apple’s does."))
            _ = try await caller.control("/faults", #"{"endpoint":"pages","fault":{"kind":"status"}}"#)
            let body = "endpoint=keys&kind=status&variant=&times=&status=503&share=&gate=&after_processing=on"
            let added = try await caller.send(.post, "/faults", headers: Self.form, body: body)
            #expect(added.status == 303 && added.header("Location") == "/faults")
            #expect(try await caller.send(.get, "/auth/keys").status == 503)
            let page = try await caller.send(.get, "/faults")
            #expect(page.text.contains("every request · status 503 · after the request took effect"))
            let ids = page.text.matches(of: /name="id" value="([0-9]+)"/).map { String($0.output.1) }
            // in the order of the endpoints: keys, then pages
            #expect(ids.count == 2)
            _ = try await caller.send(.post, "/faults/remove", headers: Self.form, body: "id=\(ids[0])")
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
            _ = try await caller.send(.post, "/faults/clear", headers: Self.form, body: "")
            #expect(try await caller.send(.get, "/").status == 200)
        }
    }

    @Test func `says what is wrong with a form, and keeps what was typed`() async throws {
        try await TestEmulator().run { caller in
            let body = "endpoint=revoke&kind=delay&times=0&delay_ms=70&gate=%3Cb%3E"
            let page = try await caller.send(.post, "/faults", headers: Self.form, body: body)
            #expect(page.status == 200 && page.text.contains("times must be at least 1"))
            #expect(page.text.contains("<option value=\"revoke\" selected>") && page.text.contains("value=\"70\""))
            #expect(page.text.contains("&lt;b&gt;") && page.text.contains("<details open>"))
            #expect(try await caller.control("/faults", "", method: .get).json["faults"]?.array == [])
        }
    }

    @Test func `shows who stands at a gate, and opens it`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            _ = try await caller.control(
                "/faults", #"{"endpoint":"keys","fault":{"kind":"gate","gate":"g","times":1}}"#)
            async let held = caller.send(.get, "/auth/keys")
            await until { emulator.server.state.faults.waiting.first?.value == 1 }
            try await emulator.run { direct in
                #expect(try await direct.send(.get, "/faults").text.contains("1 request waits at it"))
                _ = try await direct.send(.post, "/faults/open", headers: Self.form, body: "gate=g")
            }
            #expect(try await held.status == 200)
        }
    }

    @Test(arguments: ["https://evil.example", "null", nil])
    func `takes no form of another site`(_ origin: String?) async throws {
        try await TestEmulator().run { caller in
            var headers = Self.form
            headers[.origin] = origin
            let reply = try await caller.send(.post, "/faults", headers: headers, body: "endpoint=keys&kind=status")
            #expect([400, 403].contains(reply.status))
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
        }
    }
}
