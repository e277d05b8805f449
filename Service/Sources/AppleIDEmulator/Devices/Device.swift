/// A phone or a computer: one person is signed in to it at most, as in iCloud.
struct Device: Sendable, Equatable {
    let name: String
    var account: String?
}

/// `ASAuthorizationAppleIDProvider.CredentialState`, by Apple's own names.
enum CredentialState: String, Sendable {
    case authorized, revoked, transferred
    case notFound = "not_found"
}

/// `ASAuthorizationAppleIDProvider.credentialRevokedNotification`, with what a test wants to know about it.
struct DeviceSignal: Sendable {
    let number: Int
    let at: Int
    let person: String
    let consent: Consent.Key
}

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
