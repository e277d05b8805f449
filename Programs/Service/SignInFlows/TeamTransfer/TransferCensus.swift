import AccountStorage
import SignInWithApple

/// Who would move, for the operator's plan. Counting stores nothing.
package struct TransferCensus: Sendable, Equatable {
    /// How many people would move.
    package private(set) var people = 0
    /// How many of them hide their address. It changes, and mail to the former one bounces.
    package private(set) var hidden = 0
    /// Of how many no token of Apple's is stored, so that only Apple knows whether they still use the app.
    package private(set) var withoutToken = 0
    /// How many accounts have no identity at the team that gives the app away: nobody can translate them.
    package private(set) var accountsElsewhere = 0

    /// How many identities or accounts one transaction reads.
    private static let pageLength = 500

    /// Counts everybody who would move, page by page.
    package static func count(
        of transfer: RegisteredTransfer, in environment: SignInEnvironment
    ) async throws(SignInError) -> TransferCensus {
        var census = TransferCensus()
        var identity: IdentityID?
        repeat {
            let page = try await identities(after: identity, of: transfer, in: environment)
            census.people += page.counted.people
            census.hidden += page.counted.hidden
            census.withoutToken += page.counted.withoutToken
            identity = page.last
        } while identity != nil
        var account: AccountID?
        repeat {
            let page = try await accounts(after: account, of: transfer, in: environment)
            census.accountsElsewhere += page.elsewhere
            account = page.last
        } while account != nil
        return census
    }

    private static func identities(
        after last: IdentityID?, of transfer: RegisteredTransfer, in environment: SignInEnvironment
    ) async throws(SignInError) -> (counted: TransferCensus, last: IdentityID?) {
        let clients = Set(transfer.clients.map(\.rawValue))
        return try await environment.read { records in
            var counted = TransferCensus()
            let page = try records.findIdentities(after: last, limit: pageLength)
            for identity in page where identity.isOf(transfer) {
                let grants = try records.findGrants(of: identity.id)
                guard grants.mayUse(clients) else { continue }
                counted.people += 1
                if grants.isEmpty { counted.withoutToken += 1 }
                let email = try records.findAccount(identity.accountID)?.email
                if let email, EmailAddress.isRelay(email) { counted.hidden += 1 }
            }
            return (counted, page.count == pageLength ? page.last?.id : nil)
        }
    }

    private static func accounts(
        after last: AccountID?, of transfer: RegisteredTransfer, in environment: SignInEnvironment
    ) async throws(SignInError) -> (elsewhere: Int, last: AccountID?) {
        try await environment.read { records in
            let page = try records.findAccountIDs(after: last, limit: pageLength)
            var elsewhere = 0
            for account in page {
                let isHere = try records.findIdentities(of: account).contains { $0.isOf(transfer) }
                if !isHere { elsewhere += 1 }
            }
            return (elsewhere, page.count == pageLength ? page.last : nil)
        }
    }
}
