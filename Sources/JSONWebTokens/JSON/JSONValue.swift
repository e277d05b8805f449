/// A value read from JSON, or one to be written.
///
/// Compare text from a token by its bytes (``JSONObject/text(_:is:)-(StaticString,_)``): Swift's `==` on strings takes
/// canonically equivalent ones for equal, so that U+212A, the Kelvin sign, equals the letter K.
public enum JSONValue: Sendable, Equatable {
    /// An object; its members keep their order.
    case object(JSONObject)
    /// A list of values.
    case array([JSONValue])
    /// A text.
    case string(String)
    /// A number as it was written.
    case number(JSONNumber)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// The text, where the value is one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, where the value is one.
    public var number: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The Boolean, where the value is one.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The list, where the value is one.
    public var array: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    /// The object, where the value is one.
    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// A text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// A whole number.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// A Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// A list.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
