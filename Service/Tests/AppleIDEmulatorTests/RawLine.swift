import NIOCore
import NIOPosix
import Testing

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
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }
}

/// A condition that did not become true in time.
struct NeverHappened: Error {
    let what: String
}

/// Waits until a condition is true, for at most two minutes.
func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end {
        if try await isSo() { return }
        await Task.yield()
    }
    throw NeverHappened(what: what)
}

extension TestEmulator {
    /// Opens a gate as soon as a request waits at it.
    func passGate(_ gate: String) async throws {
        try await until("a request at the gate \(gate)") {
            server.state.faults.waiting.contains { $0.key == gate && $0.value > 0 }
        }
        server.state.faults.open(gate)
    }
}
