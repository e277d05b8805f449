import Hummingbird
import Logging
import NIOCore

/// What travels with one request: its id, its logger and the address it came from.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Sixteen hexadecimal characters; in every reply and log line of the request.
    let requestID: String
    /// The peer of the socket, which may be a proxy.
    let peer: NetworkAddress?
    /// Who asks, where that is known; settled by `ClientAddress`, and unknown until then.
    var caller: NetworkAddress?
    /// The address that limits count for, which may be a proxy's; settled by `ClientAddress`.
    var client: NetworkAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        let random = UInt64.random(in: .min ... .max)
        let hex = String(random, radix: 16)
        requestID = String(repeating: "0", count: 16 - hex.count) + hex
        peer = source.channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
        client = peer
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = "\(requestID)"
    }
}
