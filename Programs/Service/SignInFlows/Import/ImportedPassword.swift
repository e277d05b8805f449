import AccountStorage
import Foundation
import PasswordHashing

/// The hash of a user's password, and the names that are typed with it.
struct ImportedPassword: Sendable {
    private let hash: PasswordHash?
    private let names: [LoginNameText]

    private static let mostNames = 10

    /// Reads both; nil if there is neither. A hash requires a name. Names without a hash are only used for the mail
    /// that tells a person to sign in with Apple.
    init?(hash text: String?, loginNames: [String]) throws(ImportRefusal) {
        guard loginNames.count <= Self.mostNames else { throw ImportRefusal(.valueInvalid, "login_names") }
        var names: [LoginNameText] = []
        for (index, typed) in loginNames.enumerated() {
            guard let name = LoginNameText(typed),
                !names.contains(where: { $0.text.utf8.elementsEqual(name.text.utf8) })
            else { throw ImportRefusal(.valueInvalid, "login_names.\(index)") }
            // An address in another case is the same name, so it is kept once.
            if !names.contains(name) { names.append(name) }
        }
        hash = try text.map { text throws(ImportRefusal) in try Self.read(text) }
        self.names = names
        guard hash == nil || !names.isEmpty else { throw ImportRefusal(.memberMissing, "login_names") }
        guard hash != nil || !names.isEmpty else { return nil }
    }

    private static func read(_ text: String) throws(ImportRefusal) -> PasswordHash {
        do throws(PasswordHashRejection) {
            return try PasswordHash(parsing: text)
        } catch {
            let code: ImportRefusal.Code =
                switch error {
                case .unknownForm: .hashFormUnknown
                case .malformed: .hashMalformed
                case .tooCostly: .hashTooCostly
                case .notBuiltIn: .hashNotBuiltIn
                }
            throw ImportRefusal(code, "password_hash")
        }
    }

    /// The refusal if one of the names belongs to another account; nil otherwise.
    func refusal(in records: any AccountTransaction) throws(StorageFailure) -> ImportRefusal? {
        for (index, name) in names.enumerated() where try name.find(in: records) != nil {
            return ImportRefusal(.loginNameTaken, "login_names.\(index)")
        }
        return nil
    }

    /// Stores the names and the hash for a new account.
    ///
    /// - Parameter provenAddress: the address that the app verified, if any.
    func record(
        for account: AccountID, provenAddress: String?, at moment: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        let proven = provenAddress.flatMap { LoginNameText($0) }
        for name in names {
            try records.recordLoginName(
                LoginName(
                    id: name.id, accountID: account, name: name.text, createdAt: moment,
                    provenAt: name == proven ? moment : nil))
        }
        if let hash {
            try records.recordPassword(StoredPassword(accountID: account, hash: hash.text, changedAt: moment))
        }
    }

    /// The members that differ from what is stored: names that belong to another account. The password is not compared,
    /// because the person may have changed it, or replaced it with Apple.
    func differences(
        from account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> [String] {
        var members: [String] = []
        for (index, name) in names.enumerated() {
            guard let known = try name.find(in: records), known.accountID != account else { continue }
            members.append("login_names.\(index)")
        }
        return members
    }
}
