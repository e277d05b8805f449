import HTTPServing

extension Page {
    /// The faults that are set, and a form for another one.
    ///
    /// - Parameter typed: the input of a form that was refused.
    static func faults(_ board: FaultBoard, typed: [String: String] = [:], problem: String? = nil) -> Page {
        let (rows, waiting) = (board.current.map(\.shown), board.waiting)
        let gates = waiting.map { gate in
            ["name": gate.key, "standing": gate.value == 1 ? "1 request waits" : "\(gate.value) requests wait"]
        }
        let endpoints = EndpointName.allCases.filter { $0 != .control }.map { name in
            option(name.rawValue, name.sentence, typed["endpoint"] ?? "token")
        }
        let kinds = Fault.Kind.allCases.map { kind in
            option(kind.rawValue, kind.sentence, typed["kind"] ?? "status")
        }
        let variants = Fault.Kind.allCases.compactMap { kind -> [String: any Sendable]? in
            let options = Fault.variants(of: kind).map { option($0, $0, typed["variant"]) }
            return options.isEmpty ? nil : ["label": kind.rawValue, "options": options]
        }
        let stages =
            [option("", "the usual one", typed["stage"] ?? "")]
            + MailStage.allCases.map { option($0.rawValue, $0.rawValue, typed["stage"]) }
        let plain: Set<String> = ["endpoint", "kind", "times", "variant"]
        return Page(
            "faults", title: "Faults",
            [
                "rows": rows, "hasRows": !rows.isEmpty, "gates": gates, "hasGates": !gates.isEmpty,
                "endpoints": endpoints, "kinds": kinds, "variants": variants, "stages": stages, "typed": typed,
                "problem": problem,
                "isDetailed": typed.contains { !plain.contains($0.key) && !$0.value.isEmpty },
                "isAfter": typed["after_processing"] != nil, "isBefore": typed["before_processing"] != nil,
            ])
    }

    private static func option(_ value: String, _ label: String, _ chosen: String?) -> [String: any Sendable] {
        ["value": value, "label": label, "isChosen": value == chosen]
    }
}

extension FaultBoard.Entry {
    fileprivate var shown: [String: any Sendable] {
        let often = fault.times.map { $0 == 1 ? "once" : "\($0) times" }
        let share = fault.share.map { "a share of \($0)" }
        let all =
            switch endpoint {
            case .connection: "every connection"
            case .mail: "every dialogue"
            default: "every request"
            }
        let more: [String?] = [
            often, share, often == nil && share == nil ? all : nil,
            fault.clientId.map { "only \($0)" },
            fault.status.map { "status \($0)" }, fault.error, fault.location.map { "to \($0)" },
            fault.delayMs.map { "\($0) ms" }, fault.intervalMs.map { "\($0) ms apart" },
            fault.size.map { "size \($0)" }, fault.gate.map { "gate \($0)" },
            fault.retryAfter.map { "Retry-After \($0)" }, endpoint == .mail ? "at \(fault.mailStage.rawValue)" : nil,
            fault.afterProcessing == true ? "after the request took effect" : nil,
            fault.holdsRequest ? "before the request takes effect" : nil,
        ]
        return [
            "id": id, "endpoint": endpoint.rawValue, "name": fault.name, "sentence": fault.kind.sentence,
            "details": more.compactMap { $0 }.joined(separator: " · "),
        ]
    }
}

extension EndpointName {
    /// What the endpoint serves, in a few words.
    var sentence: String {
        switch self {
        case .discovery: "the discovery document"
        case .keys: "Apple’s public keys"
        case .authorize: "the start of a web sign-in"
        case .token: "codes and refresh tokens"
        case .revoke: "revocation"
        case .migration: "users on their way to another team"
        case .control: "control calls"
        case .pages: "the pages a person sees"
        case .connection: "the TLS handshake, with --tls"
        case .button: "images of the button"
        case .mail: "the relay’s dialogue, with --mail"
        }
    }
}
