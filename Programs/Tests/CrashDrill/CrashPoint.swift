import AccountStorage
import Foundation
import ServiceAssembly
import SignInFlows
import SignInWithApple

/// Where the process kills itself: at a named step of a sign-in, or in the middle of one.
enum CrashPoint: Sendable {
    /// When the flows or the routes report this step.
    case step(SignInStep.Point)
    /// When Apple has answered the code exchange and the service has not read the answer yet.
    case exchangeUnread
    /// When the last transaction has written everything but not committed.
    case beforeCommit
    /// When the first transaction after the verification of the identity token has written everything but not
    /// committed. It contains the claim and, if a known person signs in, everything else.
    case beforeClaim

    init?(rawValue: String) {
        switch rawValue {
        case "exchange_unread": self = .exchangeUnread
        case "before_commit": self = .beforeCommit
        case "before_claim": self = .beforeClaim
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
        case .beforeCommit: Self.dyingInTheTransaction(after: .commitStarted)
        case .beforeClaim: Self.dyingInTheTransaction(after: .tokenVerified)
        }
    }

    private static func dyingInTheTransaction(after point: SignInStep.Point) -> ServiceSeams {
        let isNext = Flag()
        return ServiceSeams(
            observe: { if $0.point == point { await isNext.raise() } },
            database: { DatabaseThatDiesBeforeCommit(inner: $0, isNext: isNext) })
    }
}

/// Ends the process like a crash: nothing is flushed or closed.
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
    let isNext: Flag

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        guard await isNext.isRaised else { return try await inner.transaction(body) }
        return try await inner.transaction { transaction throws(StorageFailure) in
            _ = try body(transaction)
            die()
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await inner.read(body)
    }
}
