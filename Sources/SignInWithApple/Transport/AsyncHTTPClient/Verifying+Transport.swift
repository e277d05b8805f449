#if AsyncHTTPClient
    public import AsyncHTTPClient

    extension AppleTokenVerifier {
        /// Creates a verifier that fetches Apple's keys itself and uses the system's clock. Throws if there is no
        /// client id.
        /// - Parameters:
        ///   - clientIDs: every app whose tokens are accepted.
        ///   - primaryAppIDs: further primary App IDs, to which Apple addresses notifications. Identity tokens for them
        ///     are not accepted.
        ///   - endpoints: Apple, or an emulator.
        ///   - client: the server's own client, which the server shuts down
        ///     (``AsyncHTTPClientTransport/init(sharing:longestCall:allowsPlainHTTPTo:)``). With `nil` the verifier
        ///     creates a small connection pool that ends with it.
        ///   - store: keeps Apple's keys across restarts.
        public init(
            clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID> = [], endpoints: AppleEndpoints = .apple,
            sharing client: HTTPClient? = nil, store: (any KeySetStore)? = nil
        ) throws(ConfigurationFault) {
            try self.init(
                clientIDs: clientIDs, primaryAppIDs: primaryAppIDs, endpoints: endpoints,
                transport: AsyncHTTPClientTransport(sharingOrMaking: client), store: store)
        }
    }

    extension AppleClient {
        /// Creates a client that calls Apple itself and uses the system's clock.
        /// - Parameters:
        ///   - configuration: the team, its keys and apps.
        ///   - endpoints: Apple, or an emulator.
        ///   - client: the server's own client, which the server shuts down
        ///     (``AsyncHTTPClientTransport/init(sharing:longestCall:allowsPlainHTTPTo:)``). With `nil` this creates a
        ///     small connection pool that ends with it.
        ///   - store: keeps Apple's keys across restarts.
        public init(
            configuration: AppleAppConfiguration, endpoints: AppleEndpoints = .apple, sharing client: HTTPClient? = nil,
            store: (any KeySetStore)? = nil
        ) {
            self.init(
                configuration: configuration, endpoints: endpoints,
                transport: AsyncHTTPClientTransport(sharingOrMaking: client), store: store)
        }
    }

    extension AsyncHTTPClientTransport {
        fileprivate init(sharingOrMaking client: HTTPClient?) {
            guard let client else {
                self.init()
                return
            }
            self.init(sharing: client)
        }
    }
#endif
