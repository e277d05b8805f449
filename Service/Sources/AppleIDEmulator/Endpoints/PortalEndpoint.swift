import HTTPServing
import HTTPTypes
import Hummingbird

/// `/portal`: the developer portal's pages. They do what `/_emulator/portal/…` does, work without scripts, and cannot
/// have faults themselves.
struct PortalEndpoint: Sendable {
    typealias Step = @Sendable (FormFields) throws -> Answer

    let state: EmulatorState
    let pages: LocalPages

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let door = ControlPage(configuration: state.configuration)
        for (path, step) in shown {
            runner.add(.get, path, .control, to: router) { try door.admit($0) { try guarded($0, step) } }
        }
        for (path, step) in posted {
            runner.add(.post, path, .control, to: router) { try await door.post($0) { try guarded($0, step) } }
        }
        addVerification(to: router, runner, door)
    }

    private var shown: [(RouterPath, Step)] {
        let (apps, services, keys) = (PortalApps(portal: self), PortalServices(portal: self), PortalKeys(portal: self))
        let (email, transfers) = (PortalEmail(portal: self), PortalTransfers(portal: self))
        return [
            ("/portal", overview), ("/portal/team", team), ("/portal/team/new", newTeam),
            ("/portal/app", apps.show), ("/portal/app/new", apps.new), ("/portal/app/remove", apps.askToRemove),
            ("/portal/service", services.show), ("/portal/service/new", services.new),
            ("/portal/service/remove", services.askToRemove), ("/portal/service/file", services.file),
            ("/portal/key", keys.show), ("/portal/key/new", keys.new), ("/portal/key/revoke", keys.askToRevoke),
            ("/portal/email", email.show), ("/portal/email/remove", email.askToRemove),
            ("/portal/transfers", transfers.show),
        ]
    }

    private var posted: [(RouterPath, Step)] {
        let (apps, services, keys) = (PortalApps(portal: self), PortalServices(portal: self), PortalKeys(portal: self))
        let (email, transfers) = (PortalEmail(portal: self), PortalTransfers(portal: self))
        return [
            ("/portal/team/new", createTeam), ("/portal/app", apps.change), ("/portal/app/new", apps.register),
            ("/portal/app/remove", apps.remove), ("/portal/service", services.change),
            ("/portal/service/new", services.register), ("/portal/service/remove", services.remove),
            ("/portal/key/new", keys.register), ("/portal/key/download", keys.download),
            ("/portal/key/revoke", keys.revoke), ("/portal/email", email.add), ("/portal/email/remove", email.remove),
            ("/portal/transfers", transfers.start), ("/portal/transfers/accept", transfers.accept),
            ("/portal/transfers/cancel", transfers.cancel),
        ]
    }

    /// Fetches a file from the website of a service. No other step waits.
    private func addVerification(to router: Router<EmulatorContext>, _ runner: EndpointRunner, _ door: ControlPage) {
        let services = PortalServices(portal: self)
        runner.add(.post, "/portal/service/verify", .control, to: router) { request in
            var sent: FormFields?
            let refused = try await door.post(request) { fields in
                sent = fields
                return Answer()
            }
            guard let sent else { return refused }
            return try await services.verify(sent)
        }
    }

    // MARK: teams

    private func overview(_ fields: FormFields) throws -> Answer {
        try page(.portal(state.read { $0.portal }, find: fields["find"] ?? ""))
    }

    private func team(_ fields: FormFields) throws -> Answer {
        let (team, portal, now) = try saved(fields)
        return try page(
            .portalTeam(team, portal, now: now, notice: Self.notice(fields), find: fields["find"] ?? ""))
    }

    private func newTeam(_ fields: FormFields) throws -> Answer { try page(.portalNewTeam()) }

    private func createTeam(_ fields: FormFields) throws -> Answer {
        let teamID = fields.filled("team_id") ?? state.makeTeamID()
        do {
            try state.addTeam(
                teamID, name: fields["name"] ?? "", kind: Team.Kind(rawValue: fields["kind"] ?? "") ?? .organization)
        } catch let refusal as PortalRefusal {
            let typed = ["name": fields["name"] ?? "", "teamID": fields["team_id"] ?? "", "kind": fields["kind"] ?? ""]
            return try page(.portalNewTeam(typed: typed, problem: refusal.sentence), refusal)
        }
        return .seeOther(PortalAddress.team(teamID, notice: "team_created"))
    }

    // MARK: what all pages need

    /// The team that a page is about, as it is saved.
    func saved(_ fields: FormFields) throws -> (team: Team, portal: Portal, now: Int) {
        try state.read { world in
            (try world.portal.team(fields["team"] ?? ""), world.portal, world.clock.now)
        }
    }

    var switches: Switches { state.read { $0.switches } }

    /// A page. With a refusal, the log says what the portal did not save.
    func page(_ page: Page, _ refusal: PortalRefusal? = nil) throws -> Answer {
        var answer = Answer.page(try pages.render(page))
        answer.refusal = refusal.map {
            Refusal(error: "portal_refused", cause: $0.code, explanation: $0.sentence)
        }
        return answer
    }

    /// Shows the list of teams if a page is about something that does not exist.
    private func guarded(_ fields: FormFields, _ step: Step) throws -> Answer {
        do {
            return try step(fields)
        } catch let refusal as PortalRefusal {
            return try page(.portal(state.read { $0.portal }, problem: refusal.sentence), refusal)
        }
    }

    /// What was just done, in a sentence. The address carries only its name.
    static func notice(_ fields: FormFields) -> String? {
        switch fields["notice"] {
        case "team_created": "The team was created. Next, register an App ID."
        case "app_registered": "The App ID was registered."
        case "app_saved": "The App ID was saved."
        case "app_removed": "The App ID was removed."
        case "service_registered": "The Services ID was registered. Next, enable and configure Sign in with Apple."
        case "service_saved": "The Services ID was saved."
        case "service_removed": "The Services ID was removed."
        case "domain_verified": "The domain is verified."
        case "key_registered": "The key was registered. Download it now: that is possible only once."
        case "key_revoked": "The key was revoked."
        case "email_saved": "The email sources were saved."
        case "email_removed": "The email source was removed."
        case "transfer_started": "The transfer was started. The recipient has to accept it."
        case "transfer_accepted": "The app and its people belong to this team now."
        case "transfer_canceled": "The transfer was canceled."
        default: nil
        }
    }
}

/// The addresses of the portal's pages.
enum PortalAddress {
    static func team(_ teamID: String, notice: String? = nil) -> String { make("/portal/team", teamID, nil, notice) }

    static func app(_ id: String, _ teamID: String, notice: String? = nil) -> String {
        make("/portal/app", teamID, id, notice)
    }

    static func service(_ id: String, _ teamID: String, notice: String? = nil) -> String {
        make("/portal/service", teamID, id, notice)
    }

    static func key(_ id: String, _ teamID: String, notice: String? = nil) -> String {
        make("/portal/key", teamID, id, notice)
    }

    static func make(_ path: String, _ teamID: String, _ id: String? = nil, _ notice: String? = nil) -> String {
        var fields = [(name: "team", value: teamID)]
        if let id { fields.append(("id", id)) }
        if let notice { fields.append(("notice", notice)) }
        return path + "?" + FormFields.encode(fields)
    }
}
