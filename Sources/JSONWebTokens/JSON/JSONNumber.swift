/// A JSON number, kept as it was written.
public struct JSONNumber: Sendable, Hashable {
    /// The characters, in the grammar of RFC 8259, section 6.
    public let text: String

    init(validated text: String) {
        self.text = text
    }

    /// Creates a whole number.
    public init(_ value: Int) {
        text = String(value)
    }

    /// The nearest floating-point number, or nil if it is not finite.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The whole number, if it was written without a point and an exponent and fits into an `Int`.
    public var integer: Int? {
        Int(text)
    }
}
