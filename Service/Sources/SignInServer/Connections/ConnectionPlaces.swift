import HTTPServing
import Logging
import NIOCore
import Synchronization

/// How many connections each network holds; beyond its share a new one is closed.
///
/// A network is an IPv4 address or the /64 of an IPv6 one, with four times the share for a /56 and sixteen times for a
/// /48. Trusted proxies and this machine are not counted: behind a proxy every connection comes from its address, and
/// to limit people there is the proxy's task.
final class ConnectionPlaces: Sendable {
    private struct State {
        var open: [[UInt8]: Int] = [:]
        var refused = 0
    }

    private let perNetwork: Int
    private let uncounted: [AddressRange]
    private let logger: Logger
    private let state = Mutex(State())

    /// Places for connections.
    ///
    /// - Parameters:
    ///   - perNetwork: how many a network may hold; 0 for any number.
    ///   - uncounted: the proxies, and this machine.
    init(perNetwork: Int, uncounted: [AddressRange], logger: Logger) {
        self.perNetwork = perNetwork
        self.uncounted = uncounted
        self.logger = logger
    }

    /// How many connections found no place since the start.
    var refused: Int { state.withLock { $0.refused } }

    /// How many networks hold a place.
    var count: Int { state.withLock { $0.open.count } }

    /// Takes a place in every network that holds the address, or in none.
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
        // A line for the first, the second, the fourth and so on: a flood must not fill the log.
        if let refused, refused & (refused - 1) == 0 {
            logger.warning(
                "connections refused: too many of one network (maximum_connections_per_network)",
                metadata: ["count": "\(refused)"])
        }
        return refused == nil
    }

    /// Gives back what ``enter(_:)`` took.
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

/// Holds a place for as long as a connection is open, and closes the connection that finds none.
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
