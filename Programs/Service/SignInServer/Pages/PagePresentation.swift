import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// How a page is presented: whom it belongs to, and the languages that this client asks for.
struct PagePresentation: Sendable, Equatable {
    let owner: PageOwner
    /// `ui_locales` of the OpenID request that led here, if one did.
    let locales: String?

    init(owner: PageOwner = .service, locales: String? = nil) {
        (self.owner, self.locales) = (owner, locales)
    }

    /// The pages of an OpenID client whose request waits.
    init(of waiting: WaitingClient) {
        self.init(owner: .openIDClient(waiting.id), locales: waiting.locales)
    }

    /// The pages of a sign-in. They belong to the OpenID client that waits for it, or to the client that began it.
    init(of signIn: WebSignInRequest, in environment: SignInEnvironment) {
        let pending = signIn.returnTo.flatMap(AuthorizationRequests.request(inReturnPath:))
        if let waiting = pending.flatMap({ AuthorizationRequests(environment).waitingClient(of: $0) }) {
            self.init(of: waiting)
        } else {
            self.init(owner: signIn.client.map { .client($0) } ?? .service)
        }
    }

    /// The page about a failed request, of which only the query is known.
    init(of request: Request, in environment: SignInEnvironment) {
        guard let query = try? request.query() else {
            self.init()
            return
        }
        if let client = query["client_id"] {
            self.init(owner: .openIDClient(client), locales: query["ui_locales"])
        } else if let waiting = query["request"].flatMap({ AuthorizationRequests(environment).waitingClient(of: $0) }) {
            self.init(of: waiting)
        } else {
            self.init(of: WebSignInRequest(query), in: environment)
        }
    }
}
