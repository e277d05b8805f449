import Foundation
import HTTPServing
import HTTPTypes
import JSONWebTokens
import Testing
import URIEncoding

@testable import AppleIDEmulator

/// The endpoints of the button images, and which image a request gets.
@Suite struct ButtonImageTests {
    private func get(_ query: String, accept: String? = nil, place: String = "") async throws -> Reply {
        try await TestEmulator().run { caller in
            var headers = HTTPFields()
            if let accept { headers[.accept] = accept }
            return try await caller.send(.get, "/appleid/button\(place)?\(query)", headers: headers)
        }
    }

    private static func query(_ text: String, _ place: ButtonQuery.Place = .center) -> ButtonQuery {
        ButtonQuery(place: place, fields: FormFields(decoding: text.utf8))
    }

    private static func cause(_ text: String, _ place: ButtonQuery.Place = .center) -> String? {
        do throws(Refusal) {
            try ButtonQuery.checks.require(query(text, place))
            return nil
        } catch {
            return error.cause
        }
    }

    // MARK: parameters

    @Test func `has the documented defaults`() {
        let center = Self.query("").drawing
        #expect(center == ButtonDrawing(arrangement: .centered, width: 140, height: 30))
        #expect(center.color == .black && !center.hasBorder && center.borderRadius == 15 && center.scale == 1)
        #expect(center.kind == .signIn && center.locale == "en_US")
        let left = Self.query("", .left).drawing
        #expect(left.arrangement == .leftAligned(logo: 0, label: 0, logoSize: .small))
        #expect(Self.query("", .logo).drawing == ButtonDrawing(arrangement: .logoOnly, width: 30, height: 30))
    }

    @Test func `draws what every parameter says`() {
        let drawing = Self.query(
            "height=64&width=375&color=white&border=true&type=continue&border_radius=50&scale=6&locale=zh_CN"
                + "&logo-size=large&logo-position=20&label-position=182", .left
        ).drawing
        let expected = ButtonDrawing(
            arrangement: .leftAligned(logo: 20, label: 182, logoSize: .large), width: 375, height: 64, color: .white,
            hasBorder: true, borderRadius: 50, scale: 6, kind: .continueWith, locale: "zh_CN")
        #expect(drawing == expected)
        #expect(drawing.title.title == "通过 Apple 继续")
        #expect(Self.query("size=64", .logo).drawing.width == 64)
    }

    @Test(arguments: [
        ("height", 30, 64), ("width", 130, 375), ("border_radius", 0, 50), ("scale", 1, 6),
    ])
    func `takes both ends of every range, and nothing beyond`(_ name: String, _ least: Int, _ most: Int) {
        for good in [least, most] { #expect(Self.cause("\(name)=\(good)") == nil) }
        let bad = ["\(least - 1)", "\(most + 1)", "\(least).5", "+\(least)", "x", "99999999999999999999", "-0"]
        for value in bad {
            #expect(Self.cause("\(name)=\(PercentEncoding.encode(value))") == "button_\(name)", "\(value)")
        }
    }

    @Test(arguments: ["logo-position", "label-position"])
    func `takes positions up to 182 and up to half the width`(_ name: String) {
        let cause = "button_" + name.replacing("-", with: "_")
        #expect(Self.cause("\(name)=70", .left) == nil && Self.cause("\(name)=71", .left) == cause)
        #expect(Self.cause("\(name)=182&width=375", .left) == nil)
        #expect(Self.cause("\(name)=183&width=375", .left) == cause)
        #expect(Self.cause("\(name)=65&width=131", .left) == nil && Self.cause("\(name)=66&width=131", .left) == cause)
    }

    @Test func `refuses every other value, and takes an empty one for none`() {
        let refused = [
            ("color=white-outline", "button_color"), ("border=1", "button_border"), ("type=sign_in", "button_type"),
            ("type=sign-up", "button_type"), ("locale=de", "button_locale"), ("locale=de-DE", "button_locale"),
            ("logo-size=huge", "button_logo_size"), ("color=black&color=white", "button_parameter_repeated"),
        ]
        for (query, cause) in refused { #expect(Self.cause(query, .left) == cause, "\(query)") }
        #expect(Self.cause("width=&color=&locale=&type=") == nil)
        #expect(Self.cause("size=29", .logo) == "button_size" && Self.cause("size=65", .logo) == "button_size")
        #expect(Self.cause("color=%ff") == "button_query_encoding")
    }

    @Test func `overlooks parameters that the endpoint does not have`() {
        let queries = [
            ("size=1&logo-size=x&label-position=999", ButtonQuery.Place.center), ("size=x", .left),
            ("width=1&height=1&locale=x&type=x", .logo), ("colour=red", .center),
        ]
        for (query, place) in queries { #expect(Self.cause(query, place) == nil, "\(query)") }
    }

    @Test func `refuses unknown parameters of an image where the switch says so`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"button_parameters_refused":true}"#)
            #expect(try await caller.send(.get, "/appleid/button?border-radius=5").status == 404)
            #expect(try await caller.lastCause() == "button_parameter_unknown")
            #expect(try await caller.send(.get, "/appleid/button?border_radius=5").status == 200)
        }
    }

    @Test func `answers 404 to what is invalid, with the cause in the text and in the log`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, "/appleid/button?width=376")
            #expect(reply.status == 404 && reply.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(reply.text == "apple-id-emulator: width must be a whole number from 130 to 375 for this button.\n")
            #expect(try await caller.lastCause() == "button_width")
            _ = try await caller.control("/waivers", #"{"checks":["button_width"]}"#)
            let waived = try await caller.send(.get, "/appleid/button?width=376")
            #expect(waived.status == 200 && waived.text.contains("width=\"376\""))
        }
    }

    /// Waived checks let any number pass.
    @Test(arguments: ["999999999999999999", "0", "x"])
    func `draws something whatever a waived check lets pass`(_ value: String) {
        let names = ["height", "width", "border_radius", "scale", "logo-position", "label-position", "size", "type"]
        for place in ButtonQuery.Place.allCases {
            let svg = Self.query(names.map { "\($0)=\(value)" }.joined(separator: "&"), place).drawing.svg
            #expect(svg.hasPrefix("<svg") && !svg.contains("nan") && !svg.contains("inf"))
        }
    }

    // MARK: the kind of image

    @Test(
        arguments: [
            (nil, false, true), ("*/*", false, true), ("image/*", false, true), ("image/png", false, false),
            ("image/svg+xml", true, true),
            ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", true, true),
            ("image/png, image/svg+xml;q=0.5", false, true), ("image/svg+xml;q=0, */*", false, false),
            ("IMAGE/SVG+XML ; Q=0.9", true, true), ("text/html", false, false), ("image/*;q=0", false, false),
            ("image/svg+xml, image/png", true, true),
        ] as [(String?, Bool, Bool)])
    func `reads from Accept whether SVG is wanted or possible`(_ header: String?, _ isWanted: Bool, _ isPossible: Bool)
    {
        let accept = ImageAccept(header)
        #expect(accept.isForSVG == isWanted && accept.allowsSVG == isPossible)
    }

    @Test(arguments: [nil, "*/*", "image/png", "image/png,image/*;q=0.8"])
    func `gives a PNG of the default size to a client that does not name SVG`(_ accept: String?) async throws {
        for place in ["", "/left", "/logo"] {
            let reply = try await get("color=white", accept: accept, place: place)
            #expect(reply.status == 200 && reply.header("Content-Type") == "image/png")
        }
    }

    @Test func `gives an SVG to browsers, and where there is no PNG`() async throws {
        let browser = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
        for (query, accept) in [("", browser), ("scale=2", nil), ("width=200", "*/*"), ("border=true", nil)] {
            let reply = try await get(query, accept: accept)
            #expect(reply.header("Content-Type") == "image/svg+xml" && reply.text.hasPrefix("<svg"))
        }
    }

    @Test func `gives the PNG of the default size to a client that can show nothing else, and says so`() async throws {
        try await TestEmulator().run { caller in
            let url = "/appleid/button/left?scale=3&width=200&color=white&locale=de_DE"
            let reply = try await caller.send(.get, url, headers: [.accept: "image/png"])
            #expect(reply.status == 200 && reply.header("Content-Type") == "image/png")
            #expect(try await caller.lastCause() == "button_png_size")
            let exact = try await caller.send(.get, "/appleid/button/left?color=white&locale=de_DE")
            #expect(reply.text == exact.text)
            #expect(try await caller.lastCause() == nil)
        }
    }

    @Test func `lets pages of every origin show the image, and caches keep one for each Accept`() async throws {
        for accept in ["image/png", "image/svg+xml"] {
            let reply = try await get("", accept: accept)
            #expect(reply.header("Vary") == "Accept" && reply.header("Cache-Control") == "public, max-age=300")
            #expect(reply.header("Cross-Origin-Resource-Policy") == "cross-origin")
            #expect(reply.header("Content-Security-Policy") == "default-src 'none'")
        }
    }

    @Test func `answers HEAD for images with the headers of the image`() async throws {
        try await TestEmulator().runLive { caller in
            for path in ["/appleid/button", "/appleid/button/left?scale=2", "/appleid/button/logo"] {
                let whole = try await caller.send(.get, path)
                let head = try await caller.send(.head, path)
                #expect(head.status == 200 && head.text.isEmpty)
                #expect(head.header("Content-Length") == whole.header("Content-Length"))
                #expect(head.header("Content-Type") == whole.header("Content-Type"))
            }
            #expect(try await caller.send(.head, "/appleid/button?scale=7").status == 404)
        }
    }

    @Test func `can be made to misbehave like every other endpoint`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/faults", #"{"endpoint":"button","fault":{"kind":"status","status":503}}"#)
            #expect(try await caller.send(.get, "/appleid/button").status == 503)
            #expect(try await caller.send(.get, "/auth/keys").status == 200)
        }
    }

    // MARK: the committed PNGs

    @Test func `has a PNG of every default button, drawn from its present SVG, and no other`() {
        var wanted: Set<[UInt8]> = []
        for color in ButtonDrawing.Color.allCases {
            for place in ButtonQuery.Place.allCases {
                for type in ["sign-in", "continue"] {
                    for locale in ButtonTitles.locales {
                        let drawing = Self.query("color=\(color)&type=\(type)&locale=\(locale)", place).drawing
                        #expect(drawing.inDefaultSize.svg == drawing.svg)
                        wanted.insert(ButtonImages.digest(of: drawing.svg))
                    }
                }
            }
        }
        // otherwise: Scripts/with-python Scripts/draw-buttons
        #expect(Set(ButtonImages.images.keys) == wanted)
    }

    @Test func `has PNGs of the size that their buttons have, and small ones`() throws {
        #expect(ButtonImages.images.values.reduce(0) { $0 + $1.count } < 300_000)
        for image in ButtonImages.images.values {
            #expect(image.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            let sides = [image[16..<20], image[20..<24]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
            #expect(sides == [140, 30] || sides == [30, 30])
        }
    }

    @Test func `reads lines of images, and skips those that are damaged`() {
        #expect(ButtonImages.decoded("AQ== Bwg=\nAg== CQ==") == [[1]: [7, 8], [2]: [9]])
        #expect(ButtonImages.decoded("AQ==\n?? Bwg=\n\nAg== CQ== CQ==").isEmpty)
        #expect(ButtonImages.decoded("").isEmpty)
    }
}
