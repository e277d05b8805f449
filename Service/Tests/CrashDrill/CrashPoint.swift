import AccountStorage
import Foundation
import SignInFlows
import SignInWithApple

/// Where the process ends: at a named step of a sign-in, or in the middle of one.
enum CrashPoint: Sendable {
    /// When the flows or the routes say that they are there.
    case step(SignInStep.Point)
    /// When Apple has answered the exchange and nobody has read the answer.
    case exchangeUnread
    /// When the last transaction has written everything and has not committed.
    case beforeCommit

    init?(rawValue: String) {
        switch rawValue {
        case "exchange_unread": self = .exchangeUnread
        case "before_commit": self = .beforeCommit
        default:
            guard let point = SignInStep.Point(rawValue: rawValue) else { return nil }
            self = .step(point)
        }
    }

    var seams: ServiceSeams {
        switch self {
        case .step(let point):
            ServiceSeams(observe: { if $0.point == point { die() } })
        case .exchangeUnread:
            ServiceSeams(transport: { TransportThatDiesAfterExchange(inner: $0) })
        case .beforeCommit:
            Self.dyingInTheLastTransaction()
        }
    }

    /// The transaction that follows `commit_started` is the one that stores account, grant and session.
    private static func dyingInTheLastTransaction() -> ServiceSeams {
        let isLast = Flag()
        return ServiceSeams(
            observe: { if $0.point == .commitStarted { await isLast.raise() } },
            database: { DatabaseThatDiesBeforeCommit(inner: $0, isLast: isLast) })
    }
}

/// Ends the process as a crash or a power cut of the machine's supervisor would: nothing is flushed, nothing is closed.
func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
}

actor Flag {
    private(set) var isRaised = false
    func raise() { isRaised = true }
}

private struct TransportThatDiesAfterExchange: HTTPTransport {
    let inner: any HTTPTransport

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        let response = try await inner.send(request)
        if request.url.hasSuffix("/auth/token") { die() }
        return response
    }
}

private struct DatabaseThatDiesBeforeCommit: AccountDatabase {
    let inner: any AccountDatabase
    let isLast: Flag

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        guard await isLast.isRaised else { return try await inner.transaction(body) }
        return try await inner.transaction { transaction throws(StorageFailure) in
            _ = try body(transaction)
            die()
        }
    }
}
