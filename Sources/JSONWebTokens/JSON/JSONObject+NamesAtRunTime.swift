/// The same questions with names that are only known at run time. A literal never means these: it would be counted and kept alive
/// at each call, which a token pays for thirty times.
extension JSONObject {
    /// The kind of a member's value; nil where there is no member of that name.
    @_disfavoredOverload
    public func kind(of name: String) -> JSONKind? {
        place(of: name)?.kind
    }

    /// Whether there is a member of that name, whatever its value.
    @_disfavoredOverload
    public func contains(_ name: String) -> Bool {
        place(of: name) != nil
    }

    /// The text of a member; nil where there is none or it is not a string.
    @_disfavoredOverload
    public func text(_ name: String) -> String? {
        self[name]?.string
    }

    /// Whether a member is a string of exactly these bytes.
    @_disfavoredOverload
    public func text(_ name: String, is expected: String) -> Bool {
        text(name)?.utf8.elementsEqual(expected.utf8) ?? false
    }

    /// The number of a member; nil where there is none, it is not a number, or it is beyond what a Double holds.
    @_disfavoredOverload
    public func double(_ name: String) -> Double? {
        self[name]?.number?.double
    }

    /// The Boolean of a member; nil where there is none or it is of another kind.
    @_disfavoredOverload
    public func bool(_ name: String) -> Bool? {
        self[name]?.bool
    }
}
