import Foundation
import NIOCore
import Waiting

/// Sends raw octets over a separate socket, which no HTTP client would do.
enum RawRequest {
    /// Everything received until the peer closed the connection.
    static func send(_ octets: [UInt8], port: Int) async -> String {
        await onThread { exchange(octets, port: port) }
    }

    private static func exchange(_ octets: [UInt8], port: Int) -> String {
        #if canImport(Glibc) || canImport(Musl)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: Patience.seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let isConnected =
            try? SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr { address, size in
                connect(descriptor, address, socklen_t(size)) == 0
            }
        guard isConnected == true, write(descriptor, octets, octets.count) == octets.count else { return "" }
        shutdown(descriptor, Int32(SHUT_WR))
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            reply += buffer.prefix(count)
        }
        return String(decoding: reply, as: UTF8.self)
    }
}
