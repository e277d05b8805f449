import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import SignInWithApple

extension TransportFailure {
    /// What an error of the client means to the caller.
    init(_ error: any Error) {
        switch error {
        case let failure as TransportFailure: self = failure
        case is CancellationError: self = .cancelled
        case let failure as HTTPClientError: self.init(client: failure)
        case is HTTPParserError: self = .protocolViolated
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError, is NIOSSLCloseTimedOutError: self = .tlsFailed
        default: self = .connectFailed
        }
    }

    private init(client failure: HTTPClientError) {
        switch failure {
        case .deadlineExceeded, .readTimeout, .writeTimeout: self = .timedOut
        case .connectTimeout, .getConnectionFromPoolTimeout: self = .connectFailed
        case .tlsHandshakeTimeout: self = .tlsFailed
        case .cancelled, .alreadyShutdown, .requestStreamCancelled: self = .cancelled
        case .invalidURL, .emptyHost, .emptyScheme: self = .addressRefused
        default: self = .protocolViolated
        }
    }
}
