import HTTPServing
import HTTPTypes
import Hummingbird

/// `/_emulator/portal/…`: everything that the pages of the developer portal do.
struct PortalControl: Sendable {
    struct TeamCall: ControlCall {
        let name: String
        var teamId: String?
        var kind: Team.Kind?

        enum CodingKeys: CodingKey, CaseIterable {
            case name, teamId, kind
        }
    }

    struct AppCall: ControlCall {
        enum Capability: String, ListedValue, Sendable { case off, primary, grouped }

        let teamId: String
        let bundleId: String
        var description: String?
        var capability: Capability?
        /// With which primary App ID it is grouped.
        var primaryApp: String?
        /// Empty removes it.
        var notificationUrl: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, bundleId, description, capability, primaryApp, notificationUrl
        }
    }

    struct ServiceCall: ControlCall {
        let teamId: String
        let identifier: String
        var description: String?
        /// The capability.
        var enabled: Bool?
        var primaryApp: String?
        var domains: [String]?
        var returnUrls: [String]?

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, identifier, description, enabled, primaryApp, domains, returnUrls
        }
    }

    struct DomainCall: ControlCall {
        let teamId: String
        let identifier: String
        let domain: String

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, identifier, domain
        }
    }

    struct KeyCall: ControlCall {
        let teamId: String
        let name: String
        let primaryApp: String

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, name, primaryApp
        }
    }

    struct KeyIDCall: ControlCall {
        let teamId: String
        let keyId: String

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, keyId
        }
    }

    struct KeyReply: Encodable, Sendable {
        let keyId: String
    }

    struct KeyFileReply: Encodable, Sendable {
        let fileName: String
        let privateKey: String
    }

    let state: EmulatorState

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        func control(
            _ method: HTTPRequest.Method, _ path: String, query: [String] = [],
            _ endpoint: @escaping EndpointRunner.Endpoint
        ) {
            let path = RouterPath("/_emulator/portal" + path)
            runner.addControl(method, path, query: query, state, to: router) { request in
                do {
                    return try await endpoint(request)
                } catch let refusal as PortalRefusal {
                    throw refusal.control
                }
            }
        }
        control(.get, "/teams", query: ["team_id"], teams)
        control(.post, "/teams", addTeam)
        control(.post, "/apps", addApp)
        control(.patch, "/apps", changeApp)
        control(.delete, "/apps", query: ["team_id", "bundle_id"], deleteApp)
        control(.post, "/services", addService)
        control(.patch, "/services", changeService)
        control(.delete, "/services", query: ["team_id", "identifier"], deleteService)
        control(.get, "/services/domain-file", query: ["team_id", "identifier", "domain"], domainFile)
        control(.post, "/services/verify", verifyDomain)
        control(.post, "/keys", addKey)
        control(.post, "/keys/download", downloadKey)
        control(.post, "/keys/revoke", revokeKey)
        let sources = EmailSourceControl(state: state)
        control(.get, "/email-sources", query: ["team_id"], sources.list)
        control(.post, "/email-sources", sources.add)
        control(.delete, "/email-sources", query: ["team_id", "source"], sources.remove)
    }

    /// All teams, or with `?team_id=…` one of them.
    private func teams(_ request: Request) throws -> Answer {
        let wanted = FormFields(decoding: (request.uri.query ?? "").utf8)?["team_id"]
        let portal = state.read { $0.portal }
        if let wanted { _ = try portal.team(wanted) }
        let teams = portal.teams.values.filter { wanted == nil || $0.teamID == wanted }
        return try .reply(
            PortalTeamsReply(teams: teams.sorted { $0.teamID < $1.teamID }.map { PortalTeamReply($0, in: portal) }))
    }

    private func addTeam(_ request: Request) async throws -> Answer {
        let call = try await request.control(TeamCall.self)
        let teamID = call.teamId ?? state.makeTeamID()
        try state.addTeam(teamID, name: call.name, kind: call.kind ?? .organization)
        return try team(teamID, .created)
    }

    private func addApp(_ request: Request) async throws -> Answer {
        let call = try await request.control(AppCall.self)
        try state.savePortal(of: call.teamId) { portal, _, _ throws(PortalRefusal) in
            try portal.registration(
                call.bundleId, call.changed(AppID(description: "", capability: .off)), of: call.teamId)
        }
        return try team(call.teamId, .created)
    }

    private func changeApp(_ request: Request) async throws -> Answer {
        let call = try await request.control(AppCall.self)
        try state.savePortal(of: call.teamId) { portal, _, _ throws(PortalRefusal) in
            let team = try portal.team(call.teamId)
            guard let app = team.apps[call.bundleId] else { throw Portal.unknownApp(call.bundleId, team) }
            return try portal.change(call.bundleId, to: call.changed(app), of: call.teamId)
        }
        return try team(call.teamId)
    }

    private func deleteApp(_ request: Request) throws -> Answer {
        let (teamID, id) = try Self.identifier(request, "bundle_id")
        try state.savePortal(of: teamID) { portal, _, _ throws(PortalRefusal) in
            try portal.deletion(ofApp: id, of: teamID)
        }
        return try team(teamID)
    }

    private func addService(_ request: Request) async throws -> Answer {
        let call = try await request.control(ServiceCall.self)
        try state.savePortal(of: call.teamId) { portal, switches, _ throws(PortalRefusal) in
            let registration = try portal.registration(
                ofService: call.identifier, call.description ?? "", of: call.teamId)
            guard case .service(let id, let service?) = registration, call.enabled == true else { return registration }
            // one call does what takes two visits to the page
            var registered = portal
            registered.teams[call.teamId]?.services[id] = service
            return try registered.change(id, to: call.changed(service), of: call.teamId, switches)
        }
        return try team(call.teamId, .created)
    }

    private func changeService(_ request: Request) async throws -> Answer {
        let call = try await request.control(ServiceCall.self)
        try state.savePortal(of: call.teamId) { portal, switches, _ throws(PortalRefusal) in
            let team = try portal.team(call.teamId)
            guard let service = team.services[call.identifier] else {
                throw Portal.unknownService(call.identifier, team)
            }
            return try portal.change(call.identifier, to: call.changed(service), of: call.teamId, switches)
        }
        return try team(call.teamId)
    }

    private func deleteService(_ request: Request) throws -> Answer {
        let (teamID, id) = try Self.identifier(request, "identifier")
        try state.savePortal(of: teamID) { portal, _, _ throws(PortalRefusal) in
            try portal.deletion(ofService: id, of: teamID)
        }
        return try team(teamID)
    }

    private func domainFile(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        return .download(
            try state.domainFile(
                fields?["domain"] ?? "", ofService: fields?["identifier"] ?? "", of: fields?["team_id"] ?? ""),
            as: DomainAssociation.fileName, "text/plain; charset=utf-8")
    }

    private func verifyDomain(_ request: Request) async throws -> Answer {
        let call = try await request.control(DomainCall.self)
        try await state.verifyDomain(call.domain, ofService: call.identifier, of: call.teamId)
        return try team(call.teamId)
    }

    private func addKey(_ request: Request) async throws -> Answer {
        let call = try await request.control(KeyCall.self)
        let keyID = try state.addKey(call.name, primaryApp: call.primaryApp, of: call.teamId)
        return try .reply(KeyReply(keyId: keyID), status: .created)
    }

    private func downloadKey(_ request: Request) async throws -> Answer {
        let call = try await request.control(KeyIDCall.self)
        let pem = try state.downloadKey(call.keyId, of: call.teamId)
        return try .reply(KeyFileReply(fileName: Portal.fileName(ofKey: call.keyId), privateKey: pem + "\n"))
    }

    private func revokeKey(_ request: Request) async throws -> Answer {
        let call = try await request.control(KeyIDCall.self)
        try state.revokeKey(call.keyId, of: call.teamId)
        return try team(call.teamId)
    }

    private func team(_ teamID: String, _ status: HTTPResponse.Status = .ok) throws -> Answer {
        let portal = state.read { $0.portal }
        return try .reply(PortalTeamReply(portal.team(teamID), in: portal), status: status)
    }

    private static func identifier(_ request: Request, _ name: String) throws -> (teamID: String, id: String) {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        guard let teamID = fields?.filled("team_id"), let id = fields?.filled(name) else {
            throw ControlRefusal.badRequest("query_invalid", "Send team_id and \(name) in the query.")
        }
        return (teamID, id)
    }
}

extension PortalRefusal {
    var control: ControlRefusal {
        let status =
            switch kind {
            case .invalid: 400
            case .unknown: 404
            case .conflict: 409
            }
        return ControlRefusal(status: status, code: code, message: sentence)
    }
}

extension PortalControl.AppCall {
    /// The App ID with what the call names. Everything else stays.
    fileprivate func changed(_ app: AppID) -> AppID {
        var app = app
        app.description = description ?? app.description
        switch capability {
        case .off: app.capability = .off
        case .primary: app.capability = .primary
        case .grouped: app.capability = .grouped(with: primaryApp ?? "")
        case nil: break
        }
        app.notificationURL = notificationUrl ?? app.notificationURL
        return app
    }
}

extension PortalControl.ServiceCall {
    /// The Services ID with what the call names. Everything else stays.
    fileprivate func changed(_ service: ServicesID) -> ServicesID {
        var service = service
        service.description = description ?? service.description
        service.isEnabled = enabled ?? service.isEnabled
        guard primaryApp != nil || domains != nil || returnUrls != nil else { return service }
        var web = service.web ?? .init(primaryApp: "", domains: [], returnURLs: [])
        web.primaryApp = primaryApp ?? web.primaryApp
        if let domains { web.domains = domains.map { .init(name: $0) } }
        web.returnURLs = returnUrls ?? web.returnURLs
        service.web = web
        return service
    }
}
