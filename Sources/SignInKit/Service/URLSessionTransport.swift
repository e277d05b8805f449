import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that uses the system's own HTTP client.
public final class URLSessionTransport: ServiceTransport {
    private let session: URLSession

    /// Creates a transport.
    ///
    /// - Parameter seconds: the timeout for an answer.
    public init(seconds: Double = 20) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = seconds
        configuration.timeoutIntervalForResource = seconds
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends a request. Throws `URLError` if there was no answer.
    public func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        message.httpBody = request.body
        message.setValue("application/json", forHTTPHeaderField: "Accept")
        if request.body != nil { message.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
        if let token = request.accessToken {
            message.setValue("Bearer " + token.exposed, forHTTPHeaderField: "Authorization")
        }
        let (data, response) = try await session.data(for: message)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
        var answer = ServiceAnswer(status: response.statusCode, retryAfter: retryAfter, body: data)
        answer.date = response.value(forHTTPHeaderField: "Date").flatMap(Self.date)
        return answer
    }

    /// Reads the form that servers write (RFC 9110 section 5.6.7).
    static func date(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }
}

/// Refuses redirects, because they would send tokens to another address. The redirect itself is the answer.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
