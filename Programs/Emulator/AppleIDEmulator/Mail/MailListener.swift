import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import RelayMail
import ServiceLifecycle

/// The relay's port. It is on loopback only and sends nothing anywhere: whatever it takes stays in the emulator.
struct MailListener: Service {
    /// Each connection can hold one message in memory.
    private static let mostConnections = 32

    let listen: ListenAddress
    let state: EmulatorState
    let logger: Logger

    /// One service if the configuration has an address for mail.
    static func services(_ state: EmulatorState, _ logger: Logger) -> [any Service] {
        guard let listen = state.configuration.mailListen else { return [] }
        return [MailListener(listen: listen, state: state, logger: logger)]
    }

    func run() async throws {
        let server = MailConnections(state: state).server(
            configuration: ServerConfiguration(
                address: .hostname(listen.bindHost, port: listen.port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections, logger: logger)),
            onServerRunning: { [listen, state] channel in
                let port = channel.localAddress?.port ?? listen.port
                state.mailAddress.bound("\(ListenAddress(host: listen.host, port: port))")
            },
            eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup, logger: logger)
        do {
            try await server.run()
        } catch {
            throw CannotListen(error, at: ListenAddress(host: listen.bindHost, port: listen.port)) ?? error
        }
    }
}

/// The connections of senders.
struct MailConnections: ServerChildChannel {
    /// How long the server waits for a command (RFC 5321 section 4.5.3.2.7).
    private static let patience = TimeAmount.minutes(5)

    struct Value: ServerChildChannelValue {
        let connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>

        var channel: any Channel { connection.channel }
    }

    let state: EmulatorState

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(IdleStateHandler(readTimeout: Self.patience))
            try channel.pipeline.syncOperations.addHandler(Farewell())
            return Value(connection: try NIOAsyncChannel(wrappingChannelSynchronously: channel))
        }
    }

    @concurrent func handle(value: Value, logger: Logger) async {
        do {
            try await value.connection.executeThenClose { inbound, outbound in
                var session = MailSession(state, client: value.channel.remoteAddress)
                guard let greeting = await session.greet() else { return }
                try await outbound.write(ByteBuffer(bytes: greeting.octets))
                guard greeting.isPositive else {
                    // what the sender has already sent is read, since a close would otherwise take the greeting with it
                    for try await _ in inbound { break }
                    return
                }
                for try await received in inbound {
                    session.receive(received.readableBytesView)
                    while let answer = await session.next() {
                        if let reply = answer.reply { try await outbound.write(ByteBuffer(bytes: reply.octets)) }
                        if answer.isLast { return }
                    }
                }
            }
        } catch {
            // the sender has gone, which is no mistake of the emulator's
            logger.debug("mail connection ended", metadata: ["error": "\(error)"])
        }
    }
}

/// Says goodbye to a sender that is silent, and to all of them when the emulator stops.
final class Farewell: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            close(context, "421 4.4.2 Timeout\r\n")
        } else if event is ChannelShouldQuiesceEvent {
            close(context, "421 4.3.2 The emulator stops\r\n")
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    private func close(_ context: ChannelHandlerContext, _ text: String) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        context.close(promise: nil)
    }
}
