import AccountStorage
import Foundation

/// Passes everything on; subclasses get one thing wrong.
class FaultyTransaction: AccountTransaction {
    let inner: any AccountTransaction

    required init(_ inner: any AccountTransaction) {
        self.inner = inner
    }

    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? { try inner.findAccount(id) }
    func recordAccount(_ account: Account) throws(StorageFailure) { try inner.recordAccount(account) }
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? { try inner.findIdentity(id) }
    func findAccount(externalID: String) throws(StorageFailure) -> Account? {
        try inner.findAccount(externalID: externalID)
    }

    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) { try inner.recordIdentity(identity) }

    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try inner.findGrant(identityID, client: clientID)
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) { try inner.recordGrant(grant) }
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName? {
        try inner.findKeptName(identityID)
    }

    func recordKeptName(_ name: KeptName) throws(StorageFailure) { try inner.recordKeptName(name) }
    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure) { try inner.removeKeptName(identityID) }

    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredKeptNames(before: moment, limit: limit)
    }

    func findSession(_ id: SessionID) throws(StorageFailure) -> Session? { try inner.findSession(id) }
    func recordSession(_ session: Session) throws(StorageFailure) { try inner.recordSession(session) }

    func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        try inner.renewSession(
            id, fromCounter: counter, used: used, first: first, at: moment, expiresAt: expiresAt)
    }
    func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool {
        try inner.extendSession(id, at: moment, expiresAt: expiresAt)
    }

    func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        try inner.endSession(id, at: moment)
    }

    func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        try inner.findEndedSessions(since: moment, after: id, limit: limit)
    }

    func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredSessions(before: moment, limit: limit)
    }

    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) { try inner.recordAttempt(attempt) }
    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt? { try inner.findAttempt(id) }

    func forgetClaim(_ id: AttemptID) throws(StorageFailure) { try inner.forgetClaim(id) }

    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        try inner.claimAttempt(id, as: mark)
    }

    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool { try inner.endAttempt(id) }
    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int { try inner.countFailure(id) }

    func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredAttempts(before: moment, limit: limit)
    }

    func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool { try inner.removeAccount(id) }

    func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID] {
        try inner.findAccountsToErase(at: moment, limit: limit)
    }

    func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account] {
        try inner.findAccounts(email: email, limit: limit)
    }

    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity] {
        try inner.findIdentities(of: accountID)
    }

    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool {
        try inner.recordForwarding(identityID, isOff: isOff)
    }

    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool { try inner.removeIdentity(id) }

    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try inner.findGrants(of: identityID)
    }

    func findSessions(
        of accountID: AccountID, before id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [Session] {
        try inner.findSessions(of: accountID, before: id, limit: limit)
    }

    func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        try inner.endSessions(of: accountID, at: moment, authenticatedBefore: authenticatedBefore, except: kept)
    }

    func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool {
        try inner.recordNotification(notification)
    }

    func findNotification(_ id: NotificationID) throws(StorageFailure) -> ReceivedNotification? {
        try inner.findNotification(id)
    }

    func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic
    ) throws(StorageFailure) -> Date? {
        try inner.findLatestEvent(identityID, topic: topic)
    }

    func removeExpiredNotifications(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredNotifications(before: moment, limit: limit)
    }

    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure) { try inner.recordOutboxItem(item) }
    func findOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> OutboxItem? { try inner.findOutboxItem(id) }

    func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        try inner.takeOutboxItems(dueAt: moment, returnsAt: returnsAt, limit: limit)
    }

    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String
    ) throws(StorageFailure) -> Bool {
        try inner.postponeOutboxItem(id, dueAt: dueAt, isAsked: isAsked, code: code)
    }

    func removeOutboxItem(_ id: OutboxItemID) throws(StorageFailure) -> Bool { try inner.removeOutboxItem(id) }
    func removeOutboxItems(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try inner.removeOutboxItems(of: identityID)
    }

    func countOutboxItems() throws(StorageFailure) -> OutboxBacklog { try inner.countOutboxItems() }
    func recordAudit(_ entry: AuditEntry) throws(StorageFailure) { try inner.recordAudit(entry) }

    func findAudit(
        of accountID: AccountID, before id: AuditEntryID?, limit: Int
    ) throws(StorageFailure) -> [AuditEntry] {
        try inner.findAudit(of: accountID, before: id, limit: limit)
    }

    func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount] {
        try inner.countAudit(from: start, to: end)
    }

    func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID] {
        try inner.findGrantedIdentities(after: id, through: last, limit: limit)
    }

    func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date? { try inner.findMark(mark) }
    func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date {
        try inner.advanceMark(mark, to: moment)
    }

    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeAudit(before: moment, at: now, limit: limit)
    }

    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try inner.moveIdentities(from: accountID, to: other)
    }

    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try inner.removeGrants(of: identityID)
    }

    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int {
        try inner.endAttempts(linkingTo: accountID, externalID: externalID)
    }

    func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential? {
        try inner.findCredential(id)
    }

    func findCredentials() throws(StorageFailure) -> [ServiceCredential] { try inner.findCredentials() }

    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure) {
        try inner.recordCredential(credential)
    }

    func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool {
        try inner.revokeCredential(id, at: moment)
    }

    func recordLinkTicket(_ ticket: LinkTicket) throws(StorageFailure) { try inner.recordLinkTicket(ticket) }
    func findLinkTicket(_ id: LinkTicketID) throws(StorageFailure) -> LinkTicket? { try inner.findLinkTicket(id) }

    func takeLinkTicket(_ id: LinkTicketID, at moment: Date) throws(StorageFailure) -> LinkTicket? {
        try inner.takeLinkTicket(id, at: moment)
    }

    func removeLinkTickets(externalID: String) throws(StorageFailure) -> Int {
        try inner.removeLinkTickets(externalID: externalID)
    }

    func removeExpiredLinkTickets(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredLinkTickets(before: moment, limit: limit)
    }

    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure) { try inner.recordLinkProof(proof) }
    func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof? { try inner.findLinkProof(id) }

    func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof? {
        try inner.takeLinkProof(id, at: moment)
    }

    func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try inner.removeLinkProofs(of: identityID)
    }

    func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof] {
        try inner.takeExpiredLinkProofs(before: moment, limit: limit)
    }

    func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword? {
        try inner.findPassword(of: accountID)
    }

    func recordPassword(_ password: StoredPassword) throws(StorageFailure) { try inner.recordPassword(password) }

    func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool {
        try inner.removePassword(of: accountID)
    }

    func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName? { try inner.findLoginName(id) }

    func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName] {
        try inner.findLoginNames(of: accountID)
    }

    func recordLoginName(_ name: LoginName) throws(StorageFailure) { try inner.recordLoginName(name) }
    func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool { try inner.removeLoginName(id) }
    func findTries(_ id: PasswordTriesID) throws(StorageFailure) -> PasswordTries? { try inner.findTries(id) }
    func recordTries(_ tries: PasswordTries) throws(StorageFailure) { try inner.recordTries(tries) }
    func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool { try inner.removeTries(id) }

    func removeExpiredTries(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredTries(before: moment, limit: limit)
    }

    func recordMailedToken(_ token: MailedToken) throws(StorageFailure) { try inner.recordMailedToken(token) }
    func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken? { try inner.findMailedToken(id) }

    func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken? {
        try inner.takeMailedToken(id, at: moment)
    }

    func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int {
        try inner.removeMailedTokens(of: accountID)
    }

    func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredMailedTokens(before: moment, limit: limit)
    }

    func recordMail(_ mail: OutgoingMail) throws(StorageFailure) { try inner.recordMail(mail) }

    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail] {
        try inner.takeMail(dueAt: moment, returnsAt: returnsAt, limit: limit)
    }

    func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool {
        try inner.postponeMail(id, dueAt: dueAt)
    }

    func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool { try inner.removeMail(id) }
    func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int { try inner.removeMail(of: accountID) }
    func countMail() throws(StorageFailure) -> OutboxBacklog { try inner.countMail() }

    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure) { try inner.recordAccountEvent(event) }
    func findAccountEvent(_ id: AccountEventID) throws(StorageFailure) -> AccountEvent? {
        try inner.findAccountEvent(id)
    }

    func findAccountEvents(before id: AccountEventID?, limit: Int) throws(StorageFailure) -> [AccountEvent] {
        try inner.findAccountEvents(before: id, limit: limit)
    }

    func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent] {
        try inner.takeAccountEvents(dueAt: moment, returnsAt: returnsAt, limit: limit)
    }

    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool {
        try inner.postponeAccountEvent(id, dueAt: dueAt, code: code)
    }

    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) throws(StorageFailure) -> Bool {
        try inner.deliverAccountEvent(id, at: moment, code: code)
    }

    func giveUpAccountEvent(_ id: AccountEventID, code: String) throws(StorageFailure) -> Bool {
        try inner.giveUpAccountEvent(id, code: code)
    }

    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) throws(StorageFailure) -> Bool {
        try inner.renewAccountEvent(id, dueAt: dueAt)
    }

    func countAccountEvents() throws(StorageFailure) -> AccountEventBacklog { try inner.countAccountEvents() }

    func removeAccountEvents(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeAccountEvents(before: moment, limit: limit)
    }

    func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity? {
        try inner.findForeignIdentity(id)
    }

    func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity] {
        try inner.findForeignIdentities(of: accountID)
    }

    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        try inner.recordForeignIdentity(identity)
    }

    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try inner.moveForeignIdentities(from: accountID, to: other)
    }

    func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool {
        try inner.removeForeignIdentity(id)
    }

    func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport? { try inner.findUserImport(id) }
    func recordUserImport(_ userImport: UserImport) throws(StorageFailure) { try inner.recordUserImport(userImport) }

    func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeUserImports(before: moment, limit: limit)
    }

    func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue] {
        try inner.findSealed(kind, after: place, limit: limit)
    }

    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool {
        try inner.replaceSealed(value, with: bytes)
    }
}
