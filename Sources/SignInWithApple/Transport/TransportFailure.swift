/// The reason why there was no answer. The list may grow: end a `switch` with `default`.
public struct TransportFailure: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String

    /// This transport may not call the address: it is neither https nor a loopback address.
    public static let addressRefused = Self("address_refused", "Use https, or an address of this machine.")
    /// There was no connection: refused, unreachable, unknown host, or not established in time.
    public static let connectFailed = Self("connect_failed", "Check the network, name resolution and firewall.")
    /// TLS did not authenticate the server. Nothing was sent.
    public static let tlsFailed = Self(
        "tls_failed",
        "Check the system's certificates, and whether a proxy intercepts TLS.")
    /// The answer was not complete at the deadline.
    public static let timedOut = Self("timed_out", "Try again later.")
    /// The answer's body is larger than the request allows. The rest was not read.
    public static let responseTooLarge = Self(
        "response_too_large",
        "Check the address; Apple answers with a few kilobytes.")
    /// The answer is not HTTP, or the connection was closed too early.
    public static let protocolViolated = Self(
        "protocol_violated",
        "Check the address: something other than HTTP answers there.")
    /// The caller cancelled, or the transport was shut down.
    public static let cancelled = Self("cancelled", "Nothing to do: the caller went away, or the service is stopping.")

    /// All codes.
    public static let allCases: [Self] = [
        .addressRefused, .connectFailed, .tlsFailed, .timedOut, .responseTooLarge, .protocolViolated, .cancelled,
    ]

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
