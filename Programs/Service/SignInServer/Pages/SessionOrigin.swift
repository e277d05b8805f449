import AccountStorage
import SignInFlows

/// Where a session is: in an OpenID client, in a browser, or on a kind of device.
struct SessionOrigin {
    /// The key of the words for it.
    let key: String
    /// The key of the label of the button that ends the session.
    let endKey: String
    /// The name of the client or of the browser, for words that name it; otherwise empty.
    let client: String

    /// - Parameter clients: the clients of the OpenID Provider.
    init(_ session: Session, _ clients: OpenIDClientDirectory? = nil) {
        let name = clients.map { $0.find(session.clientID)?.name ?? session.clientID }
        let kind =
            switch session.platform {
            case .native: "native"
            case .web: session.browser == nil ? "web" : "client"
            case .android: "android"
            case .openID: name == nil ? "openid" : "client"
            }
        key = "session." + kind
        endKey = "session.end_" + kind
        client = kind == "client" ? session.browser ?? name ?? "" : ""
    }
}
