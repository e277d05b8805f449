internal import AccountStorage
internal import Foundation

extension Verb {
    static let passwords: [Verb] = [
        Verb("recordPassword") { records, dice throws(StorageFailure) in
            try records.recordPassword(StoredPassword(accountID: dice.id(), hash: dice.text(), changedAt: dice.time()))
        },
        Verb("findPassword") { records, dice throws(StorageFailure) in try records.findPassword(of: dice.id()) },
        Verb("removePassword") { records, dice throws(StorageFailure) in try records.removePassword(of: dice.id()) },
        Verb("recordLoginName") { records, dice throws(StorageFailure) in
            try records.recordLoginName(
                LoginName(
                    id: dice.id(), accountID: dice.id(), name: dice.text(), createdAt: dice.time(),
                    provenAt: dice.maybe { $0.time() }))
        },
        Verb("findLoginName") { records, dice throws(StorageFailure) in try records.findLoginName(dice.id()) },
        Verb("findLoginNames") { records, dice throws(StorageFailure) in try records.findLoginNames(of: dice.id()) },
        Verb("removeLoginName") { records, dice throws(StorageFailure) in try records.removeLoginName(dice.id()) },
        Verb("recordTries") { records, dice throws(StorageFailure) in
            try records.recordTries(
                PasswordTries(
                    id: dice.id(), count: dice.count(), delayedUntil: dice.maybe { $0.time() }, expiresAt: dice.time()))
        },
        Verb("findTries") { records, dice throws(StorageFailure) in try records.findTries(dice.id()) },
        Verb("removeTries") { records, dice throws(StorageFailure) in try records.removeTries(dice.id()) },
        Verb("removeExpiredTries") { records, dice throws(StorageFailure) in
            try records.removeExpiredTries(before: dice.time(), limit: dice.count())
        },
    ]

    static let mail: [Verb] = [
        Verb("recordMailedToken") { records, dice throws(StorageFailure) in
            try records.recordMailedToken(
                MailedToken(
                    id: dice.id(), purpose: .passwordReset, accountID: dice.id(), loginNameID: dice.id(),
                    createdAt: dice.time(),
                    expiresAt: dice.time()))
        },
        Verb("findMailedToken") { records, dice throws(StorageFailure) in try records.findMailedToken(dice.id()) },
        Verb("takeMailedToken") { records, dice throws(StorageFailure) in
            try records.takeMailedToken(dice.id(), at: dice.time())
        },
        Verb("removeMailedTokens") { records, dice throws(StorageFailure) in
            try records.removeMailedTokens(of: dice.id())
        },
        Verb("removeExpiredMailedTokens") { records, dice throws(StorageFailure) in
            try records.removeExpiredMailedTokens(before: dice.time(), limit: dice.count())
        },
        Verb("recordMail") { records, dice throws(StorageFailure) in
            try records.recordMail(
                OutgoingMail(
                    id: dice.id(), accountID: dice.id(), sealedMessage: dice.bytes(), createdAt: dice.time(),
                    dueAt: dice.time(),
                    expiresAt: dice.time()))
        },
        Verb("takeMail") { records, dice throws(StorageFailure) in
            try records.takeMail(dueAt: dice.time(), returnsAt: dice.time(), limit: dice.count())
        },
        Verb("postponeMail") { records, dice throws(StorageFailure) in
            try records.postponeMail(dice.id(), dueAt: dice.time())
        },
        Verb("removeMail") { records, dice throws(StorageFailure) in try records.removeMail(dice.id()) },
        Verb("moveMail") { records, dice throws(StorageFailure) in
            try records.moveMail(from: dice.id(), to: dice.id())
        },
        Verb("removeMail(of:)") { records, dice throws(StorageFailure) in
            try records.removeMail(of: dice.id() as AccountID)
        },
        Verb("countMail") { records, dice throws(StorageFailure) in try records.countMail() },
        Verb("recordMailRequest") { records, dice throws(StorageFailure) in
            try records.recordMailRequest(
                MailRequest(
                    id: dice.id(), accountID: dice.id(), contentHash: dice.bytes(),
                    state: dice.one(of: MailRequest.State.allCases), createdAt: dice.time()))
        },
        Verb("findMailRequest") { records, dice throws(StorageFailure) in try records.findMailRequest(dice.id()) },
        Verb("countMailRequests") { records, dice throws(StorageFailure) in
            try records.countMailRequests(of: dice.id(), since: dice.time())
        },
        Verb("settleMailRequest") { records, dice throws(StorageFailure) in
            try records.settleMailRequest(dice.id(), as: dice.one(of: MailRequest.State.allCases))
        },
        Verb("moveMailRequests") { records, dice throws(StorageFailure) in
            try records.moveMailRequests(from: dice.id(), to: dice.id())
        },
        Verb("removeMailRequests(of:)") { records, dice throws(StorageFailure) in
            try records.removeMailRequests(of: dice.id())
        },
        Verb("removeMailRequests(before:)") { records, dice throws(StorageFailure) in
            try records.removeMailRequests(before: dice.time(), limit: dice.count())
        },
        Verb("findSealed(.mail)") { records, dice throws(StorageFailure) in
            try records.findSealed(.mail, after: dice.maybe { .mail($0.id()) }, limit: dice.count())
        },
        Verb("replaceSealed(.mail)") { records, dice throws(StorageFailure) in
            try records.replaceSealed(SealedValue(place: .mail(dice.id()), bytes: dice.bytes()), with: dice.bytes())
        },
    ]

    static let notifications: [Verb] = [
        Verb("recordNotification") { records, dice throws(StorageFailure) in
            try records.recordNotification(
                ReceivedNotification(
                    id: dice.id(), identityID: dice.id(), topic: dice.one(of: [.consent, .forwarding, .other]),
                    kind: dice.text(),
                    occurredAt: dice.time(), receivedAt: dice.time(), effect: dice.text(), expiresAt: dice.time(),
                    appGroup: dice.maybe { $0.text() }))
        },
        Verb("findNotification") { records, dice throws(StorageFailure) in try records.findNotification(dice.id()) },
        Verb("findLatestEvent") { records, dice throws(StorageFailure) in
            try records.findLatestEvent(
                dice.id(), topic: dice.one(of: [.consent, .forwarding, .other]), group: dice.maybe { $0.text() })
        },
        Verb("findLatestNotificationTime") { records, dice throws(StorageFailure) in
            // Equal times of expiry have no order.
            try records.findLatestNotificationTime() == nil
        },
        Verb("removeExpiredNotifications") { records, dice throws(StorageFailure) in
            try records.removeExpiredNotifications(before: dice.time(), limit: dice.count())
        },
    ]

    static let outbox: [Verb] = [
        Verb("recordOutboxItem") { records, dice throws(StorageFailure) in
            try records.recordOutboxItem(
                OutboxItem(
                    id: dice.id(), kind: dice.flag() ? .revocation : .validation, accountID: dice.id(),
                    identityID: dice.id(),
                    clientID: dice.text(), sealedRefreshToken: dice.bytes(), createdAt: dice.time(), dueAt: dice.time())
            )
        },
        Verb("findOutboxItem") { records, dice throws(StorageFailure) in try records.findOutboxItem(dice.id()) },
        Verb("findOutboxItems") { records, dice throws(StorageFailure) in
            try records.findOutboxItems(of: dice.id())
        },
        Verb("findOutboxItems(ofIdentity:)") { records, dice throws(StorageFailure) in
            try records.findOutboxItems(ofIdentity: dice.id())
        },
        Verb("deferOutboxItem") { records, dice throws(StorageFailure) in
            try records.deferOutboxItem(dice.id(), until: dice.time())
        },
        Verb("takeOutboxItems") { records, dice throws(StorageFailure) in
            try records.takeOutboxItems(
                of: dice.text(), dueAt: dice.time(), returnsAt: dice.time(), limit: dice.count())
        },
        Verb("findClientsOfDueOutboxItems") { records, dice throws(StorageFailure) in
            try records.findClientsOfDueOutboxItems(at: dice.time())
        },
        Verb("postponeOutboxItem") { records, dice throws(StorageFailure) in
            try records.postponeOutboxItem(
                dice.id(), dueAt: dice.time(), isAsked: dice.flag(), code: dice.text(), mayArrive: dice.flag())
        },
        Verb("removeOutboxItem") { records, dice throws(StorageFailure) in try records.removeOutboxItem(dice.id()) },
        Verb("countOutboxItems") { records, dice throws(StorageFailure) in try records.countOutboxItems() },
        Verb("countOutboxItems(of:)") { records, dice throws(StorageFailure) in
            try records.countOutboxItems(of: dice.flag() ? .revocation : .validation)
        },
        Verb("findSealed(.outboxItems)") { records, dice throws(StorageFailure) in
            try records.findSealed(
                .outboxItems, after: dice.maybe { .outboxItem($0.id(), $0.id(), clientID: "a") }, limit: dice.count())
        },
        Verb("replaceSealed(.outboxItem)") { records, dice throws(StorageFailure) in
            try records.replaceSealed(
                SealedValue(place: .outboxItem(dice.id(), dice.id(), clientID: "a"), bytes: dice.bytes()),
                with: dice.bytes())
        },
    ]

    static let audit: [Verb] = [
        Verb("recordAudit") { records, dice throws(StorageFailure) in
            try records.recordAudit(
                AuditEntry(
                    id: dice.timeID(), accountID: dice.maybe { $0.id() }, event: dice.text(),
                    reason: dice.maybe { $0.text() },
                    client: dice.maybe { $0.text() }, platform: dice.maybe { $0.one(of: Platform.allCases) },
                    sessionID: dice.maybe { $0.id() }, occurredAt: dice.time()))
        },
        Verb("findAudit") { records, dice throws(StorageFailure) in
            try records.findAudit(of: dice.id(), before: dice.maybe { $0.timeID() }, limit: dice.count())
        },
        Verb("countAudit") { records, dice throws(StorageFailure) in
            try records.countAudit(from: dice.time(), to: dice.time())
        },
        Verb("findAuditTime") { records, dice throws(StorageFailure) in
            try records.findAuditTime(from: dice.time()).map { $0.timeIntervalSince1970 }
        },
        Verb("removeAudit") { records, dice throws(StorageFailure) in
            try records.removeAudit(before: dice.time(), at: dice.time(), limit: dice.count())
        },
    ]

    static let dailyCounts: [Verb] = [
        Verb("recordDailyCount") { records, dice throws(StorageFailure) in
            try records.recordDailyCount(DailyCount(dailyCountKey(&dice), count: dice.count()))
        },
        Verb("addToDailyCounts") { records, dice throws(StorageFailure) in
            try records.addToDailyCounts(
                (0..<dice.count()).map { _ in
                    DailyCount(dailyCountKey(&dice), count: dice.count())
                })
        },
        Verb("findDailyCounts") { records, dice throws(StorageFailure) in
            try records.findDailyCounts(from: dice.count(), through: dice.count())
        },
        Verb("removeDailyCounts") { records, dice throws(StorageFailure) in
            try records.removeDailyCounts(before: dice.count(), limit: dice.count())
        },
    ]

    private static func dailyCountKey(_ dice: inout Dice) -> DailyCount.Key {
        DailyCount.Key(
            day: dice.count(), measure: dice.text(), provider: dice.maybe { $0.text() },
            platform: dice.maybe { $0.one(of: Platform.allCases) }, client: dice.maybe { $0.text() },
            detail: dice.maybe { $0.text() })
    }

    static let events: [Verb] = [
        Verb("recordAccountEvent") { records, dice throws(StorageFailure) in
            try records.recordAccountEvent(
                AccountEvent(
                    id: dice.id(), accountID: dice.id(), kind: dice.text(), body: dice.text(), createdAt: dice.time(),
                    dueAt: dice.maybe { $0.time() }, attempts: dice.count(), deliveredAt: dice.maybe { $0.time() },
                    lastCode: dice.maybe { $0.text() }))
        },
        Verb("findAccountEvent") { records, dice throws(StorageFailure) in try records.findAccountEvent(dice.id()) },
        Verb("findAccountEvents") { records, dice throws(StorageFailure) in
            try records.findAccountEvents(before: dice.maybe { $0.id() }, limit: dice.count())
        },
        Verb("takeAccountEvents") { records, dice throws(StorageFailure) in
            try records.takeAccountEvents(dueAt: dice.time(), returnsAt: dice.time(), limit: dice.count())
        },
        Verb("postponeAccountEvent") { records, dice throws(StorageFailure) in
            try records.postponeAccountEvent(dice.id(), dueAt: dice.time(), code: dice.text())
        },
        Verb("deliverAccountEvent") { records, dice throws(StorageFailure) in
            try records.deliverAccountEvent(dice.id(), at: dice.time(), code: dice.text())
        },
        Verb("giveUpAccountEvent") { records, dice throws(StorageFailure) in
            try records.giveUpAccountEvent(dice.id(), code: dice.text())
        },
        Verb("renewAccountEvent") { records, dice throws(StorageFailure) in
            try records.renewAccountEvent(dice.id(), dueAt: dice.time())
        },
        Verb("countAccountEvents") { records, dice throws(StorageFailure) in try records.countAccountEvents() },
        Verb("removeAccountEvents") { records, dice throws(StorageFailure) in
            try records.removeAccountEvents(before: dice.time(), limit: dice.count())
        },
    ]

    static let operations: [Verb] = [
        Verb("recordCredential") { records, dice throws(StorageFailure) in
            try records.recordCredential(
                ServiceCredential(
                    id: dice.id(), name: dice.text(), keyHash: dice.bytes(),
                    scopes: [dice.one(of: ServiceCredential.Scope.allCases)], createdAt: dice.time()))
        },
        Verb("findCredential") { records, dice throws(StorageFailure) in try records.findCredential(dice.id()) },
        Verb("findCredentials") { records, dice throws(StorageFailure) in try records.findCredentials() },
        Verb("revokeCredential") { records, dice throws(StorageFailure) in
            try records.revokeCredential(dice.id(), at: dice.time())
        },
        Verb("findMark") { records, dice throws(StorageFailure) in
            try records.findMark(dice.one(of: ServiceMark.allCases))
        },
        Verb("advanceMark") { records, dice throws(StorageFailure) in
            try records.advanceMark(dice.one(of: ServiceMark.allCases), to: dice.time())
        },
        Verb("recordUserImport") { records, dice throws(StorageFailure) in
            try records.recordUserImport(
                UserImport(
                    id: dice.id(), offset: dice.counter(), lines: dice.count(), made: dice.count(),
                    unchanged: dice.count(),
                    conflicts: dice.count(), refused: dice.count(), startedAt: dice.time(),
                    finishedAt: dice.maybe { $0.time() }))
        },
        Verb("findUserImport") { records, dice throws(StorageFailure) in try records.findUserImport(dice.id()) },
        Verb("removeUserImports") { records, dice throws(StorageFailure) in
            try records.removeUserImports(before: dice.time(), limit: dice.count())
        },
    ]
}
