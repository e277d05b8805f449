import AccountStorage
import AccountStorageConformance
import AccountStorageSQLite
import StorageSupport
import Testing

/// A broken database, and a case of the conformance suite that must fail for it.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promise: String
    let database: @Sendable () -> any AccountDatabase

    init(_ promise: String, _ database: @autoclosure @escaping @Sendable () -> any AccountDatabase) {
        testDescription = "\(type(of: database()))"
        self.promise = promise
        self.database = database
    }

    init(_ promise: String, in statement: String, _ part: String, by mistake: String) {
        testDescription = "\(statement): \(part) → \(mistake)"
        self.promise = promise
        database = { BrokenStatements(SQLiteAccountDatabase.inMemory(), in: statement, part, by: mistake) }
    }

    static let all = [
        Fault(
            "a transaction whose required change conflicts keeps nothing",
            in: "INSERT INTO sessions", "INSERT INTO", by: "INSERT OR REPLACE INTO"),
        Fault(
            "of fifty who require one session at once, one keeps its work",
            in: "INSERT INTO sessions", "INSERT INTO", by: "INSERT OR REPLACE INTO"),
        Fault("a body that throws leaves nothing behind, and its failure arrives", NeverRollsBack()),
        Fault("what is discarded leaves nothing behind, and its answer arrives", KeepsTheDiscarded()),
        Fault("fifty who read and then write lose no change", Replays()),
        Fault("what is kept is there in the next transaction", Forgets()),
        Fault("of fifty who claim an attempt at once, one does", in: "SET state = 1", "state = 0", by: "state <> 2"),
        Fault(
            "a claimed attempt names the answer that claimed it, and when; a later one changes nothing",
            in: "SET state = 1", "answer_hash = $3", by: "answer_hash = coalesce(answer_hash, x'00', $3)"),
        Fault(
            "a claim whose answer is forgotten stays a claim, and the claims of others stay as they are",
            in: "SET claimed_at = NULL", "WHERE id = $1", by: "WHERE id <> $1"),
        Fault("of fifty who renew a session at once, one does", in: "UPDATE sessions", " AND counter = $5", by: ""),
        Fault(
            "renewing moves counters, time and expiry, and nothing else",
            in: "UPDATE sessions", "first_counter = $7", by: "first_counter = $7 + 1"),
        Fault(
            "extending moves time and expiry, and nothing else, until the session is over",
            in: "UPDATE sessions SET renewed_at", "SET", by: "SET counter = counter + 1,"),
        Fault(
            "an identity cannot be given to another account",
            in: "INTO identities", "NOTHING", by: "UPDATE SET account_id = excluded.account_id"),
        Fault(
            "of fifty who link one identity at once, one account gets it",
            in: "INTO identities", "NOTHING", by: "UPDATE SET account_id = excluded.account_id"),
        // The hour that occurs twice when clocks are set back on 1 November 2026.
        Fault(
            "no time zone changes a time, not even when clocks are put back",
            in: "INTO accounts", "$7", by: "CASE $7 / 3600000 WHEN 498198 THEN $7 - 3600000 ELSE $7 END"),
        Fault("times come back to the millisecond", in: "INTO accounts", "$7", by: "$7 / 1000 * 1000"),
        Fault(
            "an attempt is claimed up to the millisecond before it expires",
            in: "SET state = 1", "expires_at > $2", by: "expires_at >= $2"),
        Fault(
            "sessions are removed once their life is over, a few at a time",
            in: "DELETE FROM sessions", "LIMIT $2", by: "LIMIT 1000"),
        Fault(
            "ended sessions are listed page by page, none twice and none left out",
            in: "SELECT id, ended_at", " OR id > $2", by: ""),
        Fault(
            "a session is ended once, and its first end counts",
            in: "SET ended_at = $2 WHERE id", " AND ended_at IS NULL", by: ""),
        Fault(
            "an account's texts come back byte for byte", in: "INTO accounts", "$2,",
            by: "replace($2, 'e' || char(769), char(233)),"),
        Fault(
            "a grant recorded again replaces the first, and may be missing",
            in: "INTO grants", "VALUES ($1, $2, $3,", by: "VALUES ($1, $2, coalesce($3, x''),"),
        Fault("fifty failures at once are counted one by one", in: "failures + 1", "failures + 1", by: "failures"),
        Fault(
            "a notification is taken once, and its repeat changes nothing",
            in: "INTO received_notifications", "NOTHING", by: "UPDATE SET effect = excluded.effect"),
        Fault(
            "of fifty who take one notification at once, one does",
            in: "INTO received_notifications", "NOTHING", by: "UPDATE SET effect = excluded.effect"),
        Fault(
            "the newest event of an identity and topic is known, in whatever order they came",
            in: "SELECT occurred_at", "ORDER BY occurred_at", by: "ORDER BY received_at"),
        Fault(
            "a person is found with all that a sign-in needs, as far as it is there",
            in: "FROM (SELECT 1)", " AND grants.client_id = $2", by: ""),
        Fault(
            "a person is found with the newest event about their consent in the group or in all groups",
            in: "FROM (SELECT 1)", " AND (app_group = $3 OR app_group IS NULL)", by: ""),
        Fault("of fifty workers at once, each item goes to one", in: "UPDATE outbox", "due_at = $2,", by: ""),
        Fault(
            "a taken item counts its attempt and comes back should the taker die",
            in: "UPDATE outbox", "due_at = $2,", by: "due_at = 9223372036854775807,"),
        Fault(
            "the items of one kind are counted, with the age of the oldest of them",
            in: "FROM outbox WHERE kind", "kind = $1", by: "kind <> $1"),
        Fault(
            "the time of the newest notification is known, in whatever order they came",
            in: "SELECT received_at", "DESC", by: "ASC"),
        Fault(
            "all that waits for one account is found, in the order of its identifiers",
            in: "FROM outbox WHERE account_id", "ORDER BY id", by: "ORDER BY id DESC"),
        Fault(
            "all sessions of an account are ended, but not those of others and not twice",
            in: "UPDATE sessions SET ended_at", " AND id <> $4", by: " AND $4 = $4"),
        Fault(
            "sessions are ended up to the millisecond before which they were authenticated",
            in: "UPDATE sessions SET ended_at", "authenticated_at < $3", by: "authenticated_at <= $3"),
        Fault(
            "accounts to be erased are listed from their moment on, the longest due first",
            in: "erase_at", "erase_at <= $1", by: "erase_at <= $1 + 1"),
        Fault(
            "accounts are listed page by page, none twice and none left out",
            in: "SELECT id FROM accounts", "id > $1", by: "id >= $1"),
        Fault(
            "an identity leaves with its grants and its kept name, and no others",
            in: "DELETE FROM grants", "identity_id = $1", by: "identity_id <> $1"),
        Fault(
            "events are counted by platform, client and reason, from the first instant to the last",
            in: "FROM audit", "id < $2\nGROUP", by: "id <= $2\nGROUP"),
        Fault(
            "the time of the first line at or after a moment is found",
            in: "SELECT id FROM audit WHERE", "id >= $1", by: "id > $1"),
        Fault(
            "what is added to a daily count is added to its key alone",
            in: "INTO daily_counts", "daily_counts.count + excluded.count", by: "excluded.count"),
        Fault(
            "fifty who add to a daily count at once lose nothing",
            in: "INTO daily_counts", "daily_counts.count + excluded.count", by: "daily_counts.count"),
        Fault(
            "a daily count that is recorded again replaces the one before",
            in: "INTO daily_counts", "count = excluded.count", by: "count = daily_counts.count"),
        Fault(
            "a daily count comes back with every field, in the order of the keys",
            in: "FROM daily_counts WHERE day >=", "day <= $2", by: "day < $2"),
        Fault(
            "daily counts of old days are removed, a few at a time",
            in: "DELETE FROM daily_counts", "day < $1", by: "day <= $1"),
        Fault(
            "of fifty who claim one entry of a transfer at once, one does",
            in: "UPDATE transfer_entries SET\n", " AND state = $3", by: " AND $3 = $3"),
        Fault(
            "a transfer has one entry for an identity, and one for an identifier",
            in: "UPDATE transfer_entries SET\n", "other.transfer_sub = $4", by: "other.transfer_sub IS NOT NULL"),
        Fault(
            "an entry of a transfer goes with its identity, and with its account",
            in: "DELETE FROM transfer_entries WHERE identity_id", "identity_id = $1", by: "identity_id <> $1"),
        Fault(
            "an entry of a transfer goes with the identity that it led to, and a conflict stays",
            in: "DELETE FROM transfer_entries WHERE account_id = $1 AND", "new_identity_id = $2",
            by: "new_identity_id <> $2"),
        Fault(
            "an entry of a transfer goes with the identity that it led to, and a conflict stays",
            in: "DELETE FROM transfer_entries WHERE account_id = $1 AND", "account_id = $1 AND",
            by: "$1 IS NOT NULL AND"),
        Fault(
            "an identity that moved leads to the one that took its place, and back",
            in: "UPDATE identities SET moved_to", "moved_to = $2", by: "moved_to = coalesce($2, moved_to)"),
        Fault(
            "entries of a transfer are taken when due, by their identities, and return",
            in: "UPDATE transfer_entries SET due_at", "due_at = $3", by: "due_at = due_at + 0 * $3"),
        Fault(
            "a line of the audit is removed once both its time and that of its identifier are over",
            in: "DELETE FROM audit", "id < $2 AND ", by: ""),
        Fault(
            "of the attempts that expired, only those that began early enough are removed",
            in: "DELETE FROM sign_in_attempts", "id < $3 AND ", by: "$3 IS NOT NULL AND "),
        Fault(
            "a link ticket is taken once, with everything in it", in: "FROM link_tickets WHERE id = $1 AND",
            "DELETE FROM link_tickets",
            by: "UPDATE link_tickets SET label = label"),
        Fault(
            "a proven identity is answered for once, with everything in it", in: "FROM link_proofs WHERE id = $1 AND",
            "DELETE FROM link_proofs",
            by: "UPDATE link_proofs SET client = client"),
        Fault(
            "a held sign-in comes back with every field", in: "INTO held_sign_ins", "NOTHING",
            by: "UPDATE SET client = excluded.client"),
        Fault(
            "held sign-ins of one account leave together", in: "DELETE FROM held_sign_ins WHERE account_id",
            "account_id = $1", by: "account_id <> $1"),
        Fault(
            "held sign-ins that expired are removed, a few at a time", in: "DELETE FROM held_sign_ins WHERE id IN",
            "expires_at < $1", by: "expires_at <= $1"),
        Fault(
            "an external id belongs to one account",
            in: "INTO external_accounts", "NOTHING", by: "UPDATE SET account_id = excluded.account_id"),
        Fault(
            "attempts that link to one account end together", in: "link_external_id = $2", "link_account_id = $1 OR",
            by: ""),
        Fault(
            "the identities of one account move to another, with what is held under them",
            in: "UPDATE identities", "account_id = $2", by: "account_id = coalesce(account_id, $2)"),
        Fault(
            "an account has one password, which is replaced and removed",
            in: "INTO account_passwords", "hash = excluded.hash", by: "hash = account_passwords.hash"),
        Fault(
            "a login name leads to one account, and is proven there",
            in: "INTO login_names", "login_names.account_id = excluded.account_id AND ", by: ""),
        Fault(
            "tries are counted for each by itself, and cleared away when their time is over",
            in: "DELETE FROM password_tries WHERE id = $1", "id = $1", by: "$1 = $1"),
        Fault(
            "a mailed token is taken once, up to its end", in: "FROM mailed_tokens", "expires_at > $2",
            by: "expires_at >= $2"),
        Fault(
            "mail that is due goes to one sender, and comes back should that one die",
            in: "UPDATE outgoing_mail", "due_at = $2,", by: ""),
        Fault(
            "a request for mail comes back with every field, and with what became of it",
            in: "UPDATE mail_requests", "id = $1", by: "id <> $1"),
        Fault(
            "requests for mail are counted for one account, from a moment on",
            in: "FROM mail_requests WHERE account_id = $1 AND", "created_at >= $2", by: "created_at > $2"),
        Fault(
            "requests for mail of one account leave together",
            in: "DELETE FROM mail_requests WHERE account_id", "account_id = $1", by: "account_id <> $1"),
        Fault(
            "mail and requests for mail of one account move together",
            in: "UPDATE mail_requests SET account_id", "account_id = $1", by: "account_id <> $1"),
        Fault(
            "mail that no backend asked for is taken before mail that one asked for",
            in: "FROM outgoing_mail", "EXISTS (SELECT 1 FROM mail_requests WHERE mail_requests.id = outgoing_mail.id),",
            by: ""),
        Fault(
            "old requests for mail are removed, a few at a time",
            in: "DELETE FROM mail_requests WHERE id IN", "created_at < $1", by: "created_at <= $1"),
        Fault(
            "a credential is made once and revoked once",
            in: "UPDATE service_credentials", " AND revoked_at IS NULL", by: ""),
        Fault(
            "a foreign identity belongs to one account",
            in: "INTO foreign_identities", "NOTHING", by: "UPDATE SET account_id = excluded.account_id"),
        Fault(
            "of fifty who tell events at once, each event goes to one", in: "UPDATE account_events", "due_at = $2,",
            by: ""),
        Fault(
            "sealed values of every kind are listed page by page, none twice and none left out",
            in: "SELECT sealed_message", "id > $1", by: "id >= $1"),
        Fault(
            "a sealed value is replaced where it is still the same, and nothing else is",
            in: "UPDATE kept_names", " AND sealed_name = $2", by: ""),
        Fault(
            "an event that was delivered is not put back by a worker who came late",
            in: "UPDATE account_events", " AND due_at IS NOT NULL", by: ""),
        Fault(
            "of fifty who use an authorization code at once, one does, and the code names that one",
            in: "UPDATE authorization_codes", " AND used_at IS NULL", by: ""),
        Fault(
            "an authorization code is used up to the millisecond before it expires, and found after it",
            in: "UPDATE authorization_codes", "expires_at > $3", by: "expires_at >= $3"),
        Fault(
            "the open codes of a session that is kept are removed, and no others",
            in: "DELETE FROM authorization_codes WHERE expires_at", " AND parent_id = $1", by: " AND $1 = $1"),
        Fault(
            "with a session, the clients' sessions under it end unless they are detached",
            in: "UPDATE sessions SET ended_at", " AND NOT is_detached", by: ""),
        Fault(
            "a client whose session ended before is told once, and its first end counts",
            in: "UPDATE client_sessions SET logout_due_at = coalesce",
            "client_sessions.id AND ended_at IS NULL", by: "client_sessions.id"),
        Fault(
            "a logout notice that is already due stays as it is",
            in: "SET logout_due_at = coalesce", "coalesce(logout_due_at, $2)", by: "$2"),
        Fault(
            "a session that is kept keeps the clients' sessions under it, but not the detached ones",
            in: "UPDATE sessions SET ended_at", "WHERE parent_id = $4", by: "WHERE parent_id = $4 AND 1 = 0"),
        Fault(
            "a session that is kept keeps the clients' sessions under it, but not the detached ones",
            in: "UPDATE sessions SET ended_at", "parent_id = $4 AND NOT is_detached", by: "parent_id = $4"),
        Fault(
            "the detached sessions under a session are found, even if that is over, but none that ended",
            in: "parent_id = $1 AND is_detached", " AND ended_at IS NULL", by: ""),
        Fault(
            "clients' sessions end with a session that was authenticated before, whenever they were",
            in: "WHERE NOT is_detached AND parent_id IN", "WHERE NOT is_detached AND parent_id IN",
            by: "WHERE is_detached AND parent_id IN"),
        Fault(
            "of fifty who take logout notices at once, each notice goes to one",
            in: "UPDATE client_sessions", "logout_due_at = $2,", by: ""),
        Fault(
            "after a logout notice was removed, the next end makes a new one",
            in: "UPDATE client_sessions", ", logout_attempts = 0", by: ""),
        Fault(
            "what is known about the way of mail is replaced and forgotten, for one identity",
            in: "INTO email_deliveries", "diagnostic = excluded.diagnostic",
            by: "diagnostic = email_deliveries.diagnostic"),
        Fault(
            "what is known about the way of mail leaves with its identity, and no other",
            in: "DELETE FROM email_deliveries", "identity_id = $1", by: "identity_id <> $1"),
        Fault(
            "what is known about the way of mail is counted by state",
            in: "SELECT state, count(*) FROM email_deliveries", "count(*)", by: "count(DISTINCT state)"),
        Fault(
            "what is known about the way of mail to an identity that moved is not counted",
            in: "SELECT state, count(*) FROM email_deliveries", "IS NOT NULL", by: "IS NULL"),
        Fault(
            "a consent recorded again replaces the one for the same client, and no other",
            in: "INTO client_consents", "scope = excluded.scope", by: "scope = client_consents.scope"),
    ]
}

struct `The conformance suite` {
    @Test(arguments: Fault.all)
    func `catches a broken database`(_ fault: Fault) async throws {
        let promise = try #require(ConformanceCase.all.first { $0.name == fault.promise })
        await #expect(throws: BrokenPromise.self) { try await promise.run(fault.database()) }
    }

    @Test func `names every promise once`() {
        #expect(Set(ConformanceCase.all.map(\.name)).count == ConformanceCase.all.count)
    }
}
