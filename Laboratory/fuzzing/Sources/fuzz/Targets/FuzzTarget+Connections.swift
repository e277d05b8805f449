import HTTPTypes
import NIOCore
import NIOEmbedded

@testable import HTTPConnections

extension FuzzTarget {
    /// The octets that a client sends to the service: what they are taken for does not depend on how the network cuts
    /// them, each request gets one answer in its turn, and nothing is answered after a refusal.
    static let connection = FuzzTarget(name: "connection") { input in
        let together = SentOctets(input, inReadsOf: max(1, input.count))
        let apart = SentOctets(input, inReadsOf: 1)
        for sent in [together, apart] {
            promise(sent.statuses.filter { $0 == "200" }.count == sent.answered, "each request gets one answer")
            promise(sent.statuses.dropLast().allSatisfy { $0 == "200" }, "nothing is answered after a refusal")
            promise(sent.statuses.allSatisfy { ["200", "400"].contains($0) }, "nothing else is sent")
        }
        // Of more requests in one read, the connection holds none.
        if input.count(of: "HTTP/1.") <= ConnectionState.mostHeldRequests {
            promise(together.requests == apart.requests, "requests are the same, however the network cuts them")
            promise(together.statuses == apart.statuses, "refusals are the same, however the network cuts them")
        } else {
            promise(apart.requests.starts(with: together.requests), "what one read brings is no other request")
        }
        return !apart.requests.isEmpty
    } mutate: { _, _ in
        nil
    } seeds: {
        let get = "GET /a?b=c HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let post = "POST /a HTTP/1.1\r\nHost: localhost\r\n"
        return [
            get, get + get, "GET /a HTTP/1.0\r\n\r\n" + get, post + "Content-Length: 3\r\n\r\nabc" + get,
            post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-A: b\r\n\r\n" + get,
            post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get,
            post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", post + "Content-Length: -1\r\n\r\n",
            post + "Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
            "GET http://a/b?c HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n" + get,
            "GET /a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n" + get,
            "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n" + get, "GET /a HTTP/1.1\r\nHost: a\r\nX-A: a\r\n b\r\n\r\n",
            "GET /a HTTP/1.1\nHost: a\n\n", "FOO /a HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "\r\n" + get,
            "HEAD /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + get,
        ].map { Array($0.utf8) }
    }
}

/// What a connection takes octets for, when they come in reads of one size and each request is answered at once.
private final class SentOctets {
    private let channel = EmbeddedChannel()
    private var whole: [(head: HTTPRequest, content: ByteBuffer?)] = []
    private var underWay = 0
    /// The requests that were passed on, as text.
    private(set) var requests: [String] = []
    private(set) var answered = 0
    /// The statuses of the answers that were sent.
    private(set) var statuses: [Substring] = []

    init(_ octets: [UInt8], inReadsOf size: Int) {
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        guard (try? RequestChannel(channel, ConnectionTimes(), CommonFields(date: ReplyDate { 0 }))) != nil,
            let connection = try? channel.pipeline.syncOperations.handler(type: RequestConnection.self),
            let address = try? SocketAddress(ipAddress: "127.0.0.1", port: 1),
            (try? channel.connect(to: address).wait()) != nil
        else {
            promise(false, "a connection begins")
            return
        }
        var rest = ByteBuffer(bytes: octets)
        while rest.readableBytes > 0, let read = rest.readSlice(length: min(size, rest.readableBytes)) {
            _ = try? channel.writeInbound(read)
            serve(connection)
        }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        serve(connection)
        promise(!channel.isActive, "a connection ends when its client sends no more")
        while let piece = try? channel.readOutbound(as: ByteBuffer.self) {
            let text = String(buffer: piece)
            promise(text.hasPrefix("HTTP/1.1 ") && text.hasSuffix("\r\n\r\n"), "an answer is one piece")
            statuses.append(text.dropFirst(9).prefix(3))
        }
    }

    private func serve(_ connection: RequestConnection) {
        while true {
            if let request = connection.next() { take(request) }
            guard !whole.isEmpty else { return }
            let (head, content) = whole.removeFirst()
            underWay -= 1
            answer(head, content, on: connection)
        }
    }

    private func take(_ request: ReceivedRequest) {
        underWay += 1
        promise(underWay == 1, "one request is answered at a time")
        switch request.content {
        case .whole(let bytes): whole.append((request.head, bytes))
        case .pending(let content):
            content.bytes.assumeIsolated().whenComplete { self.whole.append((request.head, try? $0.get())) }
        }
    }

    private func answer(_ head: HTTPRequest, _ content: ByteBuffer?, on connection: RequestConnection) {
        let fields = head.headerFields.map { "\($0.name.rawName): \($0.value)" }
        let bytes = content.map { Array($0.readableBytesView) }
        let place = "\(head.authority ?? "none") \(head.path ?? "none")"
        requests.append("\(head.method) \(place) \(fields) \(String(describing: bytes))")
        do {
            try connection.begin(.ok, [.contentLength: "0"], length: 0)
            try connection.finish()
            answered += 1
        } catch {
            promise(!channel.isActive, "what is passed on can be answered while the connection lasts")
        }
    }
}

extension [UInt8] {
    /// How often a text occurs.
    fileprivate func count(of text: String) -> Int {
        let pattern = Array(text.utf8)
        guard count >= pattern.count else { return 0 }
        return (0...(count - pattern.count)).count { self[$0..<($0 + pattern.count)].elementsEqual(pattern) }
    }
}
