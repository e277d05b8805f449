import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on this machine that gives each connection the next answer as it is. Without one left, it does not answer.
///
/// Unchecked, because the compiler cannot see that the variables are only accessed while the lock is held.
final class LoopbackServer: @unchecked Sendable {
    let address: URL
    private let listener: Int32
    private let lock = NSLock()
    private var answers: [String]
    private var received: [String] = []
    private var connections: [Int32] = []
    private var isOver = false

    /// The requests as they arrived.
    var requests: [String] { lock.withLock { received } }

    init(_ answers: String...) throws {
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.answers = answers
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(listener, name, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, name, &length) == 0
            }
        }
        guard isListening, let address = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))") else {
            throw URLError(.cannotConnectToHost)
        }
        self.address = address
        Thread.detachNewThread { [self] in serve() }
    }

    /// Ends all connections. A test calls it at its end.
    ///
    /// The server's thread closes them, because it may be about to use one: the system gives the number of a closed
    /// connection to the next one, which can be another test's.
    func stop() {
        lock.withLock {
            isOver = true
            for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func serve() {
        while true {
            guard let connection = nextConnection(), keep(connection) else { return end() }
            let request = read(connection)
            let answer = lock.withLock {
                received.append(request)
                return answers.isEmpty ? nil : answers.removeFirst()
            }
            guard let answer else { continue }
            _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Self.flags) }
            shutdown(connection, Int32(SHUT_WR))
        }
    }

    /// Waits for a connection. Nil if there are no more.
    ///
    /// It looks every 50 milliseconds whether the server is over. Only Linux would wake a thread that accepts, by a
    /// shutdown of the listener. On Darwin that fails with `ENOTCONN` (`soshutdown` in
    /// https://github.com/apple-oss-distributions/xnu/blob/main/bsd/kern/uipc_socket.c).
    private func nextConnection() -> Int32? {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 50) == 0 {
            if lock.withLock({ isOver }) { return nil }
        }
        let connection = accept(listener, nil, nil)
        return connection >= 0 ? connection : nil
    }

    /// Returns whether the server goes on.
    private func keep(_ connection: Int32) -> Bool {
        lock.withLock {
            connections.append(connection)
            return !isOver
        }
    }

    private func end() {
        lock.withLock {
            for descriptor in connections + [listener] { close(descriptor) }
            connections = []
        }
    }

    #if canImport(Glibc)
        private static let flags = Int32(MSG_NOSIGNAL)
    #else
        private static let flags: Int32 = 0
    #endif

    /// Reads the head and as much body as it names.
    private func read(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while !isComplete(String(decoding: bytes, as: UTF8.self)) {
            let count = recv(connection, &part, part.count, 0)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func isComplete(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let fields = text[..<end.lowerBound].lowercased().components(separatedBy: "\r\n")
        let length = fields.first { $0.hasPrefix("content-length:") }?.dropFirst("content-length:".count)
        return text[end.upperBound...].utf8.count >= length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            ?? 0
    }
}
