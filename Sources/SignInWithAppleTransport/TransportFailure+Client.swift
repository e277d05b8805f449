import AsyncHTTPClient
import Foundation
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
        case NIOSSLError.uncleanShutdown, is BoringSSLError, is NIOSSLCloseTimedOutError: self = .protocolViolated
        case is NIOSSLError, is NIOSSLExtraError: self = .tlsFailed
        case let failure as IOError: self.init(errno: failure.errnoCode)
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof, ChannelError.outputClosed:
            self = .protocolViolated
        default: self = .connectFailed
        }
    }

    /// Whoever reads "no connection" may send a code again, so only what cannot happen to a connection that stands counts
    /// as that. A reset, for instance, may come after the request was read.
    private init(errno code: CInt) {
        switch code {
        case ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: self = .connectFailed
        default: self = .protocolViolated
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
