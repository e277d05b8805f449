import Foundation

/// Randomness from the system's own generator, which is a cryptographic source on every platform we run on.
enum SystemRandom {
    static func bytes(_ count: Int) -> [UInt8] {
        #if os(Linux)
            drawn(count)
        #else
            // Its generator needs no call to the kernel there.
            (0..<count).map { _ in .random(in: .min ... .max) }
        #endif
    }
}

#if os(Linux)
    extension SystemRandom {
        private static func drawn(_ count: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            // One call to the kernel for each 256 bytes (POSIX.1-2024, `getentropy`); the generator of the standard library makes
            // one for each eight.
            let isFilled = bytes.withUnsafeMutableBytes { buffer in
                stride(from: 0, to: count, by: 256).allSatisfy { start in
                    getentropy(buffer.baseAddress?.advanced(by: start), min(256, count - start)) == 0
                }
            }
            guard isFilled else { preconditionFailure("the system has no random bytes") }
            return bytes
        }
    }
#endif
