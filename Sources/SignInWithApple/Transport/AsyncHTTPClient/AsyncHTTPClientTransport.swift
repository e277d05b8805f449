#if AsyncHTTPClient
    public import AsyncHTTPClient
    public import NIOCore
    import NIOHTTP1
    import NIOSSL

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// Sends the library's requests with AsyncHTTPClient: bounded in time and memory, never redirected, never retried.
    ///
    /// It calls only https addresses, except on this machine. Plain `http` addresses of `localhost` and its subdomains
    /// go to 127.0.0.1 without a DNS query, because outside browsers few resolvers know such names (RFC 6761 §6.3).
    ///
    /// A transport with its own connection pool shuts the pool down when its last copy is released. No explicit
    /// shutdown is needed.
    public struct AsyncHTTPClientTransport: HTTPTransport {
        private let client: HTTPClient
        /// `nil` for a client that its owner shuts down.
        private let owner: PoolOwner?
        private let longestCall: TimeInterval
        private let plainOrigins: [WebOrigin]

        /// Creates a transport with its own connection pool.
        /// - Parameters:
        ///   - eventLoopGroup: the group for its connections. Pass the server's own group to avoid further threads.
        ///     Call `shutdown` before you shut such a group down.
        ///   - connectTimeout: seconds in which a connection must be established.
        ///   - longestCall: the limit in seconds for a whole call, even if the request's deadline is longer.
        ///   - plainOrigins: further origins that may be called without TLS, such as `http://idp.internal:9080`. Only
        ///     for an emulator in development, because anybody on the network path can read and answer such calls. A
        ///     value that is not such an origin has no effect.
        public init(
            eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup, connectTimeout: TimeInterval = 3,
            longestCall: TimeInterval = 10, allowsPlainHTTPTo plainOrigins: Set<String> = []
        ) {
            self.init(
                eventLoopGroup: eventLoopGroup, connectTimeout: connectTimeout, longestCall: longestCall,
                allowsPlainHTTPTo: plainOrigins, trustRoots: .default)
        }

        /// Creates a transport that shares an existing client, such as `app.http.client.shared`. The transport never
        /// shuts it down.
        ///
        /// The client should disallow redirects. One that follows them is safe, too: a posted body can be sent only
        /// once, so no secret reaches the target of a redirect, and the result is the redirect itself. The client's
        /// other settings apply: TLS, proxy, idle timeout. If Apple closes a connection at the moment of a call, the
        /// code of that call is lost. So keep idle connections for ten seconds at most if you exchange codes, or use a
        /// transport with its own pool.
        /// - Parameters:
        ///   - client: the client. Its owner shuts it down after the last call.
        ///   - longestCall: the limit in seconds for a whole call, even if the request's deadline is longer.
        ///   - plainOrigins: further origins that may be called without TLS.
        public init(
            sharing client: HTTPClient, longestCall: TimeInterval = 10, allowsPlainHTTPTo plainOrigins: Set<String> = []
        ) {
            self.client = client
            owner = nil
            self.longestCall = longestCall
            self.plainOrigins = Self.origins(plainOrigins)
        }

        /// Creates a transport that trusts other certificate authorities than the system's, for tests.
        init(
            eventLoopGroup: any EventLoopGroup = HTTPClient.defaultEventLoopGroup, connectTimeout: TimeInterval,
            longestCall: TimeInterval, allowsPlainHTTPTo plainOrigins: Set<String> = [], trustRoots: NIOSSLTrustRoots
        ) {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = trustRoots
            // RFC 8996 deprecates TLS 1.0 and 1.1, but NIOSSL still supports them.
            tls.minimumTLSVersion = .tlsv12
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: tls,
                redirectConfiguration: .disallow,
                timeout: .init(connect: .milliseconds(Int64(connectTimeout * 1_000)), read: nil),
                decompression: .disabled)
            // If a server closes idle connections before the client does, a request with a code can be lost.
            configuration.connectionPool.idleTimeout = .seconds(10)
            configuration.connectionPool.retryConnectionEstablishment = false
            // A few slow calls to Apple, such as revocations, must not keep others waiting for a connection.
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
            client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
            owner = PoolOwner(client)
            self.longestCall = longestCall
            self.plainOrigins = Self.origins(plainOrigins)
        }

        private static func origins(_ plainOrigins: Set<String>) -> [WebOrigin] {
            plainOrigins.compactMap { WebOrigin($0, requiresBareOrigin: true) }.filter { !$0.isSecure }
        }

        /// Shuts down the transport's own connection pool and waits for it. Running calls fail with `cancelled`. A
        /// shared client keeps running.
        public func shutdown() async throws {
            try await owner?.shutdown()
        }

        /// Sends the request once, and stops at its deadline or size limit.
        public func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
            guard let address = CallAddress(request.url, plainOrigins: plainOrigins) else { throw .addressRefused }
            let seconds = min(max(request.deadline, 0), longestCall)
            let body = RequestBody(request.body)
            do {
                return try await withThrowingTaskGroup(of: TransportResponse.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await exchange(request, body, at: address) }
                    group.addTask {
                        // The client's own deadline covers only the head of the answer. A body could arrive slowly for
                        // ever.
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
            // AsyncHTTPClient sends a stream once, and follows no redirect that needs it again
            // (`HTTPClientRequest.Body.stream`).
            if !request.body.isEmpty { outgoing.body = .stream(body, length: .known(Int64(request.body.count))) }
            let answer = try await client.execute(outgoing, deadline: .distantFuture)
            // If the client followed a redirect, return the redirect instead of the answer of its target.
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

    /// Shuts down a connection pool with the last transport that uses it. Otherwise AsyncHTTPClient stops a debug
    /// build.
    private final class PoolOwner: Sendable {
        private let client: HTTPClient

        init(_ client: HTTPClient) {
            self.client = client
        }

        func shutdown() async throws {
            try await client.shutdown()
        }

        deinit {
            // The client keeps itself alive until its connections are closed. The error for a client that was already
            // shut down is ignored.
            client.shutdown { _ in }
        }
    }
#endif
