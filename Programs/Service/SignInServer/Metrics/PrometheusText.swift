/// Formats metrics in Prometheus' text exposition format, version 0.0.4.
struct PrometheusText {
    /// The type of a metric.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// A label and its value. Labels keep their order.
    typealias Label = (name: String, value: String)

    private(set) var text = ""

    /// Begins a metric; its samples follow.
    mutating func begin(_ name: String, _ kind: Kind, help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample.
    mutating func sample(_ name: String, _ value: Double, _ labels: [Label] = []) {
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(Self.number(value))\n"
    }

    /// Adds a metric that has one sample without labels.
    mutating func single(_ name: String, _ kind: Kind, help: String, _ value: Double) {
        begin(name, kind, help: help)
        sample(name, value)
    }

    /// Formats whole numbers without a fraction.
    static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for character in value {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
