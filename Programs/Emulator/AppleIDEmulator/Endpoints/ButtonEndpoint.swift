import HTTPServing
import HTTPTypes
import Hummingbird

/// `GET /appleid/button`, `/appleid/button/left` and `/appleid/button/logo`: images of the button, for pages and apps
/// without Apple's script (Documentation/emulator/buttons.md).
struct ButtonEndpoint: Sendable {
    let state: EmulatorState

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let places: [(RouterPath, ButtonQuery.Place)] = [
            ("/appleid/button", .center), ("/appleid/button/left", .left), ("/appleid/button/logo", .logo),
        ]
        for method in [HTTPRequest.Method.get, .head] {
            for (path, place) in places {
                runner.add(method, path, .button, to: router) { answer($0, place) }
            }
        }
    }

    private func answer(_ request: Request, _ place: ButtonQuery.Place) -> Answer {
        let (switches, waived) = state.read { ($0.switches, $0.waived) }
        let query = ButtonQuery(
            place: place, fields: FormFields(decoding: (request.uri.query ?? "").utf8), switches: switches)
        do throws(Refusal) {
            try ButtonQuery.checks.require(query, waived: waived)
        } catch {
            return .noImage(error)
        }
        return .image(of: query.drawing, for: ImageAccept(request.headers[.accept]))
    }
}

extension Answer {
    /// A PNG of exactly this button where there is one, unless the client asks for SVG by name. Otherwise an SVG. A
    /// client that accepts no SVG gets the PNG of the default size, since it can show nothing else.
    static func image(of drawing: ButtonDrawing, for accept: ImageAccept) -> Answer {
        if !accept.isForSVG, let png = ButtonImages.png(of: drawing) { return image(png, "image/png") }
        if !accept.allowsSVG, let png = ButtonImages.png(of: drawing.inDefaultSize) {
            var answer = image(png, "image/png")
            answer.refusal = Refusal(
                error: "not_acceptable", cause: "button_png_size",
                explanation: "The emulator has PNGs of the default size only, and the client accepts no SVG. "
                    + "It got the button of \(drawing.inDefaultSize.width) × \(drawing.inDefaultSize.height).")
            return answer
        }
        return image(Array(drawing.svg.utf8), "image/svg+xml")
    }

    private static func image(_ bytes: [UInt8], _ type: String) -> Answer {
        Answer(
            headers: [
                ("Content-Type", type), ("Cache-Control", "public, max-age=300"), ("Vary", "Accept"),
                // pages of other origins show the image, also those that ask for isolation (COEP)
                ("Cross-Origin-Resource-Policy", "cross-origin"),
                ("Content-Security-Policy", "default-src 'none'"),
            ], body: bytes)
    }

    /// Apple's page for 404 is unknown. Ours says the cause, for a developer who opens the address.
    fileprivate static func noImage(_ refusal: Refusal) -> Answer {
        var answer = Answer(
            status: .init(code: refusal.status),
            headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")],
            body: Array("apple-id-emulator: \(refusal.explanation)\n".utf8))
        answer.refusal = refusal
        return answer
    }
}
