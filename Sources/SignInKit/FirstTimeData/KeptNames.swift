import Foundation

/// The names that Apple gave and the service has not confirmed. Whatever another client of the same storage keeps or
/// forgets counts here, too.
struct KeptNames: Sendable {
    private let records: SignInRecords
    /// Changes that could not be stored. They count in this client, and are stored as soon as that is possible.
    private var unstored: [NameChange] = []

    init(_ records: SignInRecords) { self.records = records }

    /// Returns the name of a person, if there is one.
    mutating func name(of appleUser: String) -> FirstTimeData? { store().first { $0.appleUser == appleUser } }

    /// Makes a change and stores it.
    mutating func change(_ change: NameChange) {
        unstored.append(change)
        store()
    }

    /// Stores what could not be stored before.
    mutating func storeAgain() { if !unstored.isEmpty { store() } }

    /// Returns all names, after the changes that could not be stored. The storage is not written if nothing changes.
    @discardableResult
    private mutating func store() -> [FirstTimeData] {
        NameTurn.shared.take {
            let stored = try? records.names()
            let names = unstored.reduce(stored ?? []) { $1.applied(to: $0) }
            if names == stored {
                unstored = []
            } else if stored != nil, records.record(names) {
                unstored = []
            }
            return names
        }
    }
}

/// Lets one client of this process after the other read the names and write them, so that no change gets lost.
///
/// Unchecked, because the lock does not declare `Sendable` in every SDK. Locks may be used from any thread.
private final class NameTurn: @unchecked Sendable {
    static let shared = NameTurn()

    private let lock = NSLock()

    func take<Result>(_ work: () -> Result) -> Result { lock.withLock(work) }
}
