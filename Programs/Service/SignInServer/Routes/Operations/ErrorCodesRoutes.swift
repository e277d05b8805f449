import Hummingbird
import SignInAPI

/// The page that the member `documentation` of an error links to.
struct ErrorCodesRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        let page = Result { try parts.pages.forDevelopers.errorCodes() }
        return [
            Route(
                .get, Paths.errorCodes, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none
            ) { _ in try page.get() }
        ]
    }
}
