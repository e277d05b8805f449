package import Foundation
package import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
package import SignInFlows

/// Receives the service's events in place of a backend that is not written yet, and checks them as it has to.
package struct EventReceiver: Sendable {
    /// A delivery, and why a backend has to refuse it.
    package struct Received: Sendable {
        /// The header `webhook-id`.
        package let id: String?
        /// The body as it arrived.
        package let body: [UInt8]
        /// Nil for a delivery of the service.
        package let fault: ReceivedEvent.Fault?
        /// What was answered.
        package let status: Int
    }

    private let secrets: [WebhookSecret]
    private let status: Int
    private let now: @Sendable () -> Date
    private let take: @Sendable (Received) -> Void

    /// Longer than any event.
    private static let maximumBody = 65_536

    /// - Parameters:
    ///   - status: the answer to a genuine delivery. Others get 401.
    ///   - take: called with each delivery.
    package init(
        secrets: [WebhookSecret], status: Int, now: @escaping @Sendable () -> Date = { Date() },
        take: @escaping @Sendable (Received) -> Void
    ) {
        self.secrets = secrets
        self.status = status
        self.now = now
        self.take = take
    }

    /// Serves until SIGTERM, SIGINT or the task's cancellation. Throws `CannotListen` if the address cannot be bound.
    ///
    /// - Parameter onListening: called with the port.
    package func serve(
        at listen: ListenAddress, onListening: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var logger = Logger(label: "siwa")
        logger.logLevel = .critical
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname(listen.host, port: listen.port)),
            onServerRunning: { await onListening($0.localAddress?.port ?? listen.port) }, logger: logger)
        do {
            try await application.runService()
        } catch {
            throw CannotListen(error, at: listen) ?? error
        }
    }

    var router: Router<BasicRequestContext> {
        let router = Router()
        // A pattern for every path does not match the root.
        router.post("/") { request, _ in try await answer(request) }
        router.post("**") { request, _ in try await answer(request) }
        return router
    }

    private func answer(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: Self.maximumBody)
        let received = receive(request.headers, Array(body.readableBytesView))
        take(received)
        return Response(status: HTTPResponse.Status(code: received.status))
    }

    private func receive(_ headers: HTTPFields, _ body: [UInt8]) -> Received {
        func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
        let id = field("webhook-id")
        let event = ReceivedEvent(
            id: id, timestamp: field("webhook-timestamp"), signatures: field("webhook-signature"), body: body)
        do throws(ReceivedEvent.Fault) {
            try event.check(secrets, at: now())
            return Received(id: id, body: body, fault: nil, status: status)
        } catch {
            return Received(id: id, body: body, fault: error, status: 401)
        }
    }
}
