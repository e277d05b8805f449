/// A password that somebody saved for a website: what `ASPasswordCredential` gives to an app, and the site's domain.
struct SavedPassword: Sendable, Equatable {
    let id: Int
    let user: String
    let password: String
    let domain: String

    /// The members of `ASPasswordCredential`.
    struct Credential: Encodable, Sendable {
        let user: String
        let password: String
    }

    var credential: Credential { Credential(user: user, password: password) }
}

/// Whose passwords these are. iCloud Keychain brings an account's passwords to all of its devices
/// (https://support.apple.com/109016). Without an account, they stay on the device.
enum KeychainOwner: Hashable, Sendable {
    case account(String)
    case device(String)

    init(account: String?, device: String) { self = account.map { .account($0) } ?? .device(device) }
}

/// All saved passwords, by owner.
struct Keychains: Sendable {
    static let capacity = 100
    private var byOwner: [KeychainOwner: [SavedPassword]] = [:]
    private var lastID = 0

    subscript(owner: KeychainOwner) -> [SavedPassword] { byOwner[owner] ?? [] }

    /// Saves a password, in place of the one that the same user had for this domain. Returns false if there are too many.
    mutating func save(_ password: String, of user: String, at domain: String, for owner: KeychainOwner) -> Bool {
        var saved = self[owner].filter { $0.user != user || $0.domain != domain }
        guard saved.count < Self.capacity else { return false }
        lastID += 1
        saved.append(SavedPassword(id: lastID, user: user, password: password, domain: domain))
        byOwner[owner] = saved
        return true
    }

    /// Returns false if the owner has no such password.
    mutating func remove(_ isWanted: (SavedPassword) -> Bool, of owner: KeychainOwner) -> Bool {
        let saved = self[owner]
        let kept = saved.filter { !isWanted($0) }
        byOwner[owner] = kept.isEmpty ? nil : kept
        return kept.count < saved.count
    }

    mutating func removeAll(of owner: KeychainOwner) { byOwner[owner] = nil }
}
