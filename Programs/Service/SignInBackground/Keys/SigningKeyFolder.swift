package import Foundation
package import JSONWebTokens
import PrivateFiles

/// The keys of one kind in the folder of the service's own keys: `<kind>-<key id>.pem`, each with mode 0600.
package struct SigningKeyFolder: Sendable {
    let path: String
    /// What the keys sign.
    package let kind: SigningKeyKind

    private static let suffix = ".pem"
    private var prefix: String { kind.rawValue + "-" }

    /// Creates access to the keys in this folder.
    package init(path: String, kind: SigningKeyKind = .accessToken) {
        self.path = path
        self.kind = kind
    }

    /// The ids of the keys in the folder, sorted as text.
    package func ids() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasPrefix(prefix) && $0.hasSuffix(Self.suffix) }
            .map { String($0.dropFirst(prefix.count).dropLast(Self.suffix.count)) }.sorted()
    }

    /// The schedule of the keys in the folder.
    package func schedule(at now: Date) throws -> SigningKeySchedule {
        SigningKeySchedule(try ids(), of: kind, at: now)
    }

    /// Reads the key with this id.
    package func read(_ id: String) throws -> SigningKey {
        let text = String(decoding: try PrivateFile.read(file(id)), as: UTF8.self)
        return try SigningKey(pem: text, keyID: id, requiring: kind.algorithm)
    }

    /// Creates a key and returns its id.
    @discardableResult
    package func make(at now: Date) throws -> String {
        let id = "\(Int(now.timeIntervalSince1970))-\(String(UInt32.random(in: .min ... .max), radix: 16))"
        try PrivateFile.create(file(id), Array(kind.makeKey(id: id).pemRepresentation.utf8))
        return id
    }

    func remove(_ id: String) throws {
        try FileManager.default.removeItem(atPath: file(id))
    }

    private func file(_ id: String) -> String {
        path + "/" + prefix + id + Self.suffix
    }
}
