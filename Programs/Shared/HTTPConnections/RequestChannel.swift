package import HTTPTypes
package import NIOCore
import NIOHTTP1

/// A connection for the task that answers its requests. Every call may come from any thread, and costs no change of the
/// thread on the connection's event loop.
package struct RequestChannel: Sendable {
    /// The channel of the connection.
    package let channel: any Channel
    private let connection: NIOLoopBound<RequestConnection>

    /// The parser keeps at most the field that it is reading. It keeps everything after a request for another protocol,
    /// which nobody answers here.
    private static let parserBuffer = 131_072

    /// Prepares a channel. Call it on the channel's event loop, before the first octet.
    ///
    /// - Parameters:
    ///   - times: the timeouts of the connection.
    ///   - common: the fields that every answer has.
    package init(_ channel: any Channel, _ times: ConnectionTimes, _ common: CommonFields) throws {
        let connection = RequestConnection(times, common)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            ByteToMessageHandler(
                HTTPRequestDecoder(limitConfiguration: Self.limits), maximumBufferSize: Self.parserBuffer))
        try pipeline.addHandler(connection)
        self.channel = channel
        self.connection = NIOLoopBound(connection, eventLoop: channel.eventLoop)
    }

    private static var limits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 32_768
        limits.maxHeaderListSize = 65_536
        limits.maxHeaderFieldCount = 200
        return limits
    }

    /// The next request, after the answer to the one before; `nil` when the connection has ended.
    package func next() async -> ReceivedRequest? {
        await withCheckedContinuation { (continuation: CheckedContinuation<ReceivedRequest?, Never>) in
            if channel.eventLoop.inEventLoop {
                connection.value.wait(continuation)
            } else {
                channel.eventLoop.execute { connection.value.wait(continuation) }
            }
        }
    }

    /// The content of a request. Asks the peer for it if it waits for that (RFC 9110 §10.1.1).
    package func bytes(_ content: PendingContent) async throws -> ByteBuffer {
        try await here { $0.ask(content.number) }
        return try await content.bytes.get()
    }

    /// Begins the answer.
    ///
    /// - Parameter length: the length of its content, if known.
    package func begin(_ status: HTTPResponse.Status, _ fields: HTTPFields, length: Int?) async throws {
        try await here { try $0.begin(status, fields, length: length) }
    }

    /// Sends content of the answer, and returns when the peer takes more.
    package func write(_ bytes: ByteBuffer) async throws {
        try await here { try $0.write(bytes) }?.get()
    }

    /// Ends the answer.
    package func finish() async throws {
        try await here { try $0.finish() }
    }

    /// Closes the connection, because the answer broke off.
    package func abort() async {
        try? await here { $0.abort() }
    }

    /// Calls the connection on its event loop: at once if the caller is there.
    private func here<Value: Sendable>(
        _ call: @escaping @Sendable (RequestConnection) throws -> Value
    ) async throws -> Value {
        guard !channel.eventLoop.inEventLoop else { return try call(connection.value) }
        return try await channel.eventLoop.submit { try call(connection.value) }.get()
    }
}
