import AccountStorage

/// The flow that an attempt belongs to. Apps and pages both send Apple's answer themselves, so their attempts are
/// stored alike, and the kind of the client tells them apart.
enum AttemptFlow: Sendable, Hashable {
    case native
    case web
    case script

    /// - Parameter client: the client of the attempt; nil if it is no longer configured.
    init(_ attempt: SignInAttempt, of client: RegisteredClient?) {
        switch attempt.kind {
        case .web: self = .web
        case .native: self = client?.kind == .web ? .script : .native
        }
    }
}

/// Whom a signed attempt belongs to: an app, the pages of one origin, or browsers that are redirected.
enum AttemptHolder: Sendable {
    case app(RegisteredClient)
    case page(ScriptPage)
    case browser(RegisteredClient)

    var client: RegisteredClient {
        switch self {
        case .app(let client), .browser(let client): client
        case .page(let page): page.client
        }
    }

    var kind: SignInAttempt.Kind {
        switch self {
        case .app, .page: .native
        case .browser: .web
        }
    }

    /// The `redirect_uri` of the authorization request; nil for apps, which have none.
    func redirectURI(at publicURL: PublicURL) -> String? {
        switch self {
        case .app: nil
        case .page(let page): page.returnURL
        case .browser: publicURL.callbackURL
        }
    }

    /// What the signature covers. No name has a space, and every origin has a colon, so the texts of two holders
    /// differ.
    var text: String {
        switch self {
        case .app(let client): client.name
        case .page(let page): page.client.name + " " + page.origin
        case .browser(let client): client.name + " browser"
        }
    }
}
