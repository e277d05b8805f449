public import JSONWebTokens

/// All claims of a token whose every check passed, to be read by name. It prints their number and nothing else.
///
/// What has a property of ``VerifiedIdentityToken`` is better read there: it is typed, and bounded where that matters.
public struct VerifiedClaims: Sendable, Equatable {
    /// The claims as one strict JSON object.
    public let json: JSONObject

    init(_ json: JSONObject) {
        self.json = json
    }

    /// The names, in the order in which Apple wrote them.
    public var names: [String] { json.names }

    /// Whether there is a claim of that name, whatever its value.
    public func contains(_ name: String) -> Bool { json.contains(name) }

    /// A claim that is a text.
    public func text(_ name: String) -> String? { json.text(name) }

    /// A claim that is a number.
    public func number(_ name: String) -> Double? { json.double(name) }

    /// A claim that is a Boolean, or the text `true` or `false`, as Apple wrote flags until February 2024.
    public func flag(_ name: String) -> Bool? {
        if let flag = json.bool(name) { return flag }
        if json.text(name, is: "true") { return true }
        return json.text(name, is: "false") ? false : nil
    }

    /// A claim of any kind.
    public subscript(_ name: String) -> JSONValue? { json[name] }
}

extension VerifiedClaims: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many there are: they are about a person.
    public var description: String { "VerifiedClaims(\(json.count))" }

    /// The same.
    public var debugDescription: String { description }

    /// Shows nothing to `dump`.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
