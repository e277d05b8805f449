#if AsyncHTTPClient
    public import AsyncHTTPClient
    public import SignInWithApple

    extension AppleTokenVerifier {
        /// A verifier that fetches Apple's keys itself, by the system's clock. Refuses to exist without a client id.
        /// - Parameters:
        ///   - clientIDs: every app whose tokens are accepted.
        ///   - primaryAppIDs: primary App IDs beside them, to which Apple addresses notifications; no identity token is
        ///     accepted for them.
        ///   - endpoints: Apple, or an emulator.
        ///   - client: the server's own client, which the server shuts down (``AsyncHTTPClientTransport/init(sharing:longestCall:allowsPlainHTTPTo:)``);
        ///     `nil` makes a small connection pool that ends with the verifier.
        ///   - store: keeps Apple's keys over a restart.
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
        /// A client that calls Apple itself, by the system's clock.
        /// - Parameters:
        ///   - configuration: the team, its keys and apps.
        ///   - endpoints: Apple, or an emulator.
        ///   - client: the server's own client, which the server shuts down (``AsyncHTTPClientTransport/init(sharing:longestCall:allowsPlainHTTPTo:)``);
        ///     `nil` makes a small connection pool that ends with this.
        ///   - store: keeps Apple's keys over a restart.
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
