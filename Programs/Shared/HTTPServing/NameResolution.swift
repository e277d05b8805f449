import Foundation

/// Looks up the addresses of a host name, as every program of this machine would.
package enum NameResolution {
    /// The addresses as text, each once; empty if the name is unknown or nobody answers.
    ///
    /// A resolver without an answer takes seconds, so it blocks a thread of its own.
    package static func addresses(of host: String) async -> [String] {
        await addresses(of: host) { lookUp($0) }
    }

    static func addresses(of host: String, lookUp: @escaping @Sendable (String) -> [String]) async -> [String] {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: lookUp(host)) }
        }
    }

    private static func lookUp(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if os(Linux)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [String] = []
        for entry in sequence(first: first, next: { $0?.pointee.ai_next }) {
            guard let entry else { break }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = entry.pointee.ai_addrlen
            guard
                getnameinfo(
                    entry.pointee.ai_addr, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !found.contains(address) { found.append(address) }
        }
        return found
    }
}
