import AccountStorage
import Foundation
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// The pages about the visitor's own account.
extension Pages {
    /// - Parameters:
    ///   - password: `nil` if passwords are switched off.
    ///   - clients: the clients of the OpenID Provider, which name their sessions.
    ///   - consents: what the person allowed them.
    func account(
        _ signedIn: SignedInSession, sessions: [Session], identities: [AccountIdentity],
        foreign: (identities: [ForeignIdentity], canLeave: Bool), password: PasswordFacts? = nil,
        clients: OpenIDClientDirectory? = nil, consents: [GivenConsent] = []
    ) throws -> Response {
        let rows = sessions.map { facts(of: $0, seenFrom: signedIn.session, clients) }
        let ways = identities.map { facts(of: $0) }
        let elsewhere = foreign.identities.map { facts(of: $0, canLeave: foreign.canLeave) }
        let allowed = consents.map { facts(of: $0) }
        let secret = password.flatMap { password in password.since.map { facts(of: password, since: $0) } }
        let values: Page.Values =
            [
                "password": secret, "sessions": rows, "hasOthers": rows.count > 1,
                "endPath": Paths.webAccountEndSession,
                "ways": ways, "hasWays": !ways.isEmpty, "elsewhere": elsewhere,
                "hasElsewhere": !elsewhere.isEmpty, "consents": allowed, "hasConsents": !allowed.isEmpty,
                "withdrawPath": Paths.webAccountConsentWithdraw,
                "unlinkPath": Paths.webAccountUnlink,
                "linkPath": Paths.webAccountLink,
                "endOthersPath": Paths.webAccountEndOthers, "exportPath": Paths.webAccountExport,
                "deletePath": Paths.webAccountDelete, "signOutPath": Paths.webSignOut, "startPath": Paths.start,
            ]
        return try render(
            "account", values.merging(facts(of: signedIn.account)) { $1 }, title: text("common.your_account"),
            wide: true, script: .localTimes)
    }

    private func facts(
        of session: Session, seenFrom own: Session, _ clients: OpenIDClientDirectory?
    ) -> [String: any Sendable] {
        let origin = SessionOrigin(session, clients)
        let began = moment(session.createdAt)
        return [
            "id": session.id.text, "origin": text(origin.key, ["client": origin.client]),
            "end": text(origin.endKey, ["client": origin.client, "began": began]), "since": began,
            "sinceISO": Timestamp.text(of: session.createdAt), "isCurrent": session.id == own.id,
        ]
    }

    private func facts(of entry: AccountIdentity) -> [String: any Sendable] {
        [
            "id": entry.identity.id.text, "since": moment(entry.identity.createdAt),
            "sinceISO": Timestamp.text(of: entry.identity.createdAt), "canUnlink": entry.canUnlink,
        ]
    }

    private func facts(of identity: ForeignIdentity, canLeave: Bool) -> [String: any Sendable] {
        [
            "id": identity.id.text, "issuer": identity.issuer, "canLeave": canLeave,
            "since": moment(identity.createdAt), "sinceISO": Timestamp.text(of: identity.createdAt),
        ]
    }

    private func facts(of password: PasswordFacts, since: Date) -> [String: any Sendable] {
        [
            "names": list(password.names.map(\.name)), "since": moment(since),
            "sinceISO": Timestamp.text(of: since), "changePath": Paths.webAccountPassword,
            "upgradePath": Paths.webAccountUpgrade,
        ]
    }

    /// Asks before the deletion, and says which account it is.
    func deleteAccount(_ account: Account, isFresh: Bool, signInPath: String) throws -> Response {
        try render(
            "delete_account",
            [
                "account": facts(of: account), "isFresh": isFresh, "signInPath": signInPath,
                "deletePath": Paths.webAccountDelete,
                "accountPath": Paths.webAccount,
            ], title: text("delete.title"))
    }

    func accountDeleted(_ revocation: AccountErasure.Revocation) throws -> Response {
        try render(
            "account_deleted",
            ["isByHand": revocation == .impossible, "stopUsing": AccountDeletionReply.stopUsing],
            title: text("deleted.title"))
    }
}
