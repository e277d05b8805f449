import NIOCore
import NIOPosix

/// Greets the mail server at an IP address, and leaves.
typealias MailServerProbe = @Sendable (_ address: String) async -> MailServerAnswer

enum MailServers {
    private static let longestConnect = TimeAmount.seconds(10)
    /// From the connection to the last reply.
    private static let longestTalk = TimeAmount.seconds(30)

    /// - Parameter name: the host name by which this machine introduces itself.
    static func greet(as name: String, port: Int = 25) -> MailServerProbe {
        { address in
            do {
                let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connectTimeout(longestConnect)
                    .connect(host: address, port: port) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                        }
                    }
                return try await talk(on: connection, as: name)
            } catch {
                return .silent
            }
        }
    }

    private static func talk(
        on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, as name: String
    ) async throws -> MailServerAnswer {
        let channel = connection.channel
        let limit = channel.eventLoop.scheduleTask(in: longestTalk) { channel.close(promise: nil) }
        defer { limit.cancel() }
        return try await connection.executeThenClose { inbound, outbound in
            var greeting = MailGreeting(name: name)
            for try await received in inbound {
                switch greeting.receive(received.readableBytesView) {
                case nil: continue
                case .send(let words): try await outbound.write(ByteBuffer(string: words))
                case .end(let answer):
                    // The answer counts, whether or not the server still hears this.
                    try? await outbound.write(ByteBuffer(string: "QUIT\r\n"))
                    return answer
                }
            }
            return .silent
        }
    }
}
