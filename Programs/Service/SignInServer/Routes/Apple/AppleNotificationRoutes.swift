import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Receives Apple's notifications about accounts. Each is acknowledged after it has been stored.
struct AppleNotificationRoutes: RouteGroup {
    let parts: ServiceParts

    /// Apple's notifications are smaller than 2 KiB, and no token may exceed 16 KiB.
    private static let maximumBody = 20_480

    var routes: [Route] {
        [
            Route(
                .post, Paths.appleNotifications,
                budget: .refusals(.foreignNotification, unknownKeys: .unknownKeyNotification),
                authentication: .anybody, body: .jsonOfApple(NotificationMessage.self, upTo: Self.maximumBody),
                stores: .afterProof(2_000, by: .trust), use: receive)
        ]
    }

    private func receive(_ request: RouteRequest<Void, NotificationMessage>) async throws -> Response {
        let receipt: AppleNotifications.Receipt
        do throws(SignInError) {
            receipt = try await AppleNotifications(parts.environment).receive(payload: request.body.payload)
        } catch {
            parts.metrics.count(refusedNotification: error.code)
            throw error
        }
        parts.metrics.count(receipt)
        request.context.logger.info(
            "notification",
            metadata: [
                "kind": "\(receipt.kind)", "effect": "\(receipt.effect)", "repeat": "\(receipt.isRepeat)",
            ])
        return Response(status: .ok)
    }

    private struct NotificationMessage: Decodable, Sendable {
        let payload: String
    }
}
