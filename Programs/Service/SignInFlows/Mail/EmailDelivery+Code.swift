package import AccountStorage

extension EmailDelivery.State {
    /// The stable code of the state. It never changes and is never reused.
    package var code: String {
        switch self {
        case .unknown: "unknown"
        case .reachable: "reachable"
        case .forwardingOff: "forwarding_off"
        case .senderRefused: "sender_refused"
        case .gone: "gone"
        case .deferred: "deferred"
        }
    }

    /// Whether a message may be sent to the address. If only the sender was refused, the address is good.
    package var allowsMail: Bool { self != .forwardingOff && self != .gone }
}
