internal import Foundation

extension InMemoryTransaction {
    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) {
        try StoredText.check(attempt.client, attempt.returnTarget, attempt.link?.externalID)
        var attempt = attempt
        attempt.createdAt = attempt.createdAt.inWholeMilliseconds
        attempt.expiresAt = attempt.expiresAt.inWholeMilliseconds
        attempt.claim = attempt.claim?.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.attempts[attempt.id] == nil else { throw .conflict }
            rows.attempts[attempt.id] = attempt
        }
    }

    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt? {
        try read { $0.attempts[id] }
    }

    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        let mark = mark.inWholeMilliseconds
        return try change { rows in
            guard let attempt = rows.attempts[id], attempt.state == .open, mark.claimedAt < attempt.expiresAt else {
                return false
            }
            rows.attempts[id]?.state = .claimed
            rows.attempts[id]?.claim = mark
            return true
        }
    }

    func forgetClaim(_ id: AttemptID) throws(StorageFailure) {
        try change { $0.attempts[id]?.claim = nil }
    }

    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool {
        try change { rows in
            guard let attempt = rows.attempts[id], attempt.state != .ended else { return false }
            rows.attempts[id]?.state = .ended
            return true
        }
    }

    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int {
        try StoredText.check(externalID)
        return try change { rows in
            let ending = rows.attempts.values.filter { attempt in
                switch attempt.link {
                case .session(_, let linked): attempt.state != .ended && linked == accountID
                case .external(let linked):
                    attempt.state != .ended && externalID.map { $0.utf8.elementsEqual(linked.utf8) } ?? false
                case nil: false
                }
            }
            for attempt in ending { rows.attempts[attempt.id]?.state = .ended }
            return ending.count
        }
    }

    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int {
        try change { rows in
            rows.attempts[id]?.failures += 1
            return rows.attempts[id]?.failures ?? 0
        }
    }

    func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.attempts.removeFirst(limit) { $0.expiresAt < moment } }
    }
}

extension AttemptClaimMark {
    fileprivate var inWholeMilliseconds: AttemptClaimMark {
        AttemptClaimMark(claimedAt: claimedAt.inWholeMilliseconds, answerHash: answerHash)
    }
}
