import JSONWebTokens

/// Overrides of the policy for one event.
struct NotificationOrder: Sendable {
    var delaySeconds: Int?
    var copies: Int?
    var hasWrongKey: Bool?
    var hasWrongAudience: Bool?
    var jti: String?
    /// A token that was sent before and is to be sent again unchanged.
    var token: String?
}

extension EmulatorState {
    /// Puts an event into the outbox. Called under the lock, as part of the change that it reports.
    @discardableResult
    func announce(
        _ event: NotificationEvent, _ order: NotificationOrder = NotificationOrder(), in world: inout World
    ) -> [NotificationOutbox.Delivery] {
        let policy = world.outbox.policy
        let replayed = policy.replayJti ? world.outbox.lastJti : nil
        let jti = order.jti ?? replayed ?? Base64URL.encode(randomBytes(16))
        let isForOthers = order.hasWrongAudience ?? policy.wrongAudience
        let claims = NotificationClaims(
            event: event, jti: jti,
            audience: isForOthers ? NotificationClaims.wrongAudience : audience(of: event, in: world),
            shape: NotificationShape(world.switches))
        let dueAt = world.clock.now + (order.delaySeconds ?? policy.delaySeconds)
        return (0...(order.copies ?? policy.duplicate)).map { _ in
            let delivery = NotificationOutbox.Delivery(
                id: Base64URL.encode(randomBytes(9)), claims: claims,
                hasWrongKey: order.hasWrongKey ?? policy.wrongKey,
                url: world.teams[event.teamID]?.notificationURL(of: event.primaryApp), dueAt: dueAt,
                retryAt: policy.retryAt, token: order.token)
            let added = world.outbox.add(delivery)
            world.tell(.notificationQueued, added)
            return added
        }
    }

    /// The primary App ID was observed. Whether a Services ID can appear is unknown
    /// (Documentation/emulator-fidelity.md, "Notifications").
    private func audience(of event: NotificationEvent, in world: borrowing World) -> String {
        guard world.switches.notificationAudience == .service else { return event.primaryApp }
        let team = world.teams[event.teamID]
        let services = team?.services.keys.filter { team?.client($0)?.primaryApp == event.primaryApp }
        return services?.min() ?? event.primaryApp
    }

    /// Makes an event about a person's use of one group of apps.
    func event(_ type: String, _ consent: Consent.Key, in world: borrowing World) -> NotificationEvent {
        let isAboutEmail = NotificationType(rawValue: type)?.isAboutEmail ?? false
        return NotificationEvent(
            type: type, person: consent.person, teamID: consent.teamID, primaryApp: consent.primaryApp,
            subject: subject(of: consent.person, world.person(consent.person), team: consent.teamID),
            relayAddress: isAboutEmail ? world.relayAddress(of: consent, seed: seed) : nil,
            happenedAt: world.clock.now)
    }

    func event(_ type: NotificationType, _ consent: Consent.Key, in world: borrowing World) -> NotificationEvent {
        let name = type == .accountDeleted ? world.switches.deletionEvent.rawValue : type.rawValue
        return event(name, consent, in: world)
    }

    /// Sends an event although nothing happened. Apple offers no equivalent.
    func sendTestEvent(
        _ type: String, _ consent: Consent.Key, _ order: NotificationOrder, count: Int
    ) throws -> [NotificationOutbox.Delivery] {
        try change { world in
            let event = event(type, consent, in: world)
            return (0..<count).flatMap { _ in announce(event, order, in: &world) }
        }
    }
}
