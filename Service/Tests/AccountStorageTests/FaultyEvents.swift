import AccountStorage
import Foundation

/// Leaves what one worker took to the next one as well.
final class SharesEvents: FaultyTransaction {
    override func takeAccountEvents(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [AccountEvent] {
        try inner.takeAccountEvents(dueAt: moment, returnsAt: moment, limit: limit)
    }
}

/// Puts an event back whatever became of it.
final class TellsTwice: FaultyTransaction {
    override func postponeAccountEvent(_ id: AccountEventID, dueAt: Date, code: String) throws(StorageFailure) -> Bool {
        try inner.renewAccountEvent(id, dueAt: dueAt)
    }
}
