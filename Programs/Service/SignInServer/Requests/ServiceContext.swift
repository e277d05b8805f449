import HTTPServing
import Hummingbird
import Logging
import NIOCore

/// The context of a request: its id, its logger and the addresses that it came from.
struct ServiceContext: InitializableFromSource {
    /// Appears in the reply and in every log line of the request.
    let requestID: RequestID
    /// The peer of the socket, which may be a proxy.
    let peer: NetworkAddress?
    /// The address of the caller, if known. `ClientAddress` sets it.
    var caller: NetworkAddress?
    /// The address that rate limits apply to; it may be a proxy's. `ClientAddress` sets it.
    var client: NetworkAddress?
    private let serverLogger: Logger

    init(source: ApplicationRequestContextSource) {
        requestID = .next()
        peer = source.channel.remoteAddress.flatMap { NetworkAddress($0) }
        client = peer
        serverLogger = source.logger
    }

    /// The minimum level that is logged.
    var logLevel: Logger.Level { serverLogger.logLevel }

    /// A logger that adds the request's id; created only when needed.
    var logger: Logger {
        var logger = serverLogger
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = "\(requestID.text)"
        return logger
    }
}
