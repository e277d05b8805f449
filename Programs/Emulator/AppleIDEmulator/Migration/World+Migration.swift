import HashTreeCollections

extension World {
    /// The transfer that brought a consent to its team, until its 60 days are over.
    func openTransfer(of key: Consent.Key) -> AppTransfer? {
        guard let giver = consents[key]?.transferredFrom else { return nil }
        let transfer = portal.transfers(of: key.primaryApp).last {
            $0.acceptedAt != nil && $0.from == giver && $0.to == key.teamID
        }
        return transfer.flatMap { $0.isOpen(at: clock.now, switches) ? $0 : nil }
    }

    /// The claim `transfer_sub` of an identity token, for people who came with the app.
    mutating func transferClaim(of key: Consent.Key, seed: UInt64) -> String? {
        guard let transfer = openTransfer(of: key) else { return nil }
        return transferIdentifier(of: key.person, to: transfer.to, seed: seed)
    }

    /// A person's transfer identifier for a recipient: the same for all apps, and at all times.
    mutating func transferIdentifier(of person: String, to recipient: String, seed: UInt64) -> String {
        let identifier = TeamSubjects.transferIdentifier(of: person, to: recipient, seed: seed)
        if migration.identifiers[identifier] == nil {
            migration.identifiers[identifier] = .init(person: person, recipient: recipient)
        }
        return identifier
    }

    /// A request for a team's access token, with what the emulator knows about the client's transfers.
    func tokenAttempt(of client: String, by teamID: String) -> MigrationTokenAttempt {
        let isOwner = self.teamID(ofClient: client) == teamID
        let transfers = portal.transfers(of: client)
        return MigrationTokenAttempt(
            client: client, isOwner: isOwner,
            isOffered: transfers.contains { $0.from == teamID && $0.isWaiting },
            isReceived: transfers.contains { $0.to == teamID && $0.isOpen(at: clock.now, switches) },
            givenAway: isOwner ? nil : transfers.last { $0.from == teamID && $0.acceptedAt != nil }, now: clock.now,
            switches: switches)
    }

    /// A request to `/auth/usermigrationinfo`, with what the emulator knows about what it names.
    func attempt(_ request: MigrationRequest) -> MigrationAttempt {
        let client = client(request.client)
        let isOwner = client?.teamID == request.teamID
        let transfers = portal.transfers(of: request.client)
        var attempt = MigrationAttempt(
            request: request, bearer: request.bearer.flatMap { bearer($0) }, isOwner: isOwner, now: clock.now,
            switches: switches)
        switch request.ask {
        case .identifier(let subject, let target):
            attempt.transfer = transfers.last {
                $0.from == request.teamID && (isOwner ? $0.isWaiting : $0.acceptedAt != nil)
            }
            attempt.isTargetKnown = teams[target] != nil
            attempt.named = client.flatMap { named(subject, $0, request.teamID) }
        case .person(let identifier):
            attempt.transfer = transfers.last { $0.to == request.teamID && $0.acceptedAt != nil }
            attempt.named = client.flatMap { named(behind: identifier, $0) }
        case nil: break
        }
        return attempt
    }

    /// An access token of a team, or of a person (TN3159).
    private func bearer(_ token: String) -> MigrationAttempt.Bearer? {
        let isUsed = migration.used[token] != nil
        if let known = migration.tokens[token] {
            return .init(client: known.client, teamID: known.teamID, expiresAt: known.expiresAt, isUsed: isUsed)
        }
        return tokens.access[token].map {
            MigrationAttempt.Bearer(
                client: $0.grant.client, teamID: nil, expiresAt: $0.expiresAt, isUsed: isUsed)
        }
    }

    /// Whom a team means by a subject, even if it is another team's.
    private func named(_ subject: String, _ client: Client, _ giver: String) -> MigrationAttempt.Named? {
        for teamID in [giver] + teams.keys.sorted() {
            guard let person = knownSubjects[teamID]?[subject] else { continue }
            let consent = consents[consentKey(of: person, client)]
            let isUsing = client.teamID == giver ? consent != nil : consent?.transferredFrom == giver
            return .init(person: person, teamID: teamID, isUsing: isUsing)
        }
        return nil
    }

    private func named(behind identifier: String, _ client: Client) -> MigrationAttempt.Named? {
        migration.identifiers[identifier].map { known in
            MigrationAttempt.Named(
                person: known.person, teamID: known.recipient,
                isUsing: consents[consentKey(of: known.person, client)] != nil)
        }
    }

    func consentKey(of person: String, _ client: Client) -> Consent.Key {
        Consent.Key(person: person, teamID: client.teamID, primaryApp: client.primaryApp)
    }
}
