import AccountStorage
import Foundation
import JSONWebTokens
import PasswordHashing
import SignInWithApple

/// The step of a transaction that imports one line. It checks everything before it writes anything, so that a refused
/// line stores nothing.
struct ImportedUserRecords: Sendable {
    private let line: Int
    private let read: Result<ImportedUser, ImportRefusal>
    private let account: AccountID
    private let auditID: AuditEntryID
    private let grants: [AppleGrant]
    /// What a refused line says that it is, so that the operator finds the row it was made from.
    private let claimedID: String?
    private let doubts: [ImportDoubt]
    private let now: Date

    /// Reads the line, draws the random values and seals the tokens, so that a retried transaction does the same.
    ///
    /// - Parameter looksAtHashes: whether to check if any password can match the line's hash.
    init(_ line: ImportLine, teams: ImportTeams, looksAtHashes: Bool, environment: SignInEnvironment) {
        self.line = line.number
        now = environment.instant
        let object = Self.object(of: line)
        read = Self.read(object, at: now, teams: teams)
        account = .random(environment.randomBytes(16))
        auditID = .timeOrdered(environment)
        grants = (try? read.get())?.apple.compactMap { Self.grant($0, environment: environment) } ?? []
        let readable = try? object.get()
        claimedID = readable?.text("external_id")
        doubts = readable.map { ImportDoubt.find(in: $0, looksAtHashes: looksAtHashes) } ?? []
    }

    /// The grant of an imported token, whose age is unknown. It counts as a day old, so that it is validated in the
    /// coming round at its identity's time (``ValidationPlan``), and a late event of today ends it. It does not count
    /// as seen alive, because Apple has not accepted it here yet.
    private static func grant(_ identity: ImportedAppleIdentity, environment: SignInEnvironment) -> AppleGrant? {
        guard let grant = identity.grant else { return nil }
        let sealed = environment.secrets.vault.seal(
            grant.token, identity: identity.id, clientID: grant.clientID,
            nonce: environment.randomBytes(TokenVault.nonceLength))
        return AppleGrant(
            identityID: identity.id, clientID: grant.clientID.rawValue, sealedRefreshToken: sealed,
            obtainedAt: environment.instant.addingTimeInterval(-ValidationPlan.shortestPause), checkedAt: nil,
            aliveAt: nil)
    }

    private static func object(of line: ImportLine) -> Result<JSONObject, ImportRefusal> {
        do throws(ImportRefusal) {
            return .success(try line.object())
        } catch {
            return .failure(error)
        }
    }

    private static func read(
        _ object: Result<JSONObject, ImportRefusal>, at now: Date, teams: ImportTeams
    ) -> Result<ImportedUser, ImportRefusal> {
        do throws(ImportRefusal) {
            return .success(try ImportedUser(object.get(), at: now, teams: teams))
        } catch {
            return .failure(error)
        }
    }

    func apply(in records: any AccountTransaction) throws(StorageFailure) -> ImportOutcome {
        switch read {
        case .failure(let refusal):
            return ImportOutcome(line: line, externalID: claimedID, result: .refused(refusal), doubts: doubts)
        case .success(let user):
            return ImportOutcome(
                line: line, externalID: user.externalID, result: try apply(user, in: records), doubts: doubts)
        }
    }

    private func apply(
        _ user: ImportedUser, in records: any AccountTransaction
    ) throws(StorageFailure) -> ImportOutcome.Result {
        if let known = try records.findAccount(externalID: user.externalID) {
            let members = try differences(of: user, from: known, in: records)
            return members.isEmpty ? .unchanged : .conflict(members)
        }
        for (index, identity) in user.apple.enumerated() where try records.findIdentity(identity.id) != nil {
            return .refused(ImportRefusal(.appleIdentityTaken, "apple.\(index)"))
        }
        for (index, identity) in user.identities.enumerated()
        where try records.findForeignIdentity(identity.id) != nil {
            return .refused(ImportRefusal(.identityTaken, "identities.\(index)"))
        }
        if let refusal = try user.password?.refusal(in: records) { return .refused(refusal) }
        try make(user, in: records)
        return .made
    }

    private func make(_ user: ImportedUser, in records: any AccountTransaction) throws(StorageFailure) {
        let createdAt = user.createdAt ?? now
        try records.recordAccount(
            Account(
                id: account, givenName: user.givenName, familyName: user.familyName, email: user.address,
                isEmailVerified: user.isEmailVerified ?? false, isPrivateEmail: user.isPrivateEmail,
                createdAt: createdAt, disabledAt: user.isDisabled == true ? now : nil,
                disabledReason: user.isDisabled == true ? .operatorDecision : nil,
                hasOwnName: user.givenName != nil || user.familyName != nil,
                externalID: user.externalID))
        try recordApple(user.apple, in: records)
        for identity in user.identities {
            try records.recordForeignIdentity(identity.stored(of: account, at: now))
        }
        try user.password?.record(
            for: account, provenAddress: user.isEmailVerified == true ? user.email : nil, at: now, in: records)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: account, event: AuditEvent.accountImported.rawValue,
                reason: user.isDisabled == true ? "disabled" : nil, occurredAt: now))
    }

    /// The account's address follows its oldest identity, so the first identity of the line is recorded as the oldest.
    private func recordApple(
        _ identities: [ImportedAppleIdentity], in records: any AccountTransaction
    ) throws(StorageFailure) {
        var seen: Set<IdentityID> = []
        for (place, identity) in identities.enumerated() where seen.insert(identity.id).inserted {
            let age = Double(identities.count - 1 - place) / 1_000
            try records.recordIdentity(identity.stored(of: account, at: now.addingTimeInterval(-age)))
        }
        for grant in grants {
            // A person with an open question may already have a grant. It stays, and the imported token is kept besides.
            let held = try records.findGrant(grant.identityID, client: grant.clientID)
            if held?.sealedRefreshToken == nil {
                try records.recordGrant(grant)
            } else {
                try TokenReplacement(now: now).replace(grant, in: records)
            }
        }
    }

    /// The members of the line that differ from what is stored. Missing members are not compared, nor is the password,
    /// which the person may have changed.
    private func differences(
        of user: ImportedUser, from account: Account, in records: any AccountTransaction
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
        if let isDisabled = user.isDisabled, isDisabled != (account.disabledAt != nil) { members.append("disabled") }
        for (index, identity) in user.apple.enumerated()
        where try records.findIdentity(identity.id)?.accountID != account.id {
            members.append("apple.\(index)")
        }
        for (index, identity) in user.identities.enumerated()
        where try records.findForeignIdentity(identity.id)?.accountID != account.id {
            members.append("identities.\(index)")
        }
        return try members + (user.password?.differences(from: account.id, in: records) ?? [])
    }
}

extension ImportedUser.Identity {
    /// The identifier under which the identity is stored. The formula must never change, because stored rows depend on
    /// it.
    var id: ForeignIdentityID { ForeignIdentityID(label: "foreign-identity", fields: [issuer, subject]) }

    func stored(of account: AccountID, at moment: Date) -> ForeignIdentity {
        ForeignIdentity(id: id, accountID: account, issuer: issuer, subject: subject, createdAt: moment)
    }
}
