import HTTPTypes
import JSONWebTokens
import Settings
import Synchronization
import Testing

@testable import AppleIDEmulator

/// `apple-id-emulator trigger`, `events`, `people` and `fault` at a running emulator.
@Suite struct EmulatorCommandTests {
    private static func connect<Value: Sendable>(
        token: String? = nil, _ adjust: (inout EmulatorConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (EmulatorConnection, Caller) async throws -> Value
    ) async throws -> Value {
        try await TestEmulator(adjust).runLive { caller in
            let port = try #require(caller.port)
            return try await EmulatorConnection.with("http://127.0.0.1:\(port)", token: token, limits: .patient) {
                try await body($0, caller)
            }
        }
    }

    /// Signs Maya in to the app, with a relay address.
    private static func signIn(_ caller: Caller) async throws {
        let members = #""person":"maya","scopes":["email"],"share_email":false"#
        let call = "{\(members),\"bundle_id\":\"\(TestEmulator.app)\"}"
        #expect(try await caller.control("/device/credentials", call).status == 200)
    }

    @Test func `a triggered revocation ends the consent and sends a notification`() async throws {
        try await Self.connect { connection, caller in
            try await Self.signIn(caller)
            let used = EventLine.clients(of: "maya", in: try await connection.send(.snapshot))
            #expect(used == [TestEmulator.app])
            let answer = try await connection.send(
                .trigger(.consentRevoked, person: "maya", client: TestEmulator.app, password: nil))
            let lines = EventLine.notifications(answer)
            #expect(lines == ["consent-revoked  maya  no_url  no URL is registered"])
            let afterwards = EventLine.clients(of: "maya", in: try await connection.send(.snapshot))
            #expect(afterwards.isEmpty)
        }
    }

    @Test(arguments: TriggeredEvent.allCases)
    func `every event can be triggered for a person who uses one app`(_ event: TriggeredEvent) async throws {
        let types = try await Self.connect { connection, caller in
            try await Self.signIn(caller)
            if event == .emailEnabled {
                _ = try await connection.send(
                    .trigger(.emailDisabled, person: "maya", client: TestEmulator.app, password: nil))
            }
            let answer = try await connection.send(
                .trigger(
                    event, person: "maya", client: TestEmulator.app,
                    password: event == .passwordChanged ? "another-password" : nil))
            return EventLine.notifications(answer).map { String($0.prefix { $0 != " " }) }
        }
        switch event {
        case .passwordChanged: #expect(types.isEmpty)
        case .accountDeleted: #expect(types.allSatisfy { $0.hasPrefix("account-delete") } && !types.isEmpty)
        case .consentRevoked, .emailDisabled, .emailEnabled: #expect(types == [event.rawValue])
        }
    }

    @Test func `a notification can be sent although nothing happened`() async throws {
        try await Self.connect { connection, caller in
            try await Self.signIn(caller)
            let sent = try await connection.send(
                .notify("consent-revoked", person: "maya", client: TestEmulator.app))
            #expect(EventLine.notifications(sent).count == 1)
            let used = EventLine.clients(of: "maya", in: try await connection.send(.snapshot))
            #expect(used == [TestEmulator.app])
        }
    }

    @Test func `an added person is listed and can sign in`() async throws {
        try await Self.connect { connection, caller in
            _ = try await connection.send(
                .addPerson("noor", email: "noor@example.com", password: nil, first: "Noor", last: nil))
            let people = EventLine.people(try await connection.send(.snapshot))
            #expect(people.contains("noor  noor@example.com  Noor"))
            #expect(try await caller.code("noor") != "none")
        }
    }

    @Test func `a fault is set, listed and removed`() async throws {
        try await Self.connect { connection, caller in
            let set = try await connection.send(.addFault("keys:status,status=503,times=2"))
            #expect(EventLine.faults(set).count == 1)
            #expect(EventLine.faults(set)[0].contains("endpoint=keys  kind=status  times=2  status=503"))
            #expect(try await caller.send(.get, "/auth/keys").status == 503)
            let listed = try await connection.send(.faults)
            let number = try #require(listed["faults"]?.array?.first?.object?.double("id"))
            let left = EventLine.faults(try await connection.send(.removeFaults(id: Int(number))))
            #expect(left.isEmpty)
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
            _ = try await connection.send(.addFault("token:error,error=invalid_client"))
            let cleared = EventLine.faults(try await connection.send(.removeFaults()))
            #expect(cleared.isEmpty)
        }
    }

    @Test(arguments: ["token", "tokn:status", "token:status,statuss=1", #"{"endpoint":"keys","kind":"status"}"#])
    func `a fault that cannot be is refused before anything is sent`(_ text: String) {
        #expect(throws: ConfigurationFaults.self) { try EmulatorCall.addFault(text) }
    }

    @Test func `the events so far are read to their end, and filtered`() async throws {
        try await Self.connect { connection, caller in
            try await Self.signIn(caller)
            let found = Mutex<[String]>([])
            try await connection.follow(
                .events(
                    since: 0, types: ["consent_given", "code_issued"], person: "maya", client: nil, until: nil,
                    count: nil, waits: false)
            ) { line in found.withLock { $0.append(EventLine.text(line)) } }
            let lines = found.withLock { $0 }
            #expect(lines.count == 2)
            #expect(lines[0].contains("  consent_given  ") && lines[0].contains("person=maya"))
            #expect(lines[1].contains("  code_issued  "))
        }
    }

    @Test func `what the emulator refuses has its code`() async throws {
        try await Self.connect { connection, _ in
            let failure = await #expect(throws: EmulatorCallFailure.self) {
                try await connection.send(.trigger(.accountDeleted, person: "nobody", client: nil, password: nil))
            }
            guard case .refused(let code, _) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(code == "person_unknown")
        }
    }

    @Test func `a misspelt type of event is refused instead of never seen`() async throws {
        try await Self.connect { connection, _ in
            let failure = await #expect(throws: EmulatorCallFailure.self) {
                try await connection.follow(
                    .events(
                        since: nil, types: ["reqest"], person: nil, client: nil, until: nil, count: nil, waits: true)
                ) { _ in }
            }
            guard case .refused(let code, _) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(code == "event_type_unknown")
        }
    }

    @Test(arguments: [("right", true), ("wrong", false)])
    func `the control token is sent`(_ token: String, _ isAccepted: Bool) async throws {
        try await Self.connect(token: token, { $0.controlToken = "right" }) { connection, _ in
            let answer = try? await connection.send(.snapshot)
            #expect((answer != nil) == isAccepted)
        }
    }

    @Test(arguments: ["http://emulator.example:9080", "ftp://127.0.0.1", "127.0.0.1:9080", "http://127.0.0.1:9080/a"])
    func `a control token is not sent to other machines unencrypted`(_ baseURL: String) async {
        await #expect(throws: EmulatorCallFailure.baseURL(baseURL)) {
            try await EmulatorConnection.with(baseURL, token: "secret") { _ in }
        }
    }

    @Test func `a name below localhost needs no resolver`() async throws {
        try await Self.connect { _, caller in
            let port = try #require(caller.port)
            let answer = try await EmulatorConnection.with(
                "http://idp.localhost:\(port)", token: nil, limits: .patient
            ) { try await $0.send(.snapshot) }
            #expect(answer.contains("people"))
        }
    }

    @Test func `an emulator that does not run cannot be reached`() async throws {
        // Nothing listens on port 1. The port of an emulator that was stopped can be another test's by now.
        let address = "http://127.0.0.1:1"
        let failure = await #expect(throws: EmulatorCallFailure.self) {
            try await EmulatorConnection.with(address, token: nil) { _ = try await $0.send(.snapshot) }
        }
        #expect(failure?.description.hasPrefix("No emulator could be reached at \(address)") == true)
    }

    @Test func `an event is found in the stream however its bytes are cut`() {
        let stream = Array("retry: 1000\nid: 0\n\nid: 1\nevent: reset\ndata: {\"id\":1}\n\ndata: {\"id\":2}\n".utf8)
        for cut in 0...stream.count {
            var lines = EventStreamLines()
            let found = lines.take(stream[..<cut]) + lines.take(stream[cut...])
            #expect(found == [#"{"id":1}"#, #"{"id":2}"#])
        }
    }

    @Test func `an event is one line in which nothing can move the cursor`() {
        let line = EventLine.text(
            #"{"id":1,"type":"request","at":86399,"path":"/a\u001b[2J","status":404,"to":["a b"]}"#)
        #expect(line == #"23:59:59  request  path="/a\u001b[2J" status=404 to=["a b"]"#)
        let reversed = EventLine.text(#"{"id":1,"type":"request","at":0,"person":"\#u{202E}x"}"#)
        #expect(reversed == #"00:00:00  request  person="\u{202e}x""#)
        #expect(EventLine.text("no event") == "no event")
        #expect(EventLine.text(#"{"id":1,"type":"request","at":1e300}"#).contains("1e300"))
    }
}
