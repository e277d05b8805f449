import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// Consents to OpenID clients, on the person's account page.
struct ConsentRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.webAccountConsentWithdraw, budget: .network(.account),
                authentication: .sessionForChange(.end), body: .form(upTo: 1_024),
                stores: .afterProof(600, by: .whatBegan), use: withdraw)
        ]
    }

    private func withdraw(_ request: RouteRequest<SignedInSession, FormFields>) async throws -> Response {
        try await ClientConsents(parts.environment).withdraw(request.body["client"] ?? "", by: request.caller)
        return .seeOther(Paths.webAccount)
    }
}
