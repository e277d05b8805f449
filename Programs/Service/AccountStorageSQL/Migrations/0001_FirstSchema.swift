extension Migration {
    /// All tables of the first release.
    ///
    /// Every unique key contains the column by which its table could be sharded, so there is no foreign key from an
    /// identity to its account. No column has a default, so a statement that forgets one fails.
    static let firstSchema = Migration(number: 1) { sql in
        let tables = [
            FirstSchema.accounts, FirstSchema.externalAccounts,
            FirstSchema.identities, FirstSchema.accountIdentities, FirstSchema.foreignIdentities,
            FirstSchema.grants, FirstSchema.replacedGrants, FirstSchema.outbox, FirstSchema.receivedNotifications,
            FirstSchema.signInAttempts, FirstSchema.keptNames, FirstSchema.linkTickets, FirstSchema.linkProofs,
            FirstSchema.heldSignIns,
            FirstSchema.sessions, FirstSchema.authorizationCodes, FirstSchema.clientSessions,
            FirstSchema.clientConsents,
            FirstSchema.accountPasswords, FirstSchema.loginNames, FirstSchema.passwordTries,
            FirstSchema.mailedTokens, FirstSchema.outgoingMail, FirstSchema.mailRequests,
            FirstSchema.accountEvents, FirstSchema.serviceCredentials, FirstSchema.userImports, FirstSchema.marks,
            FirstSchema.audit, FirstSchema.dailyCounts, FirstSchema.emailDeliveries, FirstSchema.teamTransfers,
            FirstSchema.transferEntries,
        ]
        return tables.map { table in table(sql) }.joined(separator: "\n")
    }
}

/// The tables of the first schema, each with its indexes. Later steps change them; this text stays.
enum FirstSchema {}
