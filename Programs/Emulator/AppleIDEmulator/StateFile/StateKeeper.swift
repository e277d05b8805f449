import Crypto
import Foundation
import Settings
import Synchronization

/// Reads the state file at the start, and writes each change to it before the change becomes visible.
///
/// A change costs as much as what it changed. The file is rewritten when most of it is outdated.
final class StateKeeper: Sendable {
    /// The state that the file had at the start.
    let loaded: KeptState
    /// Identifies the state that the file had at the start. Nil if there was nothing in it.
    let fingerprint: String?
    private let seed: UInt64
    private let book: Mutex<Book>

    private struct Book: ~Copyable {
        var file: StateFile
        /// The state that the file has.
        var recorded: KeptState
        var isEmpty: Bool
        /// How many entries the lines have, including those that later lines replaced.
        var entryCount: Int
        /// The number of entries from which rewriting the file is worth it.
        var limit: Int
    }

    /// Opens and reads the file. Nothing is written before the first change, so that an emulator that cannot start does
    /// not disturb one that is running.
    init(path: String, seed: UInt64, writing: @escaping StateFile.Write = StateFile.toDisk) throws(ConfigurationFaults)
    {
        self.seed = seed
        do {
            var file = try StateFile(opening: path, writing: writing)
            let bytes = try file.contents()
            let journal = try StateJournal(bytes, seed: seed)
            if journal.validLength < bytes.count { file.discard(after: journal.validLength) }
            loaded = journal.state
            fingerprint = try Self.fingerprint(of: loaded)
            book = Mutex(
                Book(
                    file: file, recorded: loaded, isEmpty: journal.validLength == 0, entryCount: journal.entryCount,
                    limit: Self.limit(live: journal.state.count)))
        } catch {
            throw ConfigurationFaults(["state: \(path) \(error)"])
        }
    }

    /// The order of the lines does not matter, since notifications end at any time.
    private static func fingerprint(of state: KeptState) throws -> String? {
        let everything = StateChange(from: KeptState(), to: state)
        guard everything.entryCount > 0 else { return nil }
        return TeamSubjects.hex(SHA256.hash(data: try everything.line))
    }

    /// Rewriting costs as much as the live entries, so it must not happen before as many others were written.
    private static func limit(live: Int) -> Int { 4 * live + 1_000 }

    /// Writes what differs from the recorded state. If that is impossible, it throws, and the file is as before.
    ///
    /// Called under the state's lock, so that the changes have the same order in the file and in memory. The event loop
    /// of the connection waits meanwhile: for a write to the page cache, and rarely for a rewritten file to be on disk.
    func record(_ kept: KeptState) throws {
        try book.withLock { book in
            let change = StateChange(from: book.recorded, to: kept)
            guard change.entryCount > 0 else { return }
            if !book.file.isInPlace {
                try Self.rewrite(&book, kept, seed)
            } else {
                try book.file.append((book.isEmpty ? StateJournal.header(seed: seed) : []) + change.line)
                book.isEmpty = false
                book.entryCount += change.entryCount
                book.recorded = kept
                guard book.entryCount > book.limit else { return }
                // the change is recorded already, so a full disk does not matter
                do { try Self.rewrite(&book, kept, seed) } catch { book.limit = 2 * book.entryCount }
            }
        }
    }

    private static func rewrite(_ book: inout Book, _ kept: KeptState, _ seed: UInt64) throws {
        let everything = StateChange(from: KeptState(), to: kept)
        try book.file.replace(with: StateJournal.header(seed: seed) + everything.lines)
        (book.isEmpty, book.recorded) = (false, kept)
        book.entryCount = everything.entryCount
        book.limit = limit(live: everything.entryCount)
    }
}
