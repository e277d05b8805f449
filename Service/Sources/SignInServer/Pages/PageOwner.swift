import AccountStorage
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// Whom a page belongs to. It decides the page's name, logo, colours and links.
///
/// Requests may name a client, so an owner may be unknown. Only configured names lead to a brand.
enum PageOwner: Sendable, Equatable {
    /// No client, or one that we cannot tell.
    case service
    /// A client of a team, by its configured name.
    case client(String)
    /// A client of the OpenID Provider, by its `client_id`.
    case openIDClient(String)
}

extension PageOwner {
    /// The owner of the pages of a sign-in: the OpenID client that waits for it, or the client that began it.
    init(of signIn: WebSignInRequest, in environment: SignInEnvironment) {
        let pending = signIn.returnTo.flatMap(AuthorizationRequests.request(inReturnPath:))
        if let client = pending.flatMap({ AuthorizationRequests(environment).clientID(of: $0) }) {
            self = .openIDClient(client)
        } else {
            self = signIn.client.map { .client($0) } ?? .service
        }
    }

    /// The owner of the pages of somebody who is signed in: the client that the session was made with.
    init(of session: SignedInSession?) {
        guard let session = session?.session else {
            self = .service
            return
        }
        self = session.platform == .openID ? .openIDClient(session.clientID) : .client(session.clientID)
    }

    /// The owner that the query of a request names, for pages about a failure.
    init(named request: Request, in environment: SignInEnvironment) {
        guard let query = try? request.query() else {
            self = .service
            return
        }
        if let client = query["client_id"]
            ?? query["request"].flatMap({ AuthorizationRequests(environment).clientID(of: $0) })
        {
            self = .openIDClient(client)
        } else {
            self.init(of: WebSignInRequest(query), in: environment)
        }
    }
}
