import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import Testing

@testable import SignInServer

@Suite struct LogoRouteTests {
    private func source(_ page: TestResponse, _ attribute: String) throws -> String {
        let found = try Regex(attribute + #"="([^"]*)""#).firstMatch(in: page.text)?.output[1].substring
        return try #require(found).replacingOccurrences(of: "&amp;", with: "&")
    }

    @Test func `a page's logo is found under its address, and browsers keep it`() async throws {
        try await TestService(brands: try TestBrands.read()).run { caller in
            let page = try await caller.get(
                Paths.webSignIn, headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"])
            for (attribute, bytes) in [
                ("src", TestBrands.files["/srv/service.png"]), ("srcset", TestBrands.files["/srv/service-dark.png"]),
            ] {
                let logo = try await caller.get(source(page, attribute))
                #expect(logo.status == .ok)
                #expect(Array(logo.body.readableBytesView) == bytes)
                #expect(logo.headers[.contentType] == "image/png")
                #expect(logo.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
        }
    }

    @Test func `an SVG gets no right but to draw, even if somebody opens it`() async throws {
        let brands = try TestBrands.read()
        let hostile = try #require(brands.find(.client("shop")).logo)
        try await TestService(brands: brands).run { caller in
            let logo = try await caller.get(hostile.path)
            #expect(logo.headers[.contentType] == "image/svg+xml")
            #expect(Array(logo.body.readableBytesView) == TestBrands.hostileSVG)
            let policy = try #require(logo.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; sandbox;"))
            #expect(logo.headers[.xContentTypeOptions] == "nosniff")
            #expect(logo.headers[.crossOriginResourcePolicy] == "same-origin")
            #expect(logo.headers[.setCookie] == nil)
        }
    }

    @Test(arguments: ["", "?v=", "?v=0", "?v=../../etc/passwd", "?client=shop", "?v=a&v=b"])
    func `nothing else is a logo`(query: String) async throws {
        try await TestService(brands: try TestBrands.read()).run { caller in
            let response = try await caller.get(Paths.webLogo + query)
            #expect(response.status == (query.contains("&") ? .badRequest : .notFound))
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }
}
