import HTTPConnections
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

/// Every order of events on a connection, as a table: what happens, and what the connection then does.
@Suite struct ConnectionStateTests {
    /// What happens on a connection.
    enum Step: Sendable {
        /// A head, with these further fields.
        case head([String: String] = [:])
        case body(Int)
        case end
        case unreadable, oversizedHead, inputClosed, failed
        /// One read from the socket is over.
        case read
        /// The answer has been taken by the system.
        case left
        /// Somebody reads the content.
        case asks
        /// The server shuts down.
        case shutdown
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let steps: [Step]
        let actions: [String]

        init(_ sentence: String, _ steps: [Step], _ actions: [String]) {
            (testDescription, self.steps, self.actions) = (sentence, steps, actions)
        }
    }

    private static let close = ["Connection": "close"]
    private static let expects = ["Expect": "100-continue"]

    static let whole: [Case] = [
        Case("a whole request starts at its end", [.head(), .body(3), .end, .read], ["start 3"]),
        Case("content in two parts is joined", [.head(), .body(3), .body(4), .end, .read], ["start 7"]),
        Case("the next request starts anew", [.head(), .end, .left, .head(), .body(1), .end], ["start 0", "start 1"]),
        Case("the last answer ends the output", [.head(close), .end, .left], ["start 0", "finish"]),
        Case(
            "what follows the last answer is ignored", [.head(close), .end, .left, .head(), .end],
            ["start 0", "finish"]),
        Case("an upgrade ends the output", [.head(["Upgrade": "h2c"]), .end, .left], ["start 0", "finish"]),
        Case("there is one end only", [.head(close), .end, .left, .left, .failed], ["start 0", "finish"]),
        Case("content and an end without a request", [.body(70_000), .end], []),
        Case("nothing but the end of the input", [.inputClosed], ["finish"]),
        Case("a failure between requests", [.failed], ["close"]),
        Case("the input ends after the request", [.head(), .end, .inputClosed, .left], ["start 0", "finish"]),
        Case("a failure after the request", [.head(), .end, .failed, .left], ["start 0", "close"]),
    ]

    static let inParts: [Case] = [
        Case("content that is late", [.head(), .read, .body(3), .end], ["start pending", "deliver 3"]),
        Case("no request starts twice", [.head(), .read, .read, .body(3), .read], ["start pending"]),
        Case(
            "too much content is passed on before its end", [.head(), .read, .body(65_536), .body(1), .body(9), .end],
            ["start pending", "deliver 65537"]),
        Case("too much content counts once", [.head(), .body(65_537), .body(65_537), .end], ["start 65537"]),
        Case("too much content starts its request", [.head(), .body(65_537), .body(9), .end], ["start 65537"]),
        Case("as much as a route takes waits for its end", [.head(), .body(65_536), .end], ["start 65536"]),
        Case("beyond a mebibyte it closes", [.head(), .body(1 << 20), .body(1)], ["start 1048576", "close"]),
        Case(
            "up to a mebibyte it goes on", [.head(), .body(1 << 20), .end, .left, .head(), .end],
            ["start 1048576", "start 0"]),
        Case(
            "a refusal before the content lets it pass",
            [.head(), .read, .left, .body(3), .end, .head(), .end], ["start pending", "start 0"]),
        Case(
            "a refusal before the content of the last one", [.head(close), .read, .left, .body(3)],
            ["start pending", "finish"]),
    ]

    static let broken: [Case] = [
        Case("no request at all", [.unreadable, .left], ["refuse", "finish"]),
        Case("no request after one", [.head(), .end, .left, .unreadable, .left], ["start 0", "refuse", "finish"]),
        Case("no request behind one", [.head(), .end, .unreadable, .left, .left], ["start 0", "refuse", "finish"]),
        Case(
            "one refusal, however often it is unreadable", [.unreadable, .unreadable, .failed, .left],
            ["refuse", "finish"]),
        Case("content that cannot be read", [.head(), .body(3), .unreadable, .left], ["start broken", "finish"]),
        Case(
            "late content that cannot be read", [.head(), .read, .unreadable, .left],
            ["start pending", "deliver broken", "finish"]),
        Case(
            "late content that ends early", [.head(), .read, .inputClosed, .left],
            ["start pending", "deliver broken", "finish"]),
        Case("unreadable after a refusal", [.head(), .read, .left, .unreadable], ["start pending", "finish"]),
        Case(
            "too much content, then unreadable", [.head(), .body(70_000), .unreadable, .left],
            ["start 70000", "finish"]),
        Case(
            "a head that is too large",
            [.oversizedHead, .oversizedHead, .failed, .left], ["start oversized", "finish"]),
        Case(
            "trailers that are too large", [.head(), .read, .oversizedHead, .left],
            ["start pending", "deliver broken", "finish"]),
    ]

    /// A request, and the heads of more that are sent before its answer.
    private static func ahead(_ count: Int) -> [Step] {
        [.head(), .end] + Array(repeating: Step.head(), count: count)
    }

    static let pipelined: [Case] = [
        Case("a request waits for the answer before", [.head(), .end, .head(), .body(2), .end, .read], ["start 0"]),
        Case(
            "it starts when that has left", [.head(), .end, .head(), .body(2), .end, .read, .left],
            ["start 0", "start 2"]),
        Case(
            "half a request starts when the answer has left",
            [.head(), .end, .head(), .body(2), .left, .body(3), .end], ["start 0", "start pending", "deliver 5"]),
        Case(
            "three are answered one by one", [.head(), .end, .head(), .end, .head(), .end, .left, .left, .left],
            ["start 0", "start 0", "start 0"]),
        Case(
            "too much content of a request that waited",
            [.head(), .end, .head(), .body(70_000), .end, .head(), .end, .left, .left],
            ["start 0", "start 70000", "start 0"]),
        Case(
            "the last one is the last one", [.head(), .end, .head(close), .end, .head(), .end, .left, .left],
            ["start 0", "start 0", "finish"]),
        Case("33 requests ahead", ahead(33), ["start 0", "close"]),
        Case("32 requests ahead", ahead(32), ["start 0"]),
        Case("a quarter of a mebibyte ahead", [.head(), .end, .head(), .body(262_144)], ["start 0"]),
        Case("more than that ahead", [.head(), .end, .head(), .body(262_144), .body(1)], ["start 0", "close"]),
        Case(
            "what has been answered does not count",
            [.head(), .end, .head(), .body(200_000), .end, .left, .head(), .body(200_000)],
            ["start 0", "start 200000"]),
    ]

    static let expectations: [Case] = [
        Case(
            "content that is asked for", [.head(expects), .read, .asks, .body(2), .end],
            ["start pending", "continue", "deliver 2"]),
        Case("asked for twice", [.head(expects), .read, .asks, .asks], ["start pending", "continue"]),
        Case("content that came anyway", [.head(expects), .read, .body(2), .asks], ["start pending"]),
        Case(
            "asked for when it is too late", [.head(expects), .read, .left, .asks], ["start pending", "finish"]),
        Case("nobody expects anything", [.head(), .read, .asks], ["start pending"]),
        Case("no content", [.head(expects), .end, .asks, .left, .head(), .end], ["start 0", "start 0"]),
        // The client may send the next request instead of the content, and nobody could tell which it is.
        Case(
            "a refusal instead of it ends the output", [.head(expects), .read, .left, .head()],
            ["start pending", "finish"]),
        Case(
            "a refusal after it does not", [.head(expects), .read, .asks, .left, .body(2), .end, .head(), .end],
            ["start pending", "continue", "start 0"]),
    ]

    static let endings: [Case] = [
        Case("shutdown of an idle connection", [.shutdown], ["close"]),
        Case("shutdown between requests", [.head(), .end, .left, .shutdown], ["start 0", "close"]),
        Case("shutdown during a request", [.head(), .end, .shutdown, .left], ["start 0", "close"]),
        Case(
            "shutdown within content", [.head(), .read, .shutdown, .body(2), .end, .left],
            ["start pending", "deliver 2", "close"]),
        Case("shutdown after a refusal", [.head(), .read, .left, .shutdown], ["start pending", "close"]),
        Case(
            "shutdown after the last answer", [.head(close), .end, .left, .shutdown], ["start 0", "finish", "close"]),
        Case(
            "what waits at a shutdown is not begun", [.head(), .end, .head(), .end, .shutdown, .left],
            ["start 0", "close"]),
    ]

    static let table: [Case] = [whole, inParts, broken, pipelined, expectations, endings].flatMap { $0 }

    @Test(arguments: table)
    func `a connection does what its events demand`(of row: Case) throws {
        var state = ConnectionState()
        var done: [String] = []
        for step in row.steps { done += try Self.take(step, &state) }
        #expect(done == row.actions)
    }

    private static func take(_ step: Step, _ state: inout ConnectionState) throws -> [String] {
        switch step {
        case .read: return [state.endRead()].compactMap { $0 }.map(text)
        case .left: return state.answerHasLeft().map(text)
        case .asks: return state.asksForContent() ? ["continue"] : []
        case .shutdown: return [state.endSoon()].compactMap { $0 }.map(text)
        case .head(let fields): return [state.hear(.head(try head(fields)))].compactMap { $0 }.map(text)
        case .body(let count):
            return [state.hear(.body(ByteBuffer(repeating: 97, count: count)))].compactMap { $0 }.map(text)
        case .end: return [state.hear(.end)].compactMap { $0 }.map(text)
        case .unreadable: return [state.hear(.unreadable)].compactMap { $0 }.map(text)
        case .oversizedHead: return [state.hear(.oversizedHead)].compactMap { $0 }.map(text)
        case .inputClosed: return [state.hear(.inputClosed)].compactMap { $0 }.map(text)
        case .failed: return [state.hear(.failed)].compactMap { $0 }.map(text)
        }
    }

    private static func head(_ fields: [String: String]) throws -> ReceivedHead {
        var headers = HTTPHeaders([("Host", "localhost")])
        for (name, value) in fields { headers.add(name: name, value: value) }
        return try ReceivedHead(
            HTTPRequestHead(version: .http1_1, method: .POST, uri: "/web/callback", headers: headers))
    }

    private static func text(_ action: ConnectionState.Action) -> String {
        switch action {
        case .start(let head, let content):
            let isOversized = ReceivedHead.oversizedMark.map { head.request.headerFields.contains($0) } ?? false
            return isOversized ? "start oversized" : "start \(text(content))"
        case .deliver(let content): return "deliver \(text(content))"
        case .refuse: return "refuse"
        case .finish: return "finish"
        case .close: return "close"
        }
    }

    private static func text(_ content: ConnectionState.Content) -> String {
        switch content {
        case .whole(let bytes): "\(bytes.readableBytes)"
        case .pending: "pending"
        case .broken: "broken"
        }
    }

    @Test func `something is held exactly while it waits for an answer`() throws {
        var state = ConnectionState()
        for event in [ConnectionState.Event.head(try Self.head([:])), .end] { _ = state.hear(event) }
        #expect(state.isAnswering && !state.isHolding)
        _ = state.hear(.head(try Self.head([:])))
        #expect(state.isHolding)
        _ = state.answerHasLeft()
        #expect(!state.isHolding && !state.isAnswering && state.isContentArriving)
        _ = state.hear(.end)
        _ = state.hear(.inputClosed)
        #expect(state.isHolding)
        _ = state.fail()
        #expect(!state.isHolding && !state.isAnswering && state.isOver)
    }

    @Test func `the last answer is known before it begins`() throws {
        let rows: [([String: String], Bool)] = [([:], false), (Self.close, true), (Self.expects, true)]
        for (fields, isLast) in rows {
            var state = ConnectionState()
            _ = state.hear(.head(try Self.head(fields)))
            _ = state.endRead()
            #expect(state.isLastAnswer == isLast, "\(fields)")
            _ = state.endSoon()
            #expect(state.isLastAnswer, "\(fields)")
        }
    }
}
