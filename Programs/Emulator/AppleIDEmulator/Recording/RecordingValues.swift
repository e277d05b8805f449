/// The values of a script: those given from outside, and those that calls captured.
package struct RecordingValues: Sendable {
    /// What comes before the name of a value in the environment.
    package static let environmentPrefix = "APPLE_ID_RECORD_"

    private(set) var byName: [String: String]

    init(_ byName: [String: String]) { self.byName = byName }

    /// Collects the values of a script. `set` takes precedence over the environment, the environment over a file of
    /// values, and that over the script's own values.
    ///
    /// Throws `value_missing` with every name that has no value, `value_unknown` for a name that is not used, and
    /// `value_secret` for a secret among the arguments, which other users of the machine see.
    package init(
        for script: RecordingScript, set: [(name: String, value: String)], environment: [String: String],
        file: [String: String]
    ) throws(RecordingFault) {
        let names = script.namesFromOutside
        for name in set.map(\.name) + file.keys.sorted() where !names.contains(name) {
            throw RecordingFault(
                "value_unknown", "The script has no value \(name). It uses \(names.joined(separator: ", ")).")
        }
        if let secret = set.map(\.name).first(where: script.secretNames.contains) {
            throw RecordingFault(
                "value_secret",
                "Other users of this machine see the arguments of a program. Give \(secret) as "
                    + "\(Self.environmentPrefix + secret.uppercased()) in the environment, or in the file of --values.")
        }
        var found: [String: String] = [:]
        for name in names {
            found[name] =
                set.last { $0.name == name }?.value ?? environment[Self.environmentPrefix + name.uppercased()]
                ?? file[name] ?? script.values[name]
        }
        let missing = names.filter { found[$0]?.isEmpty ?? true }
        guard missing.isEmpty else {
            let example = Self.environmentPrefix + missing[0].uppercased()
            throw RecordingFault(
                "value_missing",
                "The script needs \(missing.joined(separator: ", ")). Give each as \(example) in the environment, in "
                    + "the file of --values, or with --set if it is no secret.")
        }
        byName = found
    }

    subscript(_ name: String) -> String? { byName[name] }

    mutating func set(_ name: String, to value: String) { byName[name] = value }

    /// A template whose values are all given from outside.
    func fill(_ template: RecordingTemplate) throws -> String {
        try template.filled { byName[$0] }.get()
    }
}
