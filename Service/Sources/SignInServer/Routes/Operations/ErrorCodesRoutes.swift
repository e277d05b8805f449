import Hummingbird
import SignInAPI

/// The page that `documentation` in an error points to.
struct ErrorCodesRoutes: RouteGroup {
    let pages: Pages

    func add(to router: Router<ServiceContext>) {
        // Written once: the page is long, always the same, and anybody may ask for it as often as they like.
        let page = Result { try pages.errorCodes() }
        router.get(RouterPath(Paths.errorCodes)) { _, _ in try page.get() }
    }
}
