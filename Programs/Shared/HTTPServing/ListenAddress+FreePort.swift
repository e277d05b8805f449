import Foundation

extension ListenAddress {
    /// The same address; if its port is 0, with a port that is free now. `nil` if the system has no free port.
    ///
    /// The public URL contains the port and is needed before the socket is bound. Another process may take the port in
    /// between; binding then fails with an error.
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
