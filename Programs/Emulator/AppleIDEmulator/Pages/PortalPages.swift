import HTTPServing

/// A part of the portal's pages that repeats: the way back, what was done, what is wrong, and the step of a task.
struct PortalFrame: Sendable {
    var crumbs: [(title: String, address: String)] = [("Developer portal", "/portal")]
    var notice: String?
    var problem: String?
    var step: String?

    /// The frame of a page about a team.
    init(_ team: Team? = nil, notice: String? = nil, problem: String? = nil, step: String? = nil) {
        if let team { crumbs.append((team.name, PortalAddress.team(team.teamID))) }
        self.notice = notice
        self.problem = problem
        self.step = step
    }

    var values: Page.Values {
        [
            "crumbs": crumbs.map { ["title": $0.title, "address": $0.address] }, "notice": notice, "problem": problem,
            "stepOfTask": step,
        ]
    }
}

/// A page that asks before it does something: what was entered, and the buttons.
struct PortalQuestion: Sendable {
    struct Button: Sendable {
        let to: String
        let label: String
        var style = "plain"
    }

    let heading: String
    let lead: String
    let action: String
    var facts: [(name: String, values: [String])] = []
    var hidden: [(name: String, value: String)] = []
    let buttons: [Button]
    /// Where Cancel leads, if the question comes from a page that no form leads back to.
    var cancel: String?
}

extension Page {
    /// All teams.
    static func portal(_ portal: Portal, find: String = "", problem: String? = nil) -> Page {
        let wanted = String(find.prefix(100))
        let found = portal.teams.values.filter { $0.matches(wanted) }.sorted {
            ($0.name, $0.teamID) < ($1.name, $1.teamID)
        }
        let shown = found.prefix(PeopleChoice.most)
        var frame = PortalFrame(problem: problem)
        frame.crumbs = [("Emulator", "/")]
        return Page(
            "portal", title: "Developer portal", frame.values,
            [
                "teams": shown.map { team in
                    [
                        "name": team.name, "teamID": team.teamID,
                        "initial": PageMark.letter(of: team.teamID, named: team.name),
                        "address": PortalAddress.team(team.teamID), "summary": team.summary,
                    ]
                }, "hasTeams": !shown.isEmpty, "isMany": portal.teams.count > PeopleChoice.most, "find": wanted,
                "tally": PeopleChoice.tally(
                    shown: shown.count, of: found.count, find: wanted, one: "team", many: "teams"),
            ])
    }

    static func portalNewTeam(typed: [String: String] = [:], problem: String? = nil) -> Page {
        Page(
            "portal_team_new", title: "Create a team", PortalFrame(problem: problem).values,
            [
                "typedName": typed["name"], "typedTeamID": typed["teamID"],
                "isIndividual": typed["kind"] == Team.Kind.individual.rawValue,
            ])
    }

    /// A team with its identifiers and keys.
    static func portalTeam(_ team: Team, _ portal: Portal, now: Int, notice: String? = nil, find: String = "") -> Page {
        let wanted = String(find.prefix(100))
        func isFound(_ id: String, _ text: String) -> Bool {
            wanted.isEmpty || "\(id) \(text)".lowercased().contains(wanted.lowercased())
        }
        let apps = team.apps.filter { isFound($0.key, $0.value.description) }.sorted { $0.key < $1.key }
        let services = team.services.filter { isFound($0.key, $0.value.description) }.sorted { $0.key < $1.key }
        let keys = team.keys.filter { isFound($0.key, $0.value.name) }
            .sorted { ($0.value.isRevoked ? 1 : 0, $0.key) < ($1.value.isRevoked ? 1 : 0, $1.key) }
        let most = PeopleChoice.most
        var frame = PortalFrame(notice: notice)
        frame.crumbs = [("Developer portal", "/portal")]
        return Page(
            "portal_team", title: team.name, frame.values, portal.pendingLines(team.teamID, now),
            [
                "teamID": team.teamID, "kind": team.kind.shown,
                "apps": apps.prefix(most).map { id, app in
                    row(
                        id, app.description, app.details, app.badge, team.client(id)?.standing == .ready,
                        PortalAddress.app(id, team.teamID))
                },
                "services": services.prefix(most).map { id, service in
                    row(
                        id, service.description, team.details(ofService: id), team.badge(ofService: id),
                        team.client(id)?.standing == .ready, PortalAddress.service(id, team.teamID))
                },
                "keys": keys.prefix(most).map { id, key in
                    row(
                        id, key.name, key.details, key.badge(isWaiting: portal.privateKeys[id] != nil),
                        !key.isRevoked, PortalAddress.key(id, team.teamID))
                },
                "hasApps": !apps.isEmpty, "hasServices": !services.isEmpty, "hasKeys": !keys.isEmpty,
                "isMany": max(team.apps.count, team.services.count, team.keys.count) > most, "find": wanted,
                "newApp": PortalAddress.make("/portal/app/new", team.teamID),
                "newService": PortalAddress.make("/portal/service/new", team.teamID),
                "email": PortalAddress.make("/portal/email", team.teamID), "emailSources": team.mailSummary,
                "newKey": PortalAddress.make("/portal/key/new", team.teamID), "canHaveKeys": !team.primaryApps.isEmpty,
                "tally": "Up to \(most) of each kind are shown.",
            ])
    }

    /// - Parameter isGood: whether sign-ins can use it.
    private static func row(
        _ id: String, _ name: String, _ details: String?, _ badge: String, _ isGood: Bool, _ address: String
    ) -> [String: any Sendable] {
        var row: [String: any Sendable] = [
            "id": id, "label": name, "badge": badge, "isGood": isGood, "address": address,
        ]
        row["details"] = details
        return row
    }

    /// A page that asks before it does something.
    static func portalQuestion(_ question: PortalQuestion, _ frame: PortalFrame) -> Page {
        Page(
            "portal_question", title: question.heading, frame.values,
            [
                "lead": question.lead, "action": question.action, "hidden": shown(question.hidden),
                "facts": question.facts.map { ["term": $0.name, "values": $0.values] as [String: any Sendable] },
                "hasFacts": !question.facts.isEmpty, "cancel": question.cancel,
                "buttons": question.buttons.map { ["to": $0.to, "label": $0.label, "style": $0.style] },
            ])
    }

    static func shown(_ fields: [(name: String, value: String)]) -> [[String: String]] {
        fields.map { ["name": $0.name, "value": $0.value] }
    }

    /// The options of a choice of primary App IDs.
    static func primaryApps(_ team: Team, chosen: String, except id: String? = nil) -> [[String: any Sendable]] {
        team.primaryApps.filter { $0 != id }.map { ["value": $0, "isChosen": $0 == chosen] }
    }
}

extension Team {
    fileprivate func matches(_ wanted: String) -> Bool {
        guard !wanted.isEmpty else { return true }
        let texts = [name, teamID] + Array(apps.keys) + Array(services.keys)
        return texts.contains { $0.lowercased().contains(wanted.lowercased()) }
    }

    fileprivate var summary: String {
        func count(_ number: Int, _ one: String) -> String { "\(number) \(one)\(number == 1 ? "" : "s")" }
        return [count(apps.count, "App ID"), count(services.count, "Services ID"), count(keys.count, "key")]
            .joined(separator: " · ")
    }

    /// Who may send mail to relay addresses, in a few words.
    fileprivate var mailSummary: String {
        let most = 3
        guard !emailSources.isEmpty else { return "None. Mail to relay addresses is refused." }
        let more = emailSources.count > most ? " and \(emailSources.count - most) more" : ""
        return emailSources.prefix(most).joined(separator: ", ") + more
    }

    fileprivate func badge(ofService id: String) -> String {
        switch client(id)?.standing {
        case .ready: "configured"
        case .capabilityOff, nil: "off"
        case .notConfigured: "not configured"
        case .primaryAppOff, .primaryAppDeleted: "broken"
        }
    }

    fileprivate func details(ofService id: String) -> String? {
        switch client(id)?.standing {
        case .ready: "for \(client(id)?.primaryApp ?? "")"
        case .primaryAppOff(let app): "its primary App ID \(app) is off"
        case .primaryAppDeleted(let app): "its primary App ID \(app) was removed"
        case .capabilityOff, .notConfigured, nil: nil
        }
    }
}

extension Team.Kind {
    var shown: String { self == .organization ? "Organisation" : "Individual" }
}

extension AppID {
    /// How the capability is enabled, in a few words.
    var state: String {
        switch capability {
        case .off: "off"
        case .primary: "primary App ID"
        case .grouped(let primary): "grouped with \(primary)"
        }
    }

    fileprivate var badge: String {
        switch capability {
        case .off: "off"
        case .primary: "primary"
        case .grouped: "grouped"
        }
    }

    fileprivate var details: String? {
        guard case .grouped(let primary) = capability else { return nil }
        return "with \(primary)"
    }
}

extension TeamKey {
    fileprivate func badge(isWaiting: Bool) -> String {
        if isRevoked { return "revoked" }
        return isWaiting ? "not downloaded" : "active"
    }

    fileprivate var details: String { primaryApp.map { "for \($0)" } ?? "for the whole team" }
}

extension Portal {
    /// The changes that take effect later: all of a team's, or those of one identifier.
    func pendingLines(_ teamID: String, _ now: Int, of id: String? = nil) -> Page.Values {
        let lines = pending(of: teamID).filter { id == nil || $0.change.id == id }.map {
            "\($0.change.sentence): takes effect in \(max(0, $0.dueAt - now)) s"
        }
        return ["pending": lines, "isPending": !lines.isEmpty]
    }
}
