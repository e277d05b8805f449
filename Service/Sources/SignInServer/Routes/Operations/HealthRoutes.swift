import AccountStorage
import Hummingbird
import SignInAPI

/// For whoever runs the service: alive, and ready to serve.
struct HealthRoutes: RouteGroup {
    let database: any AccountDatabase
    /// How Apple was found last; shown, but an outage at Apple takes nobody's readiness away.
    let appleHealth: AppleHealth?

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.live)) { _, _ in try Response.json(["status": "live"]) }
        router.get(RouterPath(Paths.ready), use: ready)
    }

    private func ready(_ request: Request, context: ServiceContext) async throws -> Response {
        let answers = await databaseAnswers()
        let state = Readiness(
            status: answers ? "ready" : "not_ready", database: answers ? "ok" : "unavailable",
            apple: (appleHealth?.state ?? .unknown).rawValue)
        return try .json(state, status: answers ? .ok : .serviceUnavailable)
    }

    private func databaseAnswers() async -> Bool {
        guard let nobody = AccountID(bytes: [UInt8](repeating: 0, count: 16)) else { return false }
        do {
            return try await database.transaction { transaction throws(StorageFailure) in
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
    }
}
