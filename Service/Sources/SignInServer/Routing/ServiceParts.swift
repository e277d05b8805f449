import SignInAPI
import SignInFlows

/// The dependencies that the routes share.
struct ServiceParts: Sendable {
    let environment: SignInEnvironment
    let authenticators: RequestAuthenticators
    let pages: Pages
    let cookies: ServiceCookies
    let appOrigins: AppOrigins
    let journal: SignInJournal?
    /// Apple's availability.
    let appleHealth: AppleHealth?
    let metrics: ServiceMetrics
    let exports: ExportTurns
    /// The app's own page for people who already have an account.
    let existingUsersURL: String?
}

extension ServiceParts {
    /// The path to sign in again and come back. If passwords are switched on, it leads to the page that offers both
    /// ways.
    func signInPath(returningTo path: String) -> String {
        (environment.policy.passwords.isOn ? Paths.webPasswordSignIn : Paths.webSignIn) + "?return_to=" + path
    }
}
