import Foundation
import Settings

@testable import SignInServer

/// The brands of the tests, read from a configuration as `siwa` reads them.
enum TestBrands {
    static let svg = Array(LogoImageTests.svg.utf8)
    /// A logo that attacks, if somebody lets it.
    static let hostileSVG = Array(
        #"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>"#.utf8)
    static let files: [String: [UInt8]] = [
        "/srv/web.svg": svg, "/srv/shop.svg": hostileSVG, "/srv/service.png": LogoImageTests.png,
        "/srv/service-dark.png": LogoImageTests.png + [0],
    ]

    /// The configuration's text; `nil` leaves a section out.
    static func json(
        pages: String? = service, web: String? = web, shop: String? = shop, dashboards: String? = dashboards
    ) -> String {
        func section(_ members: String?) -> String { members.map { #", "brand": {\#($0)}"# } ?? "" }
        return """
            {"public_url": "https://id.example.com"\(pages.map { #", "pages": {"brand": {\#($0)}}"# } ?? ""),
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}}, "clients": {
               "app": {"id": "com.example.app", "kind": "native"},
               "web": {"id": "com.example.web", "kind": "web"\(section(web))},
               "shop": {"id": "com.example.shop", "kind": "web"\(section(shop))}}}},
             "openid": {"enabled": true, "clients": {
               "dashboards": {"kind": "public", "name": "Dashboards", "apple_client": "web",
                 "redirect_uris": ["https://dashboards.example.com/login"]\(section(dashboards))},
               "notes": {"kind": "public", "name": "Notes", "apple_client": "web",
                 "redirect_uris": ["https://notes.example.com/callback"]}}}}
            """
    }

    static let service = #"""
        "name": "Example & Sons", "logo": "service.png", "dark_logo": "service-dark.png", "color": "#00695c",
        "links": {"privacy": "https://example.com/privacy?a=1&b=2", "terms": "https://example.com/terms"}
        """#
    static let web = #"""
        "name": "Blue Shelf", "logo": "web.svg", "color": "#0b57d0",
        "links": {"home": "https://web.example.com/", "support": "https://web.example.com/help"}
        """#
    static let shop = #"""
        "name": "<script>alert(1)</script>\" onclick=\"alert(1)", "logo": "shop.svg", "color": "#7a1fa2"
        """#
    /// Its name is that of the client.
    static let dashboards = ##""color": "#d6336c""##

    static func read(_ json: String = json()) throws -> Brands {
        let configuration = try ServerConfiguration(json: Array(json.utf8), directory: "/srv")
        return try Brands(configuration, host: "localhost:8080") { files[$0] }
    }

    /// What is wrong with the configuration, or with a file that it names.
    static func faults(_ json: String, files: [String: [UInt8]] = files) -> [String] {
        do throws(ConfigurationFaults) {
            let configuration = try ServerConfiguration(json: Array(json.utf8), directory: "/srv")
            _ = try Brands(configuration, host: "localhost:8080") { files[$0] }
            return []
        } catch {
            return error.lines
        }
    }
}
