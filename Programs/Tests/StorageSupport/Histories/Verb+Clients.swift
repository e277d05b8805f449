internal import AccountStorage

extension Verb {
    static let codes: [Verb] = [
        Verb("recordAuthorizationCode") { records, dice throws(StorageFailure) in
            try records.recordAuthorizationCode(
                ClientAuthorizationCode(
                    id: dice.id(), client: dice.text(), redirectURI: dice.text(), scope: dice.text(),
                    codeChallenge: dice.maybe { $0.text() }, nonce: dice.maybe { $0.text() },
                    claims: dice.maybe { $0.text() }, parentID: dice.id(), accountID: dice.id(),
                    createdAt: dice.time(), expiresAt: dice.time()))
        },
        Verb("findAuthorizationCode") { records, dice throws(StorageFailure) in
            try records.findAuthorizationCode(dice.id())
        },
        Verb("useAuthorizationCode") { records, dice throws(StorageFailure) in
            try records.useAuthorizationCode(dice.id(), by: dice.id(), at: dice.time())
        },
        Verb("removeExpiredAuthorizationCodes") { records, dice throws(StorageFailure) in
            try records.removeExpiredAuthorizationCodes(before: dice.time(), limit: dice.count())
        },
    ]

    static let clientSessions: [Verb] = [
        Verb("recordClientSession") { records, dice throws(StorageFailure) in
            try records.recordClientSession(
                ClientSession(
                    id: dice.id(), parentID: dice.id(), accountID: dice.id(), client: dice.text(), scope: dice.text(),
                    claims: dice.maybe { $0.text() }, isDetached: dice.flag(), expiresAt: dice.time()))
        },
        Verb("findClientSession") { records, dice throws(StorageFailure) in
            try records.findClientSession(dice.id())
        },
        Verb("moveClientSessions") { records, dice throws(StorageFailure) in
            try records.moveClientSessions(from: dice.id(), to: dice.id())
        },
        Verb("findClientSessions") { records, dice throws(StorageFailure) in
            try records.findClientSessions(of: dice.id(), limit: dice.count())
        },
        Verb("findDetachedSessions") { records, dice throws(StorageFailure) in
            try records.findDetachedSessions(under: dice.id(), limit: dice.count())
        },
        Verb("takeLogoutNotices") { records, dice throws(StorageFailure) in
            try records.takeLogoutNotices(
                of: dice.text(), dueAt: dice.time(), returnsAt: dice.time(), limit: dice.count())
        },
        Verb("findClientsToNotify") { records, dice throws(StorageFailure) in
            try records.findClientsToNotify(at: dice.time())
        },
        Verb("postponeLogoutNotices") { records, dice throws(StorageFailure) in
            try records.postponeLogoutNotices(of: dice.text(), dueAt: dice.time(), until: dice.time())
        },
        Verb("findClientSessions(under:)") { records, dice throws(StorageFailure) in
            try records.findClientSessions(
                under: dice.id(), of: dice.text(), besidesNewest: dice.count(), limit: dice.count())
        },
        Verb("postponeLogoutNotice") { records, dice throws(StorageFailure) in
            try records.postponeLogoutNotice(dice.id(), dueAt: dice.time())
        },
        Verb("removeLogoutNotice") { records, dice throws(StorageFailure) in
            try records.removeLogoutNotice(dice.id())
        },
        Verb("removeExpiredClientSessions") { records, dice throws(StorageFailure) in
            try records.removeExpiredClientSessions(before: dice.time(), limit: dice.count())
        },
    ]

    static let consents: [Verb] = [
        Verb("recordClientConsent") { records, dice throws(StorageFailure) in
            try records.recordClientConsent(
                ClientConsent(accountID: dice.id(), client: dice.text(), scope: dice.text(), givenAt: dice.time()))
        },
        Verb("findClientConsent") { records, dice throws(StorageFailure) in
            try records.findClientConsent(of: dice.id(), for: dice.text())
        },
        Verb("findClientConsents") { records, dice throws(StorageFailure) in
            try records.findClientConsents(of: dice.id())
        },
        Verb("removeClientConsent") { records, dice throws(StorageFailure) in
            try records.removeClientConsent(of: dice.id(), for: dice.text())
        },
        Verb("removeClientConsents") { records, dice throws(StorageFailure) in
            try records.removeClientConsents(of: dice.id())
        },
    ]
}
