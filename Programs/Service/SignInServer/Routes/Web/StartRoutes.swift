import Hummingbird
import SignInAPI
import SignInFlows

/// The page at `/`, the default target of a browser: it shows whether the person is signed in, with a link to sign in
/// or out.
struct StartRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.start, mode: .navigation, budget: .network(.account), authentication: .visitor, body: .none,
                use: page)
        ]
    }

    private func page(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        guard request.caller == nil else { return try parts.ownPages(for: request).signedIn() }
        return try parts.ownPages(for: request).signedOut(
            canSignIn: parts.environment.clients.unnamedBrowserClient != nil,
            offersPassword: parts.environment.policy.passwords.isOn)
    }
}
