import HashTreeCollections

extension World {
    /// Moves an app with its Services IDs, and everybody's consents, tokens and codes. Returns the consents as they are
    /// now. Keys stay with the team that made them.
    mutating func complete(_ transfer: AppTransfer) -> [Consent.Key] {
        portal.transfers[transfer.number] = transfer
        moveRegistrations(transfer)
        let moving = consents.all.filter { $0.key.teamID == transfer.from && $0.key.primaryApp == transfer.primaryApp }
        return moving.sorted { $0.key < $1.key }.map(\.key).map { move($0, to: transfer.to) }
    }

    private mutating func moveRegistrations(_ transfer: AppTransfer) {
        guard let giver = portal.teams[transfer.from] else { return }
        var apps = giver.apps.filter { transfer.clients.contains($0.key) }
        let services = giver.services.filter { transfer.clients.contains($0.key) }
        if !switches.notificationUrlMoves { apps = apps.mapValues(\.withoutNotificationURL) }
        portal.teams[transfer.from]?.remove(transfer.clients)
        portal.teams[transfer.to]?.receive(apps, services)
        portal.pending.removeAll { $0.teamID == transfer.from && transfer.clients.contains($0.change.id) }
        if var seen = teams[transfer.from] {
            seen.remove(transfer.clients)
            put(seen)
        }
        // second, so that the clients are known as the recipient's
        if var seen = teams[transfer.to] {
            seen.receive(apps, services)
            put(seen)
        }
    }

    /// Nobody is asked again (Apple: "the app's users also transfer"). The relay address is another one, at the domain
    /// of the recipient's other addresses, or at the one in use today.
    private mutating func move(_ old: Consent.Key, to teamID: String) -> Consent.Key {
        let new = Consent.Key(person: old.person, teamID: teamID, primaryApp: old.primaryApp)
        guard let consent = consents[old] else { return new }
        let domain = relayDomain(old.person, teamID)
        consents[old] = nil
        consents[new] = consent.transferred(from: old.teamID, relayDomain: domain)
        endedConsents.remove(new)
        tokens.transfer(from: old, to: new)
        codes.transfer(from: old, to: new)
        return new
    }

    /// What a device reports about an identifier that an app got before it changed its team (Apple:
    /// "ASAuthorizationAppleIDProvider.CredentialState.transferred"). The app asks with it for the new one.
    func credentialState(ofFormer user: String, app: Client, on device: Device?) -> CredentialState {
        for giver in Set(portal.transfers(of: app.id).map(\.from)) {
            guard let person = knownSubjects[giver]?[user] else { continue }
            let key = Consent.Key(person: person, teamID: app.teamID, primaryApp: app.primaryApp)
            guard consents[key]?.transferredFrom == giver else { continue }
            guard let device, device.account != person else { return .transferred }
        }
        return .notFound
    }

    /// Whether mail to a person's relay address for a team is forwarded.
    func forwardsMail(_ relay: RelayKey) -> Bool {
        !forwardingOff.contains(relay) && !isEndedByTransfer(relay)
    }

    /// Whether a relay address ended because the person's app went to another team. What becomes of the old address is
    /// unknown, so a switch says it.
    func isEndedByTransfer(_ relay: RelayKey) -> Bool {
        guard switches.oldRelayAfterTransfer == .refuse else { return false }
        let own = consents.of(relay.person)
        return own.contains { $0.value.transferredFrom == relay.teamID }
            && !own.contains { $0.key.teamID == relay.teamID && $0.value.hidesEmail }
    }

    func tell(_ type: EventType, _ transfer: AppTransfer) {
        tell(
            type, client: transfer.primaryApp, team: transfer.acceptedAt == nil ? transfer.from : transfer.to,
            .members([
                ("primary_app", .string(transfer.primaryApp)), ("transferred", .boolean(transfer.acceptedAt != nil)),
                ("from", .string(transfer.from)), ("to", .string(transfer.to)),
                ("clients", .array(of: transfer.clients)),
            ]))
    }
}

extension AppID {
    fileprivate var withoutNotificationURL: AppID {
        var app = self
        app.notificationURL = nil
        return app
    }
}
