#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AppleCallFailure {
    /// Converts a failure to get any answer.
    init(_ failure: TransportFailure) {
        switch failure {
        case .timedOut: self = .unavailable(reason: .timedOut, retryAfter: nil)
        case .cancelled: self = .unavailable(reason: .cancelled, retryAfter: nil)
        case .responseTooLarge: self = .malformedReply(.replyTooLarge)
        case .addressRefused, .connectFailed, .tlsFailed: self = .unavailable(reason: .notReachable, retryAfter: nil)
        // Any other failure may have happened after the request was sent, so the request counts as sent.
        default: self = .malformedReply(.replyNotHTTP)
        }
    }

    /// Converts an answer without the status or body that Apple documents for it.
    init(undocumented response: TransportResponse) {
        switch response.status {
        case 429: self = .unavailable(reason: .throttled, retryAfter: response.retryAfter)
        case 500...: self = .unavailable(reason: .serverError, retryAfter: response.retryAfter)
        case 300..<400: self = .malformedReply(.replyRedirected)
        default: self = .malformedReply(.replyUndocumented)
        }
    }
}

extension TransportResponse {
    /// `Retry-After` in seconds, at most a day. A date (RFC 9110 §10.2.3) is counted from the answer's own `Date`.
    var retryAfter: Int? {
        guard let value = header("Retry-After") else { return nil }
        if let seconds = Int(value) { return seconds >= 0 ? min(seconds, 86_400) : nil }
        guard let moment = Self.date(value), let sent = header("Date").flatMap(Self.date) else { return nil }
        return Int(min(max(moment.timeIntervalSince(sent), 0), 86_400))
    }

    /// Parses an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). `DateFormatter` would need all of
    /// Foundation.
    private static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return try? Date("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z", strategy: .iso8601)
    }
}
