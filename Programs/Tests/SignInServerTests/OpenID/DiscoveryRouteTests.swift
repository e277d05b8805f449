import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

@Suite struct DiscoveryRouteTests {
    private struct Document: Decodable, Equatable {
        let issuer: String
        let authorizationEndpoint: String
        let tokenEndpoint: String
        let userinfoEndpoint: String
        let keys: String
        let revocationEndpoint: String
        let introspectionEndpoint: String
        let endSessionEndpoint: String
        let algorithms: [String]
        let supportsRequestURI: Bool

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case userinfoEndpoint = "userinfo_endpoint"
            case keys = "jwks_uri"
            case revocationEndpoint = "revocation_endpoint"
            case introspectionEndpoint = "introspection_endpoint"
            case endSessionEndpoint = "end_session_endpoint"
            case algorithms = "id_token_signing_alg_values_supported"
            case supportsRequestURI = "request_uri_parameter_supported"
        }
    }

    @Test(arguments: [Paths.openIDConfiguration, Paths.authorizationServerMetadata])
    func `the document names exactly the endpoints that the router serves, for every origin`(
        path: String
    ) async throws {
        let service = try TestService(publicURL: "https://id.example.com", openID: TestClients.all)
        let served = Set(service.service.routes.routes.map(\.path))
        try await service.run { caller in
            let response = try await caller.get(path)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json")
            #expect(response.headers[.cacheControl] == "public, max-age=300")
            #expect(response.headers[.accessControlAllowOrigin] == "*")
            #expect(response.headers[.crossOriginResourcePolicy] == "cross-origin")
            let document = try response.decoded(Document.self)
            #expect(document.issuer == "https://id.example.com")
            #expect(document.algorithms.contains("RS256"))
            #expect(!document.supportsRequestURI, "absent would mean true")
            let endpoints = [
                document.authorizationEndpoint, document.tokenEndpoint, document.userinfoEndpoint, document.keys,
                document.revocationEndpoint, document.introspectionEndpoint, document.endSessionEndpoint,
            ]
            for endpoint in endpoints {
                #expect(endpoint.hasPrefix(document.issuer + "/"), "\(endpoint)")
                #expect(served.contains(String(endpoint.dropFirst(document.issuer.count))), "\(endpoint)")
            }
        }
    }

    @Test func `the key set has the keys of both kinds of tokens and nothing private`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let response = try await caller.get(Paths.keySet)
            let text = response.text
            #expect(text.contains(#""kid":"rsa-1""#) && text.contains(#""kid":"ours-1""#))
            #expect(text.contains(#""kty":"RSA""#) && text.contains(#""kty":"EC""#))
            #expect(!text.contains(#""d":"#))
            #expect(response.headers[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func `a service that is no provider serves none of its paths`() async throws {
        let provider = Set(try TestService(openID: TestClients.all).service.routes.routes.map(\.path))
        let plain = Set(try TestService().service.routes.routes.map(\.path))
        for path in provider.subtracting(plain) where path != Paths.webAccountConsentWithdraw {
            #expect(path.hasPrefix("/oauth/") || path.hasPrefix("/.well-known/"), "\(path)")
        }
        for path in plain { #expect(!path.hasPrefix("/oauth/"), "\(path)") }
        try await TestService().run { caller in
            let document = try await caller.get(Paths.openIDConfiguration)
            #expect(document.errorCode == "route_unknown")
            let keys = try await caller.get(Paths.keySet)
            #expect(!keys.text.contains("RSA"))
        }
    }
}
