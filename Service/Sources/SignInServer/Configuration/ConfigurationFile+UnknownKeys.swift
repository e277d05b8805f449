extension ConfigurationFile {
    /// Names keys that mean nothing, with the likely one, and values of the wrong kind.
    func faultsAgainst(_ known: [ConfigurationKey]) -> [String] {
        values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { path, value in
            let name = path.joined(separator: ".")
            if let key = known.first(where: { Self.matches(path, $0.path) }) {
                return Self.fits(value, key.kind) ? nil : "\(name): must be \(Self.words(for: key.kind))"
            }
            if known.contains(where: { Self.leads(path, $0.path) }) {
                return value == .emptyMap ? nil : "\(name): must be an object"
            }
            let suggestion = Self.suggestion(for: path, among: known).map { "; did you mean \($0)?" }
            return "\(name): unknown key" + (suggestion ?? "")
        }
    }

    private static func matches(_ path: [String], _ pattern: [String]) -> Bool {
        path.count == pattern.count && leads(path, pattern)
    }

    private static func leads(_ path: [String], _ pattern: [String]) -> Bool {
        path.count <= pattern.count && zip(path, pattern).allSatisfy { $1.hasPrefix("<") || $0 == $1 }
    }

    private static func fits(_ value: Value, _ kind: ConfigurationKey.Kind) -> Bool {
        switch (value, kind) {
        case (.text, .text), (.number, .number), (.flag, .flag), (.list, .list): true
        default: false
        }
    }

    private static func words(for kind: ConfigurationKey.Kind) -> String {
        switch kind {
        case .text: "a text"
        case .number: "a number"
        case .flag: "true or false"
        case .list: "a list of texts"
        }
    }

    /// The key of the same depth whose components differ least, when that is little.
    private static func suggestion(for path: [String], among known: [ConfigurationKey]) -> String? {
        let candidates = known.filter { $0.path.count == path.count }.map { key in
            let filled = zip(key.path, path).map { $0.hasPrefix("<") ? $1 : $0 }
            let distance = zip(filled, path).map { editDistance(Array($0.utf8), Array($1.utf8)) }.reduce(0, +)
            return (name: filled.joined(separator: "."), distance: distance)
        }
        guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(3, path.joined().utf8.count / 3) ? best.name : nil
    }

    /// How many single-byte changes lead from one text to the other (Levenshtein); long texts are not compared.
    private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard left.count <= 64, right.count <= 64 else { return .max / 16 }
        var previous = Array(0...right.count)
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let change = previous[column] + (byte == other ? 0 : 1)
                current.append(min(change, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
