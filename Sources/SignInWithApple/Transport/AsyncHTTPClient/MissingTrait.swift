#if !AsyncHTTPClient
    // These are the declarations that a server uses first. They exist without the trait so that the compiler names the
    // trait instead of a missing argument. They cannot be called, so the bodies never run, but an initialiser needs
    // one.

    /// The transport for servers. It requires the package's trait `AsyncHTTPClient`.
    @available(
        *, unavailable,
        message: "In Package.swift, add traits: [\"AsyncHTTPClient\"] to the dependency on this package."
    )
    public struct AsyncHTTPClientTransport {}

    extension AppleTokenVerifier {
        /// Creates a verifier that fetches Apple's keys itself. It requires the trait `AsyncHTTPClient`.
        @available(
            *, unavailable,
            message: "In Package.swift, add traits: [\"AsyncHTTPClient\"] to the dependency on this package."
        )
        public init(clientIDs: Set<ClientID>) throws(ConfigurationFault) { fatalError() }
    }

    extension AppleClient {
        /// Creates a client that calls Apple itself. It requires the trait `AsyncHTTPClient`.
        @available(
            *, unavailable,
            message: "In Package.swift, add traits: [\"AsyncHTTPClient\"] to the dependency on this package."
        )
        public init(configuration: AppleAppConfiguration) { fatalError() }
    }
#endif
