import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator
@testable import RelayMail

/// What the relay decides about a message, and what becomes of it. The messages come without a socket.
@Suite struct MailTests {
    /// A sender at 192.0.2.1, and the emulator that it sends to.
    struct Sender {
        let caller: Caller
        /// maya's relay address.
        let relay: String

        var state: EmulatorState { caller.emulator.server.state }

        /// Sends a message, and returns the answer to its end.
        func send(
            to recipients: [String]? = nil, envelope: String = "bounce@example.com", from: String = "n@example.com",
            client: String = "192.0.2.1", more: String = "", twist: World.MailTwist = .init()
        ) throws -> String {
            var transaction = SMTPTransaction(sender: MailAddress(envelope))
            transaction.recipients = try (recipients ?? [relay]).map { try #require(MailAddress($0)) }
            transaction.content = Array(
                "From: News <\(from)>\r\nTo: \(relay)\r\nSubject: Hello\r\n\(more)\r\nYour order\r\n".utf8)
            let address = try #require(IPAddress(client))
            return state.take(transaction, from: address, named: "[\(client)]", twist).sentence
        }

        func cause() async throws -> String? { try await caller.lastCause() }

        func messages(_ query: String = "") async throws -> [JSONObject] {
            let reply = try await caller.control("/mail\(query)", "", method: .get)
            return try reply.json["messages"]?.array?.compactMap(\.object) ?? []
        }
    }

    private func run(
        sources: [String] = ["example.com"], _ body: @escaping @Sendable (Sender) async throws -> Void
    ) async throws {
        let emulator = try TestEmulator { configuration in
            configuration.teams["main"]?.emailSources = sources
            configuration.mailRecords["example.com"].txt = ["v=spf1 ip4:192.0.2.1 ~all"]
            configuration.mailRecords["esp.example"].txt = ["v=spf1 +all"]
        }
        try await emulator.run { (caller) async throws in
            let tokens = try await caller.signInHidingEmail()
            let relay = try payload(of: tokens.text("id_token")).text("email") ?? ""
            try await body(Sender(caller: caller, relay: relay))
        }
    }

    @Test func `forwards a message of a registered sender, with a masked sender`() async throws {
        try await run { (sender) async throws in
            #expect(try sender.send().hasPrefix("250 2.0.0 Ok: queued as m"))
            let message = try #require(try await sender.messages("?person=maya&state=delivered").first)
            #expect(message.text("relay") == sender.relay && message.text("team_id") == "EMUTEAM001")
            #expect(message.text("subject") == "Hello" && message.text("text") == "Your order\r\n")
            let seen = message.text("seen") ?? ""
            #expect(seen.contains("From: News <n_at_example_com_") && seen.contains("@privaterelay.appleid.com>"))
            #expect(!seen.contains("n@example.com") && seen.contains("spf=pass smtp.mailfrom=example.com"))
            #expect(seen.hasPrefix("Delivered-To: maya@example.com\r\n"))
            #expect(message.text("sent")?.hasPrefix("From: News <n@example.com>\r\n") == true)
        }
    }

    @Test(arguments: [
        ("b@esp.example", "n@example.com", "192.0.2.1", "envelope_unregistered"),
        ("b@example.com", "n@example.com", "192.0.2.2", "spf_softfail"),
        ("b@mail.example.com", "n@mail.example.com", "192.0.2.1", "source_parent_only"),
        ("", "n@example.com", "192.0.2.1", "dkim_none"),
        ("b@esp.example", "n@esp.example", "192.0.2.1", "envelope_unregistered"),
    ])
    func `refuses others as if the recipient were unknown, and says why in the log`(
        _ envelope: String, _ from: String, _ client: String, _ cause: String
    ) async throws {
        try await run { (sender) async throws in
            let answer = try sender.send(envelope: envelope, from: from, client: client)
            #expect(answer == "550 5.1.1 <\(envelope)>: unauthorized sender")
            #expect(try await sender.cause() == cause)
            #expect(try await sender.messages().isEmpty)
        }
    }

    @Test func `refuses a message whose From has no address, or two`() async throws {
        try await run { (sender) async throws in
            #expect(try sender.send(from: "a@example.com>, <b@example.com") == "550 5.7.1 From must have one address")
            #expect(try await sender.cause() == "from_malformed")
        }
    }

    @Test func `answers recipients before it knows the message`() async throws {
        try await run { (sender) async throws in
            func refusal(_ recipient: String) throws -> String? {
                let address = try #require(MailAddress(recipient))
                return sender.state.refusal(of: address, from: nil)?.reply.sentence
            }
            #expect(try refusal(sender.relay) == nil && refusal(sender.relay.uppercased()) == nil)
            #expect(try refusal("x@gmail.example") == "554 5.7.1 <x@gmail.example>: Relay access denied")
            #expect(try refusal("short@privaterelay.appleid.com") == "550 5.1.1 bad mailbox name")
            #expect(
                try refusal("aaaaaaaaaa@private.icloud.com")
                    == "550 5.1.1 <aaaaaaaaaa@private.icloud.com>: user not found")
            let other = sender.relay.replacing("privaterelay.appleid.com", with: "private.icloud.com")
            #expect(try refusal(other)?.hasSuffix("user not found") == true)
            _ = try await sender.caller.control("/account/delete", #"{"person":"maya"}"#)
            #expect(try refusal(sender.relay) == "550 5.1.1 <\(sender.relay)>: user not found")
        }
    }

    @Test func `can refuse an unregistered envelope at the recipient`() async throws {
        try await run { (sender) async throws in
            _ = try await sender.caller.control("/switches", #"{"relay_refuses_at":"rcpt"}"#)
            let relay = try #require(MailAddress(sender.relay))
            let refused = sender.state.refusal(of: relay, from: MailAddress("b@esp.example"))
            #expect(refused?.reply.sentence == "550 5.1.1 <b@esp.example>: unauthorized sender")
            #expect(sender.state.refusal(of: relay, from: MailAddress("b@example.com")) == nil)
        }
    }

    @Test func `refuses mail while forwarding is off, or drops it`() async throws {
        try await run { (sender) async throws in
            let off = #"{"person":"maya","team_id":"EMUTEAM001","on":false}"#
            _ = try await sender.caller.control("/account/forwarding", off)
            #expect(try sender.send() == "550 5.1.1 <\(sender.relay)>: inactive email address")
            #expect(try await sender.cause() == "forwarding_off")
            _ = try await sender.caller.control("/switches", #"{"relay_forwarding_off":"drop"}"#)
            #expect(try sender.send().hasPrefix("250"))
            #expect(try await sender.messages().map { $0.text("state") } == ["dropped"])
            _ = try await sender.caller.control("/account/forwarding", off.replacing("false", with: "true"))
            #expect(try sender.send().hasPrefix("250"))
            #expect(try await sender.messages("?state=delivered").count == 1)
        }
    }

    @Test func `takes no mail for a former relay address, unless a switch forwards it`() async throws {
        try await run { (sender) async throws in
            let setup = try await TransferSetup(sender.caller)
            try await setup.transfer()
            // The app that was ungrouped stays with the team, and so would the address.
            let watch = #"{"person":"maya","client":"com.example.app.watch"}"#
            _ = try await sender.caller.control("/account/stop-using", watch)
            let relay = try #require(MailAddress(sender.relay))
            let refusal = sender.state.refusal(of: relay, from: nil)
            #expect(refusal?.reply.sentence == "550 5.1.1 <\(sender.relay)>: user not found")
            #expect(try sender.send() == "550 5.1.1 <\(sender.relay)>: user not found")
            _ = try await sender.caller.control("/switches", #"{"old_relay_after_transfer":"forward"}"#)
            #expect(sender.state.refusal(of: relay, from: nil) == nil)
            #expect(try sender.send().hasPrefix("250"))
            let delivered = try await sender.messages("?person=maya&state=delivered")
            #expect(delivered.map { $0.text("relay") } == [sender.relay])
            let off = #"{"person":"maya","team_id":"OTHERTEAM1","on":false}"#
            _ = try await sender.caller.control("/account/forwarding", off)
            #expect(try sender.send().hasPrefix("250"), "forwarding is off for the new address only")
        }
    }

    @Test func `defers what is over the limit of a day, in both directions`() async throws {
        try await run { (sender) async throws in
            _ = try await sender.caller.control("/switches", #"{"relay_daily_limit":3}"#)
            #expect(try sender.send().hasPrefix("250") && sender.send().hasPrefix("250"))
            let id = try await sender.messages().first?.text("id") ?? ""
            let reply = #"{"message":"\#(id)","text":"Thanks"}"#
            #expect(try await sender.caller.control("/mail/replies", reply).status == 201)
            let refused = "421 4.7.1 Messages to <\(sender.relay)> deferred due to excessive volume"
            #expect(try sender.send() == refused)
            #expect(try await sender.cause() == "daily_limit")
            #expect(try await sender.caller.control("/mail/replies", reply).status == 429)
            _ = try await sender.caller.control("/switches", #"{"relay_limit_status":550}"#)
            #expect(try sender.send().hasPrefix("550 5.7.1 Messages to "))
            sender.caller.emulator.clock.advance(by: 86_400)
            #expect(try sender.send().hasPrefix("250"))
        }
    }

    @Test func `reports the refused recipients of a message that it took for others`() async throws {
        try await run { (sender) async throws in
            let url = Caller.authorizeURL([
                "client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL,
            ])
            let other = try await sender.caller.control(
                "/approvals", #"{"authorize_url":"\#(url)","person":"maya","share_email":false}"#)
            let otherRelay = try payload(of: other.json["fields"]?.object?.text("id_token")).text("email") ?? ""
            #expect(otherRelay != sender.relay && otherRelay.hasSuffix("@privaterelay.appleid.com"))
            #expect(try sender.send(to: [sender.relay, otherRelay, sender.relay.uppercased()]).hasPrefix("250"))
            #expect(try await sender.messages("?team_id=EMUTEAM001").count == 1)
            let report = try #require(try await sender.messages("?state=bounced").first)
            #expect(report.text("recipient") == "bounce@example.com" && report["sender"] == .null)
            let text = report.text("sent") ?? ""
            #expect(text.contains("Final-Recipient: rfc822; \(otherRelay)\r\nAction: failed\r\nStatus: 5.1.1\r\n"))
            #expect(text.contains("550 5.1.1 <bounce@example.com>: unauthorized sender"))
            #expect(try sender.send(to: [otherRelay]) == "550 5.1.1 <bounce@example.com>: unauthorized sender")
        }
    }

    @Test func `reports nothing to the empty sender and to automatic answers`() async throws {
        try await run { (sender) async throws in
            let twist = World.MailTwist(bounce: SMTPReply(550, "5.1.1 gone"))
            #expect(try sender.send(more: "Auto-Submitted: auto-replied\r\n", twist: twist).hasPrefix("250"))
            #expect(try await sender.messages().isEmpty)
            #expect(try sender.send(twist: twist).hasPrefix("250"))
            #expect(try await sender.messages().map { $0.text("state") } == ["bounced"])
            // A receipt that a program writes is no answer.
            #expect(try sender.send(more: "Auto-Submitted: auto-generated\r\n", twist: twist).hasPrefix("250"))
            #expect(try await sender.messages().map { $0.text("state") } == ["bounced", "bounced"])
        }
    }

    @Test func `sends a person's reply from the relay address, and nothing of the person`() async throws {
        try await run { (sender) async throws in
            _ = try sender.send(more: "Message-ID: <1@example.com>\r\n")
            let id = try await sender.messages().first?.text("id") ?? ""
            let sent = try await sender.caller.control("/mail/replies", #"{"message":"\#(id)","text":"Thanks"}"#).json
            #expect(sent.text("state") == "replied" && sent.text("recipient") == "n@example.com")
            let text = sent.text("sent") ?? ""
            #expect(text.hasPrefix("From: \(sender.relay)\r\nTo: n@example.com\r\nSubject: Re: Hello\r\n"))
            #expect(text.contains("In-Reply-To: <1@example.com>") && !text.contains("maya"))
            for (body, code) in [
                (#"{"message":"m99","text":"x"}"#, "message_unknown"),
                (#"{"message":"\#(id)","text":""}"#, "reply_text"),
            ] {
                #expect(try await sender.caller.control("/mail/replies", body).json.text("error") == code)
            }
        }
    }

    @Test func `forgets mail with a team, an account, a reset and a call`() async throws {
        for (path, body) in [
            ("/reset", #"{"team_id":"EMUTEAM001"}"#), ("/account/delete", #"{"person":"maya"}"#), ("/reset", "{}"),
        ] {
            try await run { (sender) async throws in
                #expect(try sender.send().hasPrefix("250"))
                #expect(try await sender.caller.control(path, body).status == 200)
                #expect(try await sender.messages().isEmpty, "\(path)")
            }
        }
        try await run { (sender) async throws in
            #expect(try sender.send().hasPrefix("250"))
            #expect(try await sender.caller.control("/mail", "", method: .delete).status == 200)
            #expect(try await sender.messages().isEmpty)
            #expect(try await sender.caller.control("/mail?state=lost", "", method: .get).status == 400)
        }
    }

    @Test func `takes mail of anybody while the check of senders is waived, and is never open`() async throws {
        try await run(sources: []) { (sender) async throws in
            let waived = try await sender.caller.control("/waivers", #"{"checks":["sender_unauthorized"]}"#)
            #expect(waived.status == 200)
            #expect(try sender.send(envelope: "b@nobody.example", from: "n@nobody.example").hasPrefix("250"))
            let open = try await sender.caller.control("/waivers", #"{"checks":["relay_denied"]}"#)
            #expect(try open.status == 400 && open.json.text("error") == "check_unknown")
        }
    }

    @Test func `keeps two hundred messages of a person, and a mebibyte of each`() {
        var room = MailRoom()
        func keep(_ size: Int) {
            let id = room.makeID()
            let message = MailRoom.Message(
                id: id, standing: .delivered, relay: RelayKey(person: "maya", teamID: "T"), address: "a@b", at: 0,
                sender: nil, recipient: "c@d", sent: [UInt8](repeating: 0, count: size))
            room.keep(message)
        }
        for _ in 0..<203 { keep(1) }
        #expect(room.messages.count == 200 && room.messages.first?.id == "m4")
        for _ in 0..<70 { keep(3 << 20) }
        #expect(room.messages.allSatisfy { $0.sent.count <= 1 << 20 } && room.messages.last?.isCut == true)
        #expect(room.messages.reduce(0) { $0 + $1.sent.count } <= 64 << 20)
    }

    @Test func `tells what happens, with the relay address as the only one`() async throws {
        try await run { (sender) async throws in
            _ = try sender.send()
            _ = try sender.send(envelope: "b@esp.example", from: "n@esp.example")
            let events = try await sender.caller.control("/events?since=0&wait=false", "", method: .get).text
            let told = events.split(separator: "\n").filter { $0.contains("\"mail_") }.joined(separator: "\n")
            #expect(told.contains("mail_accepted") && told.contains("mail_delivered"))
            #expect(told.contains("mail_refused") && told.contains("envelope_unregistered"))
            #expect(!told.contains("example.com") && !told.contains("esp.example") && !told.contains("Hello"))
        }
    }
}
