import NIOCore
import NIOPosix
import Testing
import Waiting

@testable import AppleIDEmulator

/// A raw connection, for answers that an HTTP client would not return.
enum RawLine {
    /// Everything received until the connection was closed.
    static func exchange(_ text: String, port: Int) async throws -> String {
        let channel = try await open(port: port)
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            var received = ByteBuffer()
            for try await part in inbound { received.writeImmutableBuffer(part) }
            return String(buffer: received)
        }
    }

    static func open(port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(Patience.time)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }
}

extension TestEmulator {
    /// Opens a gate as soon as a request waits at it.
    func passGate(_ gate: String) async {
        await until { server.state.faults.waiting.contains { $0.key == gate && $0.value > 0 } }
        server.state.faults.open(gate)
    }
}
