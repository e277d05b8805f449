package import Foundation
package import JSONWebTokens

/// The access token keys in the folder of the service's own keys: `access-token-<key id>.pem`, each with mode 0600.
package struct SigningKeyFolder: Sendable {
    let path: String

    private static let prefix = "access-token-"
    private static let suffix = ".pem"

    /// Creates access to the keys in this folder.
    package init(path: String) {
        self.path = path
    }

    /// The ids of the keys in the folder, sorted as text.
    package func ids() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
            .map { String($0.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)) }.sorted()
    }

    /// Reads the key with this id.
    package func read(_ id: String) throws -> SigningKey {
        try SigningKey(pem: String(decoding: PrivateFile.read(file(id)), as: UTF8.self), keyID: id)
    }

    /// Creates a key and returns its id.
    @discardableResult
    package func make(at now: Date) throws -> String {
        let id = "\(Int(now.timeIntervalSince1970))-\(String(UInt32.random(in: .min ... .max), radix: 16))"
        try PrivateFile.create(file(id), Array(SigningKey.makeES256(keyID: id).pemRepresentation.utf8))
        return id
    }

    func remove(_ id: String) throws {
        try FileManager.default.removeItem(atPath: file(id))
    }

    private func file(_ id: String) -> String {
        path + "/" + Self.prefix + id + Self.suffix
    }
}
