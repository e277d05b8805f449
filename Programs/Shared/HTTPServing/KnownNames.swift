package import JSONWebTokens
import Settings

/// The names that an object or a query of a request may have. What has another name would be lost without a word, so the
/// request is refused.
package struct KnownNames: Sendable, Equatable {
    /// The names.
    package let names: [String]
    /// Other spellings of these names that are accepted.
    package var spellings: [String: String] = [:]
    /// Names that are accepted, although nothing is done with them.
    package var unused: Set<String> = []
    /// The names inside of members that are objects, or lists of objects.
    package var objects: [String: KnownNames] = [:]
    /// The names inside of the entries of members that are objects with names of the sender's choice.
    package var entries: [String: KnownNames] = [:]
    /// Whether other names are ignored unless they resemble one of these: somebody else may add to the object.
    package let ignoresOthers: Bool

    /// The most unknown names that a refusal lists, so that an answer stays small.
    private static let mostListed = 8

    /// The most unknown names of an object or a query that are compared with the known ones, which takes time.
    private static let mostCompared = 64

    /// Creates names.
    ///
    /// - Parameter ignoresOthers: whether other names are ignored unless they resemble one of these.
    package init(_ names: [String], ignoresOthers: Bool = false) {
        self.names = names
        self.ignoresOthers = ignoresOthers
    }

    /// Whether a name has another spelling, here or inside.
    package var hasSpellings: Bool { !spellings.isEmpty || objects.values.contains(where: \.hasSpellings) }

    /// The name under which the member at this path is read.
    package func canonical(_ path: [String]) -> String {
        var level: KnownNames? = self
        var name = ""
        for sent in path {
            name = level?.spellings[sent] ?? sent
            level = level?.objects[name]
        }
        return name
    }

    /// Requires that the object has known names only, each in one spelling.
    package func check(_ object: JSONObject) throws(NameFault) {
        var unknown: [UnknownNames.Name] = []
        try find(&unknown, in: object, at: "")
        try require(unknown)
    }

    /// Requires that a query or a form has known names only.
    package func check(parameters sent: [String]) throws(NameFault) {
        var seen: Set<String> = []
        let unknown = sent.filter { !names.contains($0) && seen.insert($0).inserted }
        let refused = unknown.prefix(Self.mostCompared).lazy.filter { isRefused($0) }.prefix(Self.mostListed)
        try require(refused.map { name($0, at: "") })
    }

    private func require(_ unknown: [UnknownNames.Name]) throws(NameFault) {
        guard unknown.isEmpty else { throw .unknown(UnknownNames(sent: unknown, known: listed(at: ""))) }
    }

    private func find(
        _ unknown: inout [UnknownNames.Name], in object: JSONObject, at path: String
    ) throws(NameFault) {
        // There are only a few known names, so comparing them costs less than hashing.
        var seen: [String] = []
        var compared = 0
        for sent in object.names where !unused.contains(sent) {
            let known = spellings[sent] ?? sent
            guard names.contains(known) else {
                compared += 1
                guard unknown.count < Self.mostListed, compared <= Self.mostCompared else { continue }
                if isRefused(sent) { unknown.append(name(sent, at: path)) }
                continue
            }
            guard !seen.contains(known) else { throw .repeated(known) }
            seen.append(known)
            guard let (inside, objects) = inside(of: known, object[sent]) else { continue }
            for object in objects { try inside.find(&unknown, in: object, at: path + known + ".") }
        }
    }

    private func isRefused(_ sent: String) -> Bool {
        !ignoresOthers || NearestName.find(sent, among: names) != nil
    }

    private func name(_ sent: String, at path: String) -> UnknownNames.Name {
        let accepted = names + spellings.keys.sorted()
        let nearest = NearestName.find(sent, among: accepted).map { path + (spellings[$0] ?? $0) }
        return UnknownNames.Name(name: path + sent.prefix(64), nearest: nearest)
    }

    private func inside(
        of name: String, _ value: @autoclosure () -> JSONValue?
    ) -> (names: KnownNames, objects: [JSONObject])? {
        // Most members have no names inside, and their values need not be copied.
        guard objects[name] != nil || entries[name] != nil else { return nil }
        return switch value() {
        case .object(let object):
            objects[name].map { ($0, [object]) }
                ?? entries[name].map { ($0, object.members.compactMap(\.value.object)) }
        case .array(let elements): objects[name].map { ($0, elements.compactMap(\.object)) }
        default: nil
        }
    }

    private func listed(at path: String) -> [String] {
        names.flatMap { name in
            [path + name] + ((objects[name] ?? entries[name])?.listed(at: path + name + ".") ?? [])
        }
    }
}

/// Why the names of an object or a query are refused.
package enum NameFault: Error, Sendable, Equatable {
    /// Some are unknown.
    case unknown(UnknownNames)
    /// This member is there in two spellings.
    case repeated(String)

    /// The unknown names, if that is the fault.
    package var names: UnknownNames? {
        guard case .unknown(let names) = self else { return nil }
        return names
    }
}

/// Names that a request has and a route does not know.
package struct UnknownNames: Sendable, Equatable {
    /// An unknown name.
    package struct Name: Sendable, Equatable {
        /// The name as it was sent, at most 64 characters, behind the names of the objects around it: `name.given`.
        package let name: String
        /// The nearest known name, if one is near.
        package let nearest: String?
    }

    /// The unknown names.
    package let sent: [Name]
    /// All names that are known.
    package let known: [String]

    /// The names as sentences for a developer.
    package var sentences: String {
        let unknown = sent.map { $0.name + ($0.nearest.map { " (did you mean \($0)?)" } ?? "") }
        return "Unknown: \(unknown.joined(separator: ", ")). "
            + (known.isEmpty ? "No names are known here." : "Known: \(known.joined(separator: ", ")).")
    }
}
