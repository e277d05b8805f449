import HTTPTypes
import Hummingbird
import SignInFlows

/// Reads the token from the Authorization field (RFC 6750 §2.1).
enum BearerToken {
    /// `nil` without the field; refuses anything but exactly one bearer token.
    static func read(_ request: Request) throws(RequestRefusal) -> String? {
        let fields = request.headers[values: .authorization]
        guard !fields.isEmpty else { return nil }
        guard let field = fields.onlyElement else { throw RequestRefusal(.authorizationMalformed) }
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 4_096,
            parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw RequestRefusal(.authorizationMalformed) }
        return String(parts[1])
    }
}
