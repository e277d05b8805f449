import HTTPTypes
import Hummingbird
import SignInFlows

/// Reads the token from the Authorization field (RFC 6750 §2.1).
enum BearerToken {
    private static let scheme = "bearer"
    private static let maximumBytes = 4_096

    /// `nil` without the field; refuses anything but exactly one bearer token.
    static func read(_ request: Request) throws(RequestRefusal) -> String? {
        let fields = request.headers[values: .authorization]
        guard !fields.isEmpty else { return nil }
        guard let field = fields.onlyElement, let token = token(of: field) else {
            throw RequestRefusal(.authorizationMalformed)
        }
        return token
    }

    /// The text after the scheme and one space; `nil` if the field has another form.
    ///
    /// It reads octets, because most requests come this way and a token has hundreds of characters. Looking for the
    /// ends of characters would take longer than verifying the token's signature.
    private static func token(of field: String) -> String? {
        var field = field
        return field.withUTF8 { octets -> String? in
            let start = scheme.utf8.count + 1
            guard (start...start + maximumBytes).contains(octets.count), octets[start - 1] == UInt8(ascii: " "),
                zip(octets, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
            else { return nil }
            let token = UnsafeBufferPointer(rebasing: octets[start...])
            guard token.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return String(decoding: token, as: UTF8.self)
        }
    }
}
