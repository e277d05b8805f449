/// Why no answer came. The raw value is a stable code.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum TransportFailure: String, Error, CaseIterable, Sendable {
    /// The address is not one this transport may call: not https, and not a loopback address.
    case addressRefused = "address_refused"
    /// No connection: refused, unreachable, unknown host, or not made in time.
    case connectFailed = "connect_failed"
    /// TLS did not prove the peer; nothing was sent.
    case tlsFailed = "tls_failed"
    /// The answer was not complete at the deadline.
    case timedOut = "timed_out"
    /// The answer's body is larger than the request allows; the rest was not read.
    case responseTooLarge = "response_too_large"
    /// What came is not HTTP, or the connection ended in the middle.
    case protocolViolated = "protocol_violated"
    /// The caller gave up, or the transport was shut down.
    case cancelled

    /// The stable code.
    public var code: String { rawValue }
}
