internal import Foundation

extension InMemoryTransaction {
    func findSession(_ id: SessionID) throws(StorageFailure) -> Session? {
        try read { $0.sessions[id] }
    }

    func recordSession(_ session: Session) throws(StorageFailure) {
        try StoredText.check(session.clientID)
        var session = session
        session.createdAt = session.createdAt.inWholeMilliseconds
        session.authenticatedAt = session.authenticatedAt.inWholeMilliseconds
        session.renewedAt = session.renewedAt.inWholeMilliseconds
        session.expiresAt = session.expiresAt.inWholeMilliseconds
        session.endedAt = session.endedAt?.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.sessions[session.id] == nil else { throw .conflict }
            rows.sessions[session.id] = session
        }
    }

    func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            guard var session = rows.sessions[id], session.counter == counter, session.isLive(at: moment),
                counter < .max
            else { return false }
            (session.counter, session.firstCounter, session.usedCounter) = (counter + 1, first, used)
            session.renewedAt = moment
            session.expiresAt = expiresAt.inWholeMilliseconds
            rows.sessions[id] = session
            return true
        }
    }

    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            guard var session = rows.sessions[id], session.isLive(at: moment) else { return false }
            session.renewedAt = moment
            session.expiresAt = expiresAt.inWholeMilliseconds
            rows.sessions[id] = session
            return true
        }
    }

    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        try change { rows in
            guard let session = rows.sessions[id], session.endedAt == nil else { return false }
            rows.sessions[id]?.endedAt = moment.inWholeMilliseconds
            return true
        }
    }

    func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session] {
        try read { rows in
            let found = rows.sessions.values.filter { session in
                session.accountID == accountID && (id.map { session.id < $0 } ?? true)
            }
            return Array(found.sorted { $0.id > $1.id }.prefix(max(0, limit)))
        }
    }

    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        let bound = authenticatedBefore?.inWholeMilliseconds
        return try change { rows in
            let ending = rows.sessions.values.filter { session in
                session.accountID == accountID && session.endedAt == nil && session.id != kept
                    && (bound.map { session.authenticatedAt < $0 } ?? true)
            }
            for session in ending { rows.sessions[session.id]?.endedAt = moment.inWholeMilliseconds }
            return ending.count
        }
    }

    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        let moment = moment.inWholeMilliseconds
        return try read { rows in
            let ended = rows.sessions.values.compactMap { session -> EndedSession? in
                guard let endedAt = session.endedAt, endedAt >= moment else { return nil }
                if let id, endedAt == moment, session.id <= id { return nil }
                return EndedSession(id: session.id, endedAt: endedAt)
            }
            let ordered = ended.sorted { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) }
            return Array(ordered.prefix(max(0, limit)))
        }
    }

    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.sessions.removeFirst(limit) { $0.expiresAt < moment } }
    }
}
