import AccountStorage
import Foundation
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInServer
import SignInWithApple

/// Formats accounts for an operator. Control and bidirectional characters in text that a person typed are escaped.
enum AccountText {
    /// An account on one line: id, address, name, state.
    static func line(_ account: Account) -> String {
        let proof = account.email == nil || account.isEmailVerified ? "" : " (not verified)"
        return [account.id.text, (account.email ?? "-") + proof, name(account) ?? "-", state(account)].map(visible)
            .joined(separator: "  ")
    }

    /// All the details of an account, on several lines.
    static func page(_ copy: AccountExport) -> String {
        var lines = facts(of: copy.account)
        lines += section("at Apple", copy.identities.map { atApple($0, copy) })
        if !copy.foreignIdentities.isEmpty {
            lines += section(
                "elsewhere", copy.foreignIdentities.map { "\(visible($0.subject))  \(visible($0.issuer))" })
        }
        lines += section("sessions", copy.sessions.map { line($0.session) })
        if !copy.consents.isEmpty {
            lines += section(
                "consents",
                copy.consents.map {
                    "\(visible($0.client))  \(visible($0.scope))  since \(Timestamp.text(of: $0.givenAt))"
                })
        }
        lines += section("history", copy.audit.map(line))
        return lines.joined(separator: "\n")
    }

    private static func facts(of account: Account) -> [String] {
        var lines = [
            "account     \(account.id.text)",
            "name        \(visible(name(account) ?? "none: Apple sends it at the first sign-in only"))",
            "email       " + address(account),
            "since       \(Timestamp.text(of: account.createdAt))", "state       \(state(account))",
        ]
        if let externalID = account.externalID { lines.append("external id \(visible(externalID))") }
        if let signal = account.realPersonSignal { lines.append("real person \(signal)") }
        if let eraseAt = account.eraseAt { lines.append("erased at   \(Timestamp.text(of: eraseAt))") }
        return lines
    }

    private static func atApple(_ identity: AppleIdentity, _ copy: AccountExport) -> String {
        let grants = copy.grants.filter { $0.identityID == identity.id }
            .map { "\($0.clientID) " + words(for: $0, of: identity, copy) }
        let delivery = copy.emailDeliveries[identity.id].map { "  mail " + words(for: $0) } ?? ""
        return "\(visible(identity.subject))  team \(identity.teamID)\(delivery)  "
            + grants.joined(separator: ", ")
    }

    private static func line(_ session: Session) -> String {
        let end =
            session.endedAt.map { "ended \(Timestamp.text(of: $0))" }
            ?? "until \(Timestamp.text(of: session.expiresAt))"
        return "\(session.id.text)  \(session.platform.rawValue)  \(session.clientID)  since "
            + "\(Timestamp.text(of: session.createdAt))  \(end)"
    }

    private static func words(for delivery: EmailDelivery) -> String {
        let cause = delivery.cause.map { " (\($0))" } ?? ""
        return "\(delivery.state.code)\(cause) since \(Timestamp.text(of: delivery.since))"
    }

    private static func words(for grant: AppleGrant, of identity: AppleIdentity, _ copy: AccountExport) -> String {
        if grant.sealedRefreshToken != nil { return "(token held)" }
        // A deletion revokes that one.
        let isReplaced = copy.grants.contains {
            $0.identityID == identity.movedTo && $0.clientID == grant.clientID && $0.sealedRefreshToken != nil
        }
        return isReplaced
            ? "(no token: the team to which the app has moved has one)"
            : "(no token: Apple's permission cannot be revoked)"
    }

    /// One line of the audit.
    static func line(_ entry: AuditEntry) -> String {
        [
            Timestamp.text(of: entry.occurredAt), entry.event, entry.reason ?? "", entry.client ?? "",
            entry.platform?.rawValue ?? "",
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Everything stored about the account, as its owner would receive it.
    static func json(_ copy: AccountExport) throws -> String {
        VisibleJSON.lines(.object(try members(of: copy)))
    }

    /// The same on one line, followed by the secrets if the copy has them.
    static func jsonLine(_ copy: AccountExport) throws -> String {
        let object = try members(of: copy)
        guard let secrets = copy.secrets else { return VisibleJSON.line(.object(object)) }
        let added: [(name: String, value: JSONValue)] = [(name: "secrets", value: .object(members(of: secrets)))]
        return VisibleJSON.line(.object(JSONObject(object.members + added)))
    }

    private static func members(of secrets: AccountSecrets) -> JSONObject {
        let tokens = secrets.tokens.map { held in
            JSONValue.object(
                JSONObject([
                    (name: "team_id", value: .string(held.teamID)), (name: "subject", value: .string(held.subject)),
                    (name: "client", value: .string(held.client)),
                    (name: "token", value: held.token.map { JSONValue.string($0.secretValue) } ?? JSONValue.null),
                ]))
        }
        var members: [(name: String, value: JSONValue)] = []
        if let hash = secrets.passwordHash { members.append((name: "password_hash", value: .string(hash))) }
        members.append((name: "refresh_tokens", value: .array(tokens)))
        return JSONObject(members)
    }

    private static func members(of copy: AccountExport) throws -> JSONObject {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(AccountExportReply(copy)))
        // The usual limit is meant for tokens. An account with years of use is larger.
        return try StrictJSONReader.readObject(bytes, limits: TokenLimits(maximumBytes: .max))
    }

    private static func section(_ title: String, _ rows: [String]) -> [String] {
        ["", title] + (rows.isEmpty ? ["  none"] : rows.map { "  " + $0 })
    }

    private static func address(_ account: Account) -> String {
        guard let email = account.email else { return "not shared" }
        return visible(email) + (account.isPrivateEmail ? "  (private relay)" : "")
            + (account.isEmailVerified ? "" : "  (not verified)")
    }

    private static func name(_ account: Account) -> String? {
        let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    private static func state(_ account: Account) -> String {
        guard account.disabledAt != nil else { return "open" }
        return switch account.disabledReason {
        case .held: "held: waiting for a decision (siwa accounts enable or disable)"
        case .proofRequired: "held: the app requires further proof (siwa accounts enable or disable)"
        case .noWayIn: "closed: its Apple Account is gone"
        case .operatorDecision, nil: "closed"
        }
    }

    private static func visible(_ text: String) -> String {
        VisibleJSON.visible(text)
    }
}
