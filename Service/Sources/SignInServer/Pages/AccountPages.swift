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
        let rows: [[String: any Sendable]] = sessions.map { session in
            [
                "id": session.id.text, "platform": Self.origin(of: session, clients),
                "began": PageCopy.readable(session.createdAt), "beganISO": Timestamp.text(of: session.createdAt),
                "isCurrent": session.id == signedIn.session.id,
            ]
        }
        let ways: [[String: any Sendable]] = identities.map { entry in
            [
                "id": entry.identity.id.text, "since": PageCopy.readable(entry.identity.createdAt),
                "sinceISO": Timestamp.text(of: entry.identity.createdAt), "canUnlink": entry.canUnlink,
            ]
        }
        let elsewhere: [[String: any Sendable]] = foreign.identities.map { identity in
            [
                "id": identity.id.text, "issuer": identity.issuer, "canLeave": foreign.canLeave,
                "since": PageCopy.readable(identity.createdAt), "sinceISO": Timestamp.text(of: identity.createdAt),
            ]
        }
        let allowed: [[String: any Sendable]] = consents.map { Self.facts(of: $0) }
        let secret = password.flatMap { password in password.since.map { Self.facts(of: password, since: $0) } }
        let values: Page.Values =
            [
                "password": secret, "sessions": rows, "hasOthers": rows.count > 1,
                "endPath": Paths.webAccountEndSession,
                "ways": ways, "addWord": ways.isEmpty ? "an" : "another", "elsewhere": elsewhere,
                "hasElsewhere": !elsewhere.isEmpty, "consents": allowed, "hasConsents": !allowed.isEmpty,
                "withdrawPath": Paths.webAccountConsentWithdraw,
                "unlinkPath": Paths.webAccountUnlink,
                "linkPath": Paths.webAccountLink,
                "endOthersPath": Paths.webAccountEndOthers, "exportPath": Paths.webAccountExport,
                "deletePath": Paths.webAccountDelete, "signOutPath": Paths.webSignOut,
            ]
        return try render(
            "account", values.merging(Self.facts(of: signedIn.account)) { $1 }, title: "Your account", wide: true)
    }

    /// Where a session is, in words: the name of an OpenID client, or a kind of device.
    private static func origin(of session: Session, _ clients: OpenIDClientDirectory?) -> String {
        guard session.platform == .openID else { return PageCopy.copy(for: session.platform) }
        return clients?.find(session.clientID)?.name ?? session.clientID
    }

    private static func facts(of password: PasswordFacts, since: Date) -> [String: any Sendable] {
        [
            "names": password.names.map(\.name).joined(separator: ", "), "since": PageCopy.readable(since),
            "sinceISO": Timestamp.text(of: since), "changePath": Paths.webAccountPassword,
            "upgradePath": Paths.webAccountUpgrade,
        ]
    }

    func deleteAccount(isFresh: Bool, signInPath: String) throws -> Response {
        try render(
            "delete_account",
            [
                "isFresh": isFresh, "signInPath": signInPath, "deletePath": Paths.webAccountDelete,
                "accountPath": Paths.webAccount,
            ], title: "Delete your account")
    }

    func accountDeleted(_ revocation: AccountErasure.Revocation) throws -> Response {
        try render(
            "account_deleted",
            ["isByHand": revocation == .impossible, "stopUsing": AccountDeletionReply.stopUsing],
            title: "Your account was deleted")
    }
}

/// Formats values for pages.
enum PageCopy {
    /// A time such as `2026-11-21 10:37 UTC`.
    static func readable(_ date: Date) -> String {
        let text = Timestamp.text(of: date)
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC"
    }

    static func copy(for platform: Platform) -> String {
        switch platform {
        case .native: "an app"
        case .web: "a browser"
        case .android: "an Android app"
        case .openID: "another app or website"
        }
    }
}
