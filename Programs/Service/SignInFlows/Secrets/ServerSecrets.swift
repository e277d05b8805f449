import Crypto
import Foundation
import Synchronization

/// The keys that are not in the database. They are derived from master keys of 32 bytes, which can be replaced while
/// the service runs.
package struct ServerSecrets: Sendable, CustomStringConvertible, CustomReflectable {
    /// Shared by all copies.
    private final class Ring: Sendable {
        let held: Mutex<HeldKeys>

        init(_ keys: HeldKeys) {
            held = Mutex(keys)
        }
    }

    private let ring: Ring

    /// Derives the keys.
    package init(_ masters: MasterKeys) {
        ring = Ring(HeldKeys(masters))
    }

    /// Derives the keys of masters without a time from which they are used.
    ///
    /// - Parameters:
    ///   - master: 32 random bytes from a file; nil for any other length.
    ///   - retiredMasters: earlier masters, under which sealed values can still be opened.
    package init?(master: [UInt8], retiredMasters: [[UInt8]] = []) {
        let others = retiredMasters.compactMap { MasterKeys.Master($0) }
        guard let current = MasterKeys.Master(master), others.count == retiredMasters.count else { return nil }
        self.init(MasterKeys(current: current, others: others))
    }

    /// Switches to other masters, in this value and in every copy of it.
    package func replace(with masters: MasterKeys) {
        let keys = HeldKeys(masters)
        ring.held.withLock { $0 = keys }
    }

    var held: HeldKeys { ring.held.withLock { $0 } }

    var vault: TokenVault { held.vault }

    /// Prints no key.
    package var description: String { "ServerSecrets(redacted)" }

    /// Shows no key to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
