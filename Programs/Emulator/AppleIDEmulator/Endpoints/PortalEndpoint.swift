import HTTPServing
import HTTPTypes
import Hummingbird

/// `/portal`: the developer portal's pages. They do what `/_emulator/portal/…` does, work without scripts, and cannot
/// have faults themselves.
struct PortalEndpoint: Sendable {
    typealias Step = @Sendable (FormFields) throws -> Answer

    let site: PortalSite

    private var state: EmulatorState { site.state }

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
        let (apps, services, keys) = (PortalApps(portal: site), PortalServices(portal: site), PortalKeys(portal: site))
        let (email, transfers) = (PortalEmail(portal: site), PortalTransfers(portal: site))
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
        let (apps, services, keys) = (PortalApps(portal: site), PortalServices(portal: site), PortalKeys(portal: site))
        let (email, transfers) = (PortalEmail(portal: site), PortalTransfers(portal: site))
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
        let services = PortalServices(portal: site)
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

    private func overview(_ fields: FormFields) throws -> Answer {
        try site.page(.portal(state.read { $0.portal }, find: fields["find"] ?? ""))
    }

    private func team(_ fields: FormFields) throws -> Answer {
        let (team, portal, now) = try site.saved(fields)
        return try site.page(
            .portalTeam(team, portal, now: now, notice: PortalSite.notice(fields), find: fields["find"] ?? ""))
    }

    private func newTeam(_ fields: FormFields) throws -> Answer { try site.page(.portalNewTeam()) }

    private func createTeam(_ fields: FormFields) throws -> Answer {
        let teamID = fields.filled("team_id") ?? state.makeTeamID()
        do {
            try state.addTeam(
                teamID, name: fields["name"] ?? "", kind: Team.Kind(rawValue: fields["kind"] ?? "") ?? .organization)
        } catch let refusal as PortalRefusal {
            let typed = ["name": fields["name"] ?? "", "teamID": fields["team_id"] ?? "", "kind": fields["kind"] ?? ""]
            return try site.page(.portalNewTeam(typed: typed, problem: refusal.sentence), refusal)
        }
        return .seeOther(PortalAddress.team(teamID, notice: "team_created"))
    }

    /// Shows the list of teams if a page is about something that does not exist.
    private func guarded(_ fields: FormFields, _ step: Step) throws -> Answer {
        do {
            return try step(fields)
        } catch let refusal as PortalRefusal {
            return try site.page(.portal(state.read { $0.portal }, problem: refusal.sentence), refusal)
        }
    }
}
