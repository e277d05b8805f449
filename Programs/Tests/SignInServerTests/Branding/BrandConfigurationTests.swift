import Foundation
import Testing

@testable import SignInServer

/// The sections `brand` of the configuration, and the files that they name.
@Suite struct BrandConfigurationTests {
    @Test func `a client's brand takes what it lacks from the service's`() throws {
        let brands = try TestBrands.read()
        let service = brands.find(.client("unknown"))
        #expect(service.name == "Example & Sons")
        #expect(service.logo?.format == .png && service.darkLogo?.hash != service.logo?.hash)
        let web = brands.find(.client("web"))
        #expect(web.name == "Blue Shelf")
        #expect(web.logo?.format == .svg && web.darkLogo == nil, "a logo comes with its own dark one, or none")
        #expect(web.colors.contains("--button:#0b57d0") && !web.colors.contains("#00695c"))
        #expect(web.links.home == "https://web.example.com/" && web.links.terms == "https://example.com/terms")
        let dashboards = brands.find(.openIDClient("dashboards"))
        #expect(dashboards.name == "Dashboards", "an OpenID client has a name already")
        #expect(dashboards.logo?.format == .png && dashboards.colors.contains("--button:#d6336c"))
        for owner in [PageOwner.openIDClient("notes"), .client("app"), .openIDClient("web"), .service] {
            #expect(brands.find(owner).name == "Example & Sons", "\(owner)")
        }
        #expect(brands.differ)
    }

    @Test func `without brands the host is the name, and with one website pages without a client are its pages`() throws
    {
        let none = try TestBrands.read(TestBrands.json(pages: nil, web: nil, shop: nil, dashboards: nil))
        #expect(!none.differ && none.logos.isEmpty)
        for owner in [PageOwner.service, .client("web")] { #expect(none.find(owner).name == "localhost:8080") }
        let two = try TestBrands.read(TestBrands.json(pages: nil, shop: nil, dashboards: nil))
        #expect(two.find(.service).name == "localhost:8080" && two.find(.client("web")).name == "Blue Shelf")
        let json = TestBrands.json(pages: nil, shop: nil, dashboards: nil)
        let one = try TestBrands.read(
            json.replacingOccurrences(of: #""app": {"id": "com.example.app", "kind": "native"},"#, with: "")
                .replacingOccurrences(
                    of: #""id": "com.example.shop", "kind": "web""#,
                    with: #""id": "com.example.app", "kind": "native""#))
        #expect(one.find(.service).name == "Blue Shelf")
    }

    @Test func `without a name the host is the name`() throws {
        let brands = try TestBrands.read(TestBrands.json(pages: ##""color": "#00695c""##))
        let brand = brands.find(.service)
        #expect(brand.name == "localhost:8080")
        #expect(brand.values["brandHost"] == nil, "it is not said twice")
    }

    @Test(
        arguments: [
            (#""name": """#, "name: must be a text of 1 to 64 characters on one line"),
            (#""name": " Shop""#, "name: must be a text of 1 to 64 characters on one line"),
            (#""name": "Shop\nBcc: x""#, "name: must be a text of 1 to 64 characters on one line"),
            (#""name": "Sh\u2028op""#, "name: must be a text of 1 to 64 characters on one line"),
            (#""name": "Sh\u200Bop""#, "name: must be a text of 1 to 64 characters on one line"),
            (#""name": "Shop \u202Ekcatta""#, "name: must be a text of 1 to 64 characters on one line"),
            (
                "\"name\": \"\(String(repeating: "é", count: 65))\"",
                "name: must be a text of 1 to 64 characters on one line"
            ),
            (#""nome": "Shop""#, "nome: unknown key; did you mean X.name?"),
            (#""color": "red""#, "color: must be a colour such as #2a5bd7"),
            (##""color": "#2a5bd7;}*{display:none""##, "color: must be a colour such as #2a5bd7"),
            (##""dark_color": "#9dbaff""##, "dark_color: requires color"),
            (#""dark_logo": "web.svg""#, "dark_logo: requires logo"),
            (
                ##""color": "#ffd400""##,
                "color: #ffd400 has a contrast of 1.29:1 with the background "
                    + "#f4f4f1; a button needs 3:1 (WCAG 2.2, 1.4.11); #a78b00 would pass"
            ),
            (
                ##""background": "#202020""##,
                "background: #202020 has a contrast of 1.04:1 with the text #"
                    + "1b1c1d; text needs 4.5:1 (WCAG 2.2, 1.4.3); #d8d8d8 would pass"
            ),
            (
                #""logo": "https://cdn.example/logo.svg""#,
                "logo: must be a file; pages load nothing from another address"
            ),
            (#""logo": "data:image/png;base64,AAAA""#, "logo: must be a file; pages load nothing from another address"),
            (#""logo": "missing.svg""#, "logo: /srv/missing.svg cannot be read"),
            (
                #""logo": "page.html""#,
                "logo: /srv/page.html is neither an SVG (UTF-8, with xmlns=\"http://www.w3.org/2000/svg\") nor a PNG"
            ),
            (#""logo": "large.svg""#, "logo: /srv/large.svg is larger than 65536 bytes"),
            (#""logo": "web.svg", "dark_logo": "missing.svg""#, "dark_logo: /srv/missing.svg cannot be read"),
            (
                #""links": {"privacy": "javascript:alert(1)"}"#,
                "links.privacy: must be an https URL without a fragment (http on this machine only)"
            ),
            (
                #""links": {"support": "JaVaScRiPt://example.com/%0Aalert(1)"}"#,
                "links.support: must be an https URL without a fragment (http on this machine only)"
            ),
            (
                #""links": {"home": "http://example.com/"}"#,
                "links.home: must be an https URL without a fragment (http on this machine only)"
            ),
            (
                #""links": {"terms": "https://example.com/\" onclick=\"x"}"#,
                "links.terms: must be an https URL without a fragment (http on this machine only)"
            ),
        ] as [(String, String)])
    func `refuses to start`(members: String, fault: String) {
        var files = TestBrands.files
        files["/srv/page.html"] = Array("<html></html>".utf8)
        files["/srv/large.svg"] = TestBrands.svg + Array(repeating: 0x20, count: 65_536)
        let places = [
            ("pages.brand", TestBrands.json(pages: members)),
            ("teams.main.clients.shop.brand", TestBrands.json(shop: members)),
            ("openid.clients.dashboards.brand", TestBrands.json(dashboards: members)),
        ]
        for (place, json) in places {
            let expected = "\(place).\(fault)".replacingOccurrences(of: "X.name", with: "\(place).name")
            #expect(TestBrands.faults(json, files: files) == [expected])
        }
    }

    @Test func `an app without pages has no brand`() {
        let json = TestBrands.json().replacingOccurrences(
            of: #""kind": "native"}"#, with: #""kind": "native", "brand": {"name": "App"}}"#)
        #expect(TestBrands.faults(json) == ["teams.main.clients.app.brand: a client of kind native has no pages"])
    }

    @Test func `a file that cannot be read names each place`() {
        let faults = TestBrands.faults(TestBrands.json(), files: [:])
        #expect(
            faults == [
                "pages.brand.logo: /srv/service.png cannot be read",
                "pages.brand.dark_logo: /srv/service-dark.png cannot be read",
                "teams.main.clients.shop.brand.logo: /srv/shop.svg cannot be read",
                "teams.main.clients.web.brand.logo: /srv/web.svg cannot be read",
            ])
    }
}
