/// Why no answer came. The list may grow: end a `switch` with `default`.
public struct TransportFailure: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String

    /// The address is not one this transport may call: not https, and not a loopback address.
    public static let addressRefused = Self("address_refused", "Use https, or an address of this machine.")
    /// No connection: refused, unreachable, unknown host, or not made in time.
    public static let connectFailed = Self("connect_failed", "Check the network, name resolution and firewall.")
    /// TLS did not prove the peer; nothing was sent.
    public static let tlsFailed = Self(
        "tls_failed",
        "Check the system's certificates, and whether a proxy intercepts TLS.")
    /// The answer was not complete at the deadline.
    public static let timedOut = Self("timed_out", "Try again later.")
    /// The answer's body is larger than the request allows; the rest was not read.
    public static let responseTooLarge = Self(
        "response_too_large",
        "Check the address; Apple answers with a few kilobytes.")
    /// What came is not HTTP, or the connection ended in the middle.
    public static let protocolViolated = Self(
        "protocol_violated",
        "Check the address: something other than HTTP answers there.")
    /// The caller gave up, or the transport was shut down.
    public static let cancelled = Self("cancelled", "Nothing to do: the caller went away, or the service is stopping.")

    /// Every one there is.
    public static let allCases: [Self] = [
        .addressRefused, .connectFailed, .tlsFailed, .timedOut, .responseTooLarge, .protocolViolated, .cancelled,
    ]

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
