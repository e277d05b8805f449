import HashTreeCollections

extension World {
    static let keptSignals = 1_000

    /// Signs a person in to a device, or nobody. The way in which the device confirms stays.
    @discardableResult
    mutating func signIn(_ person: String?, on name: String) -> Device {
        var device = devices[name] ?? Device(name: name)
        if devices[name] == nil || device.account != person {
            tell(.deviceAccountChanged, person: person, .members([("device", .string(name))]))
        }
        device.account = person
        devices[name] = device
        return device
    }

    /// The credential state that a device reports to an app for a person.
    func credentialState(of person: String, app: Client, on device: Device?) -> CredentialState {
        let key = Consent.Key(person: person, teamID: app.teamID, primaryApp: app.primaryApp)
        if let device, device.account != person {
            let isRevoked = consents[key] != nil && switches.otherAccountState == .revoked
            return isRevoked ? .revoked : .notFound
        }
        if consents[key] != nil { return transferredApps.contains(app.primaryApp) ? .transferred : .authorized }
        return endedConsents.contains(key) ? .revoked : .notFound
    }

    /// Signals every device of the person that the credential was revoked.
    mutating func signalRevocation(of consent: Consent.Key) {
        lastSignal += 1
        signals.append(DeviceSignal(number: lastSignal, at: clock.now, person: consent.person, consent: consent))
        tell(.deviceSignal, consent, [("signal", .string("credential_revoked")), ("number", .integer(lastSignal))])
        if signals.count > Self.keptSignals { signals.removeFirst(signals.count - Self.keptSignals) }
    }
}
