import AccountStorage
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// Health checks for operators: liveness and readiness.
struct HealthRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(.get, Paths.live, budget: .unlimited(.monitoring), authentication: .anybody, body: .none) { _ in
                Self.live
            },
            Route(
                .get, Paths.ready, budget: .unlimited(.monitoring), authentication: .anybody, body: .none, use: ready),
        ]
    }

    /// Encoded once, because a monitor asks every few seconds.
    private static let live = Response.json(bytes: Array(#"{"status":"live"}"#.utf8))

    /// Apple's availability is shown, but an outage at Apple does not affect readiness.
    private func ready(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let answers = await databaseAnswers()
        let state = Readiness(
            status: answers ? "ready" : "not_ready", database: answers ? "ok" : "unavailable",
            apple: (parts.appleHealth?.state ?? .unknown).rawValue, version: Release.version)
        return try .json(state, status: answers ? .ok : .serviceUnavailable)
    }

    private func databaseAnswers() async -> Bool {
        guard let nobody = AccountID(bytes: [UInt8](repeating: 0, count: 16)) else { return false }
        do {
            return try await parts.environment.database.transaction { transaction throws(StorageFailure) in
                _ = try transaction.findAccount(nobody)
                return .discard(true)
            }
        } catch {
            return false
        }
    }

    private struct Readiness: Encodable {
        let status: String
        let database: String
        let apple: String
        let version: String
    }
}
