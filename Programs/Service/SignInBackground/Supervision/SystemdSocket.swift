import Foundation

/// The socket on which systemd waits for news of a service of `Type=notify` (sd_notify(3)).
package struct SystemdSocket: Sendable {
    private let path: String

    /// The socket that the environment names; `nil` if systemd waits for nothing.
    package init?(environment: [String: String]) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
            path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        self.path = path
    }

    /// Sends a state, such as `READY=1`. Nothing is known about its arrival, so a failure is not reported.
    ///
    /// It gives up after a second: whoever reads the socket can be stuck, and a full queue (unix(7)) must not keep the service
    /// from its end.
    package func send(_ state: String) {
        let descriptor = socket(AF_UNIX, Self.datagram, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is in the abstract namespace, which a zero octet marks (unix(7)).
        let name = path.hasPrefix("@") ? [0] + Array(path.utf8.dropFirst()) : Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path).map { $0 + name.count } ?? 0
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                sendto(descriptor, state, state.utf8.count, Self.flags, generic, socklen_t(length))
            }
        }
    }

    #if os(Linux)
        private static let datagram = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        private static let flags = Int32(MSG_NOSIGNAL)
    #else
        private static let datagram = SOCK_DGRAM
        private static let flags: Int32 = 0
    #endif
}
