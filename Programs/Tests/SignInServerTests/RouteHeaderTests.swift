import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// The headers of every route, listed here once more: a route gets other ones only with a change of this list.
@Suite struct RouteHeaderTests {
    /// What an app's page may have opened in a popup that later brings a result.
    private static let popups: Set = [
        "/oauth/authorize", "/oauth/continue", "/oauth/logout", "/oauth/logout/confirm", "/web/callback",
        "/web/password/forgotten", "/web/password/reset", "/web/password/sign-in", "/web/question", "/web/sign-in",
        "/web/waiting",
    ]
    /// Public, and the same for everybody and for every page.
    private static let documents: Set = [
        "/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration",
        "/oauth/siwa/1/integrity.json", "/oauth/siwa/1/siwa.d.ts", "/oauth/siwa/1/siwa.js",
    ]
    /// The same, in one version that never changes.
    private static let versions: Set = ["/oauth/siwa/1.0.0/siwa.d.ts", "/oauth/siwa/1.0.0/siwa.js"]
    /// Public, for Apple's and Google's servers only.
    private static let associations: Set = [
        "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json",
    ]
    /// What pages of registered origins call.
    private static let crossOrigin: Set = [
        "/oauth/revoke", "/oauth/token", "/oauth/userinfo", "/v1/account", "/v1/native/answers",
        "/v1/script/attempts", "/v1/script/sign-in", "/v1/sessions/end", "/v1/sessions/refresh",
    ]
    /// Headers that belong to a reply and not to its route.
    private static let ofReply: Set<HTTPField.Name> = [
        .contentType, .contentLength, .date, .location, .setCookie, .allow, .wwwAuthenticate, .retryAfter, .pragma,
        .xRequestID, .contentDisposition, .eTag, .known("X-Auth-Request-User"), .known("X-Auth-Request-Email"),
    ]

    private static func expected(_ path: String, _ response: TestResponse) -> [HTTPField.Name: String] {
        let isPage = response.headers[.contentType] == "text/html; charset=utf-8"
        var fields: [HTTPField.Name: String] = [
            .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
            .referrerPolicy: isPage ? "same-origin" : "no-referrer",
            .xContentTypeOptions: "nosniff", .xFrameOptions: "DENY",
            .crossOriginOpenerPolicy: popups.contains(path) ? "unsafe-none" : "same-origin",
            .crossOriginResourcePolicy: "same-origin",
            .permissionsPolicy: "camera=(), geolocation=(), microphone=()",
        ]
        if crossOrigin.contains(path) { fields[.vary] = "Origin" }
        if isPage {
            fields[.contentLanguage] = "en"
            // The list of codes is in English for everybody.
            if path != "/errors" { fields[.vary] = "Accept-Language" }
            // Its address contains a code.
            if path == "/oauth/app" { fields[.referrerPolicy] = "no-referrer" }
        }
        let isPublic = !documents.union(versions).union(associations).isDisjoint(with: [path])
        guard response.status == .ok, isPublic else { return fields }
        fields[.cacheControl] = versions.contains(path) ? "public, max-age=31536000, immutable" : "public, max-age=300"
        guard !associations.contains(path) else { return fields }
        fields[.accessControlAllowOrigin] = "*"
        fields[.crossOriginResourcePolicy] = "cross-origin"
        return fields
    }

    /// What the route sent, in the form of the list. A page's own policy becomes the common one if it allows nothing
    /// but its own style, its own script and forms.
    private static func sent(_ response: TestResponse) -> [HTTPField.Name: String] {
        var fields: [HTTPField.Name: String] = [:]
        for field in response.headers where !ofReply.contains(field.name) {
            fields[field.name] = fields[field.name].map { $0 + ", " + field.value } ?? field.value
        }
        let hash = /; (script|style)-src 'sha256-[A-Za-z0-9+\/]{43}='/
        fields[.contentSecurityPolicy] = fields[.contentSecurityPolicy]?
            .replacing(hash, with: "").replacing("; form-action 'self'", with: "")
        return fields
    }

    private func check(_ method: HTTPRequest.Method, _ path: String, _ response: TestResponse) {
        let (sent, expected) = (Self.sent(response), Self.expected(path, response))
        let different = Set(sent.keys).union(expected.keys).filter { sent[$0] != expected[$0] }
            .map { "\($0): \(sent[$0] ?? "none"), expected \(expected[$0] ?? "none")" }
        #expect(different == [], "\(method) \(path): \(response.status.code)")
        #expect(response.headers[.xRequestID]?.count == 16, "\(path)")
        #expect(response.text.isEmpty || response.headers[.contentType] != nil, "\(path)")
    }

    @Test(arguments: [false, true])
    func `each route sends its headers to somebody without credentials, and with an unknown method`(
        isDemo: Bool
    ) async throws {
        let service = try TestService(isDemo: isDemo, openID: TestClients.all)
        try await service.run { caller in
            for route in service.service.routes.routes {
                for method in [route.method, .put] + (route.method == .get ? [.head] : []) {
                    let response = try await caller.client.executeRequest(
                        uri: route.path, method: method, headers: [:], body: nil)
                    check(method, route.path, response)
                }
            }
        }
    }

    @Test func `each page and each reading route sends its headers to somebody who is signed in`() async throws {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        let service = try TestService(openID: TestClients.all, policy: policy)
        try await service.run { caller in
            let browser = try await caller.browser()
            for route in service.service.routes.routes where route.method == .get {
                check(route.method, route.path, try await caller.get(route.path, headers: browser))
            }
        }
    }

    @Test func `the way of a sign-in, from the client to its answer, keeps the opener of a popup`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            func step(_ response: TestResponse, _ path: String) -> TestResponse {
                check(.get, path, response)
                return response
            }
            let sent = step(try await caller.get(Caller.authorize()), Paths.oauthAuthorize)
            let begun = try caller.begun(sent)
            let reposting = step(try await caller.form(Paths.webCallback, begun.form), Paths.webCallback)
            #expect(reposting.status == .ok)
            let done = step(
                try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie]),
                Paths.webCallback)
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let answered = step(
                try await caller.get(
                    try #require(done.headers[.location]),
                    headers: ["Cookie": session.name + "=" + session.value]), Paths.oauthContinue)
            #expect(answered.answer["code"] != nil)
        }
    }

    @Test func `under https each reply also keeps browsers on https`() async throws {
        try await TestService(publicURL: "https://id.example.com", openID: TestClients.all).run { caller in
            for route in caller.service.service.routes.routes {
                let response = try await caller.client.executeRequest(
                    uri: route.path, method: route.method, headers: [:], body: nil)
                #expect(response.headers[.strictTransportSecurity] == "max-age=31536000", "\(route.path)")
            }
        }
    }
}
