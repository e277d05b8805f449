import AccountStorage
import Foundation

/// The part of an import's transaction that is about one line. Looks at everything before it writes anything, so that a
/// refused line leaves nothing behind.
struct UserImportStep: Sendable {
    private let line: Int
    private let read: Result<ImportedUser, ImportRefusal>
    private let account: AccountID
    private let auditID: AuditEntryID
    private let now: Date

    /// Reads the line and draws what is random, so that the transaction can run again and do the same.
    init(_ line: ImportLine, environment: SignInEnvironment) {
        self.line = line.number
        now = environment.instant
        read = Self.read(line, at: now)
        account = .random(environment.randomBytes)
        auditID = .timeOrdered(environment)
    }

    private static func read(_ line: ImportLine, at now: Date) -> Result<ImportedUser, ImportRefusal> {
        guard let bytes = line.bytes else { return .failure(ImportRefusal(.lineTooLong)) }
        do throws(ImportRefusal) {
            return .success(try ImportedUser(line: bytes, at: now))
        } catch {
            return .failure(error)
        }
    }

    func apply(in transaction: any AccountTransaction) throws(StorageFailure) -> ImportOutcome {
        switch read {
        case .failure(let refusal): return ImportOutcome(line: line, externalID: nil, result: .refused(refusal))
        case .success(let user):
            return ImportOutcome(
                line: line, externalID: user.externalID, result: try apply(user, in: transaction))
        }
    }

    private func apply(
        _ user: ImportedUser, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> ImportOutcome.Result {
        if let known = try transaction.findAccount(externalID: user.externalID) {
            let members = try differences(of: user, from: known, in: transaction)
            return members.isEmpty ? .unchanged : .conflict(members)
        }
        for (index, identity) in user.identities.enumerated()
        where try transaction.findForeignIdentity(identity.id) != nil {
            return .refused(ImportRefusal(.identityTaken, "identities.\(index)"))
        }
        if let refusal = try user.password?.refusal(in: transaction) { return .refused(refusal) }
        try make(user, in: transaction)
        return .made
    }

    private func make(_ user: ImportedUser, in transaction: any AccountTransaction) throws(StorageFailure) {
        let createdAt = user.createdAt ?? now
        try transaction.recordAccount(
            Account(
                id: account, givenName: user.givenName, familyName: user.familyName, email: user.email,
                isEmailVerified: user.isEmailVerified ?? false, isPrivateEmail: user.isPrivateEmail,
                createdAt: createdAt,
                disabledAt: nil, hasOwnName: user.givenName != nil || user.familyName != nil,
                externalID: user.externalID))
        for identity in user.identities {
            try transaction.recordForeignIdentity(identity.stored(of: account, at: now))
        }
        try user.password?.record(
            for: account, provenAddress: user.isEmailVerified == true ? user.email : nil, at: now, in: transaction)
        try transaction.recordAudit(
            AuditEntry(
                id: auditID, accountID: account, event: AuditEvent.accountImported.rawValue, occurredAt: now))
    }

    /// The members of the line that say something else than is stored. What it does not say is not compared, and a
    /// password that is there is the person's: they may have changed it since.
    private func differences(
        of user: ImportedUser, from account: Account, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> [String] {
        var members: [String] = []
        if let email = user.email {
            if !(account.email.map { EmailAddress.isSame($0, email) } ?? false) { members.append("email") }
            if let isVerified = user.isEmailVerified, account.isEmailVerified != isVerified {
                members.append("email_verified")
            }
        }
        if user.givenName != nil || user.familyName != nil,
            account.givenName != user.givenName || account.familyName != user.familyName
        {
            members.append("name")
        }
        if let createdAt = user.createdAt, account.createdAt != createdAt.inWholeMilliseconds {
            members.append("created_at")
        }
        for (index, identity) in user.identities.enumerated()
        where try transaction.findForeignIdentity(identity.id)?.accountID != account.id {
            members.append("identities.\(index)")
        }
        return try members + (user.password?.differences(from: account.id, in: transaction) ?? [])
    }
}

extension ImportedUser.Identity {
    /// Under which the identity is stored. The formula can never change.
    var id: ForeignIdentityID { ForeignIdentityID(label: "foreign-identity", fields: [issuer, subject]) }

    func stored(of account: AccountID, at moment: Date) -> ForeignIdentity {
        ForeignIdentity(id: id, accountID: account, issuer: issuer, subject: subject, createdAt: moment)
    }
}
