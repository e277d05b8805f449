import HTTPServing

extension ButtonQuery {
    /// Every check of a button image, in order. Apple answers 404 to whatever is invalid.
    static let checks: [Check<ButtonQuery>] = [
        queryEncoding, eachParameterOnce, parametersKnown,
        range("button_height", "height", 30...64), range("button_width", "width", 130...375),
        range("button_size", "size", 30...64), range("button_scale", "scale", 1...6),
        range("button_border_radius", "border_radius", 0...50),
        choice("button_color", "color", ButtonDrawing.Color.allCases.map(\.rawValue)),
        choice("button_border", "border", ["true", "false"]),
        choice("button_type", "type", [ButtonKind.signIn.rawValue, ButtonKind.continueWith.rawValue]),
        localeKnown, choice("button_logo_size", "logo-size", ButtonDrawing.LogoSize.allCases.map(\.rawValue)),
        position("button_logo_position", "logo-position"), position("button_label_position", "label-position"),
    ]

    static let queryEncoding = Check<ButtonQuery>("button_query_encoding", isWaivable: false) { query in
        guard query.fields == nil else { return nil }
        return .noImage("button_query_encoding", "The query is not percent-encoded UTF-8.")
    }

    static let eachParameterOnce = Check<ButtonQuery>("button_parameter_repeated") { query in
        guard let name = query.fields?.repeatedName else { return nil }
        return .noImage("button_parameter_repeated", "The parameter \(name) was sent more than once.")
    }

    /// Apple does not say what it does with other parameters, so this is a switch.
    static let parametersKnown = Check<ButtonQuery>("button_parameter_unknown") { query in
        guard query.switches.buttonParametersRefused,
            let name = query.fields?.names.first(where: { !query.place.parameters.contains($0) })
        else { return nil }
        return .noImage("button_parameter_unknown", "The parameter \(name) is unknown here.")
    }

    static let localeKnown = Check<ButtonQuery>("button_locale") { query in
        guard let locale = query.value("locale"), !ButtonTitles.locales.contains(locale) else { return nil }
        return .noImage(
            "button_locale", "locale must be one of \(ButtonTitles.locales.joined(separator: ", ")).")
    }

    private static func range(_ name: String, _ parameter: String, _ range: ClosedRange<Int>) -> Check<ButtonQuery> {
        Check(name) { $0.requireNumber(parameter, in: range, cause: name) }
    }

    private static func position(_ name: String, _ parameter: String) -> Check<ButtonQuery> {
        Check(name) { $0.requireNumber(parameter, in: $0.positions, cause: name) }
    }

    private static func choice(_ name: String, _ parameter: String, _ choices: [String]) -> Check<ButtonQuery> {
        Check(name) { query in
            guard let value = query.value(parameter), !choices.contains(value) else { return nil }
            return .noImage(name, "\(parameter) must be \(choices.joined(separator: " or ")).")
        }
    }

    private func requireNumber(_ parameter: String, in range: ClosedRange<Int>, cause: String) -> Refusal? {
        guard value(parameter) != nil, !(number(parameter).map(range.contains) ?? false) else { return nil }
        let limits = "from \(range.lowerBound) to \(range.upperBound)"
        return .noImage(cause, "\(parameter) must be a whole number \(limits) for this button.")
    }
}

extension Refusal {
    /// Apple's answer to invalid parameters of an image is 404.
    static func noImage(_ cause: String, _ explanation: String) -> Refusal {
        Refusal(error: "not_found", cause: cause, explanation: explanation, status: 404)
    }
}
