import Foundation
import SignInWithApple

/// Answers from a script and keeps what was asked. With a gate, an answer waits until it is let through.
actor ScriptedTransport: HTTPTransport {
    typealias Answer = Result<TransportResponse, TransportFailure>

    private var answers: [Answer]
    private var isHeld: Bool
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []
    private(set) var requests: [TransportRequest] = []

    /// The last answer is given again and again.
    init(_ answers: [Answer], isHeld: Bool = false) {
        self.answers = answers
        self.isHeld = isHeld
    }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        requests.append(request)
        for arrival in arrivals { arrival.resume() }
        arrivals = []
        if isHeld { await withCheckedContinuation { waiting.append($0) } }
        let answer = answers.count > 1 ? answers.removeFirst() : answers.first ?? .failure(.connectFailed)
        return try answer.get()
    }

    func script(_ answers: [Answer]) {
        self.answers = answers
    }

    func release() {
        isHeld = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func firstRequest() async {
        if requests.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
    }

    /// Name and value of each field of the form that was posted, escapes read.
    func form(_ index: Int) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: String(decoding: requests[index].body, as: UTF8.self).split(separator: "&").map {
                let parts = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), String(parts[1]).removingPercentEncoding ?? "malformed")
            })
    }
}

extension ScriptedTransport.Answer {
    static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Self {
        .success(
            TransportResponse(
                status: status, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(text.utf8)))
    }
}

/// A clock that moves when it is told to.
final class TestClock: @unchecked Sendable {  // the lock guards the only value
    private let lock = NSLock()
    private var current: Date

    init(_ seconds: TimeInterval) {
        current = Date(timeIntervalSince1970: seconds)
    }

    var now: Date {
        lock.withLock { current }
    }

    func advance(by seconds: TimeInterval) {
        lock.withLock { current += seconds }
    }
}
