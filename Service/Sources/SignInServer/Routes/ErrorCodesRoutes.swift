import Hummingbird
import SignInAPI

/// The page that `documentation` in an error points to.
struct ErrorCodesRoutes: RouteGroup {
    let pages: Pages

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.errorCodes)) { _, _ in try pages.errorCodes() }
    }
}
