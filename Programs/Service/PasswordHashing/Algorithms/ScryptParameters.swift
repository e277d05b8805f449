import Crypto
import CryptoExtras
import Foundation

/// The parameters of one scrypt hash, which determine its memory and time (RFC 7914).
package struct ScryptParameters: Sendable, Equatable {
    /// The binary logarithm of the cost parameter, N.
    package let logarithmOfN: Int
    /// The block size, r.
    package let blockSize: Int
    /// The parallelism, p.
    package let parallelism: Int

    /// N = 2^17, r = 8, p = 1, which take 128 MiB, as OWASP recommends (Password Storage Cheat Sheet, 2025).
    package static let standard = ScryptParameters(unchecked: 17, 8, 1)

    /// `nil` if the parameters need more than 256 MiB, or more than four times the work of ``standard``.
    package init?(logarithmOfN: Int, blockSize: Int = 8, parallelism: Int = 1) {
        guard (1...20).contains(logarithmOfN), (1...64).contains(blockSize), (1...64).contains(parallelism),
            // The memory is 128 × N × r octets.
            blockSize << logarithmOfN <= 1 << 21, (blockSize * parallelism) << logarithmOfN <= 1 << 22
        else { return nil }
        self.init(unchecked: logarithmOfN, blockSize, parallelism)
    }

    private init(unchecked logarithmOfN: Int, _ blockSize: Int, _ parallelism: Int) {
        (self.logarithmOfN, self.blockSize, self.parallelism) = (logarithmOfN, blockSize, parallelism)
    }

    var text: String { "ln=\(logarithmOfN),r=\(blockSize),p=\(parallelism)" }

    /// Derives a key; `nil` if there is not enough memory.
    func derive(_ password: [UInt8], salt: [UInt8], length: Int) -> [UInt8]? {
        let key = try? KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: length, rounds: 1 << logarithmOfN, blockSize: blockSize,
            parallelism: parallelism)
        return key.map { $0.withUnsafeBytes { Array($0) } }
    }
}
