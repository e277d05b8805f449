import Foundation
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing
import Waiting

/// A client connection that can misbehave: it may send half a request, or read nothing.
final class RawConnection: Sendable {
    private let descriptor: Int32
    private let isOpen = Atomic(true)

    /// Connects with the smallest receive buffer that the system allows.
    init?(port: Int) {
        #if canImport(Glibc) || canImport(Musl)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return nil }
        var little: Int32 = 2_048
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &little, socklen_t(MemoryLayout<Int32>.size))
        let address = try? SocketAddress(ipAddress: "127.0.0.1", port: port)
        let isConnected = address?.withSockAddr { connect(descriptor, $0, socklen_t($1)) == 0 }
        guard isConnected == true else { return nil }
    }

    deinit { hangUp() }

    /// Sends a text. Returns whether the system accepted it.
    @discardableResult func send(_ text: String) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        return Array(text.utf8).withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) } > 0
    }

    /// Closes the connection from this side; it cannot be used afterwards.
    func hangUp() {
        if isOpen.exchange(false, ordering: .relaxed) { close(descriptor) }
    }

    /// Ends the output: no further request follows.
    func hangUpSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether data or the end of the connection arrives within `milliseconds`.
    func hasNews(milliseconds: Int32 = 0) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, milliseconds) > 0
    }

    /// The same, on a thread of its own.
    func getsNews(milliseconds: Int32 = Patience.milliseconds) async -> Bool {
        await onThread { self.hasNews(milliseconds: milliseconds) }
    }

    /// Waits until the peer resets the connection, without reading; false if it does not.
    func isReset(milliseconds: Int32 = Patience.milliseconds) async -> Bool {
        await onThread {
            var state = pollfd(fd: self.descriptor, events: 0, revents: 0)
            return poll(&state, 1, milliseconds) > 0
        }
    }

    /// Everything received until the peer closes the connection; `nil` if it does not.
    func readToEnd() async -> String? {
        await onThread {
            var read: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while self.hasNews(milliseconds: Patience.milliseconds) {
                let count = recv(self.descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return String(decoding: read, as: UTF8.self) }
                read += buffer.prefix(count)
            }
            return nil
        }
    }
}

extension Caller {
    /// Opens a connection to the service in addition to the client's own.
    func connect() throws -> RawConnection {
        let port = try #require(client.port)
        return try #require(RawConnection(port: port))
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
