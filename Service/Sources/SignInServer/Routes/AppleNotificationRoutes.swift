import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// What Apple posts when somebody changes something at Apple. It is answered once it is stored.
struct AppleNotificationRoutes: RouteGroup {
    let environment: SignInEnvironment

    /// Apple's notifications are below 2 KiB; a token is never taken beyond 16.
    private static let maximumBody = 20_480

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.appleNotifications), use: receive)
    }

    private func receive(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(NotificationMessage.self, limit: Self.maximumBody)
        let receipt = try await AppleNotifications(environment).receive(payload: message.payload)
        context.logger.info(
            "notification",
            metadata: [
                "kind": "\(receipt.kind)", "effect": "\(receipt.effect)", "repeat": "\(receipt.isRepeat)",
            ])
        return Response(status: .ok)
    }

    private struct NotificationMessage: Decodable {
        let payload: String
    }
}
