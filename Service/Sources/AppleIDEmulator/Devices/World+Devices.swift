extension World {
    static let keptSignals = 1_000

    /// What a device answers about somebody an app knows.
    func credentialState(of person: String, app: Client, on device: Device?) -> CredentialState {
        if let device, device.account != person { return .notFound }
        let key = Consent.Key(person: person, teamID: app.teamID, primaryApp: app.primaryApp)
        if consents[key] != nil { return transferredApps.contains(app.primaryApp) ? .transferred : .authorized }
        return endedConsents.contains(key) ? .revoked : .notFound
    }

    /// Tells every device of that person that the credential is gone.
    mutating func signalRevocation(of consent: Consent.Key) {
        lastSignal += 1
        signals.append(DeviceSignal(number: lastSignal, at: clock.now, person: consent.person, consent: consent))
        if signals.count > Self.keptSignals { signals.removeFirst(signals.count - Self.keptSignals) }
    }
}
