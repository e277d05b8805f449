/// A value read from JSON, or one to be written.
///
/// Compare text from a token by its bytes (``JSONObject/text(_:is:)-(StaticString,_)``). Swift's `==` treats
/// canonically equivalent strings as equal, so U+212A, the Kelvin sign, equals the letter K.
public enum JSONValue: Sendable, Equatable {
    /// An object, whose members keep their order.
    case object(JSONObject)
    /// An array of values.
    case array([JSONValue])
    /// A string.
    case string(String)
    /// A number as it was written.
    case number(JSONNumber)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// The text, if the value is a string.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number, if the value is one.
    public var number: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The Boolean, if the value is one.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The array, if the value is one.
    public var array: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    /// The object, if the value is one.
    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
