extension World {
    /// Tells what changes, inside of the change.
    func tell(
        _ type: EventType, client: String? = nil, team: String? = nil, person: String? = nil,
        _ details: EmulatorEvent.Details = .none
    ) {
        events.tell(
            EmulatorEvent(
                type: type, at: clock.now, client: client, team: team ?? client.flatMap { teamID(ofClient: $0) },
                person: person, details: details))
    }

    /// Tells what changes about one person's use of a group of apps.
    func tell(
        _ type: EventType, _ consent: Consent.Key, client: String? = nil,
        _ more: [(name: String, value: OrderedJSON)] = []
    ) {
        tell(
            type, client: client, team: consent.teamID, person: consent.person,
            .members([("primary_app", .string(consent.primaryApp))] + more))
    }

    /// Tells that a grant was used or ended.
    func tell(_ type: EventType, _ grant: Grant, _ more: [(name: String, value: OrderedJSON)] = []) {
        tell(type, grant.consent, client: grant.client, more)
    }

    /// Tells that a client was refused a code or a token, and why.
    func tell(_ type: EventType, _ refusal: Refusal, client: String, of grant: Grant?) {
        tell(
            type, client: client, person: grant?.person,
            .members([("error", .string(refusal.error)), ("cause", .string(refusal.cause))]))
    }

    /// Tells about a change in the developer portal, without keys and addresses.
    func tell(_ type: EventType, _ change: TeamChange, of teamID: String, dueAt: Int) {
        let (kind, action) = change.names
        tell(
            type, client: change.isClient ? change.id : nil, team: teamID,
            .members([
                ("kind", .string(kind)), ("id", .string(change.id)), ("action", .string(action)),
                ("effective_at", .integer(dueAt)),
            ]))
    }

    /// Tells which switches differ from before, one event for each.
    func tellChanges(from before: Switches) {
        guard case .object(let old) = before.json, case .object(let new) = switches.json else { return }
        for (former, current) in zip(old, new) where former.value.text != current.value.text {
            tell(.switchChanged, .members([("switch", .string(current.name)), ("value", current.value)]))
        }
    }
}

extension EmulatorState {
    /// Tells what happened without a change of the world.
    func tell(
        _ type: EventType, client: String? = nil, person: String? = nil, _ details: EmulatorEvent.Details = .none
    ) {
        read { $0.tell(type, client: client, person: person, details) }
    }
}

extension OrderedJSON {
    static func array(of texts: some Sequence<String>) -> OrderedJSON { .array(texts.map { .string($0) }) }

    static func array(of scopes: Set<Scope>) -> OrderedJSON { .array(of: scopes.map(\.rawValue).sorted()) }
}

/// What a person completes on the pages of a sign-in.
enum PageStep: String, Sendable {
    case account, password, code, consent
}

extension World {
    func tell(_ type: EventType, _ request: AuthorizeRequest) {
        tell(
            type, client: request.client.id,
            .members([("response_mode", .string(request.mode.rawValue)), ("scopes", .array(of: request.scopes))]))
    }

    /// Tells that a form of the pages was sent, and whether it was right.
    func tell(_ step: PageStep, isAccepted: Bool, _ signIn: PageSignIn, _ person: Person?) {
        tell(
            .pageStep, client: signIn.request.client.id, person: person?.key,
            .members([("step", .string(step.rawValue)), ("accepted", .boolean(isAccepted))]))
    }

    func tell(_ type: EventType, _ consent: Consent, _ key: Consent.Key, client: String) {
        tell(
            type, key, client: client,
            [("scopes", .array(of: consent.scopes)), ("email_shared", .boolean(consent.isEmailShared))])
    }

    /// Tells whose saved passwords changed, not which.
    func tell(_ type: EventType, _ owner: KeychainOwner, domain: String?) {
        switch owner {
        case .account(let person): tell(type, person: person, .members([("domain", .optional(domain))]))
        case .device(let device):
            tell(type, .members([("device", .string(device)), ("domain", .optional(domain))]))
        }
    }

    /// Tells about a notification. Its token and its URL are left out, since a URL may contain a secret.
    func tell(
        _ type: EventType, _ delivery: NotificationOutbox.Delivery, _ more: [(name: String, value: OrderedJSON)] = []
    ) {
        let event = delivery.claims.event
        tell(
            type, team: event.teamID, person: event.person,
            .members(
                [
                    ("notification", .string(delivery.id)), ("notification_type", .string(event.type)),
                    ("primary_app", .string(event.primaryApp)), ("state", .string(delivery.standing.rawValue)),
                ] + more))
    }

    /// Tells how the last attempt of a delivery went. One that will be repeated is refused, not failed.
    func tellAttempt(of delivery: NotificationOutbox.Delivery) {
        var more: [(name: String, value: OrderedJSON)] = [("attempt", .integer(delivery.attempts.count))]
        if let status = delivery.attempts.last?.status { more.append(("status", .integer(status))) }
        if let error = delivery.attempts.last?.error { more.append(("error", .string(error))) }
        switch delivery.standing {
        case .delivered: tell(.notificationDelivered, delivery, more)
        case .failed: tell(.notificationFailed, delivery, more)
        default: tell(.notificationRefused, delivery, more + [("next_try_at", .integer(delivery.nextAt))])
        }
    }
}
