import Logging
import SignInBackground
import SignInFlows
import SignInWithApple

/// Tells OpenID clients over separate connections that a session ended, so that a hanging client cannot use up those
/// to Apple.
///
/// The worker also settles the notices of clients that want none.
struct LogoutNotices {
    let worker: BackgroundWorker
    private let transport: AsyncHTTPClientTransport

    init(_ environment: SignInEnvironment, logger: Logger) {
        transport = AsyncHTTPClientTransport(connectTimeout: 3, longestCall: 5)
        worker = .logoutNotices(of: LogoutDelivery(environment, transport: transport), logger: logger)
    }

    func close() async {
        try? await transport.shutdown()
    }
}
