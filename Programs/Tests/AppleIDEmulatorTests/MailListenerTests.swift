import HTTPServing
import JSONWebTokens
import NIOCore
import Testing
import Waiting

@testable import AppleIDEmulator
@testable import RelayMail

/// The relay's port, with sockets.
@Suite struct MailListenerTests {
    /// A connection that reads answers one by one.
    private struct Connection {
        let port: Int

        /// Sends lines, and returns everything that was answered until the connection closed.
        func exchange(_ lines: [String]) async throws -> [String] {
            let text = lines.map { $0 + "\r\n" }.joined()
            let answer = try await RawLine.exchange(text, port: port)
            return answer.split(separator: "\r\n").map(String.init)
        }
    }

    private func run(
        _ body: @escaping @Sendable (Caller, Connection, String) async throws -> Void
    ) async throws {
        let emulator = try TestEmulator { configuration in
            configuration.mailListen = ListenAddress(host: "127.0.0.1", port: 0)
            configuration.teams["main"]?.emailSources = ["example.com"]
            configuration.mailRecords["example.com"].txt = ["v=spf1 ip4:127.0.0.1 -all"]
        }
        try await emulator.runLive { (caller) async throws in
            let address = try #require(ListenAddress(try await caller.emulator.server.state.mailAddress.wait()))
            let tokens = try await caller.signInHidingEmail()
            let relay = try payload(of: tokens.text("id_token")).text("email") ?? ""
            try await body(caller, Connection(port: address.port), relay)
        }
    }

    private static func message(to relay: String, from sender: String = "b@example.com") -> [String] {
        [
            "EHLO client.example", "MAIL FROM:<\(sender)>", "RCPT TO:<\(relay)>", "DATA", "From: n@example.com", "",
            "Hi",
            ".", "QUIT",
        ]
    }

    private func set(_ fault: String, _ caller: Caller) async throws {
        let reply = try await caller.control("/faults", #"{"endpoint":"mail","fault":\#(fault)}"#)
        #expect(reply.status == 200, "\(reply.text)")
    }

    @Test func `takes a message over a socket, pipelined as one piece`() async throws {
        try await run { caller, connection, relay in
            let answers = try await connection.exchange(Self.message(to: relay))
            #expect(answers.first?.hasPrefix("220 smtp1.privaterelay.appleid.com ESMTP apple-id-emulator") == true)
            #expect(
                answers.last == "221 2.0.0 Bye" && answers.dropLast().last?.hasPrefix("250 2.0.0 Ok: queued") == true)
            #expect(caller.emulator.server.state.mail(of: "maya").count == 1)
        }
    }

    @Test func `relays to nobody else`() async throws {
        try await run { caller, connection, _ in
            let answers = try await connection.exchange(Self.message(to: "victim@gmail.example"))
            #expect(answers.contains("554 5.7.1 <victim@gmail.example>: Relay access denied"))
            #expect(answers.contains("554 5.5.1 No valid recipients"))
            #expect(caller.emulator.server.state.mail().isEmpty)
        }
    }

    @Test func `meets a sender with faults at their stages`() async throws {
        try await run { caller, connection, relay in
            let script = Self.message(to: relay)
            try await set(#"{"kind":"status","stage":"connect","status":421,"body":"4.3.2 busy","times":1}"#, caller)
            #expect(try await connection.exchange(script) == ["421 4.3.2 busy"])
            try await set(#"{"kind":"status","stage":"mail","times":1}"#, caller)
            #expect(try await connection.exchange(script).contains("451 4.3.0 Try again later"))
            try await set(#"{"kind":"greylist","times":2}"#, caller)
            #expect(try await connection.exchange(script).contains("451 4.7.1 <\(relay)>: try again later"))
            #expect(try await connection.exchange(script).contains { $0.hasPrefix("250 2.0.0 Ok: queued") })
            try await set(#"{"kind":"transformation","times":1}"#, caller)
            #expect(
                try await connection.exchange(script)
                    .contains("550 5.7.1 Email rejected due to transformation error"))
            #expect(caller.emulator.server.state.mail().count == 1)
        }
    }

    @Test func `loses the answer of a message that it took, takes one twice, and reports one later`() async throws {
        try await run { caller, connection, relay in
            let script = Self.message(to: relay)
            try await set(#"{"kind":"cut","after_processing":true,"times":1}"#, caller)
            #expect(try await connection.exchange(script).last?.hasPrefix("354") == true)
            #expect(caller.emulator.server.state.mail().count == 1)
            try await set(#"{"kind":"cut","times":1}"#, caller)
            #expect(try await connection.exchange(script).last?.hasPrefix("354") == true)
            #expect(caller.emulator.server.state.mail().count == 1)
            try await set(#"{"kind":"duplicate","times":1}"#, caller)
            _ = try await connection.exchange(script)
            #expect(caller.emulator.server.state.mail().count == 3)
            try await set(#"{"kind":"bounce_later","body":"5.1.1 user not found","times":1}"#, caller)
            #expect(try await connection.exchange(script).contains { $0.hasPrefix("250 2.0.0 Ok: queued") })
            let reports = caller.emulator.server.state.mail(.bounced)
            #expect(reports.count == 1 && reports.first?.recipient == "b@example.com")
        }
    }

    @Test(arguments: [
        (#"{"kind":"garbage"}"#, "fault_endpoint"), (#"{"kind":"status","client_id":"c"}"#, "fault_client"),
        (#"{"kind":"duplicate","stage":"rcpt"}"#, "fault_stage"),
        (#"{"kind":"greylist","stage":"end"}"#, "fault_stage"),
    ])
    func `refuses a fault that a dialogue cannot have`(_ fault: String, _ code: String) async throws {
        try await run { caller, _, _ in
            let reply = try await caller.control("/faults", #"{"endpoint":"mail","fault":\#(fault)}"#)
            #expect(try reply.status == 400 && reply.json.text("error") == code)
        }
    }

    @Test func `refuses faults of mail without a relay, and stages elsewhere`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let mail = try await caller.control("/faults", #"{"endpoint":"mail","fault":{"kind":"duplicate"}}"#)
            #expect(try mail.json.text("error") == "fault_mail")
            let token = try await caller.control(
                "/faults", #"{"endpoint":"token","fault":{"kind":"status","stage":"end"}}"#)
            #expect(try token.json.text("error") == "fault_stage")
            let kind = try await caller.control("/faults", #"{"endpoint":"token","fault":{"kind":"greylist"}}"#)
            #expect(try kind.json.text("error") == "fault_endpoint")
        }
    }
}
