import Crypto
import Foundation

/// One authorization request, with a code challenge (RFC 7636) and a state.
struct Attempt {
    let client: String
    let redirectURI: String
    let state = Attempt.secret()
    let verifier = Attempt.secret()

    /// The address that the browser opens.
    func address(at provider: Provider) -> String {
        let challenge = Self.encoded(SHA256.hash(data: Data(verifier.utf8)))
        return provider.authorizationEndpoint + "?"
            + Form.encode([
                ("response_type", "code"), ("client_id", client), ("redirect_uri", redirectURI), ("state", state),
                ("scope", "openid profile email"), ("code_challenge", challenge), ("code_challenge_method", "S256"),
            ])
    }

    /// 256 random bits.
    private static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return encoded((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// `application/x-www-form-urlencoded`, for queries and for bodies.
enum Form {
    static func encode(_ fields: [(String, String)]) -> String {
        fields.map { "\(escape($0))=\(escape($1))" }.joined(separator: "&")
    }

    private static func escape(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
