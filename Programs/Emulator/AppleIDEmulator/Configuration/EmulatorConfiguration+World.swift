import Foundation
import Settings

extension EmulatorConfiguration {
    static let appleIssuer = "https://appleid.apple.com"

    /// Makes the initial world. Throws every fault of the configuration.
    func makeWorld(now: @escaping @Sendable () -> Date) throws(ConfigurationFaults) -> World {
        var world = World(clock: EmulatorClock(source: now, frozenAt: frozenClock.map(Double.init)))
        world.switches = switches
        world.mail = MailRoom(records: mailRecords)
        var faults: [String] = issuerFaults + publicURLFaults + connectionFaults + mailFaults
        var clients: Set<String> = []
        for (name, team) in teams.sorted(by: { $0.key < $1.key }) {
            let place = "teams.\(name)"
            if world.teams[team.teamID] != nil { faults.append("\(place).team_id: \(team.teamID) is used twice") }
            for id in team.apps.keys.sorted() + team.services.keys.sorted() where !clients.insert(id).inserted {
                faults.append("\(place): the client id \(id) occurs twice")
            }
            world.add(team.running(name, place, &faults))
        }
        for person in people {
            if !person.email.contains("@") { faults.append("people.\(person.key).email: is not an address") }
            if !world.people.add(person) {
                faults.append("people.\(person.key): the key or the email address occurs twice")
            }
        }
        for team in teams.values {
            world.entitlements.merge(team.entitlements.filter { $0.value != AppEntitlements() }) { $1 }
        }
        for (id, organization) in organizations.sorted(by: { $0.key < $1.key }) {
            world.organizations[id] = organization
            for app in organization.allowedApps where world.client(app) == nil {
                faults.append("organizations.\(id).allowed_apps: there is no client \(app)")
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        world.portal.beginConfigured()
        return world
    }

    /// The public URL must be an origin, since the emulator defines every path.
    private var publicURLFaults: [String] {
        guard let publicURL else { return [] }
        let parts = publicURL.split(separator: "/", omittingEmptySubsequences: false)
        let isOrigin = parts.count == 3 && ["https:", "http:"].contains(parts[0]) && parts[1].isEmpty
        guard isOrigin, !parts[2].isEmpty, !parts[2].contains(where: { "@?# ".contains($0) }) else {
            return ["public_url: \(publicURL) must be an http or https origin: a host, optionally a port, and no path"]
        }
        guard !Self.isApples(publicURL) else {
            return ["public_url: \(publicURL) is Apple's own name"]
        }
        return []
    }

    static func isApples(_ url: String) -> Bool {
        let authority = url.lowercased().split(separator: "/").dropFirst().first ?? ""
        let host = authority.prefix { $0 != ":" }
        return host == "apple.com" || host.hasSuffix(".apple.com")
    }

    private var issuerFaults: [String] {
        guard let issuer else { return [] }
        if !allowsAppleIssuer && Self.isApples(issuer) {
            return [
                "issuer: \(issuer) is Apple's own name; use --allow-apple-issuer, or allow_apple_issuer in the file"
            ]
        }
        return issuer.contains("://") ? [] : ["issuer: \(issuer) is not a URL"]
    }
}

extension EmulatorTeam {
    fileprivate func running(_ name: String, _ place: String, _ faults: inout [String]) -> Team {
        var team = Team(teamID: teamID, name: name)
        if !Portal.isTenCharacters(teamID) {
            faults.append("\(place).team_id: a Team ID has ten characters: capital letters and digits")
        }
        addKeys(to: &team, place, &faults)
        addApps(to: &team, place, &faults)
        addServices(to: &team, place, &faults)
        addEmailSources(to: &team, place, &faults)
        addNotificationURLs(to: &team, place, &faults)
        return team
    }

    private func addKeys(to team: inout Team, _ place: String, _ faults: inout [String]) {
        for keyID in publicKeys.keys.sorted() where !Portal.isTenCharacters(keyID) {
            faults.append("\(place).keys.\(keyID): a Key ID has ten characters: capital letters and digits")
        }
        for (keyID, pem) in publicKeys.sorted(by: { $0.key < $1.key }) {
            do {
                team.keys[keyID] = try TeamKey(publicKeyPEM: pem, keyID: keyID, primaryApp: keyGroups[keyID])
            } catch {
                faults.append("\(place).keys.\(keyID): is not a P-256 public key in PEM")
            }
        }
        for (keyID, app) in keyGroups.sorted(by: { $0.key < $1.key }) {
            if apps[app] == .some(.none) { continue }
            faults.append("\(place).keys.\(keyID).primary_app: \(app) is not a primary app of this team")
        }
    }

    private func addApps(to team: inout Team, _ place: String, _ faults: inout [String]) {
        for (id, primary) in apps.sorted(by: { $0.key < $1.key }) {
            team.apps[id] = AppID(
                description: descriptions[id] ?? id, capability: primary.map { .grouped(with: $0) } ?? .primary)
            if let primary, apps[primary] != .some(.none) {
                faults.append("\(place).apps.\(id).primary: \(primary) is not a primary app of this team")
            }
        }
    }

    private func addServices(to team: inout Team, _ place: String, _ faults: inout [String]) {
        for (id, service) in services.sorted(by: { $0.key < $1.key }) {
            team.services[id] = .complete(
                descriptions[id] ?? id, primaryApp: team.primaryApp(of: service.primaryApp),
                returnURLs: service.returnURLs)
            if apps[service.primaryApp] == nil {
                faults.append("\(place).services.\(id).primary_app: \(service.primaryApp) is not an app of this team")
            }
            for url in service.returnURLs where !WebsiteURLs.isRegistrable(url) {
                faults.append(
                    "\(place).services.\(id).return_urls: \(url) cannot be registered: it must be https, or http on "
                        + "loopback, without a fragment")
            }
        }
    }

    private func addEmailSources(to team: inout Team, _ place: String, _ faults: inout [String]) {
        for source in emailSources {
            do throws(PortalRefusal) {
                team.emailSources.append(try EmailSource.read(source))
            } catch {
                faults.append("\(place).email_sources: \(error.sentence)")
            }
        }
        team.emailSources = Set(team.emailSources).sorted()
    }

    private func addNotificationURLs(to team: inout Team, _ place: String, _ faults: inout [String]) {
        team.notificationURL = notificationURL
        if let notificationURL, !NotificationURL.isUsable(notificationURL) {
            faults.append("\(place).notification_url: \(notificationURL) must be \(NotificationURL.rule)")
        }
        for (app, url) in appNotificationURLs.sorted(by: { $0.key < $1.key }) {
            let place = "\(place).apps.\(app).notification_url"
            team.apps[app]?.notificationURL = url
            if !NotificationURL.isUsable(url) { faults.append("\(place): \(url) must be \(NotificationURL.rule)") }
            if team.apps[app]?.capability != .primary { faults.append("\(place): only a primary app can have one") }
        }
    }
}
