import HashTreeCollections

/// How saved changes reach the protocol.
extension World {
    /// Saves a change in the portal. The protocol sees it at once, or after the delay of the switch `portal_delay`.
    mutating func save(_ change: TeamChange, of teamID: String) {
        let (now, due) = (clock.now, clock.now + switches.portalDelay)
        portal.teams[teamID]?.apply(change, at: now)
        tell(.portalChangeSaved, change, of: teamID, dueAt: due)
        // an earlier change of the same identifier must not replace this one later
        portal.pending.removeAll { $0.teamID == teamID && $0.change.id == change.id && $0.dueAt >= due }
        let pending = Portal.PendingChange(teamID: teamID, change: change, savedAt: now, dueAt: due)
        if due <= now {
            takeEffect(pending)
        } else {
            portal.pending.append(pending)
        }
    }

    /// Saves a change that takes effect at once, whatever the delay.
    mutating func saveAtOnce(_ change: TeamChange, of teamID: String) {
        portal.teams[teamID]?.apply(change, at: clock.now)
        tell(.portalChangeSaved, change, of: teamID, dueAt: clock.now)
        portal.pending.removeAll { $0.teamID == teamID && $0.change.id == change.id }
        takeEffect(Portal.PendingChange(teamID: teamID, change: change, savedAt: clock.now, dueAt: clock.now))
    }

    /// Lets the changes take effect that are due. Called before the state is read or changed.
    mutating func settlePortal() {
        guard !portal.pending.isEmpty else { return }
        let now = clock.now
        guard portal.pending.contains(where: { $0.dueAt <= now }) else { return }
        let due = portal.pending.filter { $0.dueAt <= now }
        portal.pending.removeAll { $0.dueAt <= now }
        for pending in due { takeEffect(pending) }
    }

    private mutating func takeEffect(_ pending: Portal.PendingChange) {
        guard var team = teams[pending.teamID] else { return }
        let before = team.groups
        team.apply(pending.change, at: pending.savedAt)
        put(team)
        tell(.portalChangeEffective, pending.change, of: pending.teamID, dueAt: pending.dueAt)
        for (client, primary) in team.groups {
            guard let old = before[client], old != primary, team.client(client)?.standing == .ready else { continue }
            carryOver(client, of: team.teamID, from: old, to: primary)
        }
    }

    /// Authentication continues when a group changes (Apple: "Group apps for Sign in with Apple"), so a client keeps its
    /// tokens and what people consented to.
    private mutating func carryOver(_ client: String, of teamID: String, from old: String, to new: String) {
        for (key, consent) in consents.all where key.teamID == teamID && key.primaryApp == old {
            let moved = Consent.Key(person: key.person, teamID: teamID, primaryApp: new)
            if consents[moved] == nil {
                consents[moved] = consent
                endedConsents.remove(moved)
            }
            tokens.move(from: key, to: moved, client: client)
        }
    }
}

extension World {
    func portalView(of client: String) -> PortalView {
        let teamID = teamID(ofClient: client) ?? portal.pending.first { $0.change.id == client }?.teamID
        return PortalView(
            deletedAt: teamID.flatMap { teams[$0]?.deleted[client] },
            nextDueAt: teamID.flatMap { id in portal.pending.filter { $0.teamID == id }.map(\.dueAt).min() },
            now: clock.now)
    }
}
