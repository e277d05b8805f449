internal import AccountStorage
internal import Foundation

extension ReferenceTransaction {
    func findSession(_ id: SessionID) -> Session? { rows.sessions[id] }
    func findSessionAndAccount(_ id: SessionID) -> (session: Session, account: Account?)? {
        rows.sessions[id].map { ($0, rows.accounts[$0.accountID]) }
    }

    func recordSession(_ session: Session) throws(StorageFailure) { try rows.sessions.add(session, at: session.id) }

    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) -> Bool {
        rows.sessions.edit(id) {
            $0.isLive(at: moment)
        } _: {
            ($0.renewedAt, $0.expiresAt) = (moment, expiresAt)
        }
    }

    func endSession(_ id: SessionID, at moment: Date) -> Bool {
        guard let session = rows.sessions[id], session.endedAt == nil else { return false }
        return end([id], at: moment) > 0
    }

    func findSessions(of accountID: AccountID, before id: SessionID?, limit: Int) -> [Session] {
        rows.sessions.ordered { session in session.accountID == accountID && (id.map { session.id < $0 } ?? true) }
            .reversed().limited(to: limit)
    }

    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) -> Int {
        let ending = rows.sessions.ordered { session in
            session.accountID == accountID && session.endedAt == nil && session.id != kept
                && (authenticatedBefore.map { session.authenticatedAt < $0 } ?? true)
        }
        let spared =
            kept.map { kept in rows.clientSessions.ordered { $0.session.parentID == kept && !$0.session.isDetached } }
            ?? []
        if let kept {
            _ = rows.codes.removeAll { $0.parentID == kept && $0.usedAt == nil && moment < $0.expiresAt }
        }
        return end(Set(ending.map(\.id)).subtracting(spared.map(\.session.id)), at: moment, except: kept)
    }

    func endSessions(
        of accountID: AccountID, under grant: (identityID: IdentityID, clientID: String?), at moment: Date,
        authenticatedBefore: Date
    ) -> Int {
        let ending = rows.sessions.ordered { session in
            session.accountID == accountID && session.endedAt == nil && session.authenticatedAt < authenticatedBefore
                && session.identityID == grant.identityID && session.appleClientID != nil
                && (grant.clientID == nil || session.appleClientID == grant.clientID)
        }
        return end(Set(ending.map(\.id)), at: moment)
    }

    func removeBrowserNames(of accountID: AccountID) -> Int {
        rows.sessions.editAll {
            $0.accountID == accountID && $0.browser != nil
        } _: {
            $0.browser = nil
        }
    }

    func findEndedSessions(since moment: Date, after id: SessionID?, limit: Int) -> [EndedSession] {
        let ended = rows.sessions.values.compactMap { session -> EndedSession? in
            guard let endedAt = session.endedAt, endedAt >= moment else { return nil }
            if let id, endedAt == moment, session.id <= id { return nil }
            return EndedSession(id: session.id, endedAt: endedAt)
        }
        return ended.sorted { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) }.limited(to: limit)
    }

    func removeExpiredSessions(before moment: Date, limit: Int) -> Int {
        rows.sessions.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) {
        try rows.attempts.add(attempt, at: attempt.id)
    }

    func recordAttempt(ifNew attempt: SignInAttempt) -> Bool {
        guard rows.attempts[attempt.id] == nil else { return false }
        rows.attempts[attempt.id] = attempt
        return true
    }

    func findAttempt(_ id: AttemptID) -> SignInAttempt? { rows.attempts[id] }

    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) -> Bool {
        rows.attempts.edit(id) {
            $0.state == .open && mark.claimedAt < $0.expiresAt
        } _: {
            ($0.state, $0.claim) = (.claimed, mark)
        }
    }

    func forgetClaim(_ id: AttemptID) { _ = rows.attempts.edit(id) { $0.claim = nil } }

    func endAttempt(_ id: AttemptID) -> Bool {
        rows.attempts.edit(id) {
            $0.state != .ended
        } _: {
            $0.state = .ended
        }
    }

    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) -> Int {
        rows.attempts.editAll { attempt in
            guard attempt.state != .ended else { return false }
            return switch attempt.link {
            case .session(_, let linked): linked == accountID
            case .external(let linked): externalID.map { $0.utf8.elementsEqual(linked.utf8) } ?? false
            case nil: false
            }
        } _: {
            $0.state = .ended
        }
    }

    func countFailure(_ id: AttemptID) -> Int {
        _ = rows.attempts.edit(id) { $0.failures += 1 }
        return rows.attempts[id]?.failures ?? 0
    }

    func removeExpiredAttempts(before moment: Date, begunBefore beginning: Date, limit: Int) -> Int {
        let end = AttemptID.first(at: beginning)
        let old = rows.attempts.ordered { $0.expiresAt < moment && $0.id < end }.limited(to: limit)
        for attempt in old { rows.attempts[attempt.id] = nil }
        return old.count
    }

    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure) { try rows.tickets.add(ticket, at: ticket.id) }
    func findLinkTicket(_ id: LinkTicketID) -> LinkTicket? { rows.tickets[id] }

    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) -> LinkTicket? {
        rows.tickets.take(id) { moment < $0.expiresAt }
    }

    func removeLinkTickets(externalID: String) -> Int {
        rows.tickets.removeAll { $0.externalID.utf8.elementsEqual(externalID.utf8) }
    }

    func removeExpiredLinkTickets(before moment: Date, limit: Int) -> Int {
        rows.tickets.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure) { try rows.proofs.add(proof, at: proof.id) }
    func findLinkProof(_ id: LinkProofID) -> LinkProof? { rows.proofs[id] }

    func takeLinkProof(_ id: LinkProofID, at moment: Date) -> LinkProof? {
        rows.proofs.take(id) { moment < $0.expiresAt }
    }

    func removeLinkProofs(of identityID: IdentityID) -> Int { rows.proofs.removeAll { $0.identityID == identityID } }

    func takeExpiredLinkProofs(before moment: Date, limit: Int) -> [LinkProof] {
        let expired = rows.proofs.ordered { $0.expiresAt < moment }.limited(to: limit)
        for proof in expired { rows.proofs[proof.id] = nil }
        return expired
    }

    func recordHeldSignIn(_ held: HeldSignIn) throws(StorageFailure) { try rows.heldSignIns.add(held, at: held.id) }
    func findHeldSignIn(_ id: HeldSignInID) -> HeldSignIn? { rows.heldSignIns[id] }
    func removeHeldSignIns(of accountID: AccountID) -> Int { rows.heldSignIns.removeAll { $0.accountID == accountID } }

    func removeExpiredHeldSignIns(before moment: Date, limit: Int) -> Int {
        rows.heldSignIns.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func findPassword(of accountID: AccountID) -> StoredPassword? { rows.passwords[accountID] }
    func recordPassword(_ password: StoredPassword) { rows.passwords[password.accountID] = password }
    func removePassword(of accountID: AccountID) -> Bool { rows.passwords.removeValue(forKey: accountID) != nil }
    func findLoginName(_ id: LoginNameID) -> LoginName? { rows.loginNames[id] }
    func findLoginNames(of accountID: AccountID) -> [LoginName] {
        rows.loginNames.ordered { $0.accountID == accountID }
    }

    func recordLoginName(_ name: LoginName) throws(StorageFailure) {
        if let known = rows.loginNames[name.id] {
            guard known.accountID == name.accountID, known.name.utf8.elementsEqual(name.name.utf8) else {
                throw .conflict
            }
        }
        rows.loginNames[name.id] = name
    }

    func removeLoginName(_ id: LoginNameID) -> Bool { rows.loginNames.removeValue(forKey: id) != nil }
    func findTries(_ id: PasswordTriesID) -> PasswordTries? { rows.tries[id] }
    func recordTries(_ tries: PasswordTries) { rows.tries[tries.id] = tries }
    func removeTries(_ id: PasswordTriesID) -> Bool { rows.tries.removeValue(forKey: id) != nil }

    func removeExpiredTries(before moment: Date, limit: Int) -> Int {
        rows.tries.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func recordMailedToken(_ token: MailedToken) throws(StorageFailure) {
        try rows.mailedTokens.add(token, at: token.id)
    }
    func findMailedToken(_ id: MailedTokenID) -> MailedToken? { rows.mailedTokens[id] }

    func takeMailedToken(_ id: MailedTokenID, at moment: Date) -> MailedToken? {
        rows.mailedTokens.take(id) { moment < $0.expiresAt }
    }

    func removeMailedTokens(of accountID: AccountID) -> Int {
        rows.mailedTokens.removeAll { $0.accountID == accountID }
    }

    func removeExpiredMailedTokens(before moment: Date, limit: Int) -> Int {
        rows.mailedTokens.removeOld(\.expiresAt, before: moment, limit: limit)
    }
}
