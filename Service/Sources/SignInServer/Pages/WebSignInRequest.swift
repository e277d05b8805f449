import Foundation
import SignInAPI

/// What the start of a web sign-in asks for, and the path that asks for it again.
struct WebSignInRequest: Sendable, Equatable {
    let client: String?
    let returnTo: String?

    var path: String { path(of: Paths.webSignIn) }

    /// The same with a name and a password.
    var passwordPath: String { path(of: Paths.webPasswordSignIn) }

    private func path(of page: String) -> String {
        let fields = [("client", client), ("return_to", returnTo)].compactMap { name, value in
            value.map { name + "=" + Self.encoded($0) }
        }
        return fields.isEmpty ? page : page + "?" + fields.joined(separator: "&")
    }

    /// Everything but unreserved characters is escaped (RFC 3986 section 2.3).
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
