extension ButtonDrawing {
    /// Noto fonts first, so that the committed PNGs look alike wherever they are drawn anew. Other machines have a font
    /// of the system in their place.
    private var fonts: String {
        let ofScript =
            switch ButtonTitles.languageTag(locale) {
            case "ar": "'Noto Sans Arabic', "
            case "he": "'Noto Sans Hebrew', "
            case "th": "'Noto Sans Thai', "
            case "ja": "'Noto Sans CJK JP', "
            case "ko": "'Noto Sans CJK KR', "
            case "zh-Hans": "'Noto Sans CJK SC', "
            case "zh-Hant": "'Noto Sans CJK TC', "
            default: ""
            }
        return "'Noto Sans', \(ofScript)system-ui, -apple-system, sans-serif"
    }

    /// The image as an SVG document, the same text for the same drawing.
    var svg: String {
        let layout = layout
        let side = Self.number(Double(layout.mark.side) / Double(ButtonMark.size))
        let place = "translate(\(Self.number(layout.mark.left)) \(Self.number(layout.mark.top))) scale(\(side))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width * scale)" height="\(height * scale)" \
            viewBox="0 0 \(width) \(height)" role="img" aria-label="\(Self.escaped(title.title))">
            \(area)
            <path fill="\(color.ink)" transform="\(place)" d="\(ButtonMark.path)"/>
            \(layout.title.map(text) ?? "")</svg>

            """
    }

    /// The outline is black, as in the style "white with outline" of Apple's guidelines. It lies inside the area.
    private var area: String {
        let inset = hasBorder ? 0.5 : 0
        let stroke = hasBorder ? " stroke=\"#000\"" : ""
        let (inner, tall) = (Double(width) - 2 * inset, Double(height) - 2 * inset)
        return "<rect x=\"\(Self.number(inset))\" y=\"\(Self.number(inset))\" "
            + "width=\"\(Self.number(inner))\" height=\"\(Self.number(tall))\" "
            + "rx=\"\(Self.number(max(0, corner - inset)))\" fill=\"\(color.area)\"\(stroke)/>"
    }

    /// `textLength` makes the title as wide as in the layout, whichever font the viewer has.
    private func text(_ line: ButtonLayout.Line) -> String {
        let direction = ButtonTitles.isRightToLeft(locale) ? " direction=\"rtl\"" : ""
        return """
            <text x="\(Self.number(line.left + line.width / 2))" y="\(Self.number(line.baseline))" \
            lang="\(ButtonTitles.languageTag(locale))"\(direction) font-family="\(fonts)" \
            font-size="\(Self.number(line.size))" font-weight="500" text-anchor="middle" \
            text-rendering="geometricPrecision" textLength="\(Self.number(line.width))" \
            lengthAdjust="spacingAndGlyphs" fill="\(color.ink)">\(Self.escaped(title.title))</text>

            """
    }

    /// A length with two decimals at most.
    static func number(_ length: Double) -> String {
        let hundredths = Int((length * 100).rounded())
        let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return sign + String(whole) }
        let digits = rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest)
        return "\(sign)\(whole).\(digits)"
    }

    /// Text for an element or for an attribute in double quotes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
