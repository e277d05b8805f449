package import Foundation
import PrivateFiles
import SignInBackground
import SignInFlows

/// The service's own keys, created at the first start and kept in files with mode 0600.
///
/// `master.key` holds 32 bytes as hexadecimal digits; during a rotation there are further master keys
/// (``MasterKeySchedule``). `access-token-<key id>.pem` signs access tokens, and `id-token-<key id>.pem` the ID tokens of
/// an OpenID Provider (``SigningKeySchedule`` decides which one).
package struct SecretsDirectory {
    let secrets: ServerSecrets
    let accessTokenKeys: SigningKeySet
    /// `nil` unless the service is an OpenID Provider.
    let idTokenKeys: SigningKeySet?
    /// The roles of the master keys.
    let masters: MasterKeySchedule

    private static let master = MasterKeySchedule.first
    /// The master key before the database has been created. Nothing has been sealed with it.
    private static let draft = "master.key.draft"

    /// Opens the keys and the database, which is useless without them.
    ///
    /// If only one of the two exists, the other is not created. At a first start the master key gets its final name
    /// last, so a start that fails or is killed at any point can be repeated.
    /// - Parameters:
    ///   - signsIDTokens: whether a key for ID tokens is needed. It is created if there is none, also at a later start.
    ///   - databasePath: the location of the database, for messages to people.
    ///   - isDatabaseThere: whether the database exists; by default, whether a file exists at `databasePath`.
    ///   - openDatabase: opens the database; creates it only if told to.
    static func open<Database>(
        _ path: String, now: Date, signsIDTokens: Bool = false, databasePath: String,
        isDatabaseThere: (() throws -> Bool)? = nil, openDatabase: (_ createIfMissing: Bool) throws -> Database
    ) throws -> (secrets: SecretsDirectory, database: Database) {
        let manager = FileManager.default
        let isDatabaseThere = isDatabaseThere ?? { manager.fileExists(atPath: databasePath) }
        do throws(PrivateFile.Failure) {
            try PrivateFile.makeFolder(path)
        } catch {
            throw PrivateFile.Failure(
                description: "\(path): the folder of the service's keys cannot be created by this user (\(error))",
                code: error.code)
        }
        try PrivateFile.refuseIfShared(path)
        let (masterPath, draftPath) = ("\(path)/\(master)", "\(path)/\(draft)")
        if manager.fileExists(atPath: masterPath) {
            return (try SecretsDirectory(path, signsIDTokens: signsIDTokens, now), try openDatabase(false))
        }
        if !manager.fileExists(atPath: draftPath) {
            guard try !isDatabaseThere() else {
                throw MasterKeyMissing(masterPath: masterPath, databasePath: databasePath)
            }
            try makeMissing(in: path, draftPath: draftPath, now: now)
        }
        let read = try SecretsDirectory(path, draft: draftPath, signsIDTokens: signsIDTokens, now)
        let database: Database
        do {
            database = try openDatabase(true)
        } catch {
            // If the draft stayed, the next start would take it for the key of any database put there in the meantime.
            if (try? isDatabaseThere()) == false { try? manager.removeItem(atPath: draftPath) }
            throw error
        }
        try PrivateFile.rename(draftPath, to: masterPath)
        return (read, database)
    }

    /// What a start would make of the keys, without making anything: whether there are any. Throws what would keep the
    /// service from starting.
    package static func isThere(
        _ path: String, now: Date, signsIDTokens: Bool, databasePath: String, isDatabaseThere: () throws -> Bool
    ) throws -> Bool {
        let manager = FileManager.default
        let (masterPath, draftPath) = ("\(path)/\(master)", "\(path)/\(draft)")
        if manager.fileExists(atPath: path) {
            try PrivateFile.refuseIfShared(path)
            // A start makes a missing key for ID tokens, but reads one that is there.
            if signsIDTokens { _ = try SigningKeySet(SigningKeyFolder(path: path, kind: .idToken), at: now) }
            if manager.fileExists(atPath: masterPath) {
                _ = try SecretsDirectory(path, signsIDTokens: false, now)
                return true
            }
            if manager.fileExists(atPath: draftPath) {
                _ = try SecretsDirectory(path, draft: draftPath, signsIDTokens: false, now)
                return false
            }
        }
        guard try !isDatabaseThere() else {
            throw MasterKeyMissing(masterPath: masterPath, databasePath: databasePath)
        }
        return false
    }

    /// - Parameter draft: the path of a first start's master key, which is used instead of all others.
    private init(_ path: String, draft: String? = nil, signsIDTokens: Bool, _ now: Date) throws {
        let keys = MasterKeyFolder(path: path, randomBytes: SystemRandom.bytes)
        if let draft {
            masters = .single
            secrets = ServerSecrets(MasterKeys(current: try keys.master(at: draft)))
        } else {
            masters = try keys.schedule(at: now)
            secrets = ServerSecrets(try keys.keys(masters))
        }
        let folder = SigningKeyFolder(path: path)
        guard let accessTokenKeys = try SigningKeySet(folder, at: now) else {
            throw PrivateFile.Failure(description: "\(path): no access-token-….pem beside \(Self.master)")
        }
        self.accessTokenKeys = accessTokenKeys
        idTokenKeys = try signsIDTokens ? Self.idTokenKeys(in: path, now) : nil
    }

    /// The keys for ID tokens. The first one signs at once, because nothing was signed before it.
    private static func idTokenKeys(in path: String, _ now: Date) throws -> SigningKeySet? {
        let folder = SigningKeyFolder(path: path, kind: .idToken)
        if try folder.ids().isEmpty { try folder.make(at: now) }
        return try SigningKeySet(folder, at: now)
    }

    private static func makeMissing(in path: String, draftPath: String, now: Date) throws {
        let folder = SigningKeyFolder(path: path)
        if try folder.ids().isEmpty { try folder.make(at: now) }
        let masters = MasterKeyFolder(path: path, randomBytes: SystemRandom.bytes)
        try masters.removeUnfinished()
        try masters.makeMaster(at: draftPath)
    }
}

extension SecretsDirectory {
    /// There is a database but not its master key; nothing was created.
    package struct MasterKeyMissing: Error, CustomStringConvertible {
        let masterPath: String
        let databasePath: String

        package var description: String {
            "master_key_missing: there is a database at \(databasePath), but no \(masterPath). Restore the key from "
                + "a backup. With another key, every session ends and Apple's refresh tokens are lost."
        }
    }
}
