import Hummingbird
import SignInAPI
import SignInFlows

/// The page at `/`, where a browser lands that was to go nowhere else: signed in or not, and the way to the other.
struct StartRoutes: RouteGroup {
    let parts: ServiceParts

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.start), use: page)
    }

    private func page(_ request: Request, context: ServiceContext) async throws -> Response {
        do {
            _ = try await parts.authenticator.authenticate(request, context)
            return try parts.pages.signedIn()
        } catch is RequestRefusal {
            return try signedOut()
        } catch SignInError.refused {
            return try signedOut()
        }
    }

    private func signedOut() throws -> Response {
        try parts.pages.signedOut(
            canSignIn: hasOneWebClient, offersPassword: parts.environment.policy.passwords.isOn)
    }

    private var hasOneWebClient: Bool {
        parts.environment.clients.all.count { $0.kind == .web } == 1
    }
}
