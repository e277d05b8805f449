package import Foundation

/// The masters that a process knows, and what is left of earlier ones.
package struct MasterKeys: Sendable, CustomStringConvertible, CustomReflectable {
    /// A master of 32 bytes, and from when it is used.
    package struct Master: Sendable, CustomReflectable {
        let bytes: [UInt8]
        let usedFrom: Date

        /// Another length than 32 bytes gives nil.
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
    ///   - current: what new values are sealed under.
    ///   - others: masters under which values may still be sealed, or already are, and tokens made.
    ///   - former: what is left of masters that are gone.
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

/// All keys that come of the masters.
struct HeldKeys: Sendable {
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

    /// The keys of an attempt that was begun at a moment: the same in every process, whichever key each of them uses when
    /// the attempt comes back.
    func keys(ofAttemptBegunAt moment: Date) -> DerivedKeys {
        if let gone = former.filter({ moment < $0.until }).min(by: { $0.until < $1.until }) { return gone.keys }
        let begun = masters.filter { $0.usedFrom <= moment }
        // Of two that were always used the current one counts, which is the first.
        return begun.reversed().max { $0.usedFrom < $1.usedFrom }?.keys ?? current
    }
}
