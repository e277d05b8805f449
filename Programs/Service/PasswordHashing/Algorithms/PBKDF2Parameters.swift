import Crypto
import CryptoExtras
import Foundation

/// The parameters of one PBKDF2 hash (RFC 8018 section 5.2).
struct PBKDF2Parameters: Sendable, Equatable {
    enum Function: String, Sendable, CaseIterable {
        case sha1, sha256, sha512

        var algorithm: PasswordAlgorithm {
            switch self {
            case .sha1: .pbkdf2SHA1
            case .sha256: .pbkdf2SHA256
            case .sha512: .pbkdf2SHA512
            }
        }

        var length: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    /// Three times what OWASP recommends for the fastest of the functions (Password Storage Cheat Sheet, 2025).
    static let mostWork = 4_000_000

    let function: Function
    let iterations: Int

    /// `nil` if the work for a key of that length is out of bounds.
    init?(_ function: Function, iterations: Int, length: Int) {
        let blocks = (length + function.length - 1) / function.length
        guard (1...Self.mostWork).contains(iterations), blocks * iterations <= Self.mostWork else { return nil }
        (self.function, self.iterations) = (function, iterations)
    }

    func derive(_ password: [UInt8], salt: [UInt8], length: Int) -> [UInt8]? {
        let hash: KDF.Insecure.PBKDF2.HashFunction =
            switch function {
            case .sha1: .insecureSHA1
            case .sha256: .sha256
            case .sha512: .sha512
            }
        // An imported hash may have few rounds. If they are too few today, the next sign-in replaces it.
        let key = try? KDF.Insecure.PBKDF2.deriveKey(
            from: password, salt: salt, using: hash, outputByteCount: length, unsafeUncheckedRounds: iterations)
        return key.map { $0.withUnsafeBytes { Array($0) } }
    }
}
