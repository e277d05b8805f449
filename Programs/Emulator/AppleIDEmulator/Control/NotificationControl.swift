import HashTreeCollections
import Hummingbird

/// `/_emulator/notifications`: the log, events on demand, the URLs, and the delivery policy.
struct NotificationControl: Sendable {
    struct SendCall: ControlCall {
        var type: String?
        var person: String?
        var client: String?
        var teamId: String?
        var count: Int?
        var duplicate: Int?
        var delaySeconds: Int?
        var wrongKey: Bool?
        var wrongAudience: Bool?
        var jti: String?
        var replayOf: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case type, person, client, teamId, count, duplicate, delaySeconds, wrongKey, wrongAudience, jti, replayOf
        }
    }

    struct PolicyCall: ControlCall {
        var retryAt: [Int]?
        var delaySeconds: Int?
        var duplicate: Int?
        var reorder: Int?
        var lose: Int?
        var wrongKey: Bool?
        var wrongAudience: Bool?
        var replayJti: Bool?

        enum CodingKeys: CodingKey, CaseIterable {
            case retryAt, delaySeconds, duplicate, reorder, lose, wrongKey, wrongAudience, replayJti
        }
    }

    struct URLCall: ControlCall {
        var client: String?
        var teamId: String?
        /// Without a URL, nothing is sent.
        var url: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case client, teamId, url
        }
    }

    struct Log: Encodable, Sendable {
        let entries: [NotificationReply]
        let dropped: Int
    }

    struct URLReply: Encodable, Sendable {
        let url: String?
    }

    /// A year, so that times cannot overflow.
    private static let longestDelay = 366 * 86_400

    let state: EmulatorState

    /// With `?settled`, waits until everything that is due has been tried.
    func log(_ request: Request) async throws -> Answer {
        if request.uri.query?.hasPrefix("settled") == true { await state.bell.waitUntilSettled() }
        return try log()
    }

    func clearLog() throws -> Answer {
        state.note { $0.outbox.clearLog() }
        return try log()
    }

    private func log() throws -> Answer {
        try .reply(
            state.read { world in
                Log(entries: world.outbox.all.map(NotificationReply.init), dropped: world.outbox.dropped)
            })
    }

    func send(_ request: Request) async throws -> Answer {
        let call = try await request.control(SendCall.self)
        let count = try Self.checked(call.count ?? 1, "count", in: 1...100)
        let order = NotificationOrder(
            delaySeconds: try call.delaySeconds.map {
                try Self.checked($0, "delay_seconds", in: 0...Self.longestDelay)
            },
            copies: try call.duplicate.map { try Self.checked($0, "duplicate", in: 0...100) },
            hasWrongKey: call.wrongKey, hasWrongAudience: call.wrongAudience, jti: call.jti)
        let sent: [NotificationOutbox.Delivery]
        if let id = call.replayOf {
            sent = try replay(id, order, count: count)
        } else {
            let key = try audience(call)
            sent = try state.sendTestEvent(try Self.type(call.type), key, order, count: count)
        }
        return try .reply(NotificationsReply(sent), status: .created)
    }

    /// Sends the same token again, or the same event with its `jti` if no token was signed yet.
    private func replay(_ id: String, _ order: NotificationOrder, count: Int) throws -> [NotificationOutbox.Delivery] {
        try state.change { world in
            guard let sent = world.outbox.find(id) else {
                throw ControlRefusal.notFound("notification_unknown", "There is no notification \(id) in the log.")
            }
            var order = order
            order.jti = sent.claims.jti
            order.token = sent.token
            return (0..<count).flatMap { [order] _ in state.announce(sent.claims.event, order, in: &world) }
        }
    }

    private static func type(_ name: String?) throws -> String {
        let known = NotificationType.allCases.map(\.rawValue) + ["account-delete"]
        guard let name, name.utf8.count <= 64, known.contains(name) || name.hasPrefix("x-") else {
            throw ControlRefusal.badRequest(
                "type_unknown",
                "type must be one of \(known.joined(separator: ", ")), or begin with x- for an unknown type."
            )
        }
        return name
    }

    /// The person and the group of apps that the event is about.
    private func audience(_ call: SendCall) throws -> Consent.Key {
        let person = call.person ?? ""
        return try state.read { world in
            guard world.person(person) != nil || world.deletedPeople.contains(person) else {
                throw ControlRefusal.unknownPerson(person, world)
            }
            let group = try Self.group(client: call.client, team: call.teamId, world)
            return Consent.Key(person: person, teamID: group.teamID, primaryApp: group.primaryApp)
        }
    }

    func setURL(_ request: Request) async throws -> Answer {
        let call = try await request.control(URLCall.self)
        if let url = call.url, !NotificationURL.isUsable(url) {
            throw ControlRefusal.badRequest("notification_url", "\(url) must be \(NotificationURL.rule).")
        }
        try state.note { world in
            if let client = call.client {
                let group = try Self.group(client: client, team: nil, world)
                world.setNotificationURL(call.url, of: group.primaryApp, team: group.teamID)
            } else if let team = call.teamId, world.teams[team] != nil {
                world.setNotificationURL(call.url, of: nil, team: team)
            } else {
                throw ControlRefusal.notFound("client_or_team", "Name an existing client or team_id.")
            }
        }
        return try .reply(URLReply(url: call.url))
    }

    func policy() throws -> Answer { try .reply(state.read { $0.outbox.policy }) }

    func setPolicy(_ request: Request) async throws -> Answer {
        let call = try await request.control(PolicyCall.self)
        let changed = try state.change { world in
            var policy = world.outbox.policy
            if let times = call.retryAt {
                guard (1...20).contains(times.count), times.allSatisfy({ (0...Self.longestDelay).contains($0) }),
                    times == times.sorted()
                else {
                    throw ControlRefusal.badRequest("retry_at", "retry_at must be 1 to 20 rising numbers of seconds.")
                }
                policy.retryAt = times
            }
            try policy.setCounts(call, checked: Self.checked, longestDelay: Self.longestDelay)
            policy.wrongKey = call.wrongKey ?? policy.wrongKey
            policy.wrongAudience = call.wrongAudience ?? policy.wrongAudience
            policy.replayJti = call.replayJti ?? policy.replayJti
            world.outbox.policy = policy
            let shown = try OrderedJSON(encoding: policy)
            world.tell(.notificationPolicyChanged, .members([("policy", shown)]))
            // held events are released if the new group size is already reached
            if world.outbox.held.count >= policy.reorder { world.outbox.release() }
            return policy
        }
        return try .reply(changed)
    }

    private static func group(
        client: String?, team: String?, _ world: borrowing World
    ) throws -> (teamID: String, primaryApp: String) {
        if let client {
            guard let known = world.client(client) else {
                throw ControlRefusal.unknownClient(client, world)
            }
            return (known.teamID, known.primaryApp)
        }
        guard let team, let known = world.teams[team] else {
            throw ControlRefusal.notFound("client_or_team", "Name an existing client or team_id.")
        }
        let groups = Set(known.apps.keys.map { known.primaryApp(of: $0) })
        guard let only = groups.first, groups.count == 1 else {
            throw ControlRefusal.badRequest("client_missing", "The team has several groups of apps: name a client.")
        }
        return (team, only)
    }

    private static func checked(_ value: Int, _ name: String, in range: ClosedRange<Int>) throws -> Int {
        guard range.contains(value) else {
            throw ControlRefusal.badRequest(name, "\(name) must be from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }
}

extension NotificationPolicy {
    fileprivate mutating func setCounts(
        _ call: NotificationControl.PolicyCall, checked: (Int, String, ClosedRange<Int>) throws -> Int,
        longestDelay: Int
    ) throws {
        if let seconds = call.delaySeconds { delaySeconds = try checked(seconds, "delay_seconds", 0...longestDelay) }
        if let copies = call.duplicate { duplicate = try checked(copies, "duplicate", 0...100) }
        if let size = call.reorder { reorder = try checked(size, "reorder", 1...100) }
        if let count = call.lose { lose = try checked(count, "lose", 0...1_000_000) }
    }
}
