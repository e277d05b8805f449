import Foundation
public import SignInWithApple

/// Stands in for the network in tests: keeps every request and answers as it was told.
///
/// ```swift
/// let transport = RecordingTransport([
///     .json(#"{"error":"invalid_grant"}"#, status: 400),
///     .failure(.timedOut),
/// ])
/// ```
public actor RecordingTransport: HTTPTransport {
    /// What one request gets: an answer, or the reason why none came.
    public typealias Answer = Result<TransportResponse, TransportFailure>

    /// The requests so far, in the order in which they came.
    public private(set) var requests: [TransportRequest] = []
    private var answers: [Answer] = []
    private let answerer: (@Sendable (TransportRequest) -> Answer)?
    private var isHolding = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Gives these answers in turn, the last one again and again; none at all is `connectFailed`.
    /// - Parameters:
    ///   - answers: what the requests get, in their order.
    ///   - isHolding: whether requests wait for `release`.
    public init(_ answers: [Answer], isHolding: Bool = false) {
        self.answers = answers
        self.isHolding = isHolding
        answerer = nil
    }

    /// Asks for every answer anew.
    public init(answering answerer: @escaping @Sendable (TransportRequest) -> Answer) {
        self.answerer = answerer
    }

    /// Keeps the request and answers it.
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

    /// Replaces the answers that are still to come.
    public func answer(with answers: [Answer]) {
        self.answers = answers
    }

    /// Lets requests wait from now on.
    public func hold() {
        isHolding = true
    }

    /// Answers the requests that wait, and every later one at once.
    public func release() {
        isHolding = false
        for continuation in held { continuation.resume() }
        held = []
    }

    /// Returns as soon as so many requests have come.
    public func received(_ count: Int = 1) async {
        guard requests.count < count else { return }
        await withCheckedContinuation { waiting.append((count: count, continuation: $0)) }
    }

    /// Name and value of each field of a form that was posted, escapes read; empty where there is no such request.
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
    /// An answer with that text as its body, as JSON unless the fields say otherwise.
    public static func json(
        _ text: String, status: Int = 200, headers: [(name: String, value: String)] = []
    ) -> Self {
        let type = [(name: "Content-Type", value: "application/json;charset=UTF-8")]
        return .success(TransportResponse(status: status, headers: headers + type, body: Array(text.utf8)))
    }
}
