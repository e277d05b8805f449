import AccountStorage
import Hummingbird
import SignInFlows

/// Who may ask for a route, and what its handler learns of them.
struct RouteAuthentication<Caller: Sendable>: Sendable {
    let requirement: AuthenticationRequirement
    let authenticate: @Sendable (Request, ServiceContext, RequestAuthenticators) async throws -> Caller
}

/// What a route wants to be proven, as a value.
enum AuthenticationRequirement: Sendable, Hashable {
    case nothing
    case ownPage
    case visitor
    case session
    case sessionForChange(RateLimiter.Purpose)
    case serviceKey(ServiceCredential.Scope)
    case operatorOrKey
    case decidedByHandler
}

extension RouteAuthentication where Caller == Void {
    /// Anybody may ask.
    static var anybody: RouteAuthentication {
        RouteAuthentication(requirement: .nothing) { _, _, _ in }
    }

    /// Anybody whose request one of our own pages sent.
    static var ownPage: RouteAuthentication {
        RouteAuthentication(requirement: .ownPage) { request, _, authenticators in
            try authenticators.ownOrigin.require(request)
        }
    }

    /// The operator, from one of their addresses, or a service of theirs with a key.
    static var operatorOrKey: RouteAuthentication {
        RouteAuthentication(requirement: .operatorOrKey) { request, context, authenticators in
            try await authenticators.services.requireOperator(request, context)
        }
    }

    /// What must be proven depends on what is asked for, so the handler authenticates.
    static var decidedByHandler: RouteAuthentication {
        RouteAuthentication(requirement: .decidedByHandler) { _, _, _ in }
    }
}

extension RouteAuthentication where Caller == SignedInSession {
    /// Whoever is signed in, to read.
    static var session: RouteAuthentication {
        RouteAuthentication(requirement: .session) { request, context, authenticators in
            try await authenticators.sessions.authenticate(request, context)
        }
    }

    /// Whoever is signed in, to change something: under a cookie only from one of our own pages.
    static func sessionForChange(_ purpose: RateLimiter.Purpose) -> RouteAuthentication {
        RouteAuthentication(requirement: .sessionForChange(purpose)) { request, context, authenticators in
            try await authenticators.sessions.authenticateForChange(request, context, for: purpose)
        }
    }
}

extension RouteAuthentication where Caller == SignedInSession? {
    /// Anybody; the handler gets the session of whoever is signed in.
    static var visitor: RouteAuthentication {
        RouteAuthentication(requirement: .visitor) { request, context, authenticators in
            try await authenticators.sessions.authenticateIfSignedIn(request, context)
        }
    }
}

extension RouteAuthentication where Caller == ServiceCredential {
    /// A service of the operator, with a key of this scope.
    static func serviceKey(_ scope: ServiceCredential.Scope) -> RouteAuthentication {
        RouteAuthentication(requirement: .serviceKey(scope)) { request, _, authenticators in
            try await authenticators.services.authenticate(request, for: scope)
        }
    }
}
