import HTTPServing
import Logging
import NIOCore
import Synchronization

/// Counts the open connections of each network, and closes new ones beyond its share.
///
/// A network is an IPv4 address or an IPv6 /64. A /56 gets four times and a /48 sixteen times the share. Trusted
/// proxies and this machine are not counted: all connections through a proxy come from its address, and the proxy has
/// to limit its own clients.
final class ConnectionPlaces: Sendable {
    private struct State {
        var open: [[UInt8]: Int] = [:]
        var refused = 0
    }

    private let perNetwork: Int
    private let uncounted: [AddressRange]
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a counter without connections.
    ///
    /// - Parameters:
    ///   - perNetwork: the share of a network; 0 for no limit.
    ///   - uncounted: the trusted proxies and this machine.
    init(perNetwork: Int, uncounted: [AddressRange], logger: Logger) {
        self.perNetwork = perNetwork
        self.uncounted = uncounted
        self.logger = logger
    }

    /// The number of connections refused since the start.
    var refused: Int { state.withLock { $0.refused } }

    /// The number of networks with open connections.
    var count: Int { state.withLock { $0.open.count } }

    /// Counts a connection in every network that contains the address, or refuses it without counting it.
    func enter(_ address: NetworkAddress) -> Bool {
        guard isCounted(address) else { return true }
        let networks = address.networks
        let refused = state.withLock { state -> Int? in
            let hasRoom = networks.allSatisfy { state.open[$0.prefix, default: 0] < perNetwork * $0.share }
            guard hasRoom else {
                state.refused += 1
                return state.refused
            }
            for network in networks { state.open[network.prefix, default: 0] += 1 }
            return nil
        }
        // Logs only the first, second, fourth, eighth refusal and so on, so that a flood does not fill the log.
        if let refused, refused & (refused - 1) == 0 {
            logger.warning(
                "connections refused: too many of one network (maximum_connections_per_network)",
                metadata: ["count": "\(refused)"])
        }
        return refused == nil
    }

    /// Reverses ``enter(_:)``.
    func leave(_ address: NetworkAddress) {
        guard isCounted(address) else { return }
        state.withLock { state in
            for network in address.networks {
                let left = state.open[network.prefix, default: 1] - 1
                state.open[network.prefix] = left > 0 ? left : nil
            }
        }
    }

    private func isCounted(_ address: NetworkAddress) -> Bool {
        perNetwork > 0 && !uncounted.contains { $0.contains(address) }
    }
}

/// Counts a connection while it is open, or closes it if its network has too many.
final class ConnectionPlace: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias InboundOut = Any

    private let places: ConnectionPlaces
    private var address: NetworkAddress?

    init(_ places: ConnectionPlaces) {
        self.places = places
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        guard let peer = context.remoteAddress?.ipAddress.flatMap({ NetworkAddress($0) }) else { return }
        if places.enter(peer) {
            address = peer
        } else {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let address { places.leave(address) }
        address = nil
        context.fireChannelInactive()
    }
}
