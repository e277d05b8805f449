import Foundation
import SignInWithApple

/// The app's backend's response to a delivery.
enum WebhookAnswer: Equatable, Sendable {
    /// It responded.
    case status(Int, retryAfter: Int?)
    /// It did not respond.
    case failed(TransportFailure)

    /// The stable code of the response.
    var code: String {
        switch self {
        case .status(let status, _): "http_\(status)"
        case .failed(let failure): failure.code
        }
    }
}

/// What happens to an event after a delivery attempt.
enum EventFate: Equatable, Sendable {
    /// The backend accepted it.
    case delivered
    /// Try again after this many seconds.
    case again(after: TimeInterval)
    /// Stop trying.
    case givenUp
}

/// When an undelivered event is sent again, and when it is given up.
enum EventSchedule {
    /// Seconds that a worker's lease on an event lasts beyond the backend's timeout.
    static let leaseBeyondTimeout: TimeInterval = 10

    /// Seconds to wait after each attempt, as Standard Webhooks recommends ("Deliverability and reliability"): three
    /// days in all.
    static let waits: [TimeInterval] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    /// Each wait is longer by a random part up to this fraction, so that events that failed together are not retried
    /// together.
    static let jitter = 0.2

    /// Decides by the response: 2xx accepts the event, and 410 asks to stop. After anything else the event is sent
    /// again until the waits are used up, and never sooner than the backend asks.
    ///
    /// - Parameters:
    ///   - attempts: how often the event was sent, including this attempt.
    ///   - chance: a random number from 0 up to 1.
    static func fate(after answer: WebhookAnswer, attempts: Int, chance: Double) -> EventFate {
        var retryAfter: Double = 0
        switch answer {
        case .status(200...299, _): return .delivered
        case .status(410, _): return .givenUp
        case .status(_, let seconds): retryAfter = Double(min(max(seconds ?? 0, 0), 86_400))
        case .failed: break
        }
        guard attempts <= waits.count else { return .givenUp }
        let wait = waits[max(attempts, 1) - 1]
        return .again(after: max((wait * (1 + jitter * chance)).rounded(), retryAfter))
    }
}
