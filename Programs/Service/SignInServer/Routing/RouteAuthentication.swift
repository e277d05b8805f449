import AccountStorage
import Hummingbird
import SignInFlows

/// Who may call a route, and what its handler learns about the caller.
struct RouteAuthentication<Caller: Sendable>: Sendable {
    let requirement: AuthenticationRequirement
    let authenticate: @Sendable (Request, ServiceContext, RequestAuthenticators) async throws -> Caller
}

/// The requirement of a route, as a value.
enum AuthenticationRequirement: Sendable, Hashable {
    case nothing
    case ownPage
    case scriptPage
    case visitor
    case session
    case sessionForProxy
    case sessionForChange(RateLimiter.Purpose)
    case serviceKey(ServiceCredential.Scope)
    case operatorOrKey
    case decidedByHandler
}

extension RouteAuthentication where Caller == Void {
    /// Anybody.
    static var anybody: RouteAuthentication {
        RouteAuthentication(requirement: .nothing) { _, _, _ in }
    }

    /// Anybody, but only from one of our own pages.
    static var ownPage: RouteAuthentication {
        RouteAuthentication(requirement: .ownPage) { request, _, authenticators in
            try authenticators.ownOrigin.require(request)
        }
    }

    /// The operator from an allowed address, or one of the operator's services with a key.
    static var operatorOrKey: RouteAuthentication {
        RouteAuthentication(requirement: .operatorOrKey) { request, context, authenticators in
            try await authenticators.services.requireOperator(request, context)
        }
    }

    /// The requirement depends on the request, so the handler authenticates.
    static var decidedByHandler: RouteAuthentication {
        RouteAuthentication(requirement: .decidedByHandler) { _, _, _ in }
    }
}

extension RouteAuthentication where Caller == ScriptOrigin {
    /// Anybody, but only from a page that may use Apple's script. The handler gets its origin.
    static var scriptPage: RouteAuthentication {
        RouteAuthentication(requirement: .scriptPage) { request, _, authenticators in
            try authenticators.scriptPages.require(request)
        }
    }
}

extension RouteAuthentication where Caller == SignedInSession {
    /// A person who is signed in, for reading.
    static var session: RouteAuthentication {
        RouteAuthentication(requirement: .session) { request, context, authenticators in
            try await authenticators.sessions.authenticate(request, context)
        }
    }

    /// A person who is signed in, for a proxy that asks about each request to another application.
    static var sessionForProxy: RouteAuthentication {
        RouteAuthentication(requirement: .sessionForProxy) { request, context, authenticators in
            try await authenticators.sessions.authenticate(request, context, for: .check)
        }
    }

    /// A person who is signed in, for a change. With a cookie, the request must come from one of our own pages.
    static func sessionForChange(_ purpose: RateLimiter.Purpose) -> RouteAuthentication {
        RouteAuthentication(requirement: .sessionForChange(purpose)) { request, context, authenticators in
            try await authenticators.sessions.authenticateForChange(request, context, for: purpose)
        }
    }
}

extension RouteAuthentication where Caller == AccountDeletionCaller {
    /// A person who is signed in, for the deletion of their account, or one whose account was deleted a moment ago.
    static var sessionForDeletion: RouteAuthentication {
        RouteAuthentication(requirement: .sessionForChange(.end)) { request, context, authenticators in
            try await authenticators.sessions.authenticateForDeletion(request, context)
        }
    }
}

extension RouteAuthentication where Caller == SignedInSession? {
    /// Anybody. The handler gets the session if the person is signed in.
    static var visitor: RouteAuthentication {
        RouteAuthentication(requirement: .visitor) { request, context, authenticators in
            try await authenticators.sessions.authenticateIfSignedIn(request, context)
        }
    }

    /// Anybody. The handler gets the session of the browser's cookie if there is one; an access token does not count.
    static var browser: RouteAuthentication {
        RouteAuthentication(requirement: .visitor) { request, context, authenticators in
            try await authenticators.sessions.authenticateBrowser(request, context)
        }
    }

    /// The same, but only from one of our own pages.
    static var browserOnOwnPage: RouteAuthentication {
        RouteAuthentication(requirement: .ownPage) { request, context, authenticators in
            try authenticators.ownOrigin.require(request)
            return try await authenticators.sessions.authenticateBrowser(request, context)
        }
    }
}

extension RouteAuthentication where Caller == ServiceCredential {
    /// One of the operator's services with a key of this scope.
    static func serviceKey(_ scope: ServiceCredential.Scope) -> RouteAuthentication {
        RouteAuthentication(requirement: .serviceKey(scope)) { request, _, authenticators in
            try await authenticators.services.authenticate(request, for: scope)
        }
    }
}
