import Foundation

/// Random bytes from the system's generator, which is cryptographically secure on every supported platform.
package enum SystemRandom {
    package static func bytes(_ count: Int) -> [UInt8] {
        #if os(Linux)
            drawn(count)
        #else
            // On these platforms the generator needs no system call.
            (0..<count).map { _ in .random(in: .min ... .max) }
        #endif
    }
}

#if os(Linux)
    extension SystemRandom {
        private static func drawn(_ count: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            // `getentropy` returns up to 256 bytes per system call (POSIX.1-2024). The standard library's generator
            // makes a system call for every eight bytes.
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
