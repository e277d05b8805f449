import Foundation
import JSONWebTokens

/// One fetch of the key set: status 200, at most 64 KiB, five seconds, at least one usable key.
struct KeySetFetch {
    let url: String
    let transport: any HTTPTransport

    struct Fetched {
        let keys: JSONWebKeySet
        /// Seconds, if Apple names any.
        let maximumAge: TimeInterval?
    }

    func run() async -> Result<Fetched, AppleCallFailure> {
        let request = TransportRequest(
            method: .get, url: url, headers: [(name: "Accept", value: "application/json")], deadline: 5)
        do throws(TransportFailure) {
            return Self.decode(try await transport.send(request))
        } catch {
            return .failure(AppleCallFailure(error))
        }
    }

    static func decode(_ response: TransportResponse) -> Result<Fetched, AppleCallFailure> {
        guard response.status == 200 else { return .failure(AppleCallFailure(undocumented: response)) }
        guard let keys = try? JSONWebKeySet(json: response.body) else {
            return .failure(.malformedReply(.replyNotJSON))
        }
        guard keys.keys.contains(where: { $0.algorithm == .rs256 }) else {
            return .failure(.malformedReply(.replyWithoutKeys))
        }
        return .success(Fetched(keys: keys, maximumAge: maximumAge(response.header("Cache-Control"))))
    }

    /// `max-age` of RFC 9111 §5.2.2.1; `no-store` and `no-cache` ask for the shortest life.
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
