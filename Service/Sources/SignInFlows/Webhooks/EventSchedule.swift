import Foundation
import SignInWithApple

/// What the app's backend made of a delivery.
enum WebhookAnswer: Equatable, Sendable {
    /// It answered.
    case status(Int, retryAfter: Int?)
    /// No answer came.
    case failed(TransportFailure)

    /// The stable code of the answer.
    var code: String {
        switch self {
        case .status(let status, _): "http_\(status)"
        case .failed(let failure): failure.code
        }
    }
}

/// What becomes of an event after a try.
enum EventFate: Equatable, Sendable {
    /// The backend has it.
    case delivered
    /// Not yet: try again after so many seconds.
    case again(after: TimeInterval)
    /// Nobody tries any more.
    case givenUp
}

/// When an event that the app's backend did not take is told again, and when it is given up.
enum EventSchedule {
    /// How long beyond the backend's own time a worker may take for one event before another one may.
    static let leaseBeyondTimeout: TimeInterval = 10

    /// Seconds after each try: those that Standard Webhooks recommends ("Deliverability and reliability"), three days in
    /// all.
    static let waits: [TimeInterval] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    /// Waits are longer by up to this part, so that what failed together does not come again together.
    static let jitter = 0.2

    /// Decides by the answer: 2xx is a yes, 410 asks for no more, anything else is tried again until the waits are used
    /// up, never sooner than the backend asks.
    ///
    /// - Parameters:
    ///   - attempts: how often the event was tried, this try included.
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
