import NIOCore

/// How long the emulator's own calls may take, by this machine's clock. Tests of anything else pass longer limits.
struct CallLimits: Sendable {
    /// Until the connection is established.
    var connect: TimeAmount
    /// For the whole exchange.
    var call: TimeAmount

    /// For calls to receivers and domains: a slow one does not delay the others.
    static let notification = CallLimits(connect: .seconds(3), call: .seconds(10))
    static let recording = CallLimits(connect: .seconds(10), call: .seconds(30))
}
