import SignInWithApple
import Waiting

extension AsyncHTTPClientTransport {
    /// A transport without time limits that a busy machine could reach. The deadline of a request still applies.
    static var patient: AsyncHTTPClientTransport {
        AsyncHTTPClientTransport(connectTimeout: Double(Patience.seconds), longestCall: Double(Patience.seconds))
    }
}

/// Extends the deadline that a client gives its calls, such as the five seconds for Apple's keys.
struct PatientTransport: HTTPTransport {
    let inner: any HTTPTransport

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        var request = request
        request.deadline = Double(Patience.seconds)
        return try await inner.send(request)
    }
}
