import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 over TLS, with a certificate and perhaps a fault for each connection.
///
/// Hummingbird's own channel for TLS has one certificate for all connections.
struct TLSConnections: ServerChildChannel {
    let http: ConnectionOnItsLoop
    let certificates: ServerCertificates
    let state: EmulatorState

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                ConnectionStart(
                    certificates: certificates, origin: { state.baseURL }, waitAtGate: { await state.wait(at: $0) },
                    takeFault: { state.takeConnectionFault() }))
        }.flatMap {
            http.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

extension HTTPServerBuilder {
    /// HTTP/1.1, over TLS if the emulator has certificates.
    static func emulator(_ state: EmulatorState, _ configuration: HTTP1Channel.Configuration) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            let http = ConnectionOnItsLoop(HTTP1Channel(responder: responder, configuration: configuration))
            guard let certificates = state.certificates else { return http }
            return TLSConnections(http: http, certificates: certificates, state: state)
        }
    }
}

extension EmulatorState {
    /// The fault of a connection that begins. The log names it, since no request will.
    func takeConnectionFault() -> Fault? {
        guard let fault = takeFault(.connection, client: nil) else { return nil }
        note { world in
            world.log.add(
                RequestLog.Entry(
                    at: world.clock.now, method: "TLS", path: EndpointName.connection.rawValue, status: 0,
                    fault: fault.name))
        }
        return fault
    }
}
