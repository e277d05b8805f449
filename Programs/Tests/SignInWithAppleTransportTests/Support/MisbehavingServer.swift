import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SignInWithApple
import Synchronization

/// A real socket that answers every request with octets that the test chooses, or not at all.
final class MisbehavingServer: Sendable {
    enum Behaviour: Sendable {
        /// Sends these octets and closes the connection.
        case answer(String)
        /// Sends an answer that depends on the request and closes the connection; for `nil` it sends nothing.
        case answers(@Sendable (String) -> String?)
        /// Resets the connection as soon as the request has arrived.
        case reset
        /// Sends these octets and then nothing; the connection stays open.
        case answerAndStall(String)
        /// Sends a head, then one octet of the body at a time.
        case drip(every: TimeAmount)
        /// Sends a head, then an endless body as fast as the peer reads.
        case flood(head: String, part: String)
        /// Sends nothing.
        case silence
    }

    private let channel: any Channel
    private let log: Log

    private init(channel: any Channel, log: Log) {
        self.channel = channel
        self.log = log
    }

    /// Starts on a free port; with a context it uses TLS.
    static func start(_ behaviour: Behaviour, tls: NIOSSLContext? = nil) async throws -> MisbehavingServer {
        let log = Log()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Answerer(behaviour: behaviour, log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return MisbehavingServer(channel: channel, log: log)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// The requests so far, as received.
    var requests: [String] { log.requests.withLock { $0 } }

    /// The octets of the flood that the peer read before it closed the connection.
    var octetsTaken: Int { log.octets.withLock { $0 } }

    func stop() async throws {
        try await channel.close()
    }

    final class Log: Sendable {
        let requests = Mutex<[String]>([])
        let octets = Mutex(0)
    }
}

private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviour: MisbehavingServer.Behaviour
    private let log: MisbehavingServer.Log
    private var request = ""
    private var hasAnswered = false

    init(behaviour: MisbehavingServer.Behaviour, log: MisbehavingServer.Log) {
        self.behaviour = behaviour
        self.log = log
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        request += String(buffer: unwrapInboundIn(data))
        guard !hasAnswered, isComplete else { return }
        hasAnswered = true
        log.requests.withLock { $0.append(request) }
        switch behaviour {
        case .answer(let text):
            let channel = context.channel
            write(text, to: context).whenComplete { _ in channel.close(promise: nil) }
        case .answers(let answer):
            guard let text = answer(request) else { return }
            let channel = context.channel
            write(text, to: context).whenComplete { _ in channel.close(promise: nil) }
        case .reset:
            let channel = context.channel
            // With a linger time of zero, closing sends a reset.
            guard let socket = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
        case .answerAndStall(let text):
            _ = write(text, to: context)
        case .drip(let interval):
            _ = write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", to: context)
            let channel = context.channel
            channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { task in
                guard channel.isActive else { return task.cancel() }
                channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil)
            }
        case .flood(let head, let part):
            _ = write(head, to: context)
            flood(part, on: context.channel)
        case .silence:
            break
        }
    }

    /// Whether head and body have arrived, in any number of reads.
    private var isComplete: Bool {
        guard let end = request.range(of: "\r\n\r\n") else { return false }
        let field = request[..<end.lowerBound].lowercased().components(separatedBy: "\r\ncontent-length: ").dropFirst()
        let length = field.first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
        return request[end.upperBound...].utf8.count >= length
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func write(_ text: String, to context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        context.writeAndFlush(NIOAny(ByteBuffer(string: text)))
    }

    /// Each part is sent after the previous one, so that the server itself needs little memory.
    private func flood(_ part: String, on channel: any Channel) {
        let log = log
        @Sendable func next() {
            channel.writeAndFlush(ByteBuffer(string: part)).whenSuccess {
                log.octets.withLock { $0 += part.utf8.count }
                next()
            }
        }
        next()
    }
}

extension HTTPTransport {
    /// The result of a call.
    func result(of request: TransportRequest) async -> Result<TransportResponse, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}
