import SignInAPI
import SignInFlows

/// What the routes share.
struct ServiceParts: Sendable {
    let environment: SignInEnvironment
    let authenticators: RequestAuthenticators
    let pages: Pages
    let cookies: ServiceCookies
    let appOrigins: AppOrigins
    let journal: SignInJournal?
    /// How Apple was found last.
    let appleHealth: AppleHealth?
    let metrics: ServiceMetrics
    let exports: ExportTurns
    /// The app's own page for people who have an account there.
    let existingUsersURL: String?
}

extension ServiceParts {
    /// Where somebody signs in once more, and comes back: where there are passwords, on the page that offers both.
    func signInPath(returningTo path: String) -> String {
        (environment.policy.passwords.isOn ? Paths.webPasswordSignIn : Paths.webSignIn) + "?return_to=" + path
    }
}
