import HashTreeCollections

extension World {
    /// What a person agreed to for a group of apps. A test person who returns did so before the first sign-in here.
    func consent(_ key: Consent.Key) -> Consent? {
        if let consent = consents[key] { return consent }
        guard person(key.person)?.outcome == .returning, !endedConsents.contains(key) else { return nil }
        return Consent(
            scopes: [.name, .email], isEmailShared: true, grantedAt: clock.now,
            relayDomain: relayDomain(key.person, key.teamID))
    }

    /// How long a code of this person is valid.
    func codeLifetime(of person: Person) -> Int { person.outcome == .expired ? 0 : EmulatorState.codeLifetime }

    /// Whether the token endpoint cannot be used for this person.
    func isUnavailable(_ person: String) -> Bool { self.person(person)?.outcome == .unavailable }
}

extension Refusal {
    /// A failure of Apple's. Its body is unknown, so the answer has none.
    static let unavailable = Refusal(
        error: "unavailable", cause: "apple_unavailable",
        explanation: "The test person's name, unavailable, lets the token endpoint fail. The code stays valid.",
        status: 503)
}

extension EmulatorState {
    /// Ends the authorization of a test person who stops using an app as soon as it has tokens.
    func stopUsing(afterRedeeming grant: Grant, in world: inout World) {
        guard world.person(grant.person)?.outcome == .revoked else { return }
        world.endAuthorization(grant.consent)
        _ = announce(event(.consentRevoked, grant.consent, in: world), in: &world)
    }

    /// Waits before an answer about a test person who is slow.
    func holdAnswer(about person: String?) async {
        guard let person, read({ $0.person(person)?.outcome == .slow }) else { return }
        await pause(TestOutcome.slowness)
    }
}
