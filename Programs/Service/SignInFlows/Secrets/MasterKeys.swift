package import Foundation

/// The master keys that a process knows, and the keys kept from deleted ones.
package struct MasterKeys: Sendable, CustomStringConvertible, CustomReflectable {
    /// A master key of 32 bytes, and the time from which it is used.
    package struct Master: Sendable, CustomReflectable {
        let bytes: [UInt8]
        let usedFrom: Date

        /// Nil unless there are 32 bytes.
        package init?(_ bytes: [UInt8], usedFrom: Date = .distantPast) {
            guard bytes.count == 32 else { return nil }
            (self.bytes, self.usedFrom) = (bytes, usedFrom)
        }

        /// Shows no key to debuggers and `dump`.
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    let current: Master
    let others: [Master]
    let former: [FormerKeys]

    /// - Parameters:
    ///   - current: the master under which new values are sealed.
    ///   - others: earlier masters, and later ones that another process may already use. Values may be sealed and
    ///     tokens made under them.
    ///   - former: the keys kept from deleted masters.
    package init(current: Master, others: [Master] = [], former: [FormerKeys] = []) {
        self.current = current
        self.others = others
        self.former = former
    }

    /// Prints no key.
    package var description: String { "MasterKeys(redacted)" }

    /// Shows no key to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// All keys derived from the masters. It is a class because every use of a key takes it out of ``ServerSecrets``.
final class HeldKeys: Sendable {
    let vault: TokenVault
    let current: DerivedKeys
    /// The current keys first.
    let all: [DerivedKeys]
    private let masters: [(usedFrom: Date, keys: DerivedKeys)]
    private let former: [FormerKeys]

    init(_ masters: MasterKeys) {
        let known = [masters.current] + masters.others
        let derived = known.map { (usedFrom: $0.usedFrom, keys: DerivedKeys(master: $0.bytes)) }
        let sealing = known.map { DerivedKeys.derive($0.bytes, label: "vault") }
        vault = TokenVault(current: sealing[0], retired: Array(sealing.dropFirst()))
        current = derived[0].keys
        self.masters = derived
        former = masters.former
        all = derived.map(\.keys) + former.map(\.keys)
    }

    /// The keys of an attempt that was begun at `moment`. They depend on that time only, so every process finds the
    /// same keys, whichever master it uses when Apple's answer arrives.
    func keys(ofAttemptBegunAt moment: Date) -> DerivedKeys {
        if let gone = former.lazy.filter({ moment < $0.until }).min(by: { $0.until < $1.until }) { return gone.keys }
        let begun = masters.lazy.filter { $0.usedFrom <= moment }
        // Of masters with equal times the current one counts. It comes first, and `max` returns the first of equal
        // elements.
        return begun.max { $0.usedFrom < $1.usedFrom }?.keys ?? current
    }
}
