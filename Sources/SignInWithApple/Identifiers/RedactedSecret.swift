/// A value that must not reach a log: it prints, dumps and interpolates as `[redacted]`.
public protocol RedactedSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself, for the call that needs it.
    var secretValue: String { get }
}

extension RedactedSecret {
    /// Always `[redacted]`.
    public var description: String { "[redacted]" }

    /// Always `[redacted]`.
    public var debugDescription: String { "[redacted]" }

    /// An empty mirror, so that `dump` and debuggers that use reflection show nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
