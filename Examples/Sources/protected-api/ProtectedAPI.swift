import Foundation
import Hummingbird
import SignInWithApple
import SignInWithAppleTransport

/// An API that wants Apple's identity token on every call: `Authorization: Bearer TOKEN`.
///
/// Good for a first look; a real one takes the token once and then gives out a session of its own
/// (Documentation/existing-auth-system.md).
struct SignedInContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var person: VerifiedIdentityToken?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

struct AppleAuthentication: RouterMiddleware {
    let verifier: AppleTokenVerifier

    func handle(
        _ request: Request, context: SignedInContext,
        next: @concurrent (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        guard let field = request.headers[.authorization], field.hasPrefix("Bearer ") else {
            throw HTTPError(.unauthorized)
        }
        var context = context
        do {
            // A nonce belongs to one sign-in; a call that carries the token again has none to compare.
            context.person = try await verifier.verify(
                String(field.dropFirst("Bearer ".count)), nonce: .notUsed(because: "bearer token"), beside: .nothing)
        } catch IdentityVerificationFailure.rejected(let reason) {
            throw HTTPError(.unauthorized, message: reason.code)
        } catch {
            throw HTTPError(.serviceUnavailable)
        }
        return try await next(request, context)
    }
}

@main
struct ProtectedAPI {
    static func main() async throws {
        let client = ClientID(rawValue: ProcessInfo.processInfo.environment["CLIENT_ID"] ?? "com.example.app")
        let transport = AsyncHTTPClientTransport()
        let keys = AppleKeySet(transport: transport)
        let verifier = try AppleTokenVerifier(clientIDs: [client], keys: keys)
        let router = Router(context: SignedInContext.self)
        router.add(middleware: AppleAuthentication(verifier: verifier))
        router.get("me") { _, context in context.person?.subject.rawValue ?? "nobody" }
        try await Application(router: router).runService()
        try await transport.shutdown()
    }
}
