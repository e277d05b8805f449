import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// What Apple posts when somebody changes something at Apple. It is answered once it is stored.
struct AppleNotificationRoutes: RouteGroup {
    let environment: SignInEnvironment
    let limiter: RateLimiter

    /// Apple's notifications are below 2 KiB; a token is never taken beyond 16.
    private static let maximumBody = 20_480

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.appleNotifications), use: receive)
    }

    private func receive(_ request: Request, context: ServiceContext) async throws -> Response {
        if let wait = limiter.wait(.foreignNotification, for: context.client) {
            throw RequestRefusal.rateLimited(retryAfter: wait)
        }
        let receipt: AppleNotifications.Receipt
        do {
            let message = try await request.message(NotificationMessage.self, limit: Self.maximumBody)
            receipt = try await AppleNotifications(environment).receive(payload: message.payload)
        } catch {
            // What is not Apple's is charged to whoever sent it; an outage of Apple's or of ours is not.
            if Self.isForeign(error) { _ = limiter.take(.foreignNotification, for: context.client) }
            throw error
        }
        context.logger.info(
            "notification",
            metadata: [
                "kind": "\(receipt.kind)", "effect": "\(receipt.effect)", "repeat": "\(receipt.isRepeat)",
            ])
        return Response(status: .ok)
    }

    private static func isForeign(_ error: any Error) -> Bool {
        if case .refused? = error as? SignInError { return true }
        return error is RequestRefusal
    }

    private struct NotificationMessage: Decodable {
        let payload: String
    }
}
