import HTTPServing

/// A request for a button image that is being checked.
struct ButtonQuery: Sendable {
    /// The three endpoints, by the last part of their path.
    enum Place: String, Sendable, CaseIterable {
        case center = ""
        case left
        case logo

        /// The parameters that Apple documents for it ("Incorporating Sign in with Apple into other platforms").
        var parameters: Set<String> {
            let all: Set<String> = ["color", "border", "border_radius", "scale"]
            switch self {
            case .center: return all.union(["height", "width", "type", "locale"])
            case .left:
                return all.union(
                    ["height", "width", "type", "locale", "logo-size", "logo-position", "label-position"])
            case .logo: return all.union(["size"])
            }
        }
    }

    let place: Place
    /// Nil if the query is not percent-encoded UTF-8.
    let fields: FormFields?
    var switches = Switches()

    /// The value of a parameter of this endpoint. An empty value counts as absent.
    func value(_ name: String) -> String? {
        place.parameters.contains(name) ? fields?.filled(name) : nil
    }

    /// A whole number in decimal digits.
    func number(_ name: String) -> Int? {
        value(name).flatMap { text in
            text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
        }
    }

    /// Positions lie in the first half of the button, and Apple names 182 points as the most.
    var positions: ClosedRange<Int> { 0...max(0, min(182, length("width", 140) / 2)) }

    /// A number for the drawing. A waived check lets any number pass, so it has limits here too.
    private func length(_ name: String, _ standard: Int, least: Int = 1) -> Int {
        min(max(number(name) ?? standard, least), 4_096)
    }

    /// What to draw. Parameters that a waived check let pass, and that mean nothing, have their defaults.
    var drawing: ButtonDrawing {
        var drawing = ButtonDrawing(arrangement: .centered, width: length("width", 140), height: length("height", 30))
        switch place {
        case .center: break
        case .left:
            drawing.arrangement = .leftAligned(
                logo: length("logo-position", 0, least: 0), label: length("label-position", 0, least: 0),
                logoSize: value("logo-size").flatMap(ButtonDrawing.LogoSize.init(rawValue:)) ?? .small)
        case .logo:
            drawing.arrangement = .logoOnly
            drawing.width = length("size", 30)
            drawing.height = drawing.width
        }
        drawing.color = value("color").flatMap(ButtonDrawing.Color.init(rawValue:)) ?? .black
        drawing.hasBorder = value("border") == "true"
        drawing.borderRadius = length("border_radius", 15, least: 0)
        drawing.scale = length("scale", 1)
        drawing.kind = value("type").flatMap(ButtonKind.init(rawValue:)) ?? .signIn
        drawing.locale = value("locale") ?? "en_US"
        return drawing
    }
}
