/// The notifications that a control call leads to.
struct NotificationsReply: Encodable, Sendable {
    let notifications: [NotificationReply]

    init(_ deliveries: [NotificationOutbox.Delivery]) { notifications = deliveries.map(NotificationReply.init) }
}

/// A notification, and how its delivery went so far.
struct NotificationReply: Encodable, Sendable {
    let id: String
    let type: String
    let person: String
    let subject: String
    let teamId: String
    let primaryApp: String
    let audience: String
    let jti: String
    let url: String?
    let happenedAt: Int
    let state: NotificationOutbox.Standing
    let delivered: Bool
    let nextTryAt: Int?
    let attempts: [Attempt]
    let payload: String?

    init(_ delivery: NotificationOutbox.Delivery) {
        let event = delivery.claims.event
        id = delivery.id
        type = event.type
        person = event.person
        subject = event.subject
        teamId = event.teamID
        primaryApp = event.primaryApp
        audience = delivery.claims.audience
        jti = delivery.claims.jti
        url = delivery.url
        happenedAt = event.happenedAt
        state = delivery.standing
        delivered = delivery.standing == .delivered
        nextTryAt = delivery.standing == .waiting ? delivery.nextAt : nil
        attempts = delivery.attempts.map(Attempt.init)
        payload = delivery.token
    }

    /// An attempt has only the members that it needs.
    struct Attempt: Encodable, Sendable {
        let made: NotificationOutbox.Attempt

        init(_ made: NotificationOutbox.Attempt) { self.made = made }

        private enum CodingKeys: CodingKey { case at, status, error, answer }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(made.at, forKey: .at)
            if let status = made.status { try members.encode(status, forKey: .status) }
            if let error = made.error { try members.encode(error, forKey: .error) }
            if let answer = made.answer { try members.encode(answer, forKey: .answer) }
        }
    }
}
