import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves control calls by plain HTTP at an address of their own. A fault of connections cannot lock a test out of it.
struct ControlListener: Service {
    let listen: ListenAddress
    let state: EmulatorState
    let logger: Logger

    /// One service if the configuration has an address for control calls.
    static func services(_ state: EmulatorState, _ logger: Logger) -> [any Service] {
        guard let listen = state.configuration.controlListen else { return [] }
        return [ControlListener(listen: listen, state: state, logger: logger)]
    }

    func run() async throws {
        let router = Router(context: EmulatorContext.self)
        router.add(middleware: EmulatorMark())
        router.add(middleware: UnknownControlCall(state, logger))
        ControlRoutes(state: state).add(to: router, EndpointRunner(state: state, logger: logger))
        let application = Application(
            router: router,
            server: .http1(configuration: .init(additionalChannelHandlers: [InFrontOfTheCodec()])),
            configuration: ApplicationConfiguration(address: .hostname(listen.bindHost, port: listen.port)),
            onServerRunning: { [listen, state] channel in
                let port = channel.localAddress?.port ?? listen.port
                state.controlAddress.bound("http://\(ListenAddress(host: listen.host, port: port))")
            },
            logger: logger)
        do {
            try await application.run()
        } catch {
            throw CannotListen(error, at: ListenAddress(host: listen.bindHost, port: listen.port)) ?? error
        }
    }
}

extension EmulatorState {
    /// Tells everybody who waits for an address that there will be none.
    func fail(_ error: any Error) {
        address.failed(error)
        controlAddress.failed(error)
        mailAddress.failed(error)
    }
}
