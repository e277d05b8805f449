public import JSONWebTokens

/// All claims of a verified token, by name. It prints only their number.
///
/// If a claim has a property in ``VerifiedIdentityToken``, prefer the property: it is typed, and bounded where that
/// matters.
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

    /// The value of a claim that is a text.
    public func text(_ name: String) -> String? { json.text(name) }

    /// The value of a claim that is a number.
    public func number(_ name: String) -> Double? { json.double(name) }

    /// The value of a claim that is a Boolean, or the text `true` or `false`, as Apple wrote flags until February 2024.
    public func flag(_ name: String) -> Bool? {
        if let flag = json.bool(name) { return flag }
        if json.text(name, is: "true") { return true }
        return json.text(name, is: "false") ? false : nil
    }

    /// The value of a claim of any kind.
    public subscript(_ name: String) -> JSONValue? { json[name] }
}

extension VerifiedClaims: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Only the number of claims, because they are personal data.
    public var description: String { "VerifiedClaims(\(json.count))" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
