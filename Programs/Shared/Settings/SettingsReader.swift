import Configuration
package import JSONWebTokens

/// Reads settings from flags, environment variables and a JSON file, in this order of precedence, and collects every
/// fault.
///
/// Each setting is declared once, where it is read, with its name, kind, default, range and meaning. Keys without a
/// declaration are faults, and the table in the documentation is generated from the declarations.
package struct SettingsReader {
    private final class Record {
        let values: ConfigReader
        let directory: String
        private(set) var faults: [String] = []
        /// Whether the file is no JSON object. Everything else that seems to be wrong then follows from that.
        private var isUnreadable = false
        var declared: [Setting] = []
        private var paths: Set<[String]> = []

        init(_ values: ConfigReader, _ directory: String) {
            self.values = values
            self.directory = directory
        }

        func add(_ fault: String) {
            if !isUnreadable { faults.append(fault) }
        }

        func addUnreadable(_ fault: String) {
            add(fault)
            isUnreadable = true
        }

        func declare(_ setting: Setting) {
            if paths.insert(setting.path).inserted { declared.append(setting) }
        }
    }

    private let record: Record
    /// The file's object, or the part of it that this reader covers.
    private let object: JSONObject?
    private let path: [String]
    /// The path with placeholders in angle brackets instead of the operator's names.
    private let pattern: [String]

    /// Creates a reader of these sources.
    ///
    /// - Parameters:
    ///   - json: the bytes of the file; `nil` without a file.
    ///   - name: the file's path, for messages.
    ///   - directory: the file's folder, which relative paths start from.
    ///   - environment: a variable's name is `prefix` and the dotted key, in capitals, with `_` for `.` and `-`.
    ///   - flags: values by dotted key, from the command line.
    package init(
        json: [UInt8]? = nil, name: String = "the file", directory: String = "", environment: [String: String] = [:],
        prefix: String = "", flags: [String: String] = [:]
    ) {
        var unreadable: String?
        var root: JSONObject?
        do throws(JSONTextFault) {
            let limits = TokenLimits(maximumBytes: 16 << 20, maximumMembers: 100_000)
            if let json { root = try StrictJSONReader.readWritten(json, limits: limits) }
        } catch {
            unreadable = "\(name):\(error)"
        }
        let file = root.map { Self.values(of: $0, at: []) } ?? []
        let given = flags.map { name, text in
            (
                AbsoluteConfigKey(name.split(separator: ".").map(String.init)),
                ConfigValue(.string(text), isSecret: false)
            )
        }
        let reader = ConfigReader(providers: [
            InMemoryProvider(name: "flags", values: Dictionary(given) { _, last in last }),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: ConfigKey([prefix])),
            InMemoryProvider(name: "file", values: Dictionary(file) { _, last in last }),
        ])
        self.init(Record(reader, directory), root, path: [], pattern: [])
        if let unreadable { record.addUnreadable(unreadable) }
    }

    private init(_ record: Record, _ object: JSONObject?, path: [String], pattern: [String]) {
        self.record = record
        self.object = object
        self.path = path
        self.pattern = pattern
    }

    private static func values(of object: JSONObject, at path: [String]) -> [(AbsoluteConfigKey, ConfigValue)] {
        object.members.flatMap { name, value -> [(AbsoluteConfigKey, ConfigValue)] in
            let path = path + [name]
            let content: ConfigContent
            switch value {
            case .object(let inner): return values(of: inner, at: path)
            case .null: return []
            case .string(let text): content = .string(text)
            case .number(let number): content = .string(number.text)
            case .bool(let flag): content = .string(flag ? "true" : "false")
            case .array(let elements): content = .stringArray(elements.compactMap(\.string))
            }
            return [(AbsoluteConfigKey(path), ConfigValue(content, isSecret: false))]
        }
    }

    /// The file's folder.
    package var directory: String { record.directory }

    /// All settings declared so far, in order.
    package var declared: [Setting] { record.declared }

    /// Records a fault in this part of the file.
    package func add(fault: String) {
        record.add((path + [fault]).joined(separator: "."))
    }

    /// Throws all faults, unknown keys first. Call it after every setting has been declared.
    package func finish() throws(ConfigurationFaults) {
        let unknown = object.map { UnknownKeys(declared: declared).faults(in: $0) } ?? []
        let faults = unknown + record.faults
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
    }
}

extension SettingsReader {
    private func setting(
        _ name: String, _ kind: Setting.Kind, _ standard: String?, range: String = "", isSecret: Bool = false,
        _ meaning: String
    ) -> Setting {
        Setting(
            path: pattern + name.split(separator: ".").map(String.init), kind: kind, standard: standard, range: range,
            isSecret: isSecret, meaning: meaning)
    }

    /// Declares a setting and returns its key; `nil`, with a recorded fault, if the file has a value of another kind.
    private func key(of setting: Setting) -> ConfigKey? {
        record.declare(setting)
        let names = setting.path.dropFirst(path.count)
        let value = names.reduce(object.map { .object($0) }) { (value: JSONValue?, name) in value?.object?[name] }
        guard let value, let fault = setting.kind.fault(of: value) else { return ConfigKey(path + names) }
        add(fault: names.joined(separator: ".") + ": " + fault)
        return nil
    }

    private func text(_ setting: Setting) -> String? {
        key(of: setting).flatMap { record.values.string(forKey: $0, isSecret: setting.isSecret) }
    }

    /// An optional text; `unset` says what applies without a value.
    package func text(
        _ name: String, unset: String = "none", isSecret: Bool = false, _ meaning: String
    ) -> String? {
        text(setting(name, .text, unset, isSecret: isSecret, meaning))
    }

    /// A text with a default.
    package func text(_ name: String, _ standard: String, isSecret: Bool = false, _ meaning: String) -> String {
        text(name, unset: standard, isSecret: isSecret, meaning) ?? standard
    }

    /// A required text that must not be empty.
    package func required(_ name: String, range: String = "", isSecret: Bool = false, _ meaning: String) -> String {
        let known = record.faults.count
        if let text = text(setting(name, .text, nil, range: range, isSecret: isSecret, meaning)), !text.isEmpty {
            return text
        }
        if record.faults.count == known { add(fault: "\(name): missing") }
        return ""
    }

    /// An optional text that `read` converts. A text that it cannot convert is a fault and gives `nil`.
    package func value<Value>(
        _ name: String, unset: String = "none", range: String = "", must rule: String, _ meaning: String,
        _ read: (String) -> Value?
    ) -> Value? {
        guard let text = text(setting(name, .text, unset, range: range, meaning)) else { return nil }
        if let value = read(text) { return value }
        add(fault: "\(name): must be \(rule)")
        return nil
    }

    /// A text that `read` converts, with a default.
    package func value<Value: CustomStringConvertible>(
        _ name: String, _ standard: Value, must rule: String, _ meaning: String, _ read: (String) -> Value?
    ) -> Value {
        value(name, unset: standard.description, must: rule, meaning, read) ?? standard
    }

    /// One of the cases of an enumeration.
    package func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ standard: Value, _ meaning: String
    ) -> Value {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return value(name, unset: standard.rawValue, range: names, must: "one of \(names)", meaning) {
            Value(rawValue: $0)
        }
            ?? standard
    }

    /// An optional whole number.
    package func number(_ name: String, unset: String, in range: ClosedRange<Int>, _ meaning: String) -> Int? {
        let words = "\(range.lowerBound) to \(range.upperBound)"
        guard let text = text(setting(name, .number, unset, range: words, meaning)) else { return nil }
        guard let number = Int(text) else {
            add(fault: "\(name): must be a whole number")
            return nil
        }
        if range.contains(number) { return number }
        add(fault: "\(name): must be between \(range.lowerBound) and \(range.upperBound)")
        return nil
    }

    /// A whole number with a default.
    package func number(_ name: String, _ standard: Int, in range: ClosedRange<Int>, _ meaning: String) -> Int {
        number(name, unset: String(standard), in: range, meaning) ?? standard
    }

    /// A duration, in the unit at the end of the setting's name.
    package func time(
        _ name: String, _ standard: Duration, in range: ClosedRange<Int>, _ meaning: String
    ) -> Duration {
        let unit: Duration =
            name.hasSuffix("days") ? .seconds(86_400) : name.hasSuffix("milliseconds") ? .milliseconds(1) : .seconds(1)
        return unit * number(name, Int(standard / unit), in: range, meaning)
    }

    /// A flag, `true` or `false`.
    package func flag(_ name: String, _ standard: Bool, _ meaning: String) -> Bool {
        switch text(setting(name, .flag, String(standard), meaning)) {
        case nil: return standard
        case "false"?: return false
        case "true"?: return true
        default:
            add(fault: "\(name): must be true or false")
            return standard
        }
    }

    /// A list of texts.
    package func list(_ name: String, unset: String = "none", _ meaning: String) -> [String] {
        key(of: setting(name, .list, unset, meaning)).flatMap { record.values.stringArray(forKey: $0) } ?? []
    }

    /// The path of a file or folder, relative to the configuration's folder.
    package func file(_ name: String, unset: String = "none", _ meaning: String) -> String? {
        text(name, unset: unset, meaning).map { FilePlace.resolve($0, in: directory) }
    }
}

extension SettingsReader {
    /// An optional section of the file.
    package func section<Section>(_ name: String, _ read: (SettingsReader) -> Section) -> Section? {
        declare(below: pattern + [name], read)
        return object?[name]?.object.map {
            read(SettingsReader(record, $0, path: path + [name], pattern: pattern + [name]))
        }
    }

    /// The entries of a map with names that the operator chooses, in the order of the file.
    package func entries<Entry>(
        _ name: String, named word: String, _ read: (String, SettingsReader) -> Entry
    ) -> [Entry] {
        let pattern = pattern + [name, "<\(word)>"]
        declare(below: pattern) { read("", $0) }
        return members(of: name).compactMap { member, value in
            value.object.map {
                read(member, SettingsReader(record, $0, path: path + [name, member], pattern: pattern))
            }
        }
    }

    /// Runs `read` without values, so that the settings of a section are declared even if the file lacks the section.
    private func declare<Part>(below pattern: [String], _ read: (SettingsReader) -> Part) {
        let nobody = SettingsReader(SettingsReader(directory: directory).record, nil, path: pattern, pattern: pattern)
        _ = read(nobody)
        nobody.declared.forEach(record.declare)
    }

    /// Whether the file gives nothing under a name. A value of a wrong kind is a fault of its own.
    package func lacks(_ name: String) -> Bool {
        guard let value = object?[name] else { return true }
        return value.object?.count == 0
    }

    private func members(of name: String) -> [(name: String, value: JSONValue)] {
        object?[name]?.object?.members ?? []
    }

    /// Objects with names that the operator chooses and members that are documented elsewhere.
    package func objects(_ name: String, named word: String, _ meaning: String) -> [(name: String, value: JSONObject)] {
        let path = pattern + [name, "<\(word)>"]
        record.declare(Setting(path: path, kind: .object, standard: "none", meaning: meaning))
        return members(of: name).compactMap { member, value in
            if value.object == nil { add(fault: "\(name).\(member): must be an object") }
            return value.object.map { (member, $0) }
        }
    }

    /// An object with members that are documented elsewhere.
    package func object(_ name: String, _ meaning: String) -> JSONObject? {
        _ = key(of: setting(name, .object, "none", meaning))
        return object?[name]?.object
    }

    /// A text or `true`. Both `true` and a missing value give `nil`.
    package func textOrTrue(_ name: String, unset: String, _ meaning: String) -> String? {
        guard let text = text(setting(name, .textOrFlag, unset, meaning)), text != "true" else { return nil }
        if text == "false" { add(fault: "\(name): must be true or a string") }
        return text
    }
}

extension Setting.Kind {
    /// What is wrong with the kind of a value in the file; `nil` if nothing is.
    fileprivate func fault(of value: JSONValue) -> String? {
        switch (self, value) {
        case (_, .null): "null is not allowed; leave the key out"
        case (.list, .array(let elements)):
            elements.allSatisfy { $0.string != nil } ? nil : "must be a list of strings"
        case (.text, .string), (.number, .number), (.flag, .bool), (.object, .object), (.textOrFlag, .string),
            (.textOrFlag, .bool):
            nil
        case (.text, _): "must be a string"
        case (.number, _): "must be a number"
        case (.flag, _): "must be true or false"
        case (.list, _): "must be a list of strings"
        case (.object, _): "must be an object"
        case (.textOrFlag, _): "must be true or a string"
        }
    }
}
