import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches the key set once: status 200, at most 64 KiB, five seconds, at least one usable key.
struct KeySetFetch {
    static let maximumBytes = 65_536
    /// In seconds.
    static let deadline: TimeInterval = 5

    let url: String
    let transport: any HTTPTransport

    struct Fetched: Sendable {
        let keys: JSONWebKeySet
        /// In seconds, if Apple sent `max-age`.
        let maximumAge: TimeInterval?
        /// The body of the answer as received.
        let body: [UInt8]
    }

    /// Whether a fetch should have ended long ago. A transport that ignores its deadline must not block every sign-in
    /// for ever. A clock that was set back does not count.
    func isOverdue(since beganAt: Date, at now: Date) -> Bool {
        now.timeIntervalSince(beganAt) >= 3 * Self.deadline
    }

    func run() async -> Result<Fetched, AppleCallFailure> {
        let request = TransportRequest(
            method: .get, url: url, headers: [(name: "Accept", value: "application/json")],
            maximumResponseBytes: Self.maximumBytes, deadline: Self.deadline)
        do throws(TransportFailure) {
            return Self.decode(try await transport.answer(to: request))
        } catch {
            return .failure(AppleCallFailure(error))
        }
    }

    static func decode(_ response: TransportResponse) -> Result<Fetched, AppleCallFailure> {
        guard response.status == 200 else { return .failure(AppleCallFailure(undocumented: response)) }
        return decode(body: response.body, maximumAge: maximumAge(response.header("Cache-Control")))
    }

    /// A stored set is decoded like a fresh answer.
    static func decode(_ stored: StoredKeySet) -> Result<Fetched, AppleCallFailure> {
        guard stored.body.count <= maximumBytes else { return .failure(.malformedReply(.replyTooLarge)) }
        return decode(body: stored.body, maximumAge: stored.maximumAge)
    }

    private static func decode(body: [UInt8], maximumAge: TimeInterval?) -> Result<Fetched, AppleCallFailure> {
        guard let keys = try? JSONWebKeySet(json: body) else {
            return .failure(.malformedReply(.replyNotJSON))
        }
        guard keys.keys.contains(where: { $0.algorithm == .rs256 }) else {
            return .failure(.malformedReply(.replyWithoutKeys))
        }
        return .success(Fetched(keys: keys, maximumAge: maximumAge, body: body))
    }

    /// Reads `max-age` (RFC 9111 §5.2.2.1). `no-store` and `no-cache` mean the shortest lifetime.
    static func maximumAge(_ cacheControl: String?) -> TimeInterval? {
        var age: TimeInterval?
        for directive in (cacheControl ?? "").lowercased().split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            switch parts.first {
            case "no-store", "no-cache": return 0
            case "max-age": age = parts.count > 1 ? UInt32(parts[1]).map(TimeInterval.init) : nil
            default: continue
            }
        }
        return age
    }
}
