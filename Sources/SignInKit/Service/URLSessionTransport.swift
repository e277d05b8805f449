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
        if let token = request.accessToken {
            message.setValue("Bearer " + token.exposed, forHTTPHeaderField: "Authorization")
        }
        return try await send(message)
    }

    /// Uses a completion handler and a handle for cancellation. It was written when the package supported systems
    /// without `data(for:)`.
    private func send(_ message: URLRequest) async throws -> ServiceAnswer {
        let handle = TaskHandle()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: message) { data, response, error in
                    guard let response = response as? HTTPURLResponse else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                        return
                    }
                    let retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
                    continuation.resume(
                        returning: ServiceAnswer(
                            status: response.statusCode, retryAfter: retryAfter, body: data ?? Data()))
                }
                handle.start(task)
            }
        } onCancel: {
            handle.cancel()
        }
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

/// Cancels a task that may not have started yet.
///
/// Unchecked, because the compiler cannot see that both variables are only accessed while the lock is held.
private final class TaskHandle: @unchecked Sendable {
    private var task: URLSessionDataTask?
    private var isCancelled = false
    private let lock = NSLock()

    func start(_ task: URLSessionDataTask) {
        lock.withLock {
            self.task = task
            task.resume()
            if isCancelled { task.cancel() }
        }
    }

    func cancel() {
        lock.withLock {
            isCancelled = true
            task?.cancel()
        }
    }
}
