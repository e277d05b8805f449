import AccountStorage
import Crypto
import Foundation

/// The code in a mail. A link carries it in its fragment, and it is short enough to be typed.
///
/// Fifteen characters of Crockford's base 32, 75 bits. A look-up secret of at least 64 bits needs no rate limit of its
/// own (NIST SP 800-63B-3 section 5.1.2.2), and ten minutes are too short to try them all. The database stores only a
/// hash of it, as the row's identifier.
struct MailedCode: Sendable, CustomStringConvertible {
    /// How many random bytes a code is made from.
    static let length = 15

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private let characters: [UInt8]

    /// - Parameter bytes: random bytes. Five bits of each are used.
    init(bytes: [UInt8]) {
        precondition(bytes.count == Self.length, "a code is made of fifteen bytes")
        characters = bytes.map { Self.alphabet[Int($0 & 31)] }
    }

    /// Reads a code as people type it: in upper or lower case, with or without separators, and with letters in place of
    /// digits that look alike. Nil for anything else.
    init?(typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        let characters = typed.uppercased().utf8.filter { !" -".utf8.contains($0) }.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "O"): UInt8(ascii: "0")
            case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
            default: byte
            }
        }
        guard characters.count == Self.length, characters.allSatisfy(Self.alphabet.contains) else { return nil }
        self.characters = characters
    }

    /// In three groups: `7KQMX-3XPDA-V2HTR`.
    var text: String {
        stride(from: 0, to: Self.length, by: 5).map { String(decoding: characters[$0..<$0 + 5], as: UTF8.self) }
            .joined(separator: "-")
    }

    /// Prints no code.
    var description: String { "MailedCode(redacted)" }

    /// The row's identifier.
    var tokenID: MailedTokenID {
        MailedTokenID(label: "mailed-code", fields: [String(decoding: characters, as: UTF8.self)])
    }
}
