/// The faults that wait, and a form for another one.
struct FaultsPage: PageRenderer.Page {
    struct Row: Sendable {
        let id: Int
        let endpoint: String
        let name: String
        let sentence: String
        let details: String
    }

    struct Gate: Sendable {
        let name: String
        let standing: String
    }

    struct Option: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }

    struct Group: Sendable {
        let label: String
        let options: [Option]
    }

    static let template = "faults"
    let title = "Faults"
    let rows: [Row]
    let hasRows: Bool
    let gates: [Gate]
    let hasGates: Bool
    let endpoints: [Option]
    let kinds: [Option]
    let variants: [Group]
    /// What somebody typed into a form that was not taken.
    let typed: [String: String]
    let isDetailed: Bool
    let isAfter: Bool
    let problem: String?

    init(_ board: FaultBoard, typed: [String: String] = [:], problem: String? = nil) {
        rows = board.current.map(Row.init)
        hasRows = !rows.isEmpty
        gates = board.waiting.map { gate in
            Gate(name: gate.key, standing: gate.value == 1 ? "1 request stands" : "\(gate.value) requests stand")
        }
        hasGates = !gates.isEmpty
        endpoints = EndpointName.allCases.filter { $0 != .control }.map { name in
            Option(
                value: name.rawValue, label: "\(name.rawValue): \(name.sentence)",
                isChosen: name.rawValue == typed["endpoint"] ?? "token")
        }
        kinds = Fault.Kind.allCases.map { kind in
            Option(
                value: kind.rawValue, label: "\(kind.rawValue): \(kind.sentence)",
                isChosen: kind.rawValue == typed["kind"] ?? "status")
        }
        variants = Fault.Kind.allCases.compactMap { kind in
            let options = Fault.variants(of: kind).map { name in
                Option(value: name, label: name, isChosen: name == typed["variant"])
            }
            return options.isEmpty ? nil : Group(label: kind.rawValue, options: options)
        }
        self.typed = typed
        let plain: Set<String> = ["endpoint", "kind", "times", "variant"]
        isDetailed = typed.contains { !plain.contains($0.key) && !$0.value.isEmpty }
        isAfter = typed["after_processing"] != nil
        self.problem = problem
    }
}

extension FaultsPage.Row {
    fileprivate init(_ entry: FaultBoard.Entry) {
        id = entry.id
        endpoint = entry.endpoint.rawValue
        name = entry.fault.name
        sentence = entry.fault.kind.sentence
        let fault = entry.fault
        let often = fault.times.map { $0 == 1 ? "once" : "\($0) times" }
        let share = fault.share.map { "a share of \($0)" }
        let more: [String?] = [
            often, share, often == nil && share == nil ? "every request" : nil,
            fault.clientId.map { "only \($0)" },
            fault.status.map { "status \($0)" }, fault.error, fault.location.map { "to \($0)" },
            fault.delayMs.map { "\($0) ms" }, fault.intervalMs.map { "\($0) ms apart" },
            fault.size.map { "size \($0)" }, fault.gate.map { "gate \($0)" },
            fault.retryAfter.map { "Retry-After \($0)" },
            fault.afterProcessing == true ? "after the request took effect" : nil,
        ]
        details = more.compactMap { $0 }.joined(separator: " · ")
    }
}

extension EndpointName {
    /// What stands behind it.
    var sentence: String {
        switch self {
        case .discovery: "the discovery document"
        case .keys: "Apple’s public keys"
        case .authorize: "the beginning of a web sign-in"
        case .token: "codes and refresh tokens"
        case .revoke: "revocation"
        case .control: "control calls"
        case .pages: "the pages a person sees"
        }
    }
}
