import AccountStorage
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// The dependencies that the routes share.
struct ServiceParts: Sendable {
    let environment: SignInEnvironment
    let authenticators: RequestAuthenticators
    let pages: PageSet
    let cookies: ServiceCookies
    let appOrigins: AppOrigins
    let journal: SignInJournal?
    /// The origin of the emulator in Apple's place, to which the demo page links; `nil` at Apple.
    let emulator: String?
    /// Apple's availability.
    let appleHealth: AppleHealth?
    let metrics: ServiceMetrics
    let exports: ExportTurns
    /// The app's own page for people who already have an account.
    let existingUsersURL: String?
    /// The app's own page on which new people give a further proof.
    let proofURL: String?
}

extension ServiceParts {
    /// The pages for the person who sent the request.
    ///
    /// - Parameters:
    ///   - owner: whom the page belongs to.
    ///   - locales: `ui_locales` of the OpenID request that led here, if one did.
    func pages<Caller, Body>(
        for request: RouteRequest<Caller, Body>, of owner: PageOwner = .service, locales: String? = nil
    ) -> Pages {
        pages.pages(for: request.http, PagePresentation(owner: owner, locales: locales))
    }

    /// The pages of a sign-in, in a language that the waiting OpenID client asks for.
    func pages<Caller, Body>(for request: RouteRequest<Caller, Body>, of signIn: WebSignInRequest) -> Pages {
        pages.pages(for: request.http, PagePresentation(of: signIn, in: environment))
    }

    /// The pages of the person who sent the request.
    func ownPages<Body>(for request: RouteRequest<SignedInSession?, Body>) -> Pages {
        pages(for: request, of: PageOwner(of: request.caller))
    }

    /// The same for a route that needs a session.
    func ownPages<Body>(for request: RouteRequest<SignedInSession, Body>) -> Pages {
        pages(for: request, of: PageOwner(of: request.caller))
    }

    /// The environment for the person who sent the request: its mails are in their language, and its sessions name their
    /// browser.
    func environment<Caller, Body>(for request: RouteRequest<Caller, Body>) -> SignInEnvironment {
        let (languages, field) = (pages.languages, request.http.headers[.acceptLanguage])
        let userAgent = request.http.headers[.userAgent]
        return environment.speaking { languages.choose(acceptLanguage: field) }
            .seen { BrowserName.read(userAgent) }
    }

    /// The path to sign in again and come back. If passwords are switched on, it leads to the page that offers both
    /// ways.
    ///
    /// - Parameter client: the client of the sign-in before. With another client, the same person could get another
    ///   account.
    func signInPath(returningTo path: String, client: String? = nil) -> String {
        let again = WebSignInRequest(client: environment.clients.nameInAddress(client), returnTo: path)
        return environment.policy.passwords.isOn ? again.passwordPath : again.path
    }

    /// The same for a person whose session is too old.
    func signInPath(returningTo path: String, after session: SignedInSession) -> String {
        signInPath(returningTo: path, client: session.session.clientID)
    }
}
