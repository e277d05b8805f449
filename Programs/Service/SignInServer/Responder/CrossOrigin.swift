import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Lets pages of other origins call some endpoints (Fetch Standard, section 3.3): those of OpenID clients the token
/// endpoint and its neighbours, and those with Apple's script the sign-in and what a page does with its tokens.
///
/// Only origins on a client's list are let in. Credentials are never allowed: a browser must not send a cookie there.
struct CrossOrigin: Sendable {
    /// What a page may send to a path.
    struct Permission: Sendable {
        let methods: String
        let headers: String
    }

    /// Who may call a path, and what they may send and read.
    struct Rule: Sendable {
        fileprivate let origins: Set<String>
        fileprivate let permission: Permission
        fileprivate let exposedHeaders: String
        /// The answer to a browser that asks for another origin.
        fileprivate let refusal: ErrorCode
    }

    /// The paths that pages of OpenID clients may call. A browser has no reason to introspect a token.
    private static let openIDPaths = [Paths.oauthToken, Paths.oauthUserInfo, Paths.oauthRevoke]
    private static let openIDPermission = Permission(methods: "GET, POST", headers: "authorization, content-type")
    /// The paths for pages with Apple's script that get tokens.
    private static let scriptPaths = [
        Paths.scriptAttempts: Permission(methods: "POST", headers: "content-type"),
        Paths.scriptSignIn: Permission(methods: "POST", headers: "content-type"),
        Paths.nativeAnswers: Permission(methods: "POST", headers: "authorization, content-type"),
        Paths.sessionRefresh: Permission(methods: "POST", headers: "content-type"),
        Paths.sessionEnd: Permission(methods: "POST", headers: "authorization, content-type"),
        Paths.account: Permission(methods: "GET", headers: "authorization"),
    ]

    private let rules: [String: Rule]

    init(_ environment: SignInEnvironment) {
        let pages = environment.clients.tokenPageOrigins
        var rules = Self.scriptPaths.mapValues { permission in
            Rule(
                origins: pages, permission: permission, exposedHeaders: "Retry-After, WWW-Authenticate",
                refusal: .scriptOriginRefused)
        }
        if let provider = environment.openID {
            let openID = Rule(
                origins: Set(provider.clients.all.flatMap(\.webOrigins)), permission: Self.openIDPermission,
                exposedHeaders: "WWW-Authenticate", refusal: .originNotAllowed)
            for path in Self.openIDPaths { rules[path] = openID }
        }
        self.rules = rules
    }

    /// The paths that pages of other origins may call, what they may send, and whether OpenID clients call them.
    var paths: [(path: String, permission: Permission, isOfOpenID: Bool)] {
        rules.sorted { $0.key < $1.key }.map { ($0.key, $0.value.permission, Self.openIDPaths.contains($0.key)) }
    }

    /// The rule of a path; `nil` if only pages of this service may call it.
    func rule(of path: String) -> Rule? { rules[path] }

    /// Refuses a request from an origin that may not call its path.
    func require(_ request: Request) throws(RequestRefusal) {
        guard let rule = rules[request.uri.path], rule.origin(of: request) == nil else { return }
        throw RequestRefusal(rule.refusal)
    }

}

extension CrossOrigin.Rule {
    /// Lets the page of the request read the reply, errors included. Otherwise a client could not tell an expired
    /// token from an outage.
    func add(to response: inout Response, for request: Request) {
        guard !origins.isEmpty else { return }
        response.headers[.vary] = "Origin"
        guard let origin = origin(of: request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = exposedHeaders
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
    }

    /// The origin of the request's page if it is on a client's list.
    fileprivate func origin(of request: Request) -> String? {
        request.headers[values: .origin].onlyElement.flatMap { origins.contains($0) ? $0 : nil }
    }
}
