import Foundation
package import JSONWebTokens
import PrivateFiles

/// The public halves of removed signing keys: `former-<kind>-<key id>.json`, each a JWK (RFC 7517) with mode 0600.
///
/// They are not published. An ID token that comes back as `id_token_hint` may be older than the last rotation (OpenID
/// Connect RP-Initiated Logout section 2).
package struct FormerPublicKeyFolder: Sendable {
    private let path: String

    /// The second in which the key was removed. Other programs ignore the member (RFC 7517 section 4).
    private static let removedAt = "removed_at"
    private static let suffix = ".json"

    /// Creates access to the keys in this folder.
    package init(path: String) {
        self.path = path
    }

    /// The names of the files of all kinds, sorted as text.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
            SigningKeyKind.allCases.contains { Self.isName(name, of: $0) }
        }.sorted()
    }

    /// Reads the keys in these files. A file that is not a key, or was removed in the meantime, is left out, because
    /// the service works without it.
    package func keys(in names: [String]) -> [JSONWebKey] {
        names.compactMap { name in read(name).flatMap { try? JSONWebKey($0) } }
    }

    /// Keeps the public half of a key that will be removed, unless it is kept already.
    func keep(_ key: SigningKey, of kind: SigningKeyKind, at now: Date) throws {
        let file = path + "/" + Self.prefix(of: kind) + (key.keyID ?? "") + Self.suffix
        guard !FileManager.default.fileExists(atPath: file) else { return }
        let removedAt = JSONValue.number(JSONNumber(Int(now.timeIntervalSince1970)))
        let members = key.publicJSONWebKey.members.members + [(name: Self.removedAt, value: removedAt)]
        try PrivateFile.create(file, JSONObject(members).json)
    }

    /// Removes the keys of a kind that were removed before this moment. A file that does not say when stays.
    func forget(_ kind: SigningKeyKind, removedBefore moment: Date) throws {
        for name in try names() where Self.isName(name, of: kind) {
            guard let second = read(name)?[Self.removedAt]?.number?.integer,
                Date(timeIntervalSince1970: TimeInterval(second)) < moment
            else { continue }
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }

    private func read(_ name: String) -> JSONObject? {
        guard let bytes = try? PrivateFile.read(path + "/" + name) else { return nil }
        return try? StrictJSONReader.readObject(bytes, limits: .standard)
    }

    private static func isName(_ name: String, of kind: SigningKeyKind) -> Bool {
        name.hasPrefix(prefix(of: kind)) && name.hasSuffix(suffix)
    }

    private static func prefix(of kind: SigningKeyKind) -> String { "former-" + kind.rawValue + "-" }
}
