package import AsyncHTTPClient
internal import Foundation
package import NIOCore

/// How long tests wait for something that must happen. It ends a test that hangs, and is never a verdict: a slow or busy
/// machine must not reach it.
package enum Patience {
    package static let seconds = 600
    package static let milliseconds: Int32 = 600_000
    package static let duration = Duration.seconds(seconds)
    package static let time = TimeAmount.seconds(Int64(seconds))
}

extension HTTPClient {
    /// A client for all tests that waits for connections, too. `HTTPClient.shared` gives up after ten seconds.
    package static let patient = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .patient)

    /// The answer of a server that may take its time.
    package func patientAnswer(to request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try await execute(request, timeout: Patience.time)
    }
}

extension HTTPClient.Configuration {
    /// Waits for connections and handshakes.
    package static var patient: Self { Self(timeout: .init(connect: Patience.time)) }
}

/// Runs work that blocks, on a thread of its own. The few threads that run tasks stay free, also for a server in this
/// process.
package func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
