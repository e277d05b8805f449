package import Foundation
package import JSONWebTokens

/// The signing keys of one kind in their roles, as read from the folder at one moment.
package struct SigningKeySet: Sendable {
    /// The roles of the keys.
    package let schedule: SigningKeySchedule
    /// The key that signs.
    package let signing: SigningKey
    /// The keys that are published but do not sign: older ones, and new ones that may not sign yet.
    package let others: [SigningKey]
    /// The public halves of removed keys of all kinds.
    package let formerKeys: [JSONWebKey]
    /// The files of the former keys.
    let formerNames: [String]

    /// Reads the keys; nil if no key may sign.
    package init?(_ folder: SigningKeyFolder, at now: Date) throws {
        try self.init(folder, folder.schedule(at: now))
    }

    init?(_ folder: SigningKeyFolder, _ schedule: SigningKeySchedule) throws {
        guard let id = schedule.signing else { return nil }
        let former = FormerPublicKeyFolder(path: folder.path)
        self.schedule = schedule
        signing = try folder.read(id)
        others = try schedule.published.map(folder.read)
        formerNames = try former.names()
        formerKeys = former.keys(in: formerNames)
    }
}
