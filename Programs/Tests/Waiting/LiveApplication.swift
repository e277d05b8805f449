package import Hummingbird
internal import HummingbirdCore
package import HummingbirdTesting
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

extension ApplicationProtocol {
    /// Serves on a free port of this machine while a test uses it over one connection, and over others to that port.
    ///
    /// `test(.live)` of HummingbirdTesting does the same with a client that gives up after twenty seconds.
    package func serve<Value>(
        _ test: (_ connection: TestClient, _ port: Int) async throws -> Value
    ) async throws -> Value {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [LiveApplication(base: self, listening: listening)], logger: logger))
        let running = Task {
            defer { listening.finish() }
            try await group.run()
        }
        var first = ports.makeAsyncIterator()
        guard let port = await first.next() else {
            try await running.value
            throw NotServing()
        }
        let connection = TestClient(host: "127.0.0.1", port: port, configuration: .init(timeout: Patience.duration))
        connection.connect()
        let result: Result<Value, any Error>
        do {
            result = .success(try await test(connection, port))
        } catch {
            result = .failure(error)
        }
        try? await connection.shutdown()
        await group.triggerGracefulShutdown()
        try await running.value
        return try result.get()
    }
}

/// The application ended before it served.
private struct NotServing: Error {}

/// An application at a free port instead of its own address.
private struct LiveApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let listening: AsyncStream<Int>.Continuation

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration.with(address: .hostname("127.0.0.1", port: 0)) }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        listening.yield(channel.localAddress?.port ?? 0)
    }
}
