import AccountStorage
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
    /// The owner of the pages of somebody who is signed in: the client that the session was made with.
    init(of session: SignedInSession?) {
        guard let session = session?.session else {
            self = .service
            return
        }
        self = session.platform == .openID ? .openIDClient(session.clientID) : .client(session.clientID)
    }
}
