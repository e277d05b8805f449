#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    public import SignInWithApple

    /// The page for Vapor, compiled with stand-ins for the few Vapor types that it uses: Vapor is not a dependency of
    /// this package.
    enum VaporSnippets {
        struct AppleLogin: Content {
            let attempt: String
            let identityToken: String
        }

        static func routes(_ app: VaporStandIn.Application) throws {
            let apple = try AppleTokenVerifier(
                clientIDs: ["com.example.app"], sharing: app.http.client.shared)

            app.post("login", "apple") { request async throws -> SessionReply in
                let login = try request.content.decode(AppleLogin.self)
                guard let nonce = try await request.nonce(of: login.attempt) else {
                    throw Abort(.unauthorized)
                }
                let token = try await apple.verify(
                    login.identityToken, nonce: .sha256(of: nonce), beside: .nothing)
                return try await request.beginSession(
                    for: token.subject, using: login.attempt)
            }
        }
    }

    extension TokenVerificationFailure: AbortError {
        /// Try again later, or sign in again.
        public var status: HTTPResponseStatus {
            if case .unavailable = self { return .serviceUnavailable }
            return .unauthorized
        }

        /// The stable code.
        public var reason: String { code }
    }

    // MARK: Stand-ins for Vapor and for the app's own database

    typealias Content = Codable & Sendable
    typealias Request = VaporStandIn.Request
    typealias Abort = VaporStandIn.Abort

    /// Public, as in Vapor.
    public enum HTTPResponseStatus: Sendable {
        /// 401.
        case unauthorized
        /// 503.
        case serviceUnavailable
    }

    /// An error with its HTTP answer.
    public protocol AbortError: Error {
        /// The status.
        var status: HTTPResponseStatus { get }
        /// The text of the answer.
        var reason: String { get }
    }

    struct SessionReply: Content {
        let session: String
    }

    extension Request {
        func nonce(of attempt: String) async throws -> String? { nil }

        func beginSession(for person: AppleUserID, using attempt: String) async throws -> SessionReply {
            SessionReply(session: person.rawValue + attempt)
        }
    }

    enum VaporStandIn {
        struct Abort: Error {
            init(_ status: HTTPResponseStatus) {}
        }

        struct Application {
            struct HTTP { let client = Client() }
            struct Client { let shared = HTTPClient.shared }

            let http = HTTP()

            func post<Reply: Content>(
                _ path: String..., use handler: @escaping @Sendable (Request) async throws -> Reply
            ) {
                _ = handler
            }
        }

        struct Request: Sendable {
            struct ContentContainer: Sendable {
                func decode<Value: Content>(_ type: Value.Type) throws -> Value {
                    try JSONDecoder().decode(type, from: Data())
                }
            }

            let content = ContentContainer()
        }
    }
#endif
