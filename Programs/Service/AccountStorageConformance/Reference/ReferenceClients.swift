internal import AccountStorage
internal import Foundation

/// A client's session with its notice.
struct ReferenceClientSession: Sendable, Equatable {
    var session: ClientSession
    var logoutDueAt: Date?
    var logoutAttempts = 0
}

/// The key of a consent. A `String` would equal another one with different octets.
struct ReferenceConsentKey: Hashable, Comparable {
    let accountID: AccountID
    let client: [UInt8]

    init(_ accountID: AccountID, _ client: String) {
        self.accountID = accountID
        self.client = Array(client.utf8)
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.accountID != right.accountID { return left.accountID < right.accountID }
        return left.client.lexicographicallyPrecedes(right.client)
    }
}

extension ReferenceTransaction {
    func recordAuthorizationCode(_ code: ClientAuthorizationCode) throws(StorageFailure) {
        try rows.codes.add(code, at: code.id)
    }

    func findAuthorizationCode(_ id: ClientAuthorizationCodeID) -> ClientAuthorizationCode? { rows.codes[id] }

    func useAuthorizationCode(_ id: ClientAuthorizationCodeID, by session: SessionID, at moment: Date) -> Bool {
        rows.codes.edit(id) {
            $0.usedAt == nil && moment < $0.expiresAt
        } _: {
            ($0.usedAt, $0.sessionID) = (moment, session)
        }
    }

    func removeExpiredAuthorizationCodes(before moment: Date, limit: Int) -> Int {
        rows.codes.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func recordClientSession(_ session: ClientSession) throws(StorageFailure) {
        try rows.clientSessions.add(ReferenceClientSession(session: session), at: session.id)
    }

    func findClientSession(_ id: SessionID) -> ClientSession? { rows.clientSessions[id]?.session }

    func moveClientSessions(from parent: SessionID, to successor: SessionID) -> Int {
        rows.clientSessions.editAll {
            $0.session.parentID == parent
        } _: {
            $0.session.parentID = successor
        }
    }

    func findClientSessions(of accountID: AccountID, limit: Int) -> [ClientSession] {
        rows.clientSessions.ordered { $0.session.accountID == accountID }.reversed().map(\.session).limited(to: limit)
    }

    func findDetachedSessions(under parent: SessionID, limit: Int) -> [ClientSession] {
        let found = rows.clientSessions.ordered { $0.session.parentID == parent && $0.session.isDetached }
            .filter { rows.sessions[$0.session.id].map { $0.endedAt == nil } ?? false }
        return found.map(\.session).limited(to: limit)
    }

    func findClientSessions(
        under parent: SessionID, of client: String, besidesNewest newest: Int, limit: Int
    ) -> [SessionID] {
        let begun = rows.clientSessions.ordered { $0.session.parentID == parent && $0.session.client == client }
        return begun.reversed().dropFirst(max(0, newest)).map(\.session.id).prefix(max(0, limit)).map { $0 }
    }

    func findClientsToNotify(at moment: Date) -> [String] {
        let due = rows.clientSessions.values.filter { row in row.logoutDueAt.map { $0 <= moment } ?? false }
        return Set(due.map(\.session.client)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    func postponeLogoutNotices(of client: String, dueAt moment: Date, until later: Date) -> Int {
        let due = rows.clientSessions.ordered { row in
            row.session.client == client && (row.logoutDueAt.map { $0 <= moment } ?? false)
        }
        for row in due {
            _ = rows.clientSessions.edit(row.session.id) {
                ($0.logoutDueAt, $0.logoutAttempts) = (later, $0.logoutAttempts + 1)
            }
        }
        return due.count
    }

    func takeLogoutNotices(of client: String, dueAt moment: Date, returnsAt: Date, limit: Int) -> [LogoutNotice] {
        let taken = rows.clientSessions.takeDue(
            \.logoutDueAt, by: moment, limit: limit, where: { $0.session.client == client }
        ) {
            ($0.logoutDueAt, $0.logoutAttempts) = (returnsAt, $0.logoutAttempts + 1)
        }
        return taken.map { LogoutNotice(session: $0.session, attempts: $0.logoutAttempts) }
    }

    func postponeLogoutNotice(_ id: SessionID, dueAt: Date) -> Bool {
        rows.clientSessions.edit(id) {
            $0.logoutDueAt != nil
        } _: {
            $0.logoutDueAt = dueAt
        }
    }

    func removeLogoutNotice(_ id: SessionID) -> Bool {
        rows.clientSessions.edit(id) {
            $0.logoutDueAt != nil
        } _: {
            ($0.logoutDueAt, $0.logoutAttempts) = (nil, 0)
        }
    }

    func removeExpiredClientSessions(before moment: Date, limit: Int) -> Int {
        rows.clientSessions.removeOld(\.session.expiresAt, before: moment, limit: limit)
    }

    /// Ends sessions and the clients' sessions under them, makes the notices, and returns how many sessions ended.
    ///
    /// - Parameter kept: a session that is not ended, even under one that is.
    func end(_ ending: Set<SessionID>, at moment: Date, except kept: SessionID? = nil) -> Int {
        let children = rows.clientSessions.ordered { ending.contains($0.session.parentID) }.map(\.session)
        let live = children.filter { child in rows.sessions[child.id].map { $0.endedAt == nil } ?? false }
        let attached = live.filter { !$0.isDetached && $0.id != kept }
        let ended = ending.union(attached.map(\.id))
        for id in ended { _ = rows.sessions.edit(id) { $0.endedAt = moment } }
        for id in ended.union(live.filter(\.isDetached).map(\.id)) {
            _ = rows.clientSessions.edit(id) { $0.logoutDueAt = $0.logoutDueAt ?? moment }
        }
        return ended.count
    }

    func recordClientConsent(_ consent: ClientConsent) {
        rows.consents[ReferenceConsentKey(consent.accountID, consent.client)] = consent
    }

    func findClientConsent(of accountID: AccountID, for client: String) -> ClientConsent? {
        rows.consents[ReferenceConsentKey(accountID, client)]
    }

    func findClientConsents(of accountID: AccountID) -> [ClientConsent] {
        rows.consents.ordered { $0.accountID == accountID }
    }

    func removeClientConsent(of accountID: AccountID, for client: String) -> Bool {
        rows.consents.removeValue(forKey: ReferenceConsentKey(accountID, client)) != nil
    }

    func removeClientConsents(of accountID: AccountID) -> Int { rows.consents.removeAll { $0.accountID == accountID } }
}
