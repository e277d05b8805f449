import Synchronization

/// The base URL, which is known once the socket is bound. Several callers can wait for it.
final class BoundAddress: Sendable {
    private struct Waiting {
        var baseURL: String?
        var failure: (any Error)?
        var continuations: [CheckedContinuation<String, any Error>] = []
    }

    private let state = Mutex(Waiting())

    var current: String? { state.withLock { $0.baseURL } }

    func bound(_ baseURL: String) {
        let waiting = state.withLock { state in
            state.baseURL = baseURL
            defer { state.continuations = [] }
            return state.continuations
        }
        for continuation in waiting { continuation.resume(returning: baseURL) }
    }

    /// Tells waiting callers that the server will not start. Has no effect once the socket is bound.
    func failed(_ error: any Error) {
        let waiting = state.withLock { state in
            if state.baseURL == nil { state.failure = error }
            defer { state.continuations = [] }
            return state.continuations
        }
        for continuation in waiting { continuation.resume(throwing: error) }
    }

    func wait() async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            let outcome: Result<String, any Error>? = state.withLock { state in
                if let baseURL = state.baseURL { return .success(baseURL) }
                if let failure = state.failure { return .failure(failure) }
                state.continuations.append(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }
}
