import Configuration
import Foundation
import JSONWebTokens

/// Reads the JSON file of `--config`: single values through swift-configuration, so that the environment stands over them
/// (`EMULATOR_LISTEN` …), maps by a walk of our own that names what it does not know.
package enum ConfigurationFile {
    private static let singles = [
        "listen", "public_url", "issuer", "allow_apple_issuer", "seed", "state", "control_token", "signing_keys",
    ]

    /// The configuration in a file; throws ``EmulatorConfigurationFault`` with every fault found.
    package static func read(
        _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> EmulatorConfiguration {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw EmulatorConfigurationFault(["\(path): cannot be read."])
        }
        let root: JSONObject
        do {
            let limits = TokenLimits(maximumBytes: 16 << 20, maximumMembers: 100_000)
            root = try StrictJSONReader.readObject([UInt8](data), limits: limits)
        } catch {
            throw EmulatorConfigurationFault(["\(path): is not one JSON object (\(error.code.rawValue))."])
        }
        var walk = ConfigurationWalk(folder: URL(fileURLWithPath: path).deletingLastPathComponent())
        var configuration = EmulatorConfiguration()
        walk.allow(["teams", "people", "switches", "faults"] + singles, in: root, at: "")
        configuration.teams = walk.teams(root["teams"])
        configuration.people = walk.people(root["people"])
        configuration.switches = walk.switches(root["switches"])
        configuration.faults = walk.faultSettings(root["faults"])
        let values = try await SingleValues(path: path, root: root, environment: environment)
        readSingles(values, into: &configuration, &walk)
        guard walk.faults.isEmpty else { throw EmulatorConfigurationFault(walk.faults) }
        // faults that only the whole shows, such as an id used twice
        _ = try configuration.makeWorld { Date() }
        return configuration
    }

    private static func readSingles(
        _ values: SingleValues, into configuration: inout EmulatorConfiguration, _ walk: inout ConfigurationWalk
    ) {
        if let listen = values.text("listen", &walk) {
            if let address = ListenAddress(listen) {
                configuration.listen = address
            } else {
                walk.faults.append("listen: must be HOST:PORT.")
            }
        }
        configuration.publicURL = values.text("public_url", &walk)
        configuration.issuer = values.text("issuer", &walk)
        configuration.controlToken = values.text("control_token", &walk)
        configuration.stateFile = values.text("state", &walk).map { walk.path($0) }
        configuration.allowsAppleIssuer = values.flag("allow_apple_issuer", &walk) ?? false
        if let count = values.number("signing_keys", in: 1...16, &walk) { configuration.signingKeyCount = count }
        if let seed = values.number("seed", in: 0...Int.max, &walk) {
            configuration.seed = UInt64(seed)
            configuration.drawsFromSeed = true
        }
    }
}

/// Values that stand alone, in the environment or in the file.
private struct SingleValues {
    private let root: JSONObject
    private let environment: [String: String]
    private let reader: ConfigReader

    init(path: String, root: JSONObject, environment: [String: String]) async throws {
        self.root = root
        self.environment = environment.filter { $0.key.hasPrefix("EMULATOR_") }
        let ours = self.environment.map { (String($0.key.dropFirst("EMULATOR_".count)), $0.value) }
        do {
            reader = ConfigReader(providers: [
                EnvironmentVariablesProvider(environmentVariables: Dictionary(ours) { first, _ in first }),
                try await FileProvider<JSONSnapshot>(
                    config: ConfigReader(
                        provider: InMemoryProvider(values: ["filePath": .init(.string(path), isSecret: false)]))),
            ])
        } catch {
            throw EmulatorConfigurationFault(["\(path): \(error)"])
        }
    }

    func text(_ key: String, _ walk: inout ConfigurationWalk) -> String? {
        found(key, reader.string(forKey: ConfigKey(key)), "a text", &walk)
    }

    func flag(_ key: String, _ walk: inout ConfigurationWalk) -> Bool? {
        found(key, reader.bool(forKey: ConfigKey(key)), "true or false", &walk)
    }

    func number(_ key: String, in range: ClosedRange<Int>, _ walk: inout ConfigurationWalk) -> Int? {
        let value = reader.int(forKey: ConfigKey(key)).flatMap { range.contains($0) ? $0 : nil }
        return found(key, value, "a whole number from \(range.lowerBound) to \(range.upperBound)", &walk)
    }

    /// The library gives nil for a value of another type too; where one stands, that is a fault.
    private func found<Value>(
        _ key: String, _ value: Value?, _ kind: String, _ walk: inout ConfigurationWalk
    ) -> Value? {
        let isThere = root.contains(key) || environment["EMULATOR_" + key.uppercased()] != nil
        if value == nil && isThere { walk.faults.append("\(key): must be \(kind).") }
        return value
    }
}
