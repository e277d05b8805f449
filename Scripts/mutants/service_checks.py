"""The service's checks that no rule finds: conditions in SQL, decisions that are values, calls that refuse.

An entry is a name and a part of the file's text that occurs there once. The text that a switch changes is marked:

  STATEMENTS  «text» is removed, «text→other» becomes other, inside a statement's string
  CONDITIONS  «expression» becomes true, «expression→other» gets another value, «→text» adds text; {on} is the switch

A statement keeps all its parameters, because an unused bound parameter is an error of its own.
"""

RECORDS = "AccountStorageSQL/Records/SQL"
TABLE = "AccountStorageSQL/Statements/SQLTable.swift"
FLOWS = "SignInFlows/"
SERVER = "SignInServer/"

STATEMENTS = {
    RECORDS + "SignInAttemptRecords.swift": [
        ("SQL claims an open attempt", "WHERE id = $1« AND state = 0» AND expires_at"),
        ("SQL claims up to the end", "AND state = 0 AND «expires_at > $2→$2 = $2»"),
        ("SQL ends what has not ended", "SET state = 2 WHERE id = $1« AND state <> 2»"),
        ("SQL ends links that have not ended", "WHERE «state <> 2 AND »(link_account_id"),
        ("SQL removes what is over", "AND «expires_at < $1→$1 = $1» ORDER BY id"),
        ("SQL removes what began early enough", "WHERE «id < $3→$3 = $3» AND expires_at"),
        ("SQL removes a few at a time", "ORDER BY id LIMIT «$2→$2 + 1000»)"),
    ],
    RECORDS + "SessionRecords.swift": [
        ("SQL renews on the same day", 'renew("", "«expiry_day = $4→$4 = $4» AND")'),
        ("SQL renews from this counter", "id = $1 AND «counter = $5→$5 = $5» AND ended_at"),
        ("SQL renews what has not ended", "AND counter = $5 AND «ended_at IS NULL AND »expires_at"),
        ("SQL renews up to the expiry", "AND counter = $5 AND ended_at IS NULL AND «expires_at > $2→$2 = $2»"),
        ("SQL extends on the same day", 'extend("", "«expiry_day = $4→$4 = $4» AND")'),
        ("SQL extends what has not ended", "id = $1 AND «ended_at IS NULL AND »expires_at > $2"),
        ("SQL extends up to the expiry", "id = $1 AND ended_at IS NULL AND «expires_at > $2→$2 = $2»"),
        ("SQL ends what has not ended", 'SET ended_at = $2 WHERE id = $1« AND ended_at IS NULL»")'),
        ("SQL ends all that have not ended", "account_id = $1 AND «ended_at IS NULL AND »authenticated_at < $3"),
        ("SQL ends all that were authenticated before", "ended_at IS NULL AND «authenticated_at < $3→$3 = $3» AND id <> $4"),
        ("SQL ends all but one", "authenticated_at < $3 AND «id <> $4→$4 = $4»"),
        ("SQL keeps what is under the kept one", "FROM client_sessions WHERE «parent_id = $4→$4 <> $4»"),
        ("SQL keeps nothing detached", "parent_id = $4« AND NOT is_detached»"),
        ("SQL removes codes that are good", "authorization_codes WHERE «expires_at > $2→$2 = $2» AND parent_id"),
        ("SQL removes codes of the kept session", "expires_at > $2 AND «parent_id = $1→$1 = $1» AND used_at"),
        ("SQL removes codes that nobody used", "AND parent_id = $1« AND used_at IS NULL»\")"),
        ("SQL tells the client itself", "WHERE «id = $1 OR »(parent_id = $1 AND EXISTS"),
        ("SQL tells detached clients", "parent_id = $1 AND «EXISTS→NOT is_detached AND EXISTS» ("),
        ("SQL tells of what has not ended", "sessions.id = client_sessions.id« AND ended_at IS NULL»"),
        ("SQL keeps a notice that is due", "SET logout_due_at = «coalesce(logout_due_at, $2)→$2»\n        WHERE id = $1 OR"),
        ("SQL ends what is not detached", "parent_id = $1« AND NOT is_detached»"),
        ("SQL ends children that have not ended", "WHERE «ended_at IS NULL AND »id IN (SELECT id FROM client_sessions"),
        ("SQL tells a detached client that is kept", "AND («is_detached OR »id <> $4)"),
        ("SQL tells no other client that is kept", "(is_detached OR «id <> $4→$4 = $4»)"),
        ("SQL tells detached clients of an account", "AND «EXISTS→NOT is_detached AND EXISTS» (SELECT 1 FROM sessions WHERE sessions.id = child.id"),
        ("SQL tells of an account's that have not ended", "sessions.id = child.id« AND ended_at IS NULL»"),
        ("SQL keeps the account's notices that are due", "SET logout_due_at = «coalesce(logout_due_at, $2)→$2»\n        WHERE id IN"),
        ("SQL ends an account's that are not detached", "WHERE «NOT is_detached AND »parent_id IN"),
        ("SQL ends an account's children but one", "ended_at IS NULL AND «id <> $4→$4 = $4» AND id IN"),
        ("SQL ends an account's children that have not ended", "WHERE «ended_at IS NULL AND »id <> $4 AND id IN"),
        ("SQL lists one account's", "WHERE «account_id = $1→$1 = $1» AND id < $2 ORDER BY id DESC"),
        ("SQL lists what ended since", "WHERE «ended_at >= $1 AND »(ended_at > $1 OR id > $2)"),
        ("SQL lists from the last of the page before", "(ended_at > $1 OR «id > $2→$2 = $2»)"),
        ("SQL removes what is over", "AND «expires_at < $1→$1 = $1» ORDER BY expiry_day"),
        ("SQL removes a few at a time", "ORDER BY expiry_day LIMIT «$2→$2 + 1000»"),
    ],
    RECORDS + "ClientAuthorizationCodeRecords.swift": [
        ("SQL uses a code once", "WHERE id = $1« AND used_at IS NULL» AND"),
        ("SQL uses a code up to its end", "used_at IS NULL AND «expires_at > $3→$3 = $3»"),
    ],
    RECORDS + "ClientSessionRecords.swift": [
        ("SQL postpones what waits", "SET logout_due_at = $2 WHERE id = $1« AND logout_due_at IS NOT NULL»"),
        ("SQL postpones one client's", "WHERE «client = $1→$1 = $1» AND logout_due_at <= $2"),
        ("SQL postpones what is due", "client = $1 AND «logout_due_at <= $2→$2 = $2»\n"),
        ("SQL counts an attempt for what is postponed", "logout_due_at = $3«, logout_attempts = logout_attempts + 1»\n"),
        ("SQL lists what began under one session", "WHERE «parent_id = $1→$1 = $1» AND client = $2 ORDER BY id DESC"),
        ("SQL lists what one client began", "parent_id = $1 AND «client = $2→$2 = $2» ORDER BY id DESC"),
        ("SQL leaves out the newest", "LIMIT $4 OFFSET «$3→$3 * 0»"),
        ("SQL removes what waits", "WHERE id = $1« AND logout_due_at IS NOT NULL»\n"),
        ("SQL finds detached ones under one session", "WHERE «parent_id = $1→$1 = $1» AND is_detached"),
        ("SQL finds none that ends with its session", "parent_id = $1« AND is_detached» AND EXISTS"),
        ("SQL finds none that has ended", "sessions.id = client_sessions.id« AND ended_at IS NULL»"),
        ("SQL counts a new notice from its beginning", "SET logout_due_at = NULL«, logout_attempts = 0»"),
        ("SQL lists one account's", "WHERE «account_id = $1→$1 = $1» ORDER BY id DESC"),
    ],
    RECORDS + "ClientConsentRecords.swift": [
        ("SQL finds one client's", 'select("WHERE account_id = $1 AND «client = $2→$2 = $2»")'),
        ("SQL removes one client's", 'delete("WHERE account_id = $1 AND «client = $2→$2 = $2»")'),
    ],
    RECORDS + "MailedTokenRecords.swift": [("SQL takes up to the end", "id = $1 AND «expires_at > $2→$2 = $2» RETURNING")],
    RECORDS + "LinkTicketRecords.swift": [("SQL takes up to the end", "id = $1 AND «expires_at > $2→$2 = $2» RETURNING")],
    RECORDS + "LinkProofRecords.swift": [
        ("SQL takes up to the end", "id = $1 AND «expires_at > $2→$2 = $2» RETURNING"),
        ("SQL takes what is over", "WHERE «expires_at < $1→$1 = $1» ORDER BY id"),
    ],
    RECORDS + "HeldSignInRecords.swift": [("SQL removes one account's", 'delete("WHERE «account_id = $1→$1 = $1»")')],
    RECORDS + "MailRequestRecords.swift": [
        ("SQL counts one account's", "WHERE «account_id = $1→$1 = $1» AND created_at >= $2"),
        ("SQL counts from a moment on", "account_id = $1 AND «created_at >= $2→$2 = $2»"),
        ("SQL settles one request", "SET state = $2 WHERE «id = $1→$1 = $1»"),
        ("SQL removes one account's", 'delete("WHERE «account_id = $1→$1 = $1»")'),
    ],
    RECORDS + "AccountEventRecords.swift": [
        ("SQL postpones what waits", "last_code = $3 WHERE id = $1« AND due_at IS NOT NULL»"),
        ("SQL gives up what waits", "last_code = $2 WHERE id = $1« AND due_at IS NOT NULL»"),
        ("SQL counts what was not delivered", "WHERE due_at IS NULL« AND delivered_at IS NULL»"),
    ],
    RECORDS + "ServiceCredentialRecords.swift": [("SQL revokes once", "WHERE id = $1« AND revoked_at IS NULL»")],
    RECORDS + "PasswordRecords.swift": [
        ("SQL renews a name of its account", "WHERE «login_names.account_id = excluded.account_id→1 = 1» AND"),
        ("SQL renews a name of its spelling", "excluded.account_id AND «login_names.name = excluded.name→1 = 1»"),
    ],
    RECORDS + "MarkRecords.swift": [("SQL moves a mark forward", "CASE WHEN «excluded.noted_at > marks.noted_at→1 = 1» THEN")],
    RECORDS + "SealedRecords.swift": [
        ("SQL lists grants that hold something", "($1, $3)« AND sealed_refresh_token IS NOT NULL»"),
        ("SQL replaces one client's grant", "identity_id = $1 AND «client_id = $4→$4 = $4» AND sealed"),
        ("SQL replaces the same grant", "client_id = $4 AND «sealed_refresh_token = $2→$2 = $2»"),
        ("SQL replaces the same name", "identity_id = $1 AND «sealed_name = $2→$2 = $2»"),
        ("SQL replaces the same proof", "id = $1 AND «sealed_facts = $2→$2 = $2»"),
        ("SQL replaces the same replaced token", "UPDATE replaced_grants SET sealed_refresh_token = $3 WHERE id = $1 AND «sealed_refresh_token = $2→$2 = $2»"),
        ("SQL replaces the same item", "UPDATE outbox SET sealed_refresh_token = $3 WHERE id = $1 AND «sealed_refresh_token = $2→$2 = $2»"),
        ("SQL replaces the same mail", "id = $1 AND «sealed_message = $2→$2 = $2»"),
    ],
    RECORDS + "GrantRecords.swift": [
        ("SQL finds one client's", "identity_id = $1 AND «client_id = $2→$2 = $2»"),
        ("SQL lists up to the last", "identity_id > $1 AND «identity_id <= $2→$2 = $2»"),
        ("SQL lists those that hold something", "identity_id <= $2« AND sealed_refresh_token IS NOT NULL»"),
    ],
    RECORDS + "GrantSessionRecords.swift": [
        ("SQL ends a grant's that have not ended", "account_id = $1 AND «ended_at IS NULL AND »authenticated_at < $3 AND identity_id"),
        ("SQL ends a grant's from before", "«authenticated_at < $3→$3 = $3» AND identity_id = $4"),
        ("SQL ends one identity's", "authenticated_at < $3 AND «identity_id = $4→$4 = $4»"),
        ("SQL ends one client's", "AND «apple_client_id = coalesce($5, apple_client_id)→apple_client_id IS NOT NULL AND coalesce($5, \'a\') <> \'\'»"),
        ("SQL tells of a grant's that have not ended", "sessions.id = child.id« AND ended_at IS NULL»"),
        ("SQL ends a grant's that are not detached", "WHERE «NOT is_detached AND »parent_id IN"),
    ],
    RECORDS + "OutboxRecords.swift": [
        ("SQL counts one kind", "FROM outbox WHERE «kind = $1→$1 = $1»"),
        ("SQL forgets what cannot arrive", "last_code = $4«, taken_at = NULL» WHERE id = $1"),
    ],
    RECORDS + "AccountRecords.swift": [("SQL erases what is due", "WHERE «erase_at <= $1→$1 = $1» ORDER BY erase_at")],
    RECORDS + "NotificationRecords.swift": [
        ("SQL finds the latest of a topic", "received_notifications WHERE identity_id = $1 AND «topic = $2→$2 = $2»"),
        ("SQL finds the latest of a group's topic", "        WHERE identity_id = $1 AND «topic = $2→$2 = $2» AND (app"),
        ("SQL finds the latest of a group", "AND («app_group = $3→$3 = $3» OR"),
        ("SQL finds the latest of all groups", "(app_group = $3« OR app_group IS NULL»)"),
    ],
    RECORDS + "PersonRecords.swift": [
        ("SQL finds the latest of a topic", "WHERE identity_id = $1 AND «topic = $4→$4 = $4» AND (app"),
        ("SQL finds the latest of a group", "AND («app_group = $3→$3 = $3» OR"),
        ("SQL finds the latest of all groups", "(app_group = $3« OR app_group IS NULL»)"),
        ("SQL finds one person's items", "FROM outbox WHERE «identity_id = $1→$1 = $1»)"),
        ("SQL finds one client's", "grants.identity_id = $1 AND «grants.client_id = $2→$2 = $2»"),
        ("SQL finds one person's name", "ON «kept_names.identity_id = $1→$1 = $1»"),
    ],
    RECORDS + "AuditRecords.swift": [
        ("SQL lists one account's", "WHERE «account_id = $1→$1 = $1» AND id < $2"),
        ("SQL finds the first line from a moment on", "WHERE «id >= $1→$1 = $1» ORDER BY id LIMIT 1"),
        ("SQL counts from the first instant", "WHERE «id >= $1→$1 = $1» AND id < $2\n"),
        ("SQL counts up to the last instant", "AND «id < $2→$2 = $2»\n        GROUP"),
        ("SQL removes lines that are old", "id < $2 AND «occurred_at < $1→$1 = $1» ORDER BY id"),
        ("SQL removes lines with old identifiers", "WHERE «id < $2→$2 = $2» AND occurred_at < $1 ORDER BY"),
    ],
    RECORDS + "TransferEntryRecords.swift": [
        ("SQL changes an entry of a transfer from its state", "AND «state = $3→$3 = $3» AND NOT EXISTS"),
        ("SQL gives an identifier to one entry", "AND «other.identity_id <> $1→1 = 0»"),
        ("SQL removes the entry of a new identity", "WHERE account_id = $1 AND «new_identity_id = $2→$2 = $2»"),
        ("SQL keeps the other account's conflict", "WHERE «account_id = $1→$1 = $1» AND new_identity_id = $2"),
        ("SQL finds an entry by its identifier", "WHERE transfer_id = $1 AND «transfer_sub = $2→$2 = $2»"),
        ("SQL takes entries of their state", "WHERE transfer_id = $1 AND «state = $2→$2 = $2» AND due_at"),
        ("SQL takes entries when they are due", "«due_at <= $3→$3 = $3» ORDER BY identity_id"),
        ("SQL removes entries with their identity", "WHERE «identity_id = $1→identity_id <> $1»\")"),
    ],
    RECORDS + "DailyCountRecords.swift": [
        ("SQL adds to what is there", "SET count = «daily_counts.count + »excluded.count"),
        ("SQL finds from the first day", "WHERE «day >= $1→$1 = $1» AND day <= $2"),
        ("SQL finds up to the last day", "day >= $1 AND «day <= $2→$2 = $2»"),
        ("SQL removes old days", "WHERE «day < $1→$1 = $1» ORDER BY"),
        ("SQL removes a few at a time", "LIMIT «$2→$2 + 1000»)"),
    ],
    TABLE: [
        ("SQL removes what is over", "WHERE «\\(time) < $1→$1 = $1» ORDER BY \\(time)"),
        ("SQL removes a few at a time", "\\(key) LIMIT «$2→$2 + 1000»)"),
        ("SQL takes what is due", "WHERE «\\(time) <= $1→$1 = $1» ORDER BY \\(time)"),
        ("SQL takes a few at a time", "\\(time), id LIMIT «$2→$2 + 1000»"),
        ("SQL takes one owner's", "WHERE «\\(owner) = $1→$1 = $1» AND \\(time) <= $2"),
        ("SQL takes what is due of an owner", "AND «\\(time) <= $2→$2 = $2» ORDER BY"),
        ("SQL takes a few of an owner at a time", "\\(time), id LIMIT «$3→$3 + 1000»"),
        ("SQL finds the owners of what is due", "= owners.owner AND «\\(time) <= $1→$1 = $1»)"),
    ],
}

NO_NONCE = '.notUsed(because: "it is off")'
NO_LIMIT = "TokenBucket.Rate(perMinute: 1_000_000)"
CONDITIONS = {
    FLOWS + "Numbers/NumbersTable.swift": [
        ("no share gives a hidden count away", "&& «compared.allSatisfy { $0 >= smallest }»"),
        ("a small count is hidden", "count: «count < smallest→false» ? nil : count"),
    ],
    FLOWS + "Numbers/AuditNumbers.swift": [
        ("a merge is counted once", 'return «reason == "from"» ? [key(.merge)] : []'),
        ("an account without an Apple Account had none to unlink", 'return «reason == "person"» ? [key(.unlink, .apple)] : []'),
        ("a removed password is an upgrade only if Apple replaced it", 'return «reason == "upgrade"» ? [key(.upgrade, .apple)] : []'),
    ],
    FLOWS + "Numbers/NumbersPolicy.swift": [("another login has none of our names", "&& «SignInProvider(rawValue: name) == nil»")],
    FLOWS + "Mail/MailRefusal.swift": [
        ("a text about another address", ".addressMissing && «isOther→false» ? .otherAddress"),
        ("a text that names the person's address", "isOther = !named.isEmpty && «!named.contains { EmailAddress.isSame($0, recipient) }»"),
        ("no address is kept of a text", '{ «$0.contains("@")→false» ? "...@..."'),
    ],
    FLOWS + "Mail/BouncedMessage.swift": [
        ("a message that was given up after a temporary error", 'case "failed": «status.hasPrefix("4")→false» ? .deferred'),
        ("a message that is still tried", "        default: «nil→.bounced»"),
    ],
    FLOWS + "Mail/DeliveryVerdict.swift": [
        ("a report from the future is of now", "let moment = «min(report.occurredAt, now)→report.occurredAt».inWholeMilliseconds"),
        ("a message that arrived forgets a refusal", "delivery.missingSince = «nil→delivery.missingSince»"),
    ],
    FLOWS + "Mail/HiddenAddress.swift": [
        ("an address that is not hidden", "email.map { «account.isPrivateEmail || EmailAddress.isRelay($0)» } ?? false"),
    ],
    FLOWS + "SignIn/SignInCommit+Account.swift": [
        ("another address starts anew", "        «→if !{on} { »try forgetDelivery(of: before, with: after, in: records)«→ }»"),
    ],
    FLOWS + "AppleGrants/AppleNotifications.swift": [
        ("a clock behind Apple's makes no negative lag", "{ «max(0, now.timeIntervalSince(event.occurredAt))→now.timeIntervalSince(event.occurredAt)» }"),
    ],
    SERVER + "Authentication/OwnOrigin.swift": [
        ("a page of any site hands off", 'secFetchSite].allSatisfy { «$0 == "none"» }'),
        ("a page of any origin hands off", 'origin].allSatisfy { «$0 == "null"» }'),
    ],
    SERVER + "Metrics/ServiceMetrics.swift": [
        ("a repeat has no lag", "if «!receipt.isRepeat» { counts.notificationLag"),
        ("kinds that are not known are one", "return «known.contains { $0.rawValue == kind }» ? kind"),
    ],
    TABLE: [
        ("a row that is there stays", 'insert(«"NOTHING"→"UPDATE SET " + names.map { "\\($0) = excluded.\\($0)" }.joined(separator: ", ")»)'),
    ],
    "AccountStorageSQL/Statements/SQLTransaction.swift": [
        ("a row that is there is a conflict", "guard «try change(statement, values) == 1» else"),
        ("text that no engine keeps", "{ «→if {on} { continue }; »try StoredText.check(text) }"),
    ],
    FLOWS + "SignIn/IdentityProof.swift": [
        ("nonce", f"nonce: «attempt.expectedNonce(environment.secrets)→{NO_NONCE}»,"),
        ("c_hash", "beside: «answer.code.map { .authorizationCode($0) } ?? .nothing→.nothing»)"),
    ],
    FLOWS + "SignIn/CodeExchange.swift": [
        ("nonce of the exchanged token", f"nonce: «person.attempt.expectedNonce(environment.secrets)→{NO_NONCE}», beside"),
        ("at_hash", "environment.secrets), beside: «.accessToken(accessToken)→.nothing»"),
        ("at_hash without a nonce", 'without a nonce"),\n            beside: «.accessToken(accessToken)→.nothing»'),
    ],
    FLOWS + "SignIn/Attempts/AttemptSecret.swift": [("signature of an attempt", "return «difference == 0»")],
    FLOWS + "SignIn/Attempts/BrowserProof.swift": [
        ("the cookie belongs to the attempt and its target", "return «Self.isEqual(code, secret.browserCode(returningTo: target, secrets))»"),
    ],
    FLOWS + "Environment/QueueLanes.swift": [
        ("a busy lane is left out", "filter { receiver in «busy.withLock { $0.insert(receiver).inserted }» }"),
        ("a lane is free again", "«→if !{on} { »_ = self.busy.withLock { $0.remove(receiver) }«→ }»"),
    ],
    FLOWS + "Import/ImportDoubt.swift": [
        ("hashes on request", "let hash = «looksAtHashes» ?"),
        ("capitals in a subject", "return «text.contains { $0.isASCII && $0.isUppercase }→false» ?"),
        ("a relay address without a subject", "return EmailAddress.isRelay(text) && «!hasIdentity» ?"),
        ("an address of the relay", "return «EmailAddress.isRelay(text)» && !hasIdentity ?"),
        ("a signed token has three parts",
         'text.hasPrefix("eyJ") && «text.split(separator: ".", omittingEmptySubsequences: false).count == 3»'),
        ("the groups of a UUID", "return «parts.map(\\.utf8.count) == [8, 4, 4, 4, 12]» && parts"),
        ("the digits of a UUID", "&& «parts.allSatisfy { $0.allSatisfy(\\.isHexDigit) }»"),
    ],
    FLOWS + "Passwords/PasswordSignIn.swift": [
        ("a sign-in with a password is counted", "«→if !{on} { »try environment.spend(.signIn, of: match.account.bytes)«→ }»"),
    ],
    FLOWS + "Passwords/AccountPassword.swift": [
        ("a changed password is counted",
         "«→if !{on} { »try environment.spend(.passwordChange, of: session.account.id.bytes)«→ }»"),
    ],
    FLOWS + "OpenID/Authorization/AuthorizationRequests.swift": [
        ("a client's sign-in is counted",
         "«→if !{on} { »try environment.spend(.clientSignIn, of: session.account.id.bytes)«→ }»"),
    ],
    FLOWS + "SignIn/Attempts/SignInAttempt+Refusal.swift": [
        ("end of an attempt", "«now < expiresAt» && !Clock"),
        ("attempt from the future", "&& «!ClockDifference.isImpossible(createdAt, at: now)» ?"),
    ],
    FLOWS + "SignIn/Attempts/SignInAttempts.swift": [
        ("failures end an attempt", "if «failures >= maximum→false», try"),
        ("the beginning of a link is counted",
         "«→if !{on} { »try environment.spend(.linkBeginning, of: session.account.id.bytes)«→ }»"),
        ("failures end an open attempt", "if failures >= maximum, «try records.findAttempt(id)?.state == .open» {"),
    ],
    FLOWS + "SignIn/Attempts/AttemptRepeat.swift": [
        ("a used session is not given again", "return «isUsed→false» ? .used"),
        ("under way for so long", "return «ClockDifference.isWithin(longest, claim.claimedAt, at: now)» ? .underWay"),
    ],
    FLOWS + "SignIn/Attempts/RepeatedSignIn.swift": [
        ("ends the replaced session again", "if decision == .replyAgain«→, !{on}» { try search"),
        ("a link is repeated to its own session", "began = claimed.row.link?.session, «began != caller.presentedSession→false» {"),
    ],
    FLOWS + "SignIn/ScriptSignIn.swift": [("a page that cannot ask gets no offer", "outcome: try «canAsk→true» ? outcome")],
    FLOWS + "SignIn/AccountMatch/AccountMatch.swift": [
        ("link of somebody known without proof", ".enter(.known(own))\n        case .link(_, .none)«→ where !{on}»:"),
        ("link of somebody unknown without proof", ": decideNew(false)\n        case .link(_, .none)«→ where !{on}»:"),
        ("nobody vouches for a stranger", ".ask(.unknown) : decideNew(«false→true»)"),
        ("a ticket vouches for a new person", "case .link(nil, _): decideNew(«true→false»)"),
        ("merge on the person's word", "«proof == .session» && (own"),
        ("merge of two with names", "&& («own.externalID == nil || target.externalID == nil»)"),
        ("adoption of one with a name", "case .link(nil, _): «own.externalID == nil» ? .enter(.adopt"),
        ("question first", "case .signIn: «asksFirst→false» ?"),
    ],
    FLOWS + "SignIn/AccountMatch/AccountDoors.swift": [
        ("a ticket opens the door of the known", "case .known where «!isVouchedFor»: return"),
    ],
    FLOWS + "Environment/Clients/TransferSigning.swift": [
        ("the team that Apple accepted last", "let first = «accepted→nil» ?? state.side"),
        ("the other team", "[first, «first == .giver» ? .recipient"),
        ("a planned transfer is tried with both keys", "|| «redeemsCode && state == .planned→false» else"),
        ("a token of a planned transfer is its own team's", "|| «redeemsCode» && state == .planned else"),
        ("only a refused client is tried with another key", "return «refusal.code == TokenEndpointError.invalidClient»"),
    ],
    FLOWS + "SignIn/AccountMatch/TransferMatch.swift": [
        ("question where one can be asked", "return «canAsk» ? .ask : .unmatched"),
        ("another account than the own", "= claim, «other.id != account.id» {"),
        ("an identity under the wrong team", "return «side == .giver && claim != .none→false» ? .move"),
        ("only the giver's identity is under the wrong team", "return «side == .giver» && claim"),
        ("only a claim tells that the team is wrong", "&& «claim != .none» ? .move"),
    ],
    FLOWS + "SignIn/AccountMatch/TransferReading.swift": [
        ("an identity that moved leads nobody in", "&& «former?.person.identity?.movedTo == nil»\n"),
        ("a link is not asked about", "if «isLinking», match"),
        ("a token from after the move is the recipient's", "return «identity.provenAt.timeIntervalSince(move) > Self.certainty→false» ?"),
        ("a token from around the move is nobody's yet", "return «identity.provenAt.timeIntervalSince(move) > Self.certainty» ?"),
        ("a known person with a transfer identifier is looked up", "if «identity.transferIdentifier == nil», found"),
    ],
    FLOWS + "TeamTransfer/PresentIdentities.swift": [("a former identity is no further one", "filter { «$0.movedTo == nil» }")],
    FLOWS + "TeamTransfer/StoredTeams.swift": [
        ("a former identity says nothing about the configuration", "sample.filter { «$0.movedTo == nil» }"),
    ],
    FLOWS + "TeamTransfer/TransferFetching.swift": [
        ("a refused run marks nobody", "if let failure, «failure.isAboutPerson→false» {"),
        ("nobody is asked after the sixty days", "if «isOver→false» { return nil }"),
        ("nobody is refused after the sixty days", "if «isOver→false» { return }\n"),
    ],
    FLOWS + "TeamTransfer/TransferVerdict.swift": [
        ("a person who is refused twice has left", "if failure.isAboutPerson, «wasRefused→false» {"),
        ("a person is refused once before they left", "if failure.isAboutPerson, «wasRefused» {"),
        ("a person is tried ten times", "else if «changed.tries >= mostTries→false» {"),
        ("a refused person waits a day", "else if «failure.isAboutPerson→false» {\n            changed.dueAt"),
    ],
    FLOWS + "TeamTransfer/MovingIdentities.swift": [
        ("only people of the app move", "        «isEmpty || contains { clients.contains($0.clientID) }»\n    }"),
        ("people without a token move", "«isEmpty→false» || contains {"),
        ("people of the team", "issuer == transfer.issuer && «teamID == transfer.fromTeam.rawValue» && movedTo"),
        ("people who have not moved", "transfer.fromTeam.rawValue && «movedTo == nil»"),
    ],
    FLOWS + "TeamTransfer/TransferExport.swift": [
        ("a dry count stores nothing", "if «isDry→false» { continue }"),
    ],
    FLOWS + "TeamTransfer/TransferImport.swift": [
        ("a person of another account is a conflict", "records.findIdentity(new.id), «known.accountID != changed.accountID→false» {"),
        ("an answer after a cancel opens the transfer again", "if «before == .canceled→false» { stored.closedAt = nil }"),
        ("an account is made on request only", "people.map { «isCreating→true» ?"),
        ("an account that another system named is counted", "if «!isReceived→false» { matched += 1 }"),
        ("an account of an earlier run is not counted", "if «!isReceived» { matched += 1 }"),
        ("only a relay address is replaced", "let known = account.email, «EmailAddress.isRelay(known)»,"),
        ("an address with a password stays", "«try records.findPassword(of: accountID) == nil»\n        else { return }\n        account.email"),
    ],
    FLOWS + "TeamTransfer/TransferCensus.swift": [
        ("only people of the team are counted", "in page where «identity.isOf(transfer)» {"),
        ("only people without a token are unknown", "«→if !{on} { »if grants.isEmpty { counted.withoutToken += 1 }«→ }»"),
        ("only a relay address is hidden", "if let email, «EmailAddress.isRelay(email)» { counted"),
        ("an account of another team cannot be translated", "contains { «$0.isOf(transfer)» }"),
    ],
    FLOWS + "TeamTransfer/TransferKeyCheck.swift": [
        ("each key is asked about", "await check(«transfer.recipient→transfer.giver», transfer)]"),
    ],
    FLOWS + "TeamTransfer/TransferFileJudgement.swift": [
        ("the header is the first line", "case .header(let found) where «lines == 1»:"),
        ("a person is not the first line", "case .person(let person) where «lines > 1»:"),
        ("the end is not the first line", "case .end(let found) where «lines > 1»:"),
        ("a repeated identifier is named", "if «!seen.insert(person.digest).inserted→false» {"),
    ],
    FLOWS + "TeamTransfer/TransferFile.swift": [
        ("a relay address", "if let text = value.string, «EmailAddress.isRelay(text)→false» {"),
    ],
    FLOWS + "TeamTransfer/TransferOperations.swift": [
        ("an acceptance is proven before the app has moved", "        if «state.side == .giver→false», state != .canceled,"),
        ("a transfer that moved is not given up", "guard «stored.state.side == .giver», stored.state != .canceled else"),
        ("a transfer that did not move is not closed", "case .planned, .exporting, .ready: «.notMoved→nil»\n"),
        ("a transfer that is not settled is not closed", "case .moved, .importing: «.notSettled→nil»\n"),
        ("a transfer is closed once", "case .closed, .canceled: «.over→nil»\n"),
        ("the sixty days end", "«isOver(at: now)→false» && (state == .moved"),
        ("people wait for their subject once the app has moved", "(«transfer.state.side == .recipient→false» ? count(.known) : 0)"),
        ("before, an identifier is enough", "(«transfer.state.side == .recipient» ? count(.known) : 0)"),
        ("a report with addresses is in the audit", "«→if !{on} { »try await environment.write { records in for entry in entries { try records.recordAudit(entry) } }«→ }»"),
        ("only the chosen failures are tried again", "where «code == nil || entry.code == code→true» {"),
    ],
    FLOWS + "SignIn/SignInCommit+Transfer.swift": [
        ("a team that is switched off moves nobody", "let finding, «identity.client.team.isSignInOn» else"),
        ("a person who moved is read again", "            return try «records.findPerson(identity)→person»\n        case .enter(let account"),
        ("a conflict is listed once", "var entry = finding.entry, «entry.state != .conflict» else"),
        ("a transfer that was given up is open again", "if «before == .canceled→false» { stored.closedAt"),
        ("the first transfer identifier counts", "identity.transferIdentifier != nil, «stored.firstClaimAt == nil» else"),
        ("only a transfer identifier says that the app moved", "guard «identity.transferIdentifier != nil», stored"),
        ("who has arrived does not move again", "entry.accountID == account.id, «!entry.state.isSettled» {"),
        ("who comes back to a former team moves", "return try «before(finding, in: records) != nil→false»"),
        ("an export of a wrong subject is settled", "of: former.id), «!own.state.isSettled→false»\n"),
        ("the former identity has moved", "if let former«→, !{on}» { _ = try records.recordMove"),
    ],
    FLOWS + "Environment/Clients/TransferCall.swift": [
        ("a refused client is tried with the other key", "failure) = reply, «TransferSigning.triesNext(after: failure)→false» {"),
        ("a team that Apple accepted is remembered", "if «reply.isAnswered→false» { transfer.note"),
    ],
    FLOWS + "Environment/Clients/RegisteredTransfer.swift": [
        ("an acceptance is remembered for a minute", ", «abs(now.timeIntervalSince(last.at)) < Self.memory» else"),
    ],
    FLOWS + "AppleGrants/RestingTokens.swift": [
        ("a token of the former team is not asked about", "guard let state, «state.side == .recipient→false» else"),
        ("the new team's tokens are asked about", "return «identity.teamID == client.transfer?.recipient?.teamID.rawValue→false»"),
        ("who moved is checked for a client that stays", "|| «identity.teamID == client.team.teamID.rawValue→false» else"),
        ("a refusal counts while the app cannot have moved", "state.map { «$0.side == .giver && !$0.isUncertain→false» }"),
        ("a refusal does not count while the app may move", "$0.side == .giver && «!$0.isUncertain»"),
        ("a refusal of another team's token", "guard «teamID == giver» else"),
    ],
    FLOWS + "SignIn/AccountMatch/AccountMatchReading.swift": [
        ("link of a claimed attempt", "return «try records.findAttempt(attempt)?.state == .claimed»"),
        ("open account", "self = «account.disabledAt == nil» ? .open"),
        ("a claim that leads nowhere asks", "|| «finding?.asksFirst == true→false»"),
        ("session of the account that links", "session.map { «$0.accountID == accountID» && limits"),
        ("live session that links", "&& «limits.refusal($0, at: now) == nil» }"),
        ("session that began the link", "isLive && «purpose.session?.id == id» ?"),
    ],
    FLOWS + "SignIn/SignInClaim.swift": [
        ("a code is exchanged", "if let code«→, !{on}» {"),
        ("nothing is exchanged while a revocation is on its way", "if code != nil, «revocations.isOnItsWay(at: mark.claimedAt)→false» {"),
        ("a revocation is put off", "            «→if !{on} { »try revocations.putOff(until: mark.claimedAt + 2 * longest, in: records)«→ }»"),
        ("the code is exchanged at a closed door", "= match, «refusal.closedDoor == nil» {"),
        ("claim of an attempt that is not over", "unstored, «mark.claimedAt < claimed.expiresAt» {"),
        ("a sign-in is counted", "(.claimedBefore) }\n        «→if !{on} { »try spending.spend()«→ }»\n        person = try"),
        ("a sign-in that waits is counted", "«→if !{on} { »try spending.spend()«→ }»\n        try keepName"),
    ],
    FLOWS + "SignIn/SignInCommit.swift": [
        ("ends the replaced sessions", "in «purpose.endedSessions→[]» {"),
        ("authenticated when Apple says", "authenticatedAt: Date { «min(now, identity.provenAt)→now» }"),
        ("a deletion during the sign-in", "if «wasKnown && match.isAboutUnknownIdentity→false» ||"),
    ],
    FLOWS + "SignIn/SignInCommit+ClosedDoor.swift": [
        ("a refusal ends open questions", "        «→if !{on} { »_ = try records.removeLinkProofs(of: identity.id)«→ }»"),
        ("the token of a refused sign-in is revoked", "        «→if !{on} { »try record(grant, over: person.grant, in: records)«→ }»"),
        ("no grant of a refused person stays", "        «→if !{on} { »_ = try records.removeGrants(of: identity.id)«→ }»"),
    ],
    FLOWS + "SignIn/HeldSignIns/SignInCommit+Held.swift": [
        ("an older handle is void", "        «→if !{on} { »_ = try records.removeHeldSignIns(of: account.id)«→ }»"),
    ],
    FLOWS + "Accounts/AccountStatusChange.swift": [
        ("a rejected account is not erased", "if «before.isWaiting→false» { account.eraseAt = nil }"),
    ],
    FLOWS + "Sessions/SessionLimits.swift": [
        ("absolute limit of a renewal", "return «min(idle, createdAt.addingTimeInterval(policy.absoluteLifetime.timeInterval))→idle»"),
        ("absolute limit", "= «session.createdAt.addingTimeInterval(policy.absoluteLifetime.timeInterval)→Date.distantFuture»"),
        ("limits", "return «now < min(session.expiresAt, absolute)» ? nil"),
    ],
    FLOWS + "Sessions/SessionReading.swift": [
        ("an expired session ends", "(.sessionExpired) = judged«→, !{on}» {"),
        ("an app's session does not slide", "«session.platform != .native»\n"),
        ("slides when it is time", "&& «now.timeIntervalSince(session.renewedAt) >= cookieRenewalInterval.timeInterval»"),
    ],
    FLOWS + "Sessions/RenewalStep.swift": [
        ("another client ends the session", "«→if !{on} { »try end(session, because: refusal, at: now, in: records)«→ }»"),
        ("reuse ends the session", "«→if !{on} { »try end(session, because: .refreshTokenReused, at: now, in: records)«→ }»"),
    ],
    FLOWS + "Sessions/RefreshTokenVerdict.swift": [("reuse is not overtaken", "return «arrivedAt <= session.renewedAt» ?")],
    FLOWS + "Sessions/SessionReplacement.swift": [
        ("clients go on under the new session", "if «→!{on}, »let found, found.accountID"),
        ("those of another account end", "if let found, «found.accountID == session.accountID» {"),
    ],
    FLOWS + "Accounts/VouchedAccount.swift": [("a person who waits is accepted", "disabledReason == .noWayIn || «isWaiting» {")],
    FLOWS + "Sessions/SessionHandOff.swift": [
        ("an old token hands nothing off", "case .reused, .ahead, .overtaken: «→if !{on} { »throw SignInError.refused(.refreshTokenInvalid)«→ }»"),
    ],
    FLOWS + "Sessions/SessionTokens.swift": [("code over a token", "return «secrets.held.all.contains { key($0).isCode(code, over: signed) }» ?")],
    FLOWS + "Linking/UnlinkDecision.swift": [("last way in", "return «others > 0 || hasExternalID || hasPassword» ?")],
    FLOWS + "AppleGrants/NotificationVerdict.swift": [
        ("an event about a former identifier", "if «hasMoved→false», event.kind"),
        ("the end of an Apple Account concerns both identifiers", "if hasMoved, «event.kind != .accountDeleted» {"),
        ("identity older than the event", "return «identity.createdAt < end(of: event.occurredAt)» ?"),
    ],
    FLOWS + "AppleGrants/ConsentWithdrawal.swift": [
        ("sessions from before a transfer", "+ «(try identity.formerIDs(in: records))→[]» {"),
        ("sessions of one group", "«!$0.isUsed(byTeam: identity.teamID) || $0.group == group→true»"),
        ("tokens of one group", "Bool { «clients?.contains(client) ?? true→true» }"),
        ("tolerance of clocks", "TimeInterval = «60→0»"),
    ],
    FLOWS + "AppleGrants/TokenReplacement.swift": [
        ("a replaced token is not asked about", "        «→if !{on} { »_ = try records.removeOutboxItem(ValidationRequest.itemID(of: grant.identityID, client: grant.clientID))«→ }»"),
    ],
    FLOWS + "AppleGrants/OutboxOutcome.swift": [
        ("a request without an answer may arrive", "case .unavailable(.timedOut, _), .unavailable(.cancelled, _): «true→false»"),
    ],
    FLOWS + "AppleGrants/GrantVerdict.swift": [
        ("sessions from before the last sign of life", "? «grant.aliveAt?.addingTimeInterval(0.001)→Date.distantFuture» : nil"),
    ],
    FLOWS + "Passwords/PasswordDelay.swift": [
        ("a hundred tries", "return «tries.count >= mostTries→false» ?"),
        ("wait after wrong passwords", "= «count > freeTries→false» ?"),
        ("wait after a mail", "= «min(60 * pow(2, Double(count - 1)), codeLifetime.timeInterval / 2)→0»"),
        ("a code outlives the wait", "Double(count - 1)), «codeLifetime.timeInterval / 2→longestDelay»)"),
    ],
    FLOWS + "Passwords/RecoveryAddresses.swift": [("proven address", "let own, «account.isEmailVerified || proven.contains(own)» {")],
    FLOWS + "Accounts/AccountDeletion.swift": [
        ("the deletion of this session", "rawValue && «entry.sessionID == id»\n"),
        ("a deletion a moment ago", "&& «ClockDifference.isWithin(window, entry.occurredAt, at: now)»\n"),
        ("what Apple was asked", "try «entries.contains { asked.map(\\.rawValue).contains($0.event) }→false»\n"),
        ("what Apple will be asked", "|| «!records.findOutboxItems(of: account).isEmpty→false»\n"),
    ],
    FLOWS + "Passwords/PasswordReset.swift": [
        ("a reset forgets the wait", "«→if !{on} { »for name in try records.findLoginNames(of: account.id) { _ = try records.removeTries(.mails(for: name.id)) }«→ }»"),
        ("proves a name of the account", "in: records), «name.accountID == account.id» {"),
    ],
    SERVER + "Authentication/SessionAuthenticator.swift": [
        ("own page for a change", "if request.headers[.authorization] == nil«→, !{on}» {"),
    ],
    SERVER + "Authentication/OperatorAddresses.swift": [
        ("a loopback name", "return «ListenAddress.isLoopback(host)→false» || host"),
        ("the host of the public address", "|| «host == Self.host(of: publicURL.host)→false» ||"),
        ("an address", "|| «NetworkAddress(host) != nil→false»"),
        ("no foreign page", "origins.allSatisfy { «$0 == publicURL.origin» }"),
    ],
    SERVER + "Configuration/ServerConfiguration.swift": [
        ("own audience is no client_id", "if let own, «ids.contains(own)→false» {"),
        ("audience is no client_id", "if «ids.contains(audience)→false» {"),
        ("audience is not our own", "if «audience == own→false» {"),
        ("a list of teams is one fault", 'if teams.isEmpty, «settings.lacks("teams")» {'),
    ],
    SERVER + "Configuration/TeamConfiguration.swift": [
        ("form of a Team ID", 'add(«fault→nil», of: teamID, at: "team_id", isRequired'),
        ("nothing is compared with what is no Team ID", "let team = «fault == nil» ? TeamID(teamID) : nil"),
        ("form of a Key ID", "add(«KeyID(id).fault(in: team)→nil», of: id"),
        ("form of the team's primary App IDs", 'add(«ClientID(id).fault(in: team)→nil», of: id, at: "primary_app_ids")'),
        ("form of a client ID", "add(«ClientID(client.id).fault(in: team)→nil», of: client.id"),
        ("form of a client's primary App ID", 'add(«ClientID(id).fault(in: team)→nil», of: id, at: "\\(place).primary'),
        ("characters of a return URL", "where «!url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })→false» {"),
    ],
    SERVER + "Configuration/ServerConfiguration+Warnings.swift": [
        ("a key's file named after another Key ID", 'name.hasSuffix(".p8"), «name != "AuthKey_\\(key.id).p8"→false» else'),
    ],
    "Settings/SettingsReader.swift": [
        ("nothing follows from an unreadable file", "if «!isUnreadable» { faults.append(fault) }"),
    ],
    SERVER + "Configuration/OpenIDClientConfiguration.swift": [
        ("nothing unseen in a client's name", "if «name != DisplayName.visible(name)→false» {"),
    ],
    FLOWS + "Accounts/DisplayName.swift": [
        ("joiners inside ASCII", "case (\"\\u{200C}\", _), (\"\\u{200D}\", _): «joins»"),
        ("characters that programs may ignore", "default: «!scalar.properties.isDefaultIgnorableCodePoint»"),
        ("what is not visible is left out", "if «isVisible(scalar, joins: joins)» { kept"),
    ],
    SERVER + "Routing/Route.swift": [
        ("HEAD is answered where GET is", "{ «method == .get && answersHead→false» }"),
    ],
    SERVER + "Routes/App/AccountRoutes.swift": [
        ("HEAD of an export is refused", "answersHead: «false→true», use"),
    ],
    SERVER + "Routing/RouteMode.swift": [
        ("navigations only", 'case .navigation: «request.headers[values: .secFetchMode].allSatisfy { $0 == "navigate" }»\n'),
    ],
    SERVER + "Routing/RouteAuthentication.swift": [
        ("own page", "request, _, authenticators in\n            «→if {on} { return }\n            »try authenticators.ownOrigin.require(request)"),
        ("own page with the browser's session", "context, authenticators in\n            «→if !{on} { »try authenticators.ownOrigin.require(request)«→ }»"),
    ],
    SERVER + "Routes/Web/WebLinkRoutes.swift": [
        ("own page", "«→if !{on} { »try parts.authenticators.ownOrigin.require(request.http)«→ }»"),
    ],
    FLOWS + "Environment/Refusals/SentMistake.swift": [
        ("nonce that was not hashed", "if «plain == nonce→false» {"),
        ("nonce that was hashed twice", "else if «found == Self.hexadecimal(Self.digest(hash))→false» {"),
        ("hash in capitals", "else if found != hash, «found.lowercased() == hash→false» {"),
        ("hash that is right", "else if «found != hash→true», found.lowercased() == hash {"),
        ("hash in base64", "else if «[Data(digest).base64EncodedString(), Base64URL.encode(digest)].contains(found)→false» {"),
        ("base64 of anything", "return «SentText(String(decoding: decoded, as: UTF8.self)) == .signedToken→true» ?"),
    ],
    FLOWS + "Environment/Refusals/SentDamage.swift": [
        ("line break beside a value", 'if «[first, last].contains(where: { $0 == "\\n" || $0 == "\\r" })→false» {'),
        ("space beside a value", "else if «[first, last].contains(where: \\.properties.isWhitespace)→false» {"),
        ("quotation marks around a value", "else if «Self.isQuoted(text, first, last)→false» {"),
    ],
    SERVER + "Configuration/AppGroups.swift": [
        ("a team without an app names the primary App ID", "if «candidates.isEmpty→false» {"),
    ],
    SERVER + "Configuration/ServerConfiguration+Warnings.swift": [
        ("warns of an emulator", "? nil : «apple.endpoints.clientSecretAudience→nil»"),
        ("warns of the demo page", "if «isDemo→false» { warnings.append"),
    ],
    SERVER + "Limits/RateLimiter.swift": [
        ("budget of an account", "case .end«→, _ where {on}»: wait(for: [(.session, id)]"),
        ("a rate of 0 is no limit", "default: return «perMinute > 0» ?"),
        ("budget of a backend", "return «backendPerMinute > 0→false» ?"),
        ("budget of account pages", "share): return «TokenBucket.Rate(perMinute: 5 * perMinute * share)→" + NO_LIMIT + "»"),
        ("budget of a network", "share): return «TokenBucket.Rate(perMinute: perMinute * share)→" + NO_LIMIT + "»"),
        ("budget of unknown keys", "share): return «TokenBucket.Rate(perMinute: 20 * perMinute * share)→" + NO_LIMIT + "»"),
        ("budget of a session", "case .session: return «TokenBucket.Rate(perMinute: perMinute)→" + NO_LIMIT + "»"),
        ("budget of sign-ins", ".activity(.signIn): return «TokenBucket.Rate(perMinute, inSeconds: 3_600)→" + NO_LIMIT + "»"),
        ("budget of clients' sign-ins",
         ".activity(.clientSignIn): return «TokenBucket.Rate(2 * perMinute, inSeconds: 3_600)→" + NO_LIMIT + "»"),
        ("budget of changed passwords",
         ".activity(.passwordChange): return «TokenBucket.Rate(max(1, perMinute / 6), inSeconds: 3_600)→" + NO_LIMIT + "»"),
        ("budget of links",
         ".activity(.handOff):\n            return «TokenBucket.Rate(max(1, perMinute / 2), inSeconds: 3_600)→" + NO_LIMIT + "»"),
        ("budget of names", ".account(.rename): return «TokenBucket.Rate(max(1, perMinute / 6), inSeconds: 3_600)→" + NO_LIMIT + "»"),
        ("budget of copies", "return «TokenBucket.Rate(max(1, perMinute / 20), inSeconds: 3_600)→" + NO_LIMIT + "»"),
    ],
    SERVER + "Responder/RequestLimits.swift": [
        ("takes from the budget", "try require(«limiter.take(budget, for: client)→nil»)"),
        ("asks the budget of refusals", "try require(«limiter.wait(budget, for: client)→nil»)"),
        ("asks the budget of unknown keys", "try require(«limiter.wait(unknownKeys, for: client)→nil»)"),
        ("an app that nobody named has the wider budget", "|| «Self.isForUnnamedApp(error)→false»"),
        ("charges refusals", "«→if !{on} { »_ = limiter.take(budget, for: client)«→ }»"),
        ("charges unknown keys", "«→if !{on} { »_ = limiter.take(unknownKeys, for: client)«→ }»"),
    ],
    SERVER + "Responder/ServiceResponder.swift": [
        ("HEAD has no content", "return «request.method == .head→false» ? response.withoutContent"),
        ("HEAD has the length of the content", "if «→!{on}, »let length = headers[.contentLength]"),
    ],
    SERVER + "Responder/ClientAddress.swift": [
        ("proxy that nobody named", "return «trustedProxies.isEmpty && (isProxied || isPassedOn())→false» ?"),
    ],
    "HTTPServing/KnownNames.swift": [
        ("an unknown name", "guard «names.contains(known)» else"),
        ("a name in two spellings", "guard «!seen.contains(known)» else"),
        ("names inside of objects", "= inside(of: known, object[sent])«→, !{on}» else"),
        ("entries of the sender's choice", "?? «entries[name]→nil».map { ($0, object.members"),
        ("objects in a list", "case .array(let elements): «objects[name]→nil».map"),
        ("what a known name is near to", "«!ignoresOthers→false» || NearestName"),
        ("what resembles our own name", "!ignoresOthers || «NearestName.find(sent, among: names) != nil→false»"),
        ("a few unknown names", "guard «unknown.count < Self.mostListed», compared"),
        ("a few compared names", "Self.mostListed, «compared <= Self.mostCompared» else"),
        ("unknown parameters", "sent.filter { «!names.contains($0)→false» && seen.insert"),
        ("parameters of others", "lazy.filter { «isRefused($0)» }"),
    ],
    SERVER + "Routes/App/NativeSignInRoutes.swift": [
        ("a first sign-in without a code is told", "if «request.body.code == nil→false» { logger"),
        ("an empty name is told", '«[name.given, name.family].allSatisfy({ $0 ?? "" == "" })→false» {'),
    ],
    SERVER + "Requests/KnownNames+Refusal.swift": [
        ("names of parameters", "«→if !{on} { »try names.check(parameters: self.names)«→ }»"),
    ],
    SERVER + "Requests/ScriptAnswer.swift": [
        ("names beside Apple's", "«→if !{on} { »try Self.names.require(object)«→ }»"),
    ],
    SERVER + "Requests/StrictMessage.swift": [
        ("another spelling of a frequent request", "object[name] ?? «otherSpelling(of: name)→nil»"),
    ],
    SERVER + "Requests/RequestBody+Reading.swift": [
        ("names of a body", "«→if !{on} { »try names?.require(object)«→ }»"),
        ("spellings of a name", "if let names, «names.hasSpellings→false» {"),
        ("character set", 'return «!text.hasPrefix("charset=") || ["charset=utf-8", "charset=\\"utf-8\\""].contains(text)»'),
    ],
}
