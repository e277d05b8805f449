import Foundation
import JSONWebTokens

/// A configuration file, flattened to paths and texts. Maps only: a list of objects has no stable names.
struct ConfigurationFile: Sendable {
    enum Value: Sendable, Equatable {
        case text(String), number(String), flag(Bool), list([String])
        /// An object without members: names something, but holds nothing.
        case emptyMap
    }

    private(set) var values: [[String]: Value] = [:]
    private(set) var faults: [String] = []

    static let empty = ConfigurationFile()

    private init() {}

    /// Reads a file's bytes; what is wrong with its form is in `faults`.
    init(json: [UInt8]) {
        do {
            let object = try StrictJSONReader.readObject(json)
            add(object, at: [])
        } catch {
            faults.append("the file is not a JSON object: \(error.code.rawValue)")
        }
    }

    /// The names chosen by the operator below a path, in order.
    func names(below path: [String]) -> [String] {
        let found = values.keys.filter { $0.count > path.count && $0.starts(with: path) }.map { $0[path.count] }
        return Set(found).sorted()
    }

    private mutating func add(_ object: JSONObject, at path: [String]) {
        if object.members.isEmpty, !path.isEmpty { values[path] = .emptyMap }
        for (name, value) in object.members {
            add(value, at: path + [name])
        }
    }

    private mutating func add(_ value: JSONValue, at path: [String]) {
        switch value {
        case .object(let object): add(object, at: path)
        case .string(let text): values[path] = .text(text)
        case .number(let number): values[path] = .number(number.text)
        case .bool(let flag): values[path] = .flag(flag)
        case .array(let elements): addList(elements, at: path)
        case .null: faults.append("\(path.joined(separator: ".")): null is not a value; leave the key out")
        }
    }

    private mutating func addList(_ elements: [JSONValue], at path: [String]) {
        let texts = elements.compactMap { element -> String? in
            if case .string(let text) = element { return text }
            return nil
        }
        guard texts.count == elements.count else {
            faults.append("\(path.joined(separator: ".")): a list may hold texts only")
            return
        }
        values[path] = .list(texts)
    }
}
