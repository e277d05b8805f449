import Hummingbird
import SignInAPI
import SignInFlows

/// The account of whoever asks.
struct AccountRoutes: RouteGroup {
    let authenticator: SessionAuthenticator

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.account), use: read)
    }

    private func read(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticate(request, context)
        return try .json(AccountReply(session.account))
    }
}
