import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A listener on a free port of 127.0.0.1 (RFC 8252 section 7.3), for one browser and one request at a time.
final class LoopbackListener: Sendable {
    let port: UInt16
    private let listener: Int32

    /// Longer than any answer: a code, a state and an issuer.
    private static let longestHead = 16_384
    /// A program that connects and says nothing must not keep the browser waiting.
    private static let secondsToWait = 5

    init() throws {
        #if os(Linux)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isReady else { throw SignInFailure.noPort(String(cString: strerror(errno))) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Waits for a request, answers it, and returns the fields of its query; nil if it is for another path.
    func nextRequest(path: String) async throws -> [String: String]? {
        // Waiting blocks, so it has a thread of its own.
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.serveOne()) }
        }
        let words = line.split(separator: " ")
        guard words.count >= 2, words[0] == "GET", let target = URLComponents(string: String(words[1])),
            target.path == path
        else { return nil }
        let fields = (target.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return Dictionary(fields, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the first line of the request, which contains the code, so it goes into no log.
    private func serveOne() -> String {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return "" }
        defer { close(connection) }
        var patience = timeval(tv_sec: Self.secondsToWait, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 2_048)
        while head.count < Self.longestHead, !Self.isComplete(head) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            head += buffer[..<count]
        }
        let page = "You can close this window."
        let reply = """
            HTTP/1.1 200 OK\r
            Content-Type: text/plain; charset=utf-8\r
            Content-Length: \(page.utf8.count)\r
            Cache-Control: no-store\r
            Connection: close\r
            \r
            \(page)
            """
        _ = Array(reply.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Self.quietly) }
        return String(decoding: head.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    private static func isComplete(_ head: [UInt8]) -> Bool { head.suffix(4).elementsEqual("\r\n\r\n".utf8) }

    /// A browser that has gone away must not end the program by a signal.
    #if os(Linux)
        private static let quietly = Int32(MSG_NOSIGNAL)
    #else
        private static let quietly: Int32 = 0
    #endif
}
