import Configuration

/// Reads values through all sources (flags over environment over file) and collects every fault.
struct ConfigurationReading {
    private let reader: ConfigReader
    private(set) var faults: [String]

    /// - Parameters:
    ///   - flags: values by dotted key, as given on the command line.
    ///   - environment: variables `SIWA_…`: the dotted key in capitals, `.` and `-` as `_`.
    init(file: ConfigurationFile, environment: [String: String], flags: [String: String]) {
        let fileValues = file.values.compactMap { path, value in
            Self.content(of: value).map { (AbsoluteConfigKey(path), ConfigValue($0, isSecret: false)) }
        }
        let flagValues = flags.map { name, text in
            let path = name.split(separator: ".").map(String.init)
            return (AbsoluteConfigKey(path), ConfigValue(.string(text), isSecret: false))
        }
        reader = ConfigReader(providers: [
            InMemoryProvider(name: "flags", values: Dictionary(uniqueKeysWithValues: flagValues)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "siwa"),
            InMemoryProvider(name: "file", values: Dictionary(uniqueKeysWithValues: fileValues)),
        ])
        faults = file.faults + file.faultsAgainst(ConfigurationKey.all)
    }

    mutating func add(fault: String) {
        faults.append(fault)
    }

    func text(_ key: ConfigurationKey, _ names: String...) -> String? {
        reader.string(forKey: ConfigKey(key.path(names)))
    }

    mutating func required(_ key: ConfigurationKey, _ names: String...) -> String {
        let path = key.path(names)
        if let text = reader.string(forKey: ConfigKey(path)), !text.isEmpty { return text }
        faults.append("\(path.joined(separator: ".")): missing")
        return ""
    }

    mutating func number(_ key: ConfigurationKey, standard: Int) -> Int {
        guard let text = text(key) else { return standard }
        guard let number = Int(text) else {
            faults.append("\(key.name): must be a whole number")
            return standard
        }
        if let range = key.range, !range.contains(number) {
            faults.append("\(key.name): must be between \(range.lowerBound) and \(range.upperBound)")
            return standard
        }
        return number
    }

    mutating func flag(_ key: ConfigurationKey, _ names: String..., standard: Bool = false) -> Bool {
        let path = key.path(names)
        switch reader.string(forKey: ConfigKey(path)) {
        case nil: return standard
        case "false"?: return false
        case "true"?: return true
        default:
            faults.append("\(path.joined(separator: ".")): must be true or false")
            return standard
        }
    }

    func list(_ key: ConfigurationKey, _ names: String...) -> [String] {
        reader.stringArray(forKey: ConfigKey(key.path(names))) ?? []
    }

    private static func content(of value: ConfigurationFile.Value) -> ConfigContent? {
        switch value {
        case .text(let text), .number(let text): .string(text)
        case .flag(let flag): .string(flag ? "true" : "false")
        case .list(let texts): .stringArray(texts)
        case .emptyMap: nil
        }
    }
}
