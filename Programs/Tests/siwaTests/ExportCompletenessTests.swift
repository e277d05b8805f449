import AccountStorage
import Foundation
import GRDB
import SignInAPI
import SignInWithApple
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import SignInBackground
@testable import SignInFlows
@testable import SignInServer
@testable import siwa

/// Stores a person with a distinct value in every column. The person's export contains each value, and deletion removes
/// it.
///
/// The columns are read from the database itself, so a new column fails here until the export contains it or there is a
/// reason to leave it out.
@Suite final class ExportCompletenessTests {
    /// What the person's export does with a column, unless it contains the value as it is: a text, an identifier in
    /// hexadecimal digits, a time as in RFC 3339.
    private enum Exception {
        /// The export contains the value in this form.
        case exportedAs(String)
        /// The export omits the value for this reason.
        case leftOut(String)
    }

    private static let exceptions: [String: Exception] = [
        "accounts.is_email_verified": .exportedAs(#""is_email_verified":true"#),
        "accounts.is_private_email": .exportedAs(#""is_private_email":true"#),
        "accounts.disabled_reason": .exportedAs(#""disabled_reason":"held""#),
        "accounts.has_own_name": .exportedAs(#""has_own_name":true"#),
        "accounts.real_person_signal": .exportedAs(#""real_person_signal":"likelyReal""#),
        "identities.id": .leftOut("a hash of issuer, team and subject, which are there"),
        "identities.is_forwarding_off": .exportedAs(#""is_forwarding_off":true"#),
        "identities.moved_to": .leftOut("as identities.id"),
        "account_identities.identity_id": .leftOut("as identities.id"),
        "grants.identity_id": .leftOut("as identities.id"),
        "grants.sealed_refresh_token": .leftOut(
            "a sealed secret: it would still open doors; is_held says that it is there"),
        "grants.alive_at": .leftOut("how far we trust the token, nothing about the person"),
        "kept_names.identity_id": .leftOut("as identities.id"),
        "kept_names.sealed_name": .exportedAs(#""family":"kept-family","given":"kept-given""#),
        "email_deliveries.identity_id": .leftOut("as identities.id"),
        "email_deliveries.state": .exportedAs(#""state":"gone""#),
        "email_deliveries.reports": .exportedAs(#""reports":4712"#),
        "sessions.platform": .exportedAs(#""platform":"openid""#),
        "sessions.counter": .exportedAs(#""renewals":4711"#),
        "sessions.first_counter": .leftOut("which refresh tokens are out: nothing about the person"),
        "sessions.used_counter": .leftOut("as sessions.first_counter"),
        "sessions.identity_id": .leftOut("as identities.id"),
        "sessions.apple_client_id": .leftOut("the client's identifier at Apple, as in grants"),
        "sessions.expiry_day": .leftOut("the day of expires_at"),
        "client_sessions.parent_id": .leftOut("the browser's session, which is there as well"),
        "client_sessions.claims": .leftOut("how the client asked for what scope names"),
        "client_sessions.is_detached": .leftOut("whether it outlives the browser's session, as scope says"),
        "client_sessions.expires_at": .leftOut("when the row is removed"),
        "client_sessions.logout_due_at": .leftOut("when the client is told of the end; empty once it was"),
        "client_sessions.logout_attempts": .leftOut("as client_sessions.logout_due_at"),
        "account_passwords.hash": .leftOut("passwords can be guessed from it; password_since says that it is there"),
        "login_names.id": .leftOut("a hash of the name, which is there"),
        "foreign_identities.id": .leftOut("a hash of issuer and subject, which are there"),
        "transfer_entries.identity_id": .leftOut("as identities.id"),
        "transfer_entries.transfer_id": .leftOut("a hash of the two teams and the operator's name of the transfer"),
        "transfer_entries.state": .exportedAs(#""state":"arrived""#),
        "transfer_entries.tries": .leftOut("how often Apple was asked: nothing about the person"),
        "transfer_entries.due_at": .leftOut("as transfer_entries.tries"),
        "transfer_entries.new_identity_id": .leftOut("as identities.id"),
        "audit.id": .leftOut("a time and a random number, under which nothing else is kept"),
        "audit.platform": .exportedAs(#""platform":"web""#),
    ]

    /// Tables that the export omits.
    private static let leftOutTables: [String: String] = [
        "sign_in_attempts": "nobody is proven yet, and nothing leads from an attempt to a person",
        "received_notifications": "hashes, so that a repeat is recognised; what Apple told stands in the audit",
        "replaced_grants": "sealed secrets that newer ones of grants replaced, for the revocation",
        "outbox": "a sealed secret, and when Apple is to be asked; it is gone once Apple has answered",
        "authorization_codes": "what a client asked for, under the hash of a code that is good for a minute",
        "link_tickets": "the app's word about its own user, for ten minutes, before anybody is proven by it",
        "link_proofs": "sealed, for ten minutes, and of somebody who has no account or has not said which",
        "held_sign_ins": "identifiers and a return address, for ten minutes, of an account that is there",
        "password_tries": "a hash and how often a password was wrong, so that nobody guesses for long",
        "mailed_tokens": "hashes, for ten minutes",
        "outgoing_mail": "sealed, until it is sent, for a day at most",
        "mail_requests": "that the app's backend sent the person a message, and a hash of it, for a week",
        "account_events": "what the app's backend was told: codes that stand in the audit as well",
        "service_credentials": "about the operator's services",
        "user_imports": "about a file: counts and how far it was read",
        "marks": "about the service",
        "team_transfers": "about the operator's app: which teams and clients, and how far the transfer is",
        "audit_removals": "empty between two transactions",
        "daily_counts": "how often something happened on a day, of nobody in particular",
    ]

    /// Tables that keep rows for a while after a deletion, without any personal data.
    private static let staysAfterErasure: [String: String] = [
        "sessions": "until the day of their end is over, so that other services learn that they ended",
        "client_sessions": "until their time is over, so that clients learn of the end",
        "authorization_codes": "random identifiers and what a client asked for, for a day",
        "audit": "codes and random identifiers, for audit.days",
        "received_notifications": "hashes, for ninety days",
        "outbox": "the sealed token that Apple is to revoke, until it has",
        "account_events": "codes, and the app's own name of the person so that it learns who left, for webhooks.days",
    ]

    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let service: LivingService
    private let account = AccountID(high: 0xA1A1_A1A1_A1A1_A1A1, low: 1)
    private let beside: DatabaseQueue

    init() async throws {
        let folder = try TemporaryFolder()
        let secret = WebhookSecret.make { Array(repeating: 7, count: $0) }
        _ = try folder.write(secret.text, to: "webhook.secret")
        service = try await LivingService(
            in: folder, clock: clock,
            members: #""webhooks": {"url": "http://127.0.0.1:9/", "secret_file": "webhook.secret"},"#)
        beside = try DatabaseQueue(path: folder.url.appending(path: "accounts.sqlite").path)
        self.folder = folder
    }

    private func plant() async throws {
        var seconds = 0.0
        let start = clock.now
        func moment() -> Date {
            seconds += 1.001
            return start.addingTimeInterval(-seconds)
        }
        let identity = AppleIdentity(
            id: .init(high: 0xB2B2_B2B2_B2B2_B2B2, low: 2), accountID: account,
            issuer: "https://planted-issuer.example",
            teamID: "planted-team", subject: "planted-subject", createdAt: moment(), isForwardingOff: true,
            movedTo: .init(high: 0xB9B9_B9B9_B9B9_B9B9, low: 9))
        var person = Account(
            id: account, givenName: "planted-given", familyName: "planted-family", email: "planted@example.com",
            isEmailVerified: true, isPrivateEmail: true, createdAt: moment(), disabledAt: moment(),
            disabledReason: .held, eraseAt: moment(), hasOwnName: true)
        person.realPersonSignal = .likelyReal
        person.externalID = "planted-external-id"
        let grant = AppleGrant(
            identityID: identity.id, clientID: "planted-client", sealedRefreshToken: [0xC3, 0xC3, 0xC3, 0xC3],
            obtainedAt: moment(), checkedAt: moment(), aliveAt: moment())
        let user = try #require(FirstSignInUser(givenName: "kept-given", familyName: "kept-family"))
        let name = service.parts.environment.secrets.vault.seal(
            user, identity: identity.id, nonce: Array(repeating: 9, count: 12))
        let kept = KeptName(
            identityID: identity.id, sealedName: try #require(name), keptAt: moment(), expiresAt: moment())
        let delivery = EmailDelivery(
            identityID: identity.id, state: .gone, since: moment(), cause: "planted-cause", missingSince: moment(),
            reports: 4_712, reportedAt: moment(), diagnostic: "planted-diagnostic")
        let session = Session(
            id: .init(high: 0xD4D4_D4D4_D4D4_D4D4, low: 4), accountID: account, clientID: "planted-session-client",
            platform: .openID, createdAt: moment(), authenticatedAt: moment(), counter: 4_711, renewedAt: moment(),
            expiresAt: moment(), endedAt: moment(), browser: "planted-browser")
        let line = AuditEntry(
            // Like every identifier of a line, it begins with the time in milliseconds. Lines are removed by it.
            id: .init(high: UInt64(start.timeIntervalSince1970) * 1000 << 16 | 0xE5E5, low: 5), accountID: account,
            event: "planted-event",
            reason: "planted-reason", client: "planted-audit-client", platform: .web,
            sessionID: .init(high: 0xF6F6_F6F6_F6F6_F6F6, low: 6), occurredAt: moment())
        let password = StoredPassword(accountID: account, hash: "planted-hash", changedAt: moment())
        let login = LoginName(
            id: .init(high: 0xA7A7_A7A7_A7A7_A7A7, low: 7), accountID: account, name: "planted-login@example.com",
            createdAt: moment(), provenAt: moment())
        let foreign = ForeignIdentity(
            id: .init(high: 0xE1E1_E1E1_E1E1_E1E1, low: 3), accountID: account,
            issuer: "https://planted-foreign-issuer.example", subject: "planted-foreign-subject", createdAt: moment())
        let clientSession = ClientSession(
            id: session.id, parentID: .init(high: 0xE7E7_E7E7_E7E7_E7E7, low: 8), accountID: account,
            client: session.clientID, scope: "planted-session-scope", claims: "planted-claims", isDetached: true,
            expiresAt: moment())
        let consent = ClientConsent(
            accountID: account, client: "planted-consent-client", scope: "planted-consent-scope", givenAt: moment())
        let entry = TransferEntry(
            transferID: .init(high: 0xA9A9_A9A9_A9A9_A9A9, low: 9), identityID: identity.id, accountID: account,
            identifier: "planted-transfer-sub", state: .arrived, tries: 4_713, dueAt: moment(), code: "planted-code",
            newIdentityID: .init(high: 0xB9B9_B9B9_B9B9_B9B9, low: 9), settledAt: moment())
        let finished = person
        try await service.keep { transaction throws(StorageFailure) in
            try transaction.recordAccount(finished)
            try transaction.recordIdentity(identity)
            try transaction.recordGrant(grant)
            try transaction.recordForeignIdentity(foreign)
            _ = try transaction.recordTransferEntry(ifNew: entry)
            try transaction.recordKeptName(kept)
            try transaction.recordEmailDelivery(delivery)
            try transaction.recordSession(session)
            try transaction.recordClientSession(clientSession)
            try transaction.recordClientConsent(consent)
            try transaction.recordAudit(line)
            try transaction.recordPassword(password)
            try transaction.recordLoginName(login)
        }
    }

    private func columns() throws -> [(table: String, column: String)] {
        try beside.read { database in
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1")
            return try tables.flatMap { table in
                try database.columns(in: table).map { (table, $0.name) }
            }
        }
    }

    /// The only value in a column, as stored.
    private func value(_ table: String, _ column: String) throws -> DatabaseValue {
        try #require(try beside.read { try DatabaseValue.fetchOne($0, sql: "SELECT \(column) FROM \(table)") })
    }

    private func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .string(let text): text
        case .blob(let data): data.map { String(format: "%02x", $0) }.joined()
        case .int64(let milliseconds): Timestamp.text(of: Date(millisecondsSince1970: milliseconds))
        default: "nothing was planted"
        }
    }

    private func exported() async throws -> String {
        let found = try await AccountExport.collect(account, asker: nil, in: service.parts.environment)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(AccountExportReply(try #require(found))), as: UTF8.self)
    }

    @Test func `a copy holds every column about the person, or the column is left out for a reason`() async throws {
        try await plant()
        let copy = try await exported()
        var seen: Set<String> = []
        for (table, column) in try columns() where Self.leftOutTables[table] == nil {
            let name = table + "." + column
            seen.insert(name)
            switch Self.exceptions[name] {
            case nil:
                #expect(copy.contains("\"" + text(try value(table, column)) + "\""), "\(name)")
            case .exportedAs(let text):
                #expect(!(try value(table, column)).isNull, "\(name)")
                #expect(copy.contains(text), "\(name)")
            case .leftOut(let reason):
                #expect(!reason.isEmpty)
            }
        }
        #expect(seen.isSuperset(of: Self.exceptions.keys))
        #expect(Set(try columns().map(\.table)).isSuperset(of: Self.leftOutTables.keys))
        await service.parts.close()
    }

    @Test func `nothing of the person is left when they are gone, and no trace when its time is over`() async throws {
        try await plant()
        var planted: [DatabaseValue] = []
        for (table, column) in try columns() where Self.leftOutTables[table] == nil {
            guard Self.staysAfterErasure[table] == nil, !column.hasPrefix("is_"), !column.hasPrefix("has_"),
                !column.hasPrefix("was_"),
                column != "disabled_reason", column != "real_person_signal", column != "state"
            else { continue }
            planted.append(try value(table, column))
        }
        #expect(planted.count > 20)
        _ = try await AccountDeletion(service.parts.environment).erase(account, reason: "test")
        // The rows that stay may share only the random ids of account and identity, and the seal.
        let shared = [account.bytes, IdentityID(high: 0xB2B2_B2B2_B2B2_B2B2, low: 2).bytes, [0xC3, 0xC3, 0xC3, 0xC3]]
        let remaining = planted.filter { value in !shared.contains { Data($0).databaseValue == value } }
        for (table, column) in try columns() {
            let found = try await beside.read { try DatabaseValue.fetchAll($0, sql: "SELECT \(column) FROM \(table)") }
            if Self.staysAfterErasure[table] == nil, table != "marks" { #expect(found.isEmpty, "\(table)") }
            // The client id at Apple says nothing about a person and is needed for the revocation.
            let isClient = table == "outbox" && column == "client_id"
            for value in found where !isClient { #expect(!remaining.contains(value), "\(table).\(column)") }
        }
        let told = try await beside.read { try String.fetchAll($0, sql: "SELECT body FROM account_events") }
        #expect(told.count == 1 && told[0].contains("account.deleted") && told[0].contains("planted-external-id"))
        let known = ["planted-given", "planted-family", "planted@", "planted-subject"]
        #expect(known.allSatisfy { !told[0].contains($0) })
        try await AppleOutbox(service.parts.environment).work()
        clock.advance(500 * 86_400)
        await service.parts.housekeeping.clean()
        for table in Set(try columns().map(\.table)) where table != "marks" {
            let count = try await beside.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
            #expect(count == 0, "\(table)")
        }
        await service.parts.close()
    }
}
