#if !AsyncHTTPClient
    public import SignInWithApple

    // What servers write first, so that the compiler names the trait instead of a missing argument. Nothing here can be called, so
    // the bodies never run; an initialiser has to have one.

    /// The transport of servers. The package's trait `AsyncHTTPClient` turns it on.
    @available(
        *, unavailable,
        message: "In Package.swift, add traits: [\"AsyncHTTPClient\"] to the dependency on this package."
    )
    public struct AsyncHTTPClientTransport {}

    extension AppleTokenVerifier {
        /// Fetches Apple's keys itself, with the trait `AsyncHTTPClient`.
        @available(
            *, unavailable,
            message: "In Package.swift, add traits: [\"AsyncHTTPClient\"] to the dependency on this package."
        )
        public init(clientIDs: Set<ClientID>) throws(ConfigurationFault) { fatalError() }
    }

    extension AppleClient {
        /// Calls Apple itself, with the trait `AsyncHTTPClient`.
        @available(
            *, unavailable,
            message: "In Package.swift, add traits: [\"AsyncHTTPClient\"] to the dependency on this package."
        )
        public init(configuration: AppleAppConfiguration) { fatalError() }
    }
#endif
