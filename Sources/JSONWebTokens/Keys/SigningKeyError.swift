/// The reason why a private key cannot be used. It never contains any part of the key.
public struct SigningKeyError: Error, Equatable, Sendable {
    /// A stable code in snake case. New codes may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The code as logs and replies show it.
        public let rawValue: String

        /// Creates a code from its text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Creates a code from its text.
        public init(stringLiteral value: String) {
            rawValue = value
        }
    }

    /// The stable code of the error.
    public let code: Code
    /// A sentence for the person who set up the key: what was found, and what is required.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    /// Whether both errors have the same code.
    public static func == (one: Self, other: Self) -> Bool {
        one.code == other.code
    }
}

extension SigningKeyError: CustomStringConvertible {
    /// The code and the explanation.
    public var description: String { "\(code.rawValue): \(explanation)" }
}
