internal import AccountStorage
internal import Foundation

extension ReferenceTransaction {
    func recordNotification(_ notification: ReceivedNotification) -> Bool {
        guard rows.notifications[notification.id] == nil else { return false }
        rows.notifications[notification.id] = notification
        return true
    }

    func findNotification(_ id: NotificationID) -> ReceivedNotification? { rows.notifications[id] }

    func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic, group: String?
    ) -> Date? {
        rows.notifications.ordered {
            $0.identityID == identityID && $0.topic == topic
                && (group == nil || $0.appGroup == nil || $0.appGroup == group)
        }.map(\.occurredAt).max()
    }

    func findLatestNotificationTime() -> Date? {
        rows.notifications.values.max { $0.expiresAt < $1.expiresAt }?.receivedAt
    }

    func removeExpiredNotifications(before moment: Date, limit: Int) -> Int {
        rows.notifications.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func recordOutboxItem(_ item: OutboxItem) throws(StorageFailure) { try rows.outbox.add(item, at: item.id) }
    func findOutboxItem(_ id: OutboxItemID) -> OutboxItem? { rows.outbox[id] }
    func findOutboxItems(of accountID: AccountID) -> [OutboxItem] { rows.outbox.ordered { $0.accountID == accountID } }

    func findOutboxItems(ofIdentity identityID: IdentityID) -> [OutboxItem] {
        rows.outbox.ordered { $0.identityID == identityID }
    }

    func findClientsOfDueOutboxItems(at moment: Date) -> [String] {
        Set(rows.outbox.values.filter { $0.dueAt <= moment }.map(\.clientID)).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    func takeOutboxItems(of clientID: String, dueAt moment: Date, returnsAt: Date, limit: Int) -> [OutboxItem] {
        rows.outbox.takeDue(\.dueAt, by: moment, limit: limit, where: { $0.clientID == clientID }) {
            ($0.dueAt, $0.attempts, $0.takenAt) = (returnsAt, $0.attempts + 1, moment)
        }
    }

    func postponeOutboxItem(
        _ id: OutboxItemID, dueAt: Date, isAsked: Bool, code: String, mayArrive: Bool
    ) -> Bool {
        rows.outbox.edit(id) {
            ($0.dueAt, $0.isAsked, $0.lastCode) = (dueAt, isAsked, code)
            if !mayArrive { $0.takenAt = nil }
        }
    }

    func deferOutboxItem(_ id: OutboxItemID, until dueAt: Date) -> Bool {
        rows.outbox.edit(id) { $0.dueAt = dueAt }
    }

    func removeOutboxItem(_ id: OutboxItemID) -> Bool { rows.outbox.removeValue(forKey: id) != nil }

    func countOutboxItems() -> OutboxBacklog {
        OutboxBacklog(count: rows.outbox.count, oldestAt: rows.outbox.values.map(\.createdAt).min())
    }

    func countOutboxItems(of kind: OutboxItem.Kind) -> OutboxBacklog {
        let items = rows.outbox.values.filter { $0.kind == kind }
        return OutboxBacklog(count: items.count, oldestAt: items.map(\.createdAt).min())
    }

    func recordAudit(_ entry: AuditEntry) throws(StorageFailure) { try rows.audit.add(entry, at: entry.id) }

    func findAudit(of accountID: AccountID, before id: AuditEntryID?, limit: Int) -> [AuditEntry] {
        rows.audit.ordered { entry in entry.accountID == accountID && (id.map { entry.id < $0 } ?? true) }
            .reversed().limited(to: limit)
    }

    func findAuditTime(from moment: Date) -> Date? {
        rows.audit.keys.filter { AuditEntryID.first(at: moment) <= $0 }.min()?.time
    }

    func countAudit(from start: Date, to end: Date) -> [AuditCount] {
        let (first, end) = (AuditEntryID.first(at: start), AuditEntryID.first(at: end))
        let counted = rows.audit.ordered { first <= $0.id && $0.id < end }
        var groups: [[String?]: [AuditEntry]] = [:]
        for entry in counted {
            groups[[entry.event, entry.platform?.rawValue, entry.client, entry.reason], default: []].append(entry)
        }
        return groups.values.compactMap { group in
            group.first.map {
                AuditCount(
                    event: $0.event, platform: $0.platform, client: $0.client, reason: $0.reason, count: group.count)
            }
        }.sorted(by: AuditCount.inOrder)
    }

    func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try AuditEntry.refuseRemoval(before: moment, at: now)
        let old = rows.audit.ordered { $0.occurredAt < moment && $0.id < AuditEntryID.first(at: moment) }.limited(
            to: limit)
        for entry in old { rows.audit[entry.id] = nil }
        return old.count
    }

    func findMark(_ mark: ServiceMark) -> Date? { rows.marks[mark] }

    func advanceMark(_ mark: ServiceMark, to moment: Date) -> Date {
        let noted = max(rows.marks[mark] ?? moment, moment)
        rows.marks[mark] = noted
        return noted
    }

    func addToDailyCounts(_ counts: [DailyCount]) {
        for count in counts { rows.dailyCounts[count.key, default: 0] += count.count }
    }

    func recordDailyCount(_ count: DailyCount) { rows.dailyCounts[count.key] = count.count }

    func findDailyCounts(from first: Int, through last: Int) -> [DailyCount] {
        rows.dailyCounts.filter { first <= $0.key.day && $0.key.day <= last }.sorted { $0.key < $1.key }
            .map { DailyCount($0.key, count: $0.value) }
    }

    func removeDailyCounts(before day: Int, limit: Int) -> Int {
        let old = rows.dailyCounts.keys.filter { $0.day < day }.sorted().limited(to: limit)
        for key in old { rows.dailyCounts[key] = nil }
        return old.count
    }

    func findCredential(_ id: CredentialID) -> ServiceCredential? { rows.credentials[id] }
    func findCredentials() -> [ServiceCredential] { rows.credentials.ordered() }

    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure) {
        try rows.credentials.add(credential, at: credential.id)
    }

    func revokeCredential(_ id: CredentialID, at moment: Date) -> Bool {
        rows.credentials.edit(id) {
            $0.revokedAt == nil
        } _: {
            $0.revokedAt = moment
        }
    }

    func recordMail(_ mail: OutgoingMail) throws(StorageFailure) { try rows.mail.add(mail, at: mail.id) }

    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) -> [OutgoingMail] {
        let requested = Set(rows.mailRequests.keys.map { OutgoingMailID(high: $0.high, low: $0.low) })
        let own = takeMail(dueAt: moment, returnsAt: returnsAt, limit: limit) { !requested.contains($0) }
        let left = max(0, limit) - own.count
        return own + takeMail(dueAt: moment, returnsAt: returnsAt, limit: left) { requested.contains($0) }
    }

    private func takeMail(
        dueAt moment: Date, returnsAt: Date, limit: Int, where isMeant: (OutgoingMailID) -> Bool
    ) -> [OutgoingMail] {
        rows.mail.takeDue(\.dueAt, by: moment, limit: limit, where: { isMeant($0.id) }) {
            ($0.dueAt, $0.attempts) = (returnsAt, $0.attempts + 1)
        }
    }

    func postponeMail(_ id: OutgoingMailID, dueAt: Date) -> Bool { rows.mail.edit(id) { $0.dueAt = dueAt } }

    func moveMail(from accountID: AccountID, to other: AccountID) -> Int {
        rows.mail.editAll {
            $0.accountID == accountID
        } _: {
            $0.accountID = other
        }
    }

    func removeMail(_ id: OutgoingMailID) -> Bool { rows.mail.removeValue(forKey: id) != nil }
    func removeMail(of accountID: AccountID) -> Int { rows.mail.removeAll { $0.accountID == accountID } }

    func countMail() -> OutboxBacklog {
        OutboxBacklog(count: rows.mail.count, oldestAt: rows.mail.values.map(\.createdAt).min())
    }

    func recordMailRequest(_ request: MailRequest) throws(StorageFailure) {
        try rows.mailRequests.add(request, at: request.id)
    }

    func findMailRequest(_ id: MailRequestID) -> MailRequest? { rows.mailRequests[id] }

    func countMailRequests(of accountID: AccountID, since moment: Date) -> Int {
        rows.mailRequests.values.count { $0.accountID == accountID && $0.createdAt >= moment }
    }

    func settleMailRequest(_ id: MailRequestID, as state: MailRequest.State) -> Bool {
        rows.mailRequests.edit(id) { $0.state = state }
    }

    func moveMailRequests(from accountID: AccountID, to other: AccountID) -> Int {
        rows.mailRequests.editAll {
            $0.accountID == accountID
        } _: {
            $0.accountID = other
        }
    }

    func removeMailRequests(of accountID: AccountID) -> Int {
        rows.mailRequests.removeAll { $0.accountID == accountID }
    }

    func removeMailRequests(before moment: Date, limit: Int) -> Int {
        rows.mailRequests.removeOld(\.createdAt, before: moment, limit: limit)
    }

    func recordAccountEvent(_ event: AccountEvent) throws(StorageFailure) { try rows.events.add(event, at: event.id) }
    func findAccountEvent(_ id: AccountEventID) -> AccountEvent? { rows.events[id] }

    func findAccountEvents(before id: AccountEventID?, limit: Int) -> [AccountEvent] {
        rows.events.ordered { event in id.map { event.id < $0 } ?? true }.reversed().limited(to: limit)
    }

    func takeAccountEvents(dueAt moment: Date, returnsAt: Date, limit: Int) -> [AccountEvent] {
        rows.events.takeDue(\.dueAt, by: moment, limit: limit) {
            ($0.dueAt, $0.attempts) = (returnsAt, $0.attempts + 1)
        }
    }

    func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) -> Bool {
        rows.events.edit(id) {
            $0.dueAt != nil
        } _: {
            ($0.dueAt, $0.lastCode) = (dueAt, code)
        }
    }

    func deliverAccountEvent(_ id: AccountEventID, at moment: Date, code: String) -> Bool {
        rows.events.edit(id) { ($0.dueAt, $0.deliveredAt, $0.lastCode) = (nil, moment, code) }
    }

    func giveUpAccountEvent(_ id: AccountEventID, code: String) -> Bool {
        rows.events.edit(id) {
            $0.dueAt != nil
        } _: {
            ($0.dueAt, $0.lastCode) = (nil, code)
        }
    }

    func renewAccountEvent(_ id: AccountEventID, dueAt: Date) -> Bool {
        rows.events.edit(id) { ($0.dueAt, $0.deliveredAt, $0.lastCode, $0.attempts) = (dueAt, nil, nil, 0) }
    }

    func countAccountEvents() -> AccountEventBacklog {
        let waiting = rows.events.ordered { $0.state == .waiting }
        return AccountEventBacklog(
            waiting: waiting.count, oldestAt: waiting.map(\.createdAt).min(),
            givenUp: rows.events.values.count { $0.state == .givenUp })
    }

    func removeAccountEvents(before moment: Date, limit: Int) -> Int {
        rows.events.removeOld(\.createdAt, before: moment, limit: limit)
    }
}
