/// The reason why a token, a key or a JSON text is malformed.
///
/// It holds a stable code and never a part of the text, so it can be logged.
public struct TokenFormatError: Error, Equatable, Sendable {
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

    /// Creates an error with this code.
    public init(_ code: Code) {
        self.code = code
    }

    /// Names the same JSON fault after the part of a token in which it was found: `json_depth` becomes `header_depth`.
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
    /// The token has more bytes than the limits allow.
    public static let tokenTooLarge: Self = "token_too_large"
    /// The token does not consist of three non-empty parts with dots between them (RFC 7515, section 3.1).
    public static let tokenSegments: Self = "token_segments"
    /// The text has a character outside the alphabet, padding, an impossible length or unused bits that are not zero
    /// (RFC 7515, section 2).
    public static let base64URLInvalid: Self = "base64url_invalid"

    /// The text has more bytes than the limits allow.
    public static let jsonTooLarge: Self = "json_too_large"
    /// The text is not one JSON object (RFC 8259).
    public static let jsonSyntax: Self = "json_syntax"
    /// A string is not UTF-8, or has a lone surrogate or an unescaped control character.
    public static let jsonString: Self = "json_string"
    /// A number has a form that RFC 8259 does not allow, such as `01` or `1.`.
    public static let jsonNumber: Self = "json_number"
    /// A member name occurs twice in one object after its escapes are decoded (RFC 7519, section 4).
    public static let jsonDuplicateMember: Self = "json_duplicate_member"
    /// The nesting is deeper than the limits allow.
    public static let jsonDepth: Self = "json_depth"
    /// An object has more members than the limits allow.
    public static let jsonMembers: Self = "json_members"

    /// `alg` is missing or not a string.
    public static let headerAlgorithm: Self = "header_algorithm"
    /// `kid` is not a string.
    public static let headerKeyID: Self = "header_key_id"
    /// `typ` is not a string.
    public static let headerType: Self = "header_type"
}
