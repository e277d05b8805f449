extension NotificationPolicy {
    var json: OrderedJSON {
        .object([
            ("retry_at", .array(retryAt.map { .integer($0) })), ("delay_seconds", .integer(delaySeconds)),
            ("duplicate", .integer(duplicate)), ("reorder", .integer(reorder)), ("lose", .integer(lose)),
            ("wrong_key", .boolean(wrongKey)), ("wrong_audience", .boolean(wrongAudience)),
            ("replay_jti", .boolean(replayJti)),
        ])
    }
}

extension NotificationOutbox.Delivery {
    var json: OrderedJSON {
        let event = claims.event
        return .object([
            ("id", .string(id)), ("type", .string(event.type)), ("person", .string(event.person)),
            ("subject", .string(event.subject)), ("team_id", .string(event.teamID)),
            ("primary_app", .string(event.primaryApp)), ("audience", .string(claims.audience)),
            ("jti", .string(claims.jti)), ("url", .optional(url)), ("happened_at", .integer(event.happenedAt)),
            ("state", .string(standing.rawValue)), ("delivered", .boolean(standing == .delivered)),
            ("next_try_at", standing == .waiting ? .integer(nextAt) : .null),
            ("attempts", .array(attempts.map(\.json))), ("payload", .optional(token)),
        ])
    }
}

extension NotificationOutbox.Attempt {
    fileprivate var json: OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [("at", .integer(at))]
        if let status { members.append(("status", .integer(status))) }
        if let error { members.append(("error", .string(error))) }
        if let answer { members.append(("answer", .string(answer))) }
        return .object(members)
    }
}
