import Crypto
import Foundation
import Synchronization

/// Reproducible bytes: SHA-256 over seed and counter. For runs that must be repeatable, never for secrets.
final class SeededBytes: Sendable {
    private let seed: UInt64
    private let counter = Mutex<UInt64>(0)

    init(seed: UInt64) { self.seed = seed }

    func draw(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let turn = counter.withLock { value in
                value += 1
                return value
            }
            bytes += Self.digest("bytes", seed, "\(turn)")
        }
        return Array(bytes.prefix(count))
    }

    /// 32 bytes derived from the seed and the words. Each word is prefixed with its length, so that inputs are
    /// unambiguous.
    static func digest(_ label: String, _ seed: UInt64, _ words: String...) -> [UInt8] {
        var hash = SHA256()
        for word in [label, "\(seed)"] + words {
            hash.update(data: Data("\(word.utf8.count):\(word)".utf8))
        }
        return Array(hash.finalize())
    }
}
