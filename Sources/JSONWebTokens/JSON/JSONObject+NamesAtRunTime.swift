/// The same methods for names that are only known at run time. They are disfavoured, because a literal passed as a
/// `String` is measured and retained at each call, and verifying a token makes about thirty such calls.
extension JSONObject {
    /// The kind of a member's value, or nil if there is no member of that name.
    @_disfavoredOverload
    public func kind(of name: String) -> JSONKind? {
        place(of: name)?.kind
    }

    /// Whether there is a member of that name, whatever its value.
    @_disfavoredOverload
    public func contains(_ name: String) -> Bool {
        place(of: name) != nil
    }

    /// The text of a member, or nil if the member is missing or not a string.
    @_disfavoredOverload
    public func text(_ name: String) -> String? {
        self[name]?.string
    }

    /// Whether a member is a string of exactly these bytes.
    @_disfavoredOverload
    public func text(_ name: String, is expected: String) -> Bool {
        text(name)?.utf8.elementsEqual(expected.utf8) ?? false
    }

    /// The number of a member, or nil if the member is missing, not a number, or too large for a `Double`.
    @_disfavoredOverload
    public func double(_ name: String) -> Double? {
        self[name]?.number?.double
    }

    /// The Boolean of a member, or nil if the member is missing or of another kind.
    @_disfavoredOverload
    public func bool(_ name: String) -> Bool? {
        self[name]?.bool
    }
}
