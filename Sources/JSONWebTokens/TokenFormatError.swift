/// Why a token, a key or a JSON text has not the shape it must have.
///
/// It holds a stable code and never a part of the text that was read, so that it can be logged.
public struct TokenFormatError: Error, Equatable, Sendable {
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

    /// An error of that code.
    public init(_ code: Code) {
        self.code = code
    }

    /// The same fault of JSON, named after the part of a token in which it was found: `json_depth` becomes `header_depth`.
    func found(in part: String) -> Self {
        guard code.rawValue.hasPrefix("json_") else { return self }
        return Self(Code(rawValue: part + code.rawValue.dropFirst("json".count)))
    }
}

extension TokenFormatError: CustomStringConvertible {
    /// The code.
    public var description: String { code.rawValue }
}

extension TokenFormatError.Code {
    /// More bytes than the limits allow.
    public static let tokenTooLarge: Self = "token_too_large"
    /// Not three non-empty parts with dots between them (RFC 7515, section 3.1).
    public static let tokenSegments: Self = "token_segments"
    /// A foreign character, padding, an impossible length or bits that stand for nothing (RFC 7515, section 2).
    public static let base64URLInvalid: Self = "base64url_invalid"

    /// More bytes than the limits allow.
    public static let jsonTooLarge: Self = "json_too_large"
    /// Not one JSON object (RFC 8259).
    public static let jsonSyntax: Self = "json_syntax"
    /// A string that is not UTF-8, a lone surrogate or a bare control character.
    public static let jsonString: Self = "json_string"
    /// A number in a form that RFC 8259 does not have, such as `01` or `1.`.
    public static let jsonNumber: Self = "json_number"
    /// A member name that stands twice in one object once its escapes are read (RFC 7519, section 4).
    public static let jsonDuplicateMember: Self = "json_duplicate_member"
    /// Deeper than the limits allow.
    public static let jsonDepth: Self = "json_depth"
    /// More members in one object than the limits allow.
    public static let jsonMembers: Self = "json_members"

    /// No `alg`, or one that is not a string.
    public static let headerAlgorithm: Self = "header_algorithm"
    /// A `kid` that is not a string.
    public static let headerKeyID: Self = "header_key_id"
    /// A `typ` that is not a string.
    public static let headerType: Self = "header_type"
}
