/// A call of a script with both answers, without anything secret.
struct RecordedCall: Sendable {
    /// One fact in which the two answers differ. Nil means that the answer has no such fact.
    struct Difference: Sendable, Equatable {
        let place: String
        let there: String?
        let here: String?
    }

    /// What came of the call at one of the two servers.
    enum Side: Sendable {
        case answered(RedactedResponse)
        case skipped(missing: String)

        init(_ outcome: ScriptPlayer.Outcome, _ redaction: Redaction) {
            switch outcome {
            case .answered(let response): self = .answered(RedactedResponse(response, redaction))
            case .skipped(let missing): self = .skipped(missing: missing)
            }
        }

        var lines: [(place: String, value: String)] {
            switch self {
            case .answered(let response): response.lines
            case .skipped(let missing): [("call", "not made: no earlier answer had \(missing)")]
            }
        }

        var json: OrderedJSON {
            switch self {
            case .answered(let response): response.json
            case .skipped(let missing): .object([("skipped", .string(missing))])
            }
        }
    }

    let call: RecordingScript.Call
    let there: Side
    let here: Side

    /// The facts that differ, in the order of the server's answer, and then those of the emulator's alone.
    var differences: [Difference] {
        let (there, here) = (Self.grouped(self.there.lines), Self.grouped(self.here.lines))
        var differences: [Difference] = []
        for (place, value) in there.facts where here.byPlace[place] != value {
            differences.append(Difference(place: place, there: value, here: here.byPlace[place]))
        }
        for (place, value) in here.facts where there.byPlace[place] == nil {
            differences.append(Difference(place: place, there: nil, here: value))
        }
        if differences.isEmpty, there.facts.map(\.place) != here.facts.map(\.place) {
            let orders = [there, here].map { $0.facts.map(\.place).joined(separator: ", ") }
            differences.append(Difference(place: "order of members", there: orders[0], here: orders[1]))
        }
        return differences
    }

    /// Joins the facts of one place, such as those of several keys.
    private static func grouped(
        _ lines: [(place: String, value: String)]
    ) -> (facts: [(place: String, value: String)], byPlace: [String: String]) {
        var (order, byPlace): ([String], [String: String]) = ([], [:])
        for (place, value) in lines {
            if let known = byPlace[place] {
                byPlace[place] = known + ", " + value
            } else {
                order.append(place)
                byPlace[place] = value
            }
        }
        return (order.map { ($0, byPlace[$0] ?? "") }, byPlace)
    }

    /// The request as the script has it, so with the names of the values and not with the values.
    func request(_ redaction: Redaction) -> OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("method", .string(call.method)), ("path", .string(redaction.text(call.path.text))),
        ]
        for (name, fields) in [("query", call.query), ("headers", call.headers), ("form", call.form ?? [])]
        where !fields.isEmpty {
            let shown = fields.map { field -> OrderedJSON in
                .array([.string(redaction.name(field.name)), .string(Self.shown(field, redaction))])
            }
            members.append((name, .array(shown)))
        }
        if call.body != nil { members.append(("body", .string("<text>"))) }
        return .object(members)
    }

    /// A script may have a secret written into it.
    private static func shown(
        _ field: (name: String, value: RecordingTemplate), _ redaction: Redaction
    ) -> String {
        if field.value.isOneValue { return field.value.text }
        let isSecret = RecordingScript.secretFields.contains(field.name.lowercased())
        return isSecret ? "<text>" : redaction.text(field.value.text)
    }
}
