#if AsyncHTTPClient
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    extension TransportFailure {
        /// Converts an error of the client.
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
                // If the body was taken, `given(bodyWasTaken:)` corrects this.
                case is HTTPClient.NWPOSIXError: self = .connectFailed
            #endif
            // For instance an HTTP/2 stream that the peer reset after it had read the request.
            default: self = .protocolViolated
            }
        }

        /// After "no connection" a caller may send a code again, so only failures to connect count as that. A reset,
        /// for instance, may come after the request was read.
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
        /// Corrects the failure of a request with a body by whether the client had begun to take the body.
        ///
        /// An established connection can fail with any error, also with those of connecting: the system may report a
        /// host as unreachable instead of a timeout (tcp(7), RFC 1122 §4.2.3.9). The client also reports the failure of
        /// a connection in several ways, which differ on Apple's platforms. Whether it asked for the body tells the
        /// cases apart on all platforms: a body that was not taken was not sent.
        func given(bodyWasTaken: Bool) -> TransportFailure {
            switch (self, bodyWasTaken) {
            case (.connectFailed, true), (.tlsFailed, true): .protocolViolated
            case (.protocolViolated, false), (.timedOut, false): .connectFailed
            default: self
            }
        }
    }
#endif
