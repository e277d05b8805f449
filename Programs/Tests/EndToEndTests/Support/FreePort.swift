import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Finds a port that is free at the moment.
///
/// It is below those that the system gives to outgoing connections, which begin at 32768 on Linux: none of them takes it
/// while a service restarts. Nobody listens at it until then, nor before the first start, so no two tests get the same
/// one, and test processes side by side mostly take theirs from different thousands.
enum FreePort {
    private static let first = 20_000 + Int(getpid()) % 12 * 1_000
    private static let given = Mutex(0)

    static func any() throws -> Int {
        for _ in 0..<1_000 {
            let port = next()
            if isFree(port) { return port }
        }
        throw POSIXError(.EADDRINUSE)
    }

    private static func next() -> Int {
        given.withLock { given in
            defer { given += 1 }
            return first + given % 1_000
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
