import HashTreeCollections

/// What a person can do on the account page. Each action and its events take effect together, under the lock.
extension EmulatorState {
    /// "Stop using": revokes the tokens and the consent, so that the next sign-in is a first one
    /// (Documentation/emulator-fidelity.md, "The person's account page").
    @discardableResult
    func stopUsing(_ key: Consent.Key) throws -> [NotificationOutbox.Delivery] {
        try change { world in
            guard world.consents[key] != nil else { throw AccountRefusal.notUsed }
            world.endAuthorization(key)
            return announce(event(.consentRevoked, key, in: world), in: &world)
        }
    }

    /// Turns forwarding of mail to the relay address on or off, for all apps of the team. Sign-ins and tokens are
    /// unaffected.
    @discardableResult
    func setForwarding(
        _ isOn: Bool, person: String, teamID: String
    ) throws -> [NotificationOutbox.Delivery] {
        try change { world in
            let relay = RelayKey(person: person, teamID: teamID)
            let groups = world.consents.of(person)
                .filter { $0.key.teamID == teamID && $0.value.hidesEmail }
                .map(\.key).sorted { $0.primaryApp < $1.primaryApp }
            guard !groups.isEmpty else { throw AccountRefusal.noRelay }
            let isChanged = isOn ? world.forwardingOff.remove(relay) != nil : world.forwardingOff.insert(relay).inserted
            guard isChanged else { return [] }
            world.tell(.forwardingChanged, team: teamID, person: person, .members([("on", .boolean(isOn))]))
            return groups.flatMap { key in
                announce(event(isOn ? .emailEnabled : .emailDisabled, key, in: world), in: &world)
            }
        }
    }

    /// Changes the password and revokes all refresh tokens, without a notification to the apps. Other browsers are
    /// signed out of the account page.
    func changePassword(of person: String, to password: String, keeping browser: String? = nil) throws {
        guard !password.isEmpty, password.utf8.count <= 200 else { throw AccountRefusal.passwordUnfit }
        try change { world in
            guard world.person(person) != nil else { throw AccountRefusal.personUnknown }
            world.people.setPassword(password, of: person)
            world.changedPasswords[person] = password
            world.accountSessions.end(ofPerson: person, except: browser)
            world.tell(.passwordChanged, person: person)
            world.trustedBrowsers.forget(person)
            let endsAccess = world.switches.passwordChangeEndsAccessTokens
            for (key, _) in world.consents.of(person) { world.tokens.endRefresh(key, andAccess: endsAccess) }
        }
    }

    /// Deletes the account with all consents and tokens. Nobody can sign in as this person again. Devices are not told
    /// (Documentation/emulator-fidelity.md, "The person's account page").
    @discardableResult
    func deleteAccount(of person: String) throws -> [NotificationOutbox.Delivery] {
        try change { world in
            guard world.person(person) != nil else { throw AccountRefusal.personUnknown }
            let groups = world.consents.of(person).map(\.key)
                .sorted { ($0.teamID, $0.primaryApp) < ($1.teamID, $1.primaryApp) }
            let events = groups.map { event(.accountDeleted, $0, in: world) }
            for key in groups { world.endAuthorization(key, tellsDevices: false) }
            for device in world.devices.values where device.account == person {
                world.devices[device.name]?.account = nil
            }
            world.people.remove(person)
            world.deletedPeople.insert(person)
            world.tell(.accountDeleted, person: person)
            world.accountSessions.end(ofPerson: person)
            world.trustedBrowsers.forget(person)
            world.keychains.removeAll(of: .account(person))
            world.changedPasswords[person] = nil
            world.forwardingOff = world.forwardingOff.filter { $0.person != person }
            world.mail.remove { $0.relay.person == person }
            return events.flatMap { announce($0, in: &world) }
        }
    }
}

/// Why an action on the account had no effect.
enum AccountRefusal: String, Error {
    case personUnknown = "person_unknown"
    case notUsed = "app_not_used"
    case noRelay = "no_relay_address"
    case passwordUnfit = "password_unfit"

    /// A sentence for the page and for control calls.
    var explanation: String {
        switch self {
        case .personUnknown: "There is no such person, or the account was deleted."
        case .notUsed: "The account is not used with that app."
        case .noRelay: "No app of that team has a relay address of this account."
        case .passwordUnfit: "A password must have 1 to 200 bytes."
        }
    }
}

extension Consent {
    /// Whether the apps received a relay address.
    var hidesEmail: Bool { scopes.contains(.email) && !isEmailShared }
}
