import AccountStorage
import Foundation
import Hummingbird
import SignInAPI
import SignInFlows

/// The pages about one's own account.
extension Pages {
    /// - Parameter password: nil where passwords are switched off.
    func account(
        _ signedIn: SignedInSession, sessions: [Session], identities: [AccountIdentity],
        foreign: (identities: [ForeignIdentity], canLeave: Bool), password: PasswordFacts? = nil
    ) throws -> Response {
        let account = signedIn.account
        let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
        let rows: [[String: Any]] = sessions.map { session in
            [
                "id": session.id.text, "platform": PageCopy.copy(for: session.platform),
                "began": PageCopy.readable(session.createdAt), "beganISO": Timestamp.text(of: session.createdAt),
                "isCurrent": session.id == signedIn.session.id,
            ]
        }
        let ways: [[String: Any]] = identities.map { entry in
            [
                "id": entry.identity.id.text, "since": PageCopy.readable(entry.identity.createdAt),
                "sinceISO": Timestamp.text(of: entry.identity.createdAt), "canUnlink": entry.canUnlink,
            ]
        }
        let elsewhere: [[String: Any]] = foreign.identities.map { identity in
            [
                "id": identity.id.text, "issuer": identity.issuer, "canLeave": foreign.canLeave,
                "since": PageCopy.readable(identity.createdAt), "sinceISO": Timestamp.text(of: identity.createdAt),
            ]
        }
        var values: [String: Any] =
            [
                "name": name.isEmpty ? "not shared" : name, "email": account.email ?? "not shared",
                "isPrivate": account.email != nil && account.isPrivateEmail,
                "isUnproven": account.email != nil && !account.isEmailVerified,
                "memberSince": PageCopy.readable(account.createdAt),
                "memberSinceISO": Timestamp.text(of: account.createdAt),
                "sessions": rows, "hasOthers": rows.count > 1, "endPath": Paths.webAccountEndSession,
                "ways": ways, "addWord": ways.isEmpty ? "an" : "another", "elsewhere": elsewhere,
                "hasElsewhere": !elsewhere.isEmpty, "unlinkPath": Paths.webAccountUnlink,
                "linkPath": Paths.webAccountLink,
                "endOthersPath": Paths.webAccountEndOthers, "exportPath": Paths.webAccountExport,
                "deletePath": Paths.webAccountDelete, "signOutPath": Paths.webSignOut,
            ]
        if let password, let since = password.since { values["password"] = Self.facts(of: password, since: since) }
        return try render("account", values, title: "Your account", wide: true)
    }

    private static func facts(of password: PasswordFacts, since: Date) -> [String: Any] {
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
            title: "Your account is deleted")
    }
}

/// Values as pages show them.
enum PageCopy {
    /// `2026-11-21 10:37 UTC`.
    static func readable(_ date: Date) -> String {
        let text = Timestamp.text(of: date)
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC"
    }

    static func copy(for platform: Platform) -> String {
        switch platform {
        case .native: "an app"
        case .web: "a browser"
        case .android: "an Android app"
        }
    }
}
