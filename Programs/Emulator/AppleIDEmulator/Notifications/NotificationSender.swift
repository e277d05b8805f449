import AsyncHTTPClient
import JSONWebTokens
import Logging
import ServiceLifecycle
import Synchronization

/// Sends the notifications that are due. Sleeps until the bell rings, which happens after an event or a clock change.
final class NotificationSender: Service {
    private let state: EmulatorState
    private let logger: Logger
    private let limits: CallLimits
    /// The URLs being called. There is one call at a time for each URL, so that a receiver gets events in order and an
    /// unreachable one does not delay the others.
    private let busy = Mutex<Set<String>>([])
    private static let maximumCalls = 32

    init(state: EmulatorState, limits: CallLimits, logger: Logger) {
        self.state = state
        self.limits = limits
        self.logger = logger
    }

    func run() async throws {
        let call = NotificationCall(client: NotificationCall.makeClient(limits), limits: limits)
        let (id, sounds) = state.bell.listen()
        await withDiscardingTaskGroup { group in
            var alarm: Task<Void, Never>?
            for await _ in sounds.cancelOnGracefulShutdown() {
                let rings = state.bell.rings
                while let delivery = takeDue() {
                    group.addTask { await self.attempt(delivery, call) }
                }
                alarm?.cancel()
                alarm = setAlarm()
                if isSettled { state.bell.settle(rings: rings) }
            }
            alarm?.cancel()
            group.cancelAll()
        }
        state.bell.fallSilent(id)
        try await call.client.shutdown()
    }

    private func takeDue() -> NotificationOutbox.Delivery? {
        busy.withLock { busy in
            guard busy.count < Self.maximumCalls else { return nil }
            let delivery = state.read { [busy] in $0.outbox.due(at: $0.clock.now, exceptAt: busy) }
            if let url = delivery?.url { busy.insert(url) }
            return delivery
        }
    }

    /// Whether everything due has been tried. A call that ends after the last look leaves the next one for its URL due.
    private var isSettled: Bool {
        busy.withLock { busy in
            busy.isEmpty && state.read { $0.outbox.due(at: $0.clock.now, exceptAt: []) } == nil
        }
    }

    /// Rings the bell when the next delivery becomes due, unless the clock is frozen.
    private func setAlarm() -> Task<Void, Never>? {
        let seconds = state.read { world -> Int? in
            guard world.clock.frozenAt == nil else { return nil }
            return world.outbox.nextDue(after: world.clock.now).map { $0 - world.clock.now }
        }
        guard let seconds else { return nil }
        return Task { [bell = state.bell] in
            guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
            bell.ring()
        }
    }

    private func attempt(_ delivery: NotificationOutbox.Delivery, _ call: NotificationCall) async {
        let url = delivery.url ?? ""
        var outcome: NotificationCall.Outcome
        var token = delivery.token ?? ""
        do {
            if delivery.token == nil { token = try sign(delivery) }
            outcome = await call.post(token, to: url)
        } catch {
            outcome = NotificationCall.Outcome(error: "not_signed")
        }
        // an attempt that was cancelled with the server does not count
        guard !Task.isCancelled else { return }
        record(outcome, token: token, for: delivery.id)
        busy.withLock { _ = $0.remove(url) }
        logger.info(
            "notification sent",
            metadata: [
                "id": "\(delivery.id)", "type": "\(delivery.claims.event.type)",
                "result": "\(outcome.status.map { "\($0)" } ?? outcome.error ?? "")",
            ])
        state.bell.ring()
    }

    private func record(_ outcome: NotificationCall.Outcome, token: String, for id: String) {
        let record: @Sendable (inout World) -> Void = { world in
            let delivery = world.outbox.record(
                NotificationOutbox.Attempt(
                    at: world.clock.now, status: outcome.status, error: outcome.error, answer: outcome.answer),
                token: token, for: id)
            if let delivery { world.tellAttempt(of: delivery) }
        }
        do {
            try state.change(record)
        } catch {
            // the attempt was made, whatever the disk says: otherwise the event would be sent for ever. The state file
            // learns of it with the next change that can be written.
            state.note(record)
            logger.error("state not kept", metadata: ["error": "\(error)"])
        }
    }

    private func sign(_ delivery: NotificationOutbox.Delivery) throws -> String {
        guard let key = state.read({ $0.keyRing.signingKey }) else { throw EmulatorFault.noSigningKey }
        let payload = delivery.claims.payload(issuer: state.issuer)
        return try (delivery.hasWrongKey ? state.wrongKeys.key(named: key.keyID ?? "") : key).sign(payload: payload)
    }
}
