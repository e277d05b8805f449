import Crypto
import Foundation
import Synchronization

/// Reproducible bytes: SHA-256 over seed and counter. For runs that must be repeatable, never for secrets.
final class SeededBytes: Sendable {
    private let seed: UInt64
    private let past: String?
    private let counter = Mutex<UInt64>(0)

    /// The bytes also depend on the `past`, so that an emulator that continues from a state file does not give out the
    /// same tokens again.
    init(seed: UInt64, past: String? = nil) {
        self.seed = seed
        self.past = past
    }

    /// The next bytes. Nobody else's draw comes in between.
    func draw(_ count: Int) -> [UInt8] {
        counter.withLock { turn in
            var bytes: [UInt8] = []
            while bytes.count < count {
                turn += 1
                bytes +=
                    past.map { Self.digest("bytes", seed, $0, "\(turn)") } ?? Self.digest("bytes", seed, "\(turn)")
            }
            return Array(bytes.prefix(count))
        }
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
