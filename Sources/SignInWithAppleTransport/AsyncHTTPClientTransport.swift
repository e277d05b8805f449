#if AsyncHTTPClient
    public import AsyncHTTPClient
    public import Foundation
    public import NIOCore
    import NIOHTTP1
    import NIOSSL
    public import SignInWithApple

    /// Sends the library's requests with AsyncHTTPClient: bounded in time and memory, never redirected, never retried.
    ///
    /// Only https is called, except on this machine. Plain addresses of `localhost` and of names below it go to 127.0.0.1
    /// without asking a resolver, since outside browsers few resolvers know such names (RFC 6761 §6.3).
    ///
    /// One that made its own connection pool ends it when the last copy goes; nothing has to be shut down.
    public struct AsyncHTTPClientTransport: HTTPTransport {
        private let client: HTTPClient
        /// `nil` for a client that somebody else ends.
        private let owner: PoolOwner?
        private let longestCall: TimeInterval
        private let plainOrigins: [WebOrigin]

        /// A transport with a connection pool of its own.
        /// - Parameters:
        ///   - eventLoopGroup: where its connections live: the server's own group, so that no further threads begin. Call `shutdown`
        ///     before a group that ends.
        ///   - connectTimeout: seconds until a connection has to stand.
        ///   - longestCall: seconds for a whole call, even if the request would wait longer.
        ///   - plainOrigins: origins beyond this machine that may be called without TLS, `http://idp.internal:9080`: for an
        ///     emulator in development, since whoever is on the way can read and answer such calls. What is no such origin
        ///     has no effect.
        public init(
            eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup, connectTimeout: TimeInterval = 3,
            longestCall: TimeInterval = 10, allowsPlainHTTPTo plainOrigins: Set<String> = []
        ) {
            self.init(
                eventLoopGroup: eventLoopGroup, connectTimeout: connectTimeout, longestCall: longestCall,
                allowsPlainHTTPTo: plainOrigins, trustRoots: .default)
        }

        /// A transport over a client that is there already, `app.http.client.shared` for instance. It is never shut down from here.
        ///
        /// The client should disallow redirects. One that follows them is safe all the same: what is posted can be sent only once, so
        /// that no secret goes where a redirect points, and the answer counts as the redirect that it was. The client's other settings
        /// hold: its TLS, its proxy, how long it keeps an idle connection. A connection that Apple closes in the moment of a call costs
        /// the code of that call, so keep idle ones for ten seconds where you exchange codes, or use a pool of the transport's own.
        /// - Parameters:
        ///   - client: whoever made it shuts it down, after the last call.
        ///   - longestCall: seconds for a whole call, even if the request would wait longer.
        ///   - plainOrigins: origins beyond this machine that may be called without TLS.
        public init(
            sharing client: HTTPClient, longestCall: TimeInterval = 10, allowsPlainHTTPTo plainOrigins: Set<String> = []
        ) {
            self.client = client
            owner = nil
            self.longestCall = longestCall
            self.plainOrigins = Self.origins(plainOrigins)
        }

        /// A transport that trusts other authorities than the system does; tests bring their own.
        init(
            eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup, connectTimeout: TimeInterval,
            longestCall: TimeInterval, allowsPlainHTTPTo plainOrigins: Set<String> = [], trustRoots: NIOSSLTrustRoots
        ) {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = trustRoots
            // RFC 8996 takes TLS 1.0 and 1.1 out of use; NIOSSL would still speak them.
            tls.minimumTLSVersion = .tlsv12
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: tls,
                redirectConfiguration: .disallow,
                timeout: .init(connect: .milliseconds(Int64(connectTimeout * 1_000)), read: nil),
                decompression: .disabled)
            // A server that closes idle connections earlier than we do would take a code with it.
            configuration.connectionPool.idleTimeout = .seconds(10)
            configuration.connectionPool.retryConnectionEstablishment = false
            // A few calls that Apple answers slowly, such as revocations, must not keep others from a connection.
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
            client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
            owner = PoolOwner(client)
            self.longestCall = longestCall
            self.plainOrigins = Self.origins(plainOrigins)
        }

        private static func origins(_ plainOrigins: Set<String>) -> [WebOrigin] {
            plainOrigins.compactMap { WebOrigin($0, requiresBareOrigin: true) }.filter { !$0.isSecure }
        }

        /// Ends the transport's own connection pool and waits for it; calls under way fail with `cancelled`. A shared client goes on.
        public func shutdown() async throws {
            try await owner?.shutdown()
        }

        /// Sends the request once, and gives up at its deadline or size.
        public func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
            guard let address = CallAddress(request.url, plainOrigins: plainOrigins) else { throw .addressRefused }
            let seconds = min(max(request.deadline, 0), longestCall)
            let body = RequestBody(request.body)
            do {
                return try await withThrowingTaskGroup(of: TransportResponse.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await exchange(request, body, at: address) }
                    group.addTask {
                        // The client's own deadline ends with the head of the answer; a body may drip on for ever.
                        try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
                        throw TransportFailure.timedOut
                    }
                    guard let response = try await group.next() else { throw TransportFailure.cancelled }
                    return response
                }
            } catch {
                guard !Task.isCancelled else { throw .cancelled }
                let failure = TransportFailure(error)
                throw request.body.isEmpty ? failure : failure.given(bodyWasTaken: body.wasTaken)
            }
        }

        private func exchange(
            _ request: TransportRequest, _ body: RequestBody, at address: CallAddress
        ) async throws -> TransportResponse {
            var outgoing = HTTPClientRequest(url: address.url)
            outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
            outgoing.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
            if let host = address.hostField { outgoing.headers.replaceOrAdd(name: "Host", value: host) }
            if request.method == .post, request.body.isEmpty { outgoing.body = .bytes([]) }
            // AsyncHTTPClient sends a stream once and follows no redirect that asks for it again (`HTTPClientRequest.Body.stream`).
            if !request.body.isEmpty { outgoing.body = .stream(body, length: .known(Int64(request.body.count))) }
            let answer = try await client.execute(outgoing, deadline: .distantFuture)
            // A client that followed a redirect brings an answer that nobody asked for.
            if answer.history.count > 1, let redirect = answer.history.first?.responseHead {
                return TransportResponse(status: Int(redirect.status.code))
            }
            let limit = request.maximumResponseBytes
            if let announced = answer.headers.first(name: "Content-Length").flatMap(Int.init), announced > limit {
                throw TransportFailure.responseTooLarge
            }
            var content: [UInt8] = []
            for try await part in answer.body {
                guard part.readableBytes <= limit - content.count else { throw TransportFailure.responseTooLarge }
                content.append(contentsOf: part.readableBytesView)
            }
            try Task.checkCancellation()
            return TransportResponse(
                status: Int(answer.status.code), headers: answer.headers.map { (name: $0.name, value: $0.value) },
                body: content)
        }
    }

    /// Ends a connection pool with the last transport that uses it: AsyncHTTPClient stops a debug build that forgets to.
    private final class PoolOwner: Sendable {
        private let client: HTTPClient

        init(_ client: HTTPClient) {
            self.client = client
        }

        func shutdown() async throws {
            try await client.shutdown()
        }

        deinit {
            // The client keeps itself until its connections are closed. One that was shut down before says so, and that is all.
            client.shutdown { _ in }
        }
    }
#endif
