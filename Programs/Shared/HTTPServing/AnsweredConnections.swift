package import HTTPConnections
import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore

/// HTTP/1.1 connections whose requests have short content: it is collected, and the answer is written directly to the
/// socket. Answers may be long, and are sent as fast as the peer reads.
///
/// Hummingbird's own connections pass each part of a request through two asynchronous sequences, which costs a third of a
/// short request.
package struct AnsweredConnections: ServerChildChannel {
    /// The answer to a request.
    package typealias Answer = @Sendable (Request, any Channel, Logger) async throws -> Response

    /// A connection that is served.
    package struct Connection: ServerChildChannelValue {
        package let channel: any Channel
        fileprivate let requests: RequestChannel
    }

    private let times: ConnectionTimes
    private let common: CommonFields
    private let inFront: @Sendable () -> [any ChannelHandler]
    private let answer: Answer

    /// - Parameters:
    ///   - times: the timeouts of each connection.
    ///   - common: the fields that every answer has, unless it says something else.
    ///   - inFront: handlers that see a connection begin and end before the parser does.
    ///   - answer: answers a request. What it throws becomes 500 without content.
    package init(
        _ times: ConnectionTimes, common: CommonFields = CommonFields(),
        inFront: @escaping @Sendable () -> [any ChannelHandler] = { [] }, answer: @escaping Answer
    ) {
        self.times = times
        self.common = common
        self.inFront = inFront
        self.answer = answer
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        channel.eventLoop.makeCompletedFuture {
            for handler in inFront() { try channel.pipeline.syncOperations.addHandler(handler) }
            return Connection(channel: channel, requests: try RequestChannel(channel, times, common))
        }
    }

    /// Answers one request after the other until the connection ends. If the server is cancelled, so is the answer under
    /// way.
    @concurrent package func handle(value: Connection, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await withTaskCancellationHandler {
                await serve(value.requests, logger)
            } onCancel: {
                value.channel.close(mode: .input, promise: nil)
            }
        }
    }

    private func serve(_ requests: RequestChannel, _ logger: Logger) async {
        while let received = await requests.next() {
            let response = await response(to: received, requests, logger)
            do {
                try await send(response, to: requests)
            } catch {
                // The peer is gone, or the answer broke off.
                await requests.abort()
            }
        }
    }

    private func response(
        to received: ReceivedRequest, _ requests: RequestChannel, _ logger: Logger
    ) async -> Response {
        let body: RequestBody =
            switch received.content {
            case .whole(let bytes): RequestBody(buffer: bytes)
            case .pending(let content): RequestBody(asyncSequence: AwaitedContent(content: content, requests: requests))
            }
        do {
            return try await answer(Request(head: received.head, body: body), requests.channel, logger)
        } catch {
            // The text of an unforeseen error may contain anything.
            logger.debug("request failed", metadata: ["type": "\(type(of: error))"])
            return Response(status: .internalServerError)
        }
    }

    private func send(_ response: Response, to requests: RequestChannel) async throws {
        try await requests.begin(response.status, response.headers, length: response.body.contentLength)
        try await response.body.write(ReplyContentWriter(requests: requests))
        try await requests.finish()
    }
}

/// The content of a request that had not all arrived, as one part.
private struct AwaitedContent: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let content: PendingContent
    let requests: RequestChannel

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(content: content, requests: requests)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var content: PendingContent?
        fileprivate let requests: RequestChannel

        mutating func next() async throws -> ByteBuffer? {
            guard let content else { return nil }
            self.content = nil
            return try await requests.bytes(content)
        }
    }
}

/// Sends the content of an answer while it is made. The answer ends when the body says that it is written, not here.
private struct ReplyContentWriter: ResponseBodyWriter {
    let requests: RequestChannel

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await requests.write(buffer)
    }

    /// Trailers are left out: no answer has any.
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
