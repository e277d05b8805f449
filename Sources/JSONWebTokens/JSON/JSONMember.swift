/// What kind of value a member has.
public enum JSONKind: UInt8, Sendable {
    /// Another object.
    case object
    /// A list of values.
    case array
    /// A text.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case bool
    /// `null`.
    case null
}

/// Where one member of an object stands in the text; strings are given without their quotes.
struct JSONMember: Sendable {
    var nameStart: Int32
    var nameEnd: Int32
    var valueStart: Int32
    var valueEnd: Int32
    var kind: JSONKind
    var isNameEscaped: Bool
    var isValueEscaped: Bool
}

/// A stretch of the text that holds a string's characters.
struct JSONSpan {
    let start: Int
    let end: Int
    let isEscaped: Bool
}
