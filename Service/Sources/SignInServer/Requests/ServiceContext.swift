import HTTPServing
import Hummingbird
import Logging
import NIOCore

/// What travels with one request: its id, its logger and the address it came from.
struct ServiceContext: InitializableFromSource {
    /// In every reply and log line of the request.
    let requestID: RequestID
    /// The peer of the socket, which may be a proxy.
    let peer: NetworkAddress?
    /// Who asks, where that is known; settled by `ClientAddress`, and unknown until then.
    var caller: NetworkAddress?
    /// The address that limits count for, which may be a proxy's; settled by `ClientAddress`.
    var client: NetworkAddress?
    private let serverLogger: Logger

    init(source: ApplicationRequestContextSource) {
        requestID = .next()
        peer = source.channel.remoteAddress.flatMap { NetworkAddress($0) }
        client = peer
        serverLogger = source.logger
    }

    /// The lowest level that is logged.
    var logLevel: Logger.Level { serverLogger.logLevel }

    /// A logger that writes the request's id, made when it is asked for.
    var logger: Logger {
        var logger = serverLogger
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = "\(requestID.text)"
        return logger
    }
}
