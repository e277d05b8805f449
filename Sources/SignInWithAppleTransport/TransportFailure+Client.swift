#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOPosix
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
            case is NIOConnectionError, is SocketAddressError: self = .connectFailed
            case let failure as IOError: self.init(errno: failure.errnoCode)
            case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof,
                ChannelError.outputClosed:
                self = .protocolViolated
            #if canImport(Network)
                case is HTTPClient.NWTLSError: self = .tlsFailed
                // A body that was taken corrects this (`given(bodyWasTaken:)`).
                case is HTTPClient.NWPOSIXError: self = .connectFailed
            #endif
            // Such as a stream of HTTP/2 that the peer reset after it had read the request.
            default: self = .protocolViolated
            }
        }

        /// Whoever reads "no connection" may send a code again, so only what comes of connecting counts as that. A reset, for
        /// instance, may come after the request was read.
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

    extension TransportFailure {
        /// What the failure means to a request whose body the client had begun to take, or had not.
        ///
        /// A connection that stands can die with any error, also with those of connecting: the system reports a host that cannot be
        /// reached any more in place of a timeout (tcp(7), RFC 1122 §4.2.3.9). And the client reports the failure of a
        /// connection in several ways, others on Apple's platforms. Whether it asked for the body tells them apart everywhere: a
        /// body that nobody took was not sent.
        func given(bodyWasTaken: Bool) -> TransportFailure {
            switch (self, bodyWasTaken) {
            case (.connectFailed, true), (.tlsFailed, true): .protocolViolated
            case (.protocolViolated, false), (.timedOut, false): .connectFailed
            default: self
            }
        }
    }
#endif
