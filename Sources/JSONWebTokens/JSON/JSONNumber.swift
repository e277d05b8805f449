/// A number as it was written.
public struct JSONNumber: Sendable, Hashable {
    /// The characters, in the grammar of RFC 8259, section 6.
    public let text: String

    init(validated text: String) {
        self.text = text
    }

    /// A whole number.
    public init(_ value: Int) {
        text = String(value)
    }

    /// The nearest floating-point number; nil where there is no finite one.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The whole number, where it was written as one (no point, no exponent) and fits.
    public var integer: Int? {
        Int(text)
    }
}
