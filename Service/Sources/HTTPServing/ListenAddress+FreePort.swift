import Foundation

extension ListenAddress {
    /// The same address with a port that is free now, when it asked for any.
    ///
    /// The public URL holds the port and is needed before the socket is bound; somebody may take the port in between,
    /// and then binding fails in the open. nil when the system has none.
    package func withFreePort() -> ListenAddress? {
        guard port == 0 else { return self }
        #if canImport(Glibc) || canImport(Musl)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let found = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        return found ? ListenAddress(host: host, port: Int(UInt16(bigEndian: address.sin_port))) : nil
    }
}
