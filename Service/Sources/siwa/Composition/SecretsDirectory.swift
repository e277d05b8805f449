import Foundation
import JSONWebTokens
import SignInBackground
import SignInFlows

/// The service's own keys, made at the first start and kept in files of mode 0600.
///
/// `master.key` holds 32 bytes as hexadecimal digits, and others are beside it while it is replaced
/// (``MasterKeySchedule``); `access-token-<key id>.pem` signs access tokens (``SigningKeySchedule`` says which one).
struct SecretsDirectory {
    let secrets: ServerSecrets
    let signingKey: SigningKey
    /// The keys that are published but do not sign: older ones, and one that is too young.
    let otherKeys: [SigningKey]
    /// Which key is which.
    let schedule: SigningKeySchedule
    /// Which master key is which.
    let masters: MasterKeySchedule

    private static let master = MasterKeySchedule.first
    /// The master key until its database is there. Nothing was ever sealed with it.
    private static let draft = "master.key.draft"

    /// Opens the keys together with the database that is worthless without them.
    ///
    /// Neither is made where only the other is there. At a first start the master key gets its name last, so a start that
    /// fails, or is killed, at any point can be repeated.
    /// - Parameters:
    ///   - databasePath: where the database is, or will be, for people to read.
    ///   - isDatabaseThere: whether it is; by default, whether there is a file at `databasePath`.
    ///   - openDatabase: opens the database; makes it only when told so.
    static func open<Database>(
        _ path: String, now: Date, databasePath: String, isDatabaseThere: (() throws -> Bool)? = nil,
        openDatabase: (_ createIfMissing: Bool) throws -> Database
    ) throws -> (secrets: SecretsDirectory, database: Database) {
        let manager = FileManager.default
        let isDatabaseThere = isDatabaseThere ?? { manager.fileExists(atPath: databasePath) }
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try PrivateFile.refuseIfShared(path)
        let (masterPath, draftPath) = ("\(path)/\(master)", "\(path)/\(draft)")
        if manager.fileExists(atPath: masterPath) {
            return (try SecretsDirectory(path, now), try openDatabase(false))
        }
        if !manager.fileExists(atPath: draftPath) {
            guard try !isDatabaseThere() else {
                throw MasterKeyMissing(masterPath: masterPath, databasePath: databasePath)
            }
            try makeMissing(in: path, draftPath: draftPath, now: now)
        }
        let read = try SecretsDirectory(path, draft: draftPath, now)
        let database: Database
        do {
            database = try openDatabase(true)
        } catch {
            // Left behind, it would pass for the key of whatever database is put there before the next start.
            if (try? isDatabaseThere()) == false { try? manager.removeItem(atPath: draftPath) }
            throw error
        }
        try PrivateFile.rename(draftPath, to: masterPath)
        return (read, database)
    }

    /// - Parameter draft: the master key of a first start, in place of all others.
    private init(_ path: String, draft: String? = nil, _ now: Date) throws {
        let keys = MasterKeyFolder(path: path, randomBytes: SystemRandom.bytes)
        if let draft {
            masters = .single
            secrets = ServerSecrets(MasterKeys(current: try keys.master(at: draft)))
        } else {
            masters = try keys.schedule(at: now)
            secrets = ServerSecrets(try keys.keys(masters))
        }
        let folder = SigningKeyFolder(path: path)
        schedule = SigningKeySchedule(try folder.ids(), at: now)
        guard let signing = schedule.signing else {
            throw PrivateFile.Failure(description: "\(path): no access-token-….pem beside \(Self.master)")
        }
        signingKey = try folder.read(signing)
        otherKeys = try schedule.published.map(folder.read)
    }

    private static func makeMissing(in path: String, draftPath: String, now: Date) throws {
        let folder = SigningKeyFolder(path: path)
        if try folder.ids().isEmpty { try folder.make(at: now) }
        try MasterKeyFolder(path: path, randomBytes: SystemRandom.bytes).makeMaster(at: draftPath)
    }
}

extension SecretsDirectory {
    /// A database without its master key; nothing was made.
    struct MasterKeyMissing: Error, CustomStringConvertible {
        let masterPath: String
        let databasePath: String

        var description: String {
            "master_key_missing: there is a database at \(databasePath), but no \(masterPath). Restore the key from "
                + "a backup. With another key, every session ends and Apple's refresh tokens are lost."
        }
    }
}
