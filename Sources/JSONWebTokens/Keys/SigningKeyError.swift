/// Why a private key cannot be used. It never holds any part of the key.
public struct SigningKeyError: Error, Equatable, Sendable {
    /// A stable name in snake case; new ones may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The code as it is written in logs and replies.
        public let rawValue: String

        /// A code of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A code of that name.
        public init(stringLiteral value: String) {
            rawValue = value
        }
    }

    /// What is wrong.
    public let code: Code
    /// A sentence for the person who set the key up: what was found, and what is needed.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    /// Two errors are equal when their codes are.
    public static func == (one: Self, other: Self) -> Bool {
        one.code == other.code
    }
}

extension SigningKeyError: CustomStringConvertible {
    /// The code and the sentence.
    public var description: String { "\(code.rawValue): \(explanation)" }
}
