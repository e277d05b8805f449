import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

/// The declaration of a route is enforced. Every test covers the whole table, so that new routes are included.
@Suite struct RouteDeclarationTests {
    /// All services have the same routes, except that the demo page replaces the start page, that only an OpenID
    /// Provider has that one's routes, and that only a service with an app names it to Apple or to Android.
    private func routes() throws -> [Route] {
        try TestService(openID: TestClients.all).service.routes.routes
    }

    private func send(
        _ caller: Caller, _ route: Route, _ headers: [String: String] = [:], octets: Int = 0
    ) async throws -> TestResponse {
        var fields = Caller.fields(headers)
        let isForm = route.path.hasPrefix("/web/") || route.path.hasPrefix("/oauth/")
        fields[.contentType] =
            switch route.path {
            case Paths.mailBounces: "message/rfc822"
            default: isForm ? "application/x-www-form-urlencoded" : "application/json"
            }
        return try await caller.client.executeRequest(
            uri: route.path, method: route.method, headers: fields,
            body: octets == 0 ? nil : ByteBuffer(repeating: UInt8(ascii: "a"), count: octets))
    }

    @Test func `each path and method is declared once`() throws {
        let table = try TestService(openID: TestClients.all).service.routes
        #expect(Set(table.routes.map { "\($0.method) \($0.path)" }).count == table.routes.count)
        #expect(table.byPath.values.map(\.routes.count).reduce(0, +) == table.routes.count)
    }

    @Test func `only these routes count no request, each for the reason it names`() throws {
        let unlimited = try routes().compactMap { route -> String? in
            guard case .unlimited(let reason) = route.budget else { return nil }
            return "\(route.path) \(reason)"
        }
        #expect(
            unlimited.sorted() == [
                "/.well-known/apple-app-site-association writtenOnce", "/.well-known/assetlinks.json writtenOnce",
                "/.well-known/jwks.json writtenOnce",
                "/.well-known/oauth-authorization-server writtenOnce",
                "/.well-known/openid-configuration writtenOnce", "/errors writtenOnce", "/health/live monitoring",
                "/health/ready monitoring", "/metrics monitoring", "/oauth/siwa/1.0.0/siwa.d.ts writtenOnce",
                "/oauth/siwa/1.0.0/siwa.js writtenOnce", "/oauth/siwa/1/integrity.json writtenOnce",
                "/oauth/siwa/1/siwa.d.ts writtenOnce", "/oauth/siwa/1/siwa.js writtenOnce",
                "/v1/ended-sessions operatorOnly", "/web/logo writtenOnce",
            ])
    }

    @Test func `a network's budget ends on every route that declares one`() async throws {
        for route in try routes() {
            guard case .network(let budget) = route.budget else { continue }
            let service = try TestService(requestsPerMinute: 1, openID: TestClients.all) {
                $0.backendRequestsPerMinute = 1
            }
            let allowed = budget == .account ? 5 : budget == .sessionCheck ? 50 : 1
            try await service.run { caller async throws in
                for _ in 0..<allowed {
                    #expect(try await send(caller, route).status != .tooManyRequests, "\(route.path)")
                }
                #expect(try await send(caller, route).status == .tooManyRequests, "\(route.path)")
            }
        }
    }

    @Test func `pages answer navigations only, and these routes answer other requests of a browser too`() throws {
        let others = try routes().filter { route in
            route.method == .get && route.mode == .any && !route.path.hasPrefix("/v1/")
        }
        #expect(
            others.map(\.path).sorted() == [
                "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/.well-known/jwks.json",
                "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration", "/errors",
                "/health/live", "/health/ready", "/metrics", "/oauth/siwa/1.0.0/siwa.d.ts",
                "/oauth/siwa/1.0.0/siwa.js", "/oauth/siwa/1/integrity.json", "/oauth/siwa/1/siwa.d.ts",
                "/oauth/siwa/1/siwa.js", "/oauth/userinfo", "/web/logo",
            ])
    }

    @Test(arguments: ["no-cors", "cors", "same-origin", "websocket"])
    func `an image or a script is refused where only navigations are answered, and uses up no budget`(
        mode: String
    ) async throws {
        let service = try TestService(requestsPerMinute: 1, openID: TestClients.all) {
            $0.backendRequestsPerMinute = 1
        }
        for route in try routes() where route.mode == .navigation {
            try await service.run { caller async throws in
                for site in ["cross-site", "same-site", "same-origin"] {
                    for _ in 0..<10 {
                        let headers = ["Sec-Fetch-Mode": mode, "Sec-Fetch-Site": site]
                        let response = try await send(caller, route, headers)
                        #expect(response.status == .forbidden, "\(route.path)")
                        #expect(response.text.contains("navigation_required"), "\(route.path)")
                    }
                }
            }
        }
        try await service.run { caller in
            for headers in [["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], [:]] {
                let response = try await caller.get(Caller.authorize(["prompt": "none"]), headers: headers)
                #expect(response.answer["error"] == "login_required")
            }
        }
    }

    @Test func `without credentials nobody gets past a route that declares them`() async throws {
        let service = try TestService(openID: TestClients.all)
        let routes = try routes()
        try await service.run { caller in
            for route in routes {
                let response = try await send(caller, route)
                switch route.authentication {
                case .session, .sessionForProxy, .sessionForChange, .serviceKey:
                    #expect(response.status == .unauthorized, "\(route.method) \(route.path)")
                case .operatorOrKey, .ownPage, .scriptPage:
                    #expect(response.status == .forbidden, "\(route.method) \(route.path)")
                case .visitor, .nothing, .decidedByHandler: break
                }
            }
        }
    }

    @Test func `a credential of another kind opens no route`() async throws {
        let service = try TestService(openID: TestClients.all)
        let routes = try routes()
        let (_, key) = try await ServiceCredentials(service.environment).issue(
            name: "all", scopes: Set(ServiceCredential.Scope.allCases))
        try await service.run { caller in
            let session = try await caller.signInNatively()
            for route in routes {
                switch route.authentication {
                case .session, .sessionForProxy, .sessionForChange:
                    let response = try await send(caller, route, ["Authorization": "Bearer \(key)"])
                    #expect(response.status == .unauthorized, "\(route.method) \(route.path)")
                case .serviceKey:
                    let response = try await send(caller, route, ["Authorization": "Bearer \(session.accessToken)"])
                    #expect(response.status == .unauthorized, "\(route.method) \(route.path)")
                case .operatorOrKey, .ownPage, .scriptPage, .visitor, .nothing, .decidedByHandler: break
                }
            }
        }
    }

    @Test func `a key without the declared scope is refused`() async throws {
        let service = try TestService(openID: TestClients.all)
        let routes = try routes()
        try await service.run { caller in
            for route in routes {
                guard case .serviceKey(let scope) = route.authentication else { continue }
                let others = Set(ServiceCredential.Scope.allCases).subtracting([scope])
                let (_, key) = try await ServiceCredentials(service.environment).issue(name: "other", scopes: others)
                let response = try await send(caller, route, ["Authorization": "Bearer \(key)"])
                #expect(response.errorCode == "credential_scope_missing", "\(route.method) \(route.path)")
            }
        }
    }

    @Test(arguments: [nil, "cross-site", "same-site", "none"])
    func `a change under a cookie must come from a page of ours`(site: String?) async throws {
        let service = try TestService(openID: TestClients.all)
        let routes = try routes()
        try await service.run { caller in
            var headers = ["Cookie": "siwa-session=anything"]
            headers["Sec-Fetch-Site"] = site
            for route in routes {
                switch route.authentication {
                case .sessionForChange, .ownPage:
                    let response = try await send(caller, route, headers)
                    #expect(response.status == .forbidden, "\(route.method) \(route.path)")
                    #expect(response.text.contains("cross_site_request"), "\(route.method) \(route.path)")
                case .session, .sessionForProxy, .serviceKey, .operatorOrKey, .scriptPage, .visitor, .nothing,
                    .decidedByHandler:
                    break
                }
            }
        }
    }

    @Test func `a body beyond the declared limit is refused`() async throws {
        let service = try TestService(openID: TestClients.all)
        let routes = try routes()
        let (_, key) = try await ServiceCredentials(service.environment).issue(
            name: "all", scopes: Set(ServiceCredential.Scope.allCases))
        try await service.run { caller in
            let session = try await caller.signInNatively()
            for route in routes {
                guard let limit = route.bodyLimit else { continue }
                var headers = ["Sec-Fetch-Site": "same-origin"]
                switch route.authentication {
                case .session, .sessionForProxy, .sessionForChange:
                    headers["Authorization"] = "Bearer \(session.accessToken)"
                case .serviceKey, .operatorOrKey: headers["Authorization"] = "Bearer \(key)"
                case .scriptPage: headers["Origin"] = TestService.scriptOrigin
                case .ownPage, .visitor, .nothing, .decidedByHandler: break
                }
                let response = try await send(caller, route, headers, octets: limit + 1)
                #expect(response.status == .contentTooLarge, "\(route.method) \(route.path)")
                let within = try await send(caller, route, headers, octets: limit)
                #expect(within.status != .contentTooLarge, "\(route.method) \(route.path)")
            }
        }
    }
}
