internal import AccountStorage
internal import Foundation

extension Verb {
    static let transfers: [Verb] = [
        Verb("recordTransfer") { records, dice throws(StorageFailure) in
            try records.recordTransfer(
                AppTransfer(
                    id: dice.id(), issuer: "i", fromTeam: dice.text(), toTeam: dice.text(), clients: [dice.text()],
                    state: dice.one(of: TransferState.allCases), createdAt: dice.time(),
                    acceptedAt: dice.maybe { $0.time() }, deadline: dice.maybe { $0.time() },
                    firstClaimAt: dice.maybe { $0.time() }, closedAt: dice.maybe { $0.time() }))
        },
        Verb("findTransfer") { records, dice throws(StorageFailure) in try records.findTransfer(dice.id()) },
        Verb("findTransfers") { records, _ throws(StorageFailure) in try records.findTransfers() },
        Verb("recordTransferEntry") { records, dice throws(StorageFailure) in
            try records.recordTransferEntry(ifNew: entry(&dice))
        },
        Verb("changeTransferEntry") { records, dice throws(StorageFailure) in
            try records.changeTransferEntry(entry(&dice), from: dice.one(of: TransferEntry.State.allCases))
        },
        Verb("findTransferEntry") { records, dice throws(StorageFailure) in
            try records.findTransferEntry(dice.id(), of: dice.id())
        },
        Verb("findTransferEntry(identifier:)") { records, dice throws(StorageFailure) in
            try records.findTransferEntry(dice.id(), identifier: dice.text())
        },
        Verb("findTransferEntries(of:)") { records, dice throws(StorageFailure) in
            try records.findTransferEntries(of: dice.id())
        },
        Verb("findTransferEntries(in:)") { records, dice throws(StorageFailure) in
            try records.findTransferEntries(
                of: dice.id(), in: dice.one(of: TransferEntry.State.allCases), after: dice.maybe { $0.id() },
                limit: dice.count())
        },
        Verb("takeTransferEntries") { records, dice throws(StorageFailure) in
            try records.takeTransferEntries(
                of: dice.id(), in: dice.one(of: TransferEntry.State.allCases), dueAt: dice.time(),
                returnsAt: dice.time(), limit: dice.count())
        },
        Verb("countTransferEntries") { records, dice throws(StorageFailure) in
            try records.countTransferEntries(of: dice.id())
        },
        Verb("removeTransferEntries") { records, dice throws(StorageFailure) in
            try records.removeTransferEntries(of: dice.id(), limit: dice.count())
        },
    ]

    private static func entry(_ dice: inout Dice) -> TransferEntry {
        TransferEntry(
            transferID: dice.id(), identityID: dice.id(), accountID: dice.id(), identifier: dice.maybe { $0.text() },
            state: dice.one(of: TransferEntry.State.allCases), tries: dice.count(), dueAt: dice.time(),
            code: dice.maybe { $0.text() }, newIdentityID: dice.maybe { $0.id() },
            settledAt: dice.maybe { $0.time() })
    }
}
