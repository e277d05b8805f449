import Foundation
@_spi(SignInPrograms) import SignInKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension EmulatorControl {
    /// Signals each revocation on the person's device, from the emulator's stream of lines.
    func signals() -> AsyncStream<Void> {
        AsyncStream { continuation in
            let base = emulator.absoluteString
            let path = "_emulator/device/signals?device=" + Self.encoded(device)
            // The control token must not cross a network unencrypted.
            guard SignInService.isSafe(emulator),
                let address = URL(string: (base.hasSuffix("/") ? base : base + "/") + path)
            else { return continuation.finish() }
            var request = URLRequest(url: address)
            // The stream is silent until a person stops using an app. In seconds.
            request.timeoutInterval = 86_400
            if let token { request.setValue("Bearer " + token.exposed, forHTTPHeaderField: "Authorization") }
            let session = URLSession(
                configuration: .ephemeral, delegate: LineReceiver(continuation), delegateQueue: nil)
            session.dataTask(with: request).resume()
            continuation.onTermination = { _ in session.invalidateAndCancel() }
        }
    }
}

/// Yields once for each line. Each signal is one.
private final class LineReceiver: NSObject, URLSessionDataDelegate, Sendable {
    private let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) {
        self.continuation = continuation
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        for byte in data where byte == UInt8(ascii: "\n") { continuation.yield() }
    }

    /// A redirect would send the token to another address.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        continuation.finish()
    }
}
