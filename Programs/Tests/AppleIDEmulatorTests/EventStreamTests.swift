import AsyncHTTPClient
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import Logging
import NIOCore
import ServiceLifecycle
import Testing
import Waiting

@testable import AppleIDEmulator

@Suite struct EventStreamTests {
    @Test func `waits for one event without polling, and ends the stream after it`() async throws {
        try await TestEmulator().runLive { caller in
            let events = try await caller.events("until=tokens_issued") {
                _ = try await caller.token(["code": try await caller.code()])
            }
            let types = events.map(\.type)
            #expect(types == ["consent_given", "code_issued", "request", "code_redeemed", "tokens_issued"])
            let last = try #require(events.last).json
            #expect(last.text("client_id") == TestEmulator.web && last.text("person") == "maya")
            #expect(last.text("team_id") == "EMUTEAM001" && last.text("primary_app") == TestEmulator.app)
            #expect(last.double("at") == Double(caller.emulator.clock.now))
        }
    }

    @Test func `ends the stream after a number of events`() async throws {
        try await TestEmulator().runLive { caller in
            let events = try await caller.events("types=code_issued&count=2") {
                for person in ["maya", "tomas", "aiko"] { _ = try await caller.code(person) }
            }
            #expect(try events.map { try $0.json.text("person") } == ["maya", "tomas"])
        }
    }

    @Test func `says first where it stands, and replays what a reader has not seen`() async throws {
        try await TestEmulator().runLive { caller in
            let before = try await caller.stream("wait=false")
            let position = caller.emulator.server.state.events.last
            #expect(before == "retry: 1000\nid: \(position)\n\n")
            _ = try await caller.code()
            let seen = try await caller.events("since=\(position)&count=1")
            #expect(seen.map(\.type) == ["consent_given"] && seen[0].id == String(position + 1))
            var again: HTTPFields = [:]
            again[try #require(HTTPField.Name("Last-Event-ID"))] = seen[0].id
            // as a browser sends it that connects again
            let rest = try await caller.events("since=0&wait=false", headers: again)
            #expect(rest.map(\.type) == ["code_issued", "request"])
            #expect(try await caller.events("since=999999&wait=false").count == position + 3)
        }
    }

    @Test func `lets a reader choose types, a client, a team and a person`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.code("maya")
            _ = try await caller.code("tomas")
            let other: [String: String?] = [
                "client_id": TestEmulator.otherWeb, "redirect_uri": TestEmulator.otherReturnURL,
                "response_type": "code", "response_mode": "query", "scope": nil,
            ]
            _ = try await caller.code("maya", other)
            _ = try await caller.control("/clock", #"{"advance":5}"#)
            func people(_ filter: String) async throws -> [String?] {
                try await caller.eventsSoFar("&types=code_issued,clock_moved&" + filter).map {
                    try $0.json.text("person")
                }
            }
            #expect(try await people("") == ["maya", "tomas", "maya", nil])
            #expect(try await people("client_id=com.example.web") == ["maya", "tomas"])
            #expect(try await people("team_id=OTHERTEAM1") == ["maya"])
            #expect(try await people("person=maya") == ["maya", "maya"])
            #expect(try await people("person=maya&team_id=EMUTEAM001") == ["maya"])
        }
    }

    @Test(arguments: [
        ("type=request", "events_parameter"), ("types=request,nonsense", "event_type_unknown"),
        ("until=nonsense", "event_type_unknown"), ("since=-1", "events_since"), ("since=x", "events_since"),
        ("count=0", "events_count"), ("wait=perhaps", "events_wait"), ("person=%zz", "events_query"),
    ])
    func `refuses a query that would let a test wait for ever`(_ query: String, _ code: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, "/_emulator/events?" + query)
            #expect(try reply.status == 400 && reply.json.text("error") == code)
        }
    }

    @Test func `tells a reader how much is no longer kept`() throws {
        let feed = EventFeed()
        for number in 1...2_500 { feed.tell(EmulatorEvent(type: .clockMoved, at: number)) }
        var reading = EventReading(try EventQuery("count=2"), from: 10)
        let blocks = StreamedEvent.blocks(of: reading.take(feed.events(after: 10)))
        #expect(blocks.map(\.type) == ["missed", "clock_moved", "clock_moved"])
        #expect(blocks.map(\.id) == ["1500", "1501", "1502"])
        #expect(try blocks[0].json.double("missed") == 1_490 && blocks[1].json.double("at") == 1_501)
        #expect(reading.isOver && feed.last == 2_500)
    }

    @Test func `keeps a bounded number of events`() {
        let feed = EventFeed()
        for number in 1...10_000 {
            feed.tell(EmulatorEvent(type: .clockMoved, at: number))
            let kept = feed.events(after: 0, limit: .max)
            #expect(kept.events.count == min(number, EventFeed.capacity) && kept.end == number)
        }
    }

    /// The reader does not read, so that the socket's buffers fill up. Requests go on, and the reader learns what it
    /// missed.
    @Test func `does not let a slow reader hold up anybody`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            let port = try #require(caller.port)
            let channel = try await RawLine.open(port: port)
            try await channel.executeThenClose { inbound, outbound in
                let request = "GET /_emulator/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
                try await outbound.write(ByteBuffer(string: request))
                let events = emulator.server.state.events
                await until { events.broadcast.listenerCount == 1 }
                let explanation = String(repeating: "x", count: 20_000)
                for _ in 0..<1_000 {
                    emulator.server.state.tell(.clockMoved, .members([("note", .string(explanation))]))
                }
                for _ in 0..<2_000 { emulator.server.state.tell(.clockMoved) }
                #expect(try await caller.code().count > 5)
                _ = try await caller.control("/clock", #"{"advance":1}"#)
                var text = ""
                for try await part in inbound {
                    text += String(buffer: part)
                    if text.contains(#""path":"/_emulator/clock""#) { break }
                }
                #expect(text.contains("event: missed"))
            }
        }
    }

    @Test func `stops telling a reader who hangs up`() async throws {
        let emulator = try TestEmulator()
        try await emulator.runLive { caller in
            let port = try #require(caller.port)
            let broadcast = emulator.server.state.events.broadcast
            let channel = try await RawLine.open(port: port)
            try await channel.executeThenClose { _, outbound in
                try await outbound.write(
                    ByteBuffer(string: "GET /_emulator/events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                await until { broadcast.listenerCount == 1 }
            }
            await until { broadcast.listenerCount == 0 }
            _ = try await caller.events("count=1") { _ = try await caller.code() }
            await until { broadcast.listenerCount == 0 }
        }
    }

    @Test func `ends the streams when the emulator shuts down`() async throws {
        let emulator = try TestEmulator { $0.listen = ListenAddress(host: "127.0.0.1", port: 0) }
        let group = ServiceGroup(
            configuration: .init(services: [emulator.server], logger: Logger(label: "test")))
        async let served: Void = group.run()
        let url = try await emulator.server.baseURL + "/_emulator/events"
        let reply = try await HTTPClient.patient.patientAnswer(to: HTTPClientRequest(url: url))
        await group.triggerGracefulShutdown()
        var text = ""
        for try await buffer in reply.body { text += String(buffer: buffer) }
        #expect(text.hasPrefix("retry: 1000\nid: "))
        try await served
    }

    @Test func `survives a reset and a restored snapshot, which are events too`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.control("/snapshots", #"{"name":"clean"}"#)
            _ = try await caller.code()
            let before = caller.emulator.server.state.events.last
            _ = try await caller.control("/reset", "{}")
            _ = try await caller.control("/reset", #"{"to":"clean"}"#)
            _ = try await caller.control("/reset", #"{"team_id":"EMUTEAM001"}"#)
            _ = try await caller.code()
            let events = try await caller.events("since=\(before)&wait=false&types=reset,consent_given")
            #expect(events.map(\.type) == ["reset", "reset", "reset", "consent_given"])
            #expect(try events.map { try $0.json.text("to") } == [nil, "clean", nil, nil])
            #expect(try events[2].json.text("team_id") == "EMUTEAM001")
        }
    }

    @Test func `asks for the control token, if there is one`() async throws {
        try await TestEmulator { $0.controlToken = "sesame" }.run { (caller) async throws in
            #expect(try await caller.send(.get, "/_emulator/events").status == 401)
        }
    }
}
