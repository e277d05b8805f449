import Foundation
public import SignInWithApple

/// A transport for tests that records every request and returns prepared answers.
///
/// ```swift
/// let transport = RecordingTransport([
///     .json(#"{"error":"invalid_grant"}"#, status: 400),
///     .failure(.timedOut),
/// ])
/// ```
public actor RecordingTransport: HTTPTransport {
    /// The result of one request: an answer, or the reason why there was none.
    public typealias Answer = Result<TransportResponse, TransportFailure>

    /// The requests so far, in order.
    public private(set) var requests: [TransportRequest] = []
    private var answers: [Answer] = []
    private let answerer: (@Sendable (TransportRequest) -> Answer)?
    private var isHolding = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a transport that returns these answers in turn, and repeats the last one. Without any answer it fails
    /// with `connectFailed`.
    /// - Parameters:
    ///   - answers: the results of the requests, in order.
    ///   - isHolding: whether requests wait for `release`.
    public init(_ answers: [Answer], isHolding: Bool = false) {
        self.answers = answers
        self.isHolding = isHolding
        answerer = nil
    }

    /// Creates a transport that computes every answer.
    public init(answering answerer: @escaping @Sendable (TransportRequest) -> Answer) {
        self.answerer = answerer
    }

    /// Records the request and answers it.
    public func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        requests.append(request)
        let reached = waiting.filter { $0.count <= requests.count }
        waiting.removeAll { $0.count <= requests.count }
        for waiter in reached { waiter.continuation.resume() }
        if isHolding { await withCheckedContinuation { held.append($0) } }
        if let answerer { return try answerer(request).get() }
        let answer = answers.count > 1 ? answers.removeFirst() : answers.first ?? .failure(.connectFailed)
        return try answer.get()
    }

    /// Replaces the remaining answers.
    public func answer(with answers: [Answer]) {
        self.answers = answers
    }

    /// Makes requests wait from now on.
    public func hold() {
        isHolding = true
    }

    /// Answers the waiting requests, and later ones at once.
    public func release() {
        isHolding = false
        for continuation in held { continuation.resume() }
        held = []
    }

    /// Returns when this many requests have been received.
    public func received(_ count: Int = 1) async {
        guard requests.count < count else { return }
        await withCheckedContinuation { waiting.append((count: count, continuation: $0)) }
    }

    /// The fields of a posted form with their values, decoded. Empty if there is no such request.
    public func form(_ index: Int) -> [String: String] {
        guard requests.indices.contains(index) else { return [:] }
        var fields: [String: String] = [:]
        for pair in String(decoding: requests[index].body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.readEscapes)
            fields[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
        return fields
    }

    private static func readEscapes(_ text: Substring) -> String {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? String(text)
    }
}

extension Result where Success == TransportResponse, Failure == TransportFailure {
    /// Creates an answer with this text as its body. It is JSON unless `headers` says otherwise.
    public static func json(
        _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> Self {
        let type = [(name: "Content-Type", value: "application/json;charset=UTF-8")]
        return .success(TransportResponse(status: status, headers: headers + type, body: Array(text.utf8)))
    }
}
