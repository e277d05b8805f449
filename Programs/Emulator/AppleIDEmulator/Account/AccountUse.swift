import Foundation
import HashTreeCollections

/// What one group of apps has received about a person, for the account page.
struct AccountUse: Sendable {
    let key: Consent.Key
    let consent: Consent
    /// The identifier that all apps of the team know the person by.
    let subject: String
    /// The apps and websites of the group.
    let clients: [String]
    /// The address that was shared. Nil if it was hidden or not requested.
    let sharedAddress: String?
    let relay: String?
    let isForwarding: Bool
    /// The name of the app that people see; its identifier if it has none.
    let appName: String
    /// One letter in place of an icon.
    let initial: String

    /// The name that the apps received at the first sign-in.
    var name: String? {
        guard consent.scopes.contains(.name), let name = consent.name else { return nil }
        let full = [name.first, name.last].filter { !$0.isEmpty }.joined(separator: " ")
        return full.isEmpty ? nil : full
    }

    /// What the apps received, in a few words.
    var summary: PageText {
        let address = sharedAddress == nil ? relay.map { _ in isForwarding ? "relay" : "relay_off" } : "address"
        let parts = [consent.scopes.contains(.name) ? "name" : nil, address].compactMap { $0 }
        return PageText("got." + (parts.isEmpty ? "nothing" : parts.joined(separator: "_")))
    }

    /// The day of the first sign-in in UTC, such as `21 November 2026`.
    var since: PageText { .day(consent.grantedAt) }
}

extension PageText {
    /// A day in UTC, such as `21 November 2026`.
    static func day(_ seconds: Int) -> PageText {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(seconds))
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return PageText("date.\(parts.month ?? 1)", ["day": "\(parts.day ?? 1)", "year": "\(parts.year ?? 1970)"])
    }
}

extension EmulatorState {
    /// All groups of apps that use a person's account, oldest first.
    func uses(of person: Person) -> [AccountUse] {
        read { world in
            world.consents.of(person.key)
                .sorted { ($0.value.grantedAt, $0.key.primaryApp) < ($1.value.grantedAt, $1.key.primaryApp) }
                .map { key, consent in
                    let relay = world.relayAddress(of: key, seed: seed)
                    let named = world.client(key.primaryApp)?.name
                    return AccountUse(
                        key: key, consent: consent, subject: subject(of: person.key, person, team: key.teamID),
                        clients: world.teams[key.teamID]?.clients(of: key.primaryApp) ?? [],
                        sharedAddress: consent.scopes.contains(.email) && consent.isEmailShared ? person.email : nil,
                        relay: consent.hidesEmail ? relay : nil,
                        isForwarding: !world.forwardingOff.contains(RelayKey(person: person.key, teamID: key.teamID)),
                        appName: named ?? key.primaryApp, initial: PageMark.letter(of: key.primaryApp, named: named))
                }
        }
    }
}

extension World {
    /// The relay address that hides the person's address under this consent.
    func relayAddress(of key: Consent.Key, seed: UInt64) -> String {
        relayAddress(of: key.person, team: key.teamID, consents[key], seed: seed)
    }

    func relayAddress(of person: String, team: String, _ consent: Consent?, seed: UInt64) -> String {
        PrivateRelay.address(
            of: person, team: team, domain: consent?.relayDomain ?? relayDomain(person, team),
            turn: relayTurns[RelayKey(person: person, teamID: team)] ?? 0, seed: seed)
    }
}

extension Team {
    /// The apps and services of one group, the primary App ID first.
    fileprivate func clients(of primaryApp: String) -> [String] {
        let all = groups.filter { $0.value == primaryApp && $0.key != primaryApp }.keys.sorted()
        return [primaryApp] + all.filter { apps[$0] != nil } + all.filter { apps[$0] == nil }
    }
}
