internal import AccountStorage
internal import Foundation

/// One operation of a transaction, with random arguments.
struct Verb: Sendable {
    let name: String
    /// Runs the operation and describes its answer.
    let run: @Sendable (any AccountTransaction, inout Dice) throws(StorageFailure) -> String

    init<Answer>(
        _ name: String,
        _ run: @escaping @Sendable (any AccountTransaction, inout Dice) throws(StorageFailure) -> Answer
    ) {
        self.name = name
        self.run = { records, dice throws(StorageFailure) in "\(try run(records, &dice))" }
    }

    static let kinds = [
        accounts, identities, grants, sessions, attempts, linking, passwords, mail, notifications, outbox, audit,
        dailyCounts, events, operations, codes, sessions + clientSessions, consents,
        identities + transfers,
    ]

    private static let accounts: [Verb] = [
        Verb("recordAccount") { records, dice throws(StorageFailure) in
            try records.recordAccount(
                Account(
                    id: dice.id(), givenName: dice.maybe { $0.text() }, familyName: nil,
                    email: dice.maybe { $0.text() },
                    isEmailVerified: dice.flag(), isPrivateEmail: dice.flag(), createdAt: dice.time(),
                    disabledAt: dice.maybe { $0.time() },
                    disabledReason: dice.maybe { $0.one(of: DisabledReason.allCases) },
                    eraseAt: dice.maybe { $0.time() }, hasOwnName: dice.flag(),
                    realPersonSignal: dice.maybe { $0.one(of: RealPersonSignal.allCases) },
                    externalID: dice.maybe { $0.text() }))
        },
        Verb("findAccount") { records, dice throws(StorageFailure) in try records.findAccount(dice.id()) },
        Verb("findAccount(externalID:)") { records, dice throws(StorageFailure) in
            try records.findAccount(externalID: dice.text())
        },
        Verb("removeAccount") { records, dice throws(StorageFailure) in try records.removeAccount(dice.id()) },
        Verb("findAccountsToErase") { records, dice throws(StorageFailure) in
            try records.findAccountsToErase(at: dice.time(), limit: dice.count())
        },
        Verb("findAccounts(email:)") { records, dice throws(StorageFailure) in
            try records.findAccounts(email: dice.text().uppercased(), limit: dice.count())
        },
        Verb("findAccountIDs") { records, dice throws(StorageFailure) in
            try records.findAccountIDs(after: dice.maybe { $0.id() }, limit: dice.count())
        },
    ]

    private static let identities: [Verb] = [
        Verb("recordIdentity") { records, dice throws(StorageFailure) in
            try records.recordIdentity(
                AppleIdentity(
                    id: dice.id(), accountID: dice.id(), issuer: "https://appleid.apple.com", teamID: "TEAM",
                    subject: dice.text(), createdAt: dice.time()))
        },
        Verb("findPerson") { records, dice throws(StorageFailure) in
            try records.findPerson(dice.id(), client: dice.text(), group: dice.text())
        },
        Verb("findIdentity") { records, dice throws(StorageFailure) in try records.findIdentity(dice.id()) },
        Verb("findIdentities") { records, dice throws(StorageFailure) in try records.findIdentities(of: dice.id()) },
        Verb("findIdentities(after:)") { records, dice throws(StorageFailure) in
            try records.findIdentities(after: dice.maybe { $0.id() }, limit: dice.count())
        },
        Verb("recordMove") { records, dice throws(StorageFailure) in
            try records.recordMove(of: dice.id(), to: dice.id())
        },
        Verb("moveIdentities") { records, dice throws(StorageFailure) in
            try records.moveIdentities(from: dice.id(), to: dice.id())
        },
        Verb("recordForwarding") { records, dice throws(StorageFailure) in
            try records.recordForwarding(dice.id(), isOff: dice.flag())
        },
        Verb("recordEmailDelivery") { records, dice throws(StorageFailure) in
            try records.recordEmailDelivery(
                EmailDelivery(
                    identityID: dice.id(), state: dice.one(of: EmailDelivery.State.allCases), since: dice.time(),
                    cause: dice.maybe { $0.text() }, missingSince: dice.maybe { $0.time() }, reports: dice.count(),
                    reportedAt: dice.maybe { $0.time() }, diagnostic: dice.maybe { $0.text() }))
        },
        Verb("findEmailDelivery") { records, dice throws(StorageFailure) in
            try records.findEmailDelivery(dice.id())
        },
        Verb("removeEmailDelivery") { records, dice throws(StorageFailure) in
            try records.removeEmailDelivery(dice.id())
        },
        Verb("countEmailDeliveries") { records, dice throws(StorageFailure) in
            let counts = try records.countEmailDeliveries()
            return EmailDelivery.State.allCases.map { counts[$0] ?? 0 }
        },
        Verb("removeIdentity") { records, dice throws(StorageFailure) in try records.removeIdentity(dice.id()) },
        Verb("recordForeignIdentity") { records, dice throws(StorageFailure) in
            try records.recordForeignIdentity(
                ForeignIdentity(
                    id: dice.id(), accountID: dice.id(), issuer: "g", subject: dice.text(), createdAt: dice.time()))
        },
        Verb("findForeignIdentity") { records, dice throws(StorageFailure) in
            try records.findForeignIdentity(dice.id())
        },
        Verb("findForeignIdentities") { records, dice throws(StorageFailure) in
            try records.findForeignIdentities(of: dice.id())
        },
        Verb("moveForeignIdentities") { records, dice throws(StorageFailure) in
            try records.moveForeignIdentities(from: dice.id(), to: dice.id())
        },
        Verb("removeForeignIdentity") { records, dice throws(StorageFailure) in
            try records.removeForeignIdentity(dice.id())
        },
    ]

    private static let grants: [Verb] = [
        Verb("recordGrant") { records, dice throws(StorageFailure) in
            try records.recordGrant(
                AppleGrant(
                    identityID: dice.id(), clientID: dice.text(), sealedRefreshToken: dice.maybe { $0.bytes() },
                    obtainedAt: dice.time(), checkedAt: dice.maybe { $0.time() },
                    aliveAt: dice.maybe { $0.time() }))
        },
        Verb("findGrant") { records, dice throws(StorageFailure) in
            try records.findGrant(dice.id(), client: dice.text())
        },
        Verb("findGrants") { records, dice throws(StorageFailure) in try records.findGrants(of: dice.id()) },
        Verb("findGrantedIdentities") { records, dice throws(StorageFailure) in
            try records.findGrantedIdentities(after: dice.maybe { $0.id() }, through: dice.id(), limit: dice.count())
        },
        Verb("recordReplacedGrant") { records, dice throws(StorageFailure) in
            try records.recordReplacedGrant(
                ReplacedGrant(
                    id: dice.id(), identityID: dice.id(), clientID: dice.text(), sealedRefreshToken: dice.bytes(),
                    aliveAt: dice.maybe { $0.time() }, replacedAt: dice.time()))
        },
        Verb("findReplacedGrants") { records, dice throws(StorageFailure) in
            try records.findReplacedGrants(of: dice.id())
        },
        Verb("removeReplacedGrant") { records, dice throws(StorageFailure) in
            try records.removeReplacedGrant(dice.id())
        },
        Verb("findSealed(.replacedGrants)") { records, dice throws(StorageFailure) in
            try records.findSealed(
                .replacedGrants, after: dice.maybe { .replacedGrant($0.id(), $0.id(), clientID: "a") },
                limit: dice.count())
        },
        Verb("replaceSealed(.replacedGrant)") { records, dice throws(StorageFailure) in
            try records.replaceSealed(
                SealedValue(place: .replacedGrant(dice.id(), dice.id(), clientID: "a"), bytes: dice.bytes()),
                with: dice.bytes())
        },
        Verb("removeGrants") { records, dice throws(StorageFailure) in try records.removeGrants(of: dice.id()) },
        Verb("recordKeptName") { records, dice throws(StorageFailure) in
            try records.recordKeptName(
                KeptName(identityID: dice.id(), sealedName: dice.bytes(), keptAt: dice.time(), expiresAt: dice.time()))
        },
        Verb("findKeptName") { records, dice throws(StorageFailure) in try records.findKeptName(dice.id()) },
        Verb("removeKeptName") { records, dice throws(StorageFailure) in try records.removeKeptName(dice.id()) },
        Verb("removeExpiredKeptNames") { records, dice throws(StorageFailure) in
            try records.removeExpiredKeptNames(before: dice.time(), limit: dice.count())
        },
        Verb("findSealed(.grants)") { records, dice throws(StorageFailure) in
            try records.findSealed(
                .grants, after: dice.maybe { .grant($0.id(), clientID: $0.text()) }, limit: dice.count())
        },
        Verb("replaceSealed(.grant)") { records, dice throws(StorageFailure) in
            try records.replaceSealed(
                SealedValue(place: .grant(dice.id(), clientID: dice.text()), bytes: dice.bytes()), with: dice.bytes())
        },
        Verb("findSealed(.keptNames)") { records, dice throws(StorageFailure) in
            try records.findSealed(.keptNames, after: dice.maybe { .keptName($0.id()) }, limit: dice.count())
        },
        Verb("replaceSealed(.keptName)") { records, dice throws(StorageFailure) in
            try records.replaceSealed(
                SealedValue(place: .keptName(dice.id()), bytes: dice.bytes()), with: dice.bytes())
        },
    ]

    private static let sessions: [Verb] = [
        Verb("recordSession") { records, dice throws(StorageFailure) in
            var session = Session(
                id: dice.id(), accountID: dice.id(), clientID: dice.text(), platform: dice.one(of: Platform.allCases),
                createdAt: dice.time(), authenticatedAt: dice.time(), counter: dice.counter(), renewedAt: dice.time(),
                expiresAt: dice.time(), endedAt: dice.flag() ? nil : dice.maybe { $0.time() })
            session.browser = session.platform == .web ? session.clientID : nil
            try records.recordSession(session)
        },
        Verb("findSessionAndAccount") { records, dice throws(StorageFailure) in
            try records.findSessionAndAccount(dice.id())
        },
        Verb("findSession") { records, dice throws(StorageFailure) in try records.findSession(dice.id()) },
        Verb("renewSession") { records, dice throws(StorageFailure) -> Bool in
            let (id, moment): (SessionID, Date) = (dice.id(), dice.time())
            // A renewal that fails would end the history.
            guard let session = try records.findSession(id), session.isLive(at: moment) else { return false }
            try records.renewSession(
                required: id, fromCounter: session.counter, used: dice.counter(), first: dice.counter(), at: moment,
                expiresAt: dice.time())
            return true
        },
        Verb("extendSession") { records, dice throws(StorageFailure) in
            try records.extendSession(dice.id(), at: dice.time(), expiresAt: dice.time())
        },
        Verb("endSession") { records, dice throws(StorageFailure) in
            try records.endSession(dice.id(), at: dice.time())
        },
        Verb("findSessions") { records, dice throws(StorageFailure) in
            try records.findSessions(of: dice.id(), before: dice.maybe { $0.id() }, limit: dice.count())
        },
        Verb("endSessions") { records, dice throws(StorageFailure) in
            try records.endSessions(
                of: dice.id(), at: dice.time(), authenticatedBefore: dice.maybe { $0.time() },
                except: dice.maybe { $0.id() })
        },
        Verb("removeBrowserNames") { records, dice throws(StorageFailure) in
            try records.removeBrowserNames(of: dice.id())
        },
        Verb("findEndedSessions") { records, dice throws(StorageFailure) in
            try records.findEndedSessions(since: dice.time(), after: dice.maybe { $0.id() }, limit: dice.count())
        },
        Verb("removeExpiredSessions") { records, dice throws(StorageFailure) in
            // All of them, because the order of those that expire on the same day is not defined.
            try records.removeExpiredSessions(before: dice.time(), limit: 100)
        },
    ]

    private static let attempts: [Verb] = [
        Verb("recordAttempt") { records, dice throws(StorageFailure) in try records.recordAttempt(attempt(&dice)) },
        Verb("recordAttempt(ifNew:)") { records, dice throws(StorageFailure) in
            try records.recordAttempt(ifNew: attempt(&dice))
        },
        Verb("findAttempt") { records, dice throws(StorageFailure) in try records.findAttempt(dice.id()) },
        Verb("claimAttempt") { records, dice throws(StorageFailure) in
            try records.claimAttempt(dice.id(), as: AttemptClaimMark(claimedAt: dice.time(), answerHash: dice.bytes()))
        },
        Verb("forgetClaim") { records, dice throws(StorageFailure) in try records.forgetClaim(dice.id()) },
        Verb("endAttempt") { records, dice throws(StorageFailure) in try records.endAttempt(dice.id()) },
        Verb("endAttempts") { records, dice throws(StorageFailure) in
            try records.endAttempts(linkingTo: dice.maybe { $0.id() }, externalID: dice.maybe { $0.text() })
        },
        Verb("countFailure") { records, dice throws(StorageFailure) in try records.countFailure(dice.id()) },
        Verb("removeExpiredAttempts") { records, dice throws(StorageFailure) in
            try records.removeExpiredAttempts(before: dice.time(), begunBefore: dice.time(), limit: dice.count())
        },
    ]

    private static let linking: [Verb] = [
        Verb("recordLinkTicket") { records, dice throws(StorageFailure) in
            try records.recordLinkTicket(
                LinkTicket(
                    id: dice.id(), externalID: dice.text(), label: dice.maybe { $0.text() }, credentialID: dice.id(),
                    createdAt: dice.time(), expiresAt: dice.time()))
        },
        Verb("findLinkTicket") { records, dice throws(StorageFailure) in try records.findLinkTicket(dice.id()) },
        Verb("takeLinkTicket") { records, dice throws(StorageFailure) in
            try records.takeLinkTicket(dice.id(), at: dice.time())
        },
        Verb("removeLinkTickets") { records, dice throws(StorageFailure) in
            try records.removeLinkTickets(externalID: dice.text())
        },
        Verb("removeExpiredLinkTickets") { records, dice throws(StorageFailure) in
            try records.removeExpiredLinkTickets(before: dice.time(), limit: dice.count())
        },
        Verb("recordLinkProof") { records, dice throws(StorageFailure) in
            try records.recordLinkProof(
                LinkProof(
                    id: dice.id(), identityID: dice.id(), accountID: dice.id(), issuer: "i", teamID: "T",
                    subject: dice.text(),
                    client: dice.text(), returnTarget: dice.maybe { $0.text() }, sealedFacts: dice.bytes(),
                    provenAt: dice.time(),
                    expiresAt: dice.time(), sessionID: dice.maybe { $0.id() }))
        },
        Verb("findLinkProof") { records, dice throws(StorageFailure) in try records.findLinkProof(dice.id()) },
        Verb("takeLinkProof") { records, dice throws(StorageFailure) in
            try records.takeLinkProof(dice.id(), at: dice.time())
        },
        Verb("removeLinkProofs") { records, dice throws(StorageFailure) in
            try records.removeLinkProofs(of: dice.id())
        },
        Verb("takeExpiredLinkProofs") { records, dice throws(StorageFailure) in
            try records.takeExpiredLinkProofs(before: dice.time(), limit: dice.count())
        },
        Verb("recordHeldSignIn") { records, dice throws(StorageFailure) in
            try records.recordHeldSignIn(
                HeldSignIn(
                    id: dice.id(), accountID: dice.id(), identityID: dice.id(), sessionID: dice.id(),
                    client: dice.text(), returnTarget: dice.maybe { $0.text() }, provenAt: dice.time(),
                    createdAt: dice.time(), expiresAt: dice.time()))
        },
        Verb("findHeldSignIn") { records, dice throws(StorageFailure) in try records.findHeldSignIn(dice.id()) },
        Verb("removeHeldSignIns") { records, dice throws(StorageFailure) in
            try records.removeHeldSignIns(of: dice.id())
        },
        Verb("removeExpiredHeldSignIns") { records, dice throws(StorageFailure) in
            try records.removeExpiredHeldSignIns(before: dice.time(), limit: dice.count())
        },
        Verb("findSealed(.linkProofs)") { records, dice throws(StorageFailure) in
            try records.findSealed(.linkProofs, after: dice.maybe { .linkProof($0.id(), $0.id()) }, limit: dice.count())
        },
        Verb("replaceSealed(.linkProof)") { records, dice throws(StorageFailure) in
            try records.replaceSealed(
                SealedValue(place: .linkProof(dice.id(), dice.id()), bytes: dice.bytes()), with: dice.bytes())
        },
    ]

    private static func attempt(_ dice: inout Dice) -> SignInAttempt {
        SignInAttempt(
            id: dice.id(), kind: dice.flag() ? .native : .web, client: dice.text(),
            browserProofHash: dice.maybe { $0.bytes() }, returnTarget: dice.maybe { $0.text() },
            createdAt: dice.time(),
            expiresAt: dice.time(), state: dice.one(of: [.open, .claimed, .ended]), failures: dice.count(),
            link: dice.maybe { $0.flag() ? .external($0.text()) : .session($0.id(), $0.id()) },
            removesPassword: dice.flag())
    }
}
