/// The rules of the portal for Services IDs.
extension Portal {
    /// A Services ID begins without the capability.
    func registration(ofService id: String, _ text: String, of teamID: String) throws(PortalRefusal) -> TeamChange {
        _ = try team(teamID)
        return .service(
            try newIdentifier(id), ServicesID(description: try Self.description(text), isEnabled: false))
    }

    /// Changes a Services ID. With the capability off, nothing of its configuration is kept.
    func change(
        _ id: String, to service: ServicesID, of teamID: String, _ switches: Switches
    ) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        guard let saved = team.services[id] else { throw Self.unknownService(id, team) }
        var service = service
        service.description = try Self.description(service.description)
        if !service.isEnabled { service.web = nil }
        if let web = service.web { service.web = try Self.checked(web, id, replacing: saved.web, in: team, switches) }
        return .service(id, service)
    }

    func deletion(ofService id: String, of teamID: String) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        guard team.services[id] != nil else { throw Self.unknownService(id, team) }
        return .service(id, nil)
    }

    /// The rules of the dialog "Web Authentication Configuration" alone, which the page applies before it goes on.
    static func checked(
        _ web: ServicesID.Web, _ id: String, replacing saved: ServicesID.Web?, in team: Team, _ switches: Switches
    ) throws(PortalRefusal) -> ServicesID.Web {
        var web = web
        try team.requirePrimary(web.primaryApp)
        let others = team.services.filter { $0.key != id && $0.value.web?.primaryApp == web.primaryApp }.count
        if switches.servicesPerAppLimit > 0, others >= switches.servicesPerAppLimit {
            throw .conflict(
                "services_limit",
                "\(web.primaryApp) already has \(others) Services IDs (services_per_app_limit).")
        }
        try requireURLs(web, team, switches)
        // a domain that stays keeps its verification
        web.domains = web.domains.map { domain in saved?.domains.first { $0.name == domain.name } ?? domain }
        return web
    }

    private static func requireURLs(
        _ web: ServicesID.Web, _ team: Team, _ switches: Switches
    ) throws(PortalRefusal) {
        let (limit, allowsLocal) = (team.kind.websiteURLLimit(switches), !switches.localReturnUrlsRefused)
        guard web.domains.count <= limit, web.returnURLs.count <= limit else {
            throw .conflict(
                "website_urls_limit",
                "A Services ID of an \(team.kind.rawValue) can have \(limit) website URLs.")
        }
        guard !web.returnURLs.isEmpty else { throw .invalid("return_url_missing", "Enter at least one return URL.") }
        // what Apple's portal was seen to say (openid/AppAuth-iOS, issue 586)
        guard web.returnURLs.allSatisfy({ WebsiteURLs.isReturnURL($0, allowsLocal: allowsLocal) }) else {
            throw .invalid("return_urls_invalid", "One or more Return URLs are invalid")
        }
        guard web.domains.allSatisfy({ WebsiteURLs.isDomain($0.name, allowsLocal: allowsLocal) }) else {
            throw .invalid(
                "domains_invalid", "One or more domains are invalid: enter names such as example.com, without https://."
            )
        }
        guard !web.domains.isEmpty || web.returnURLs.allSatisfy(WebsiteURLs.isLocalURL) else {
            throw .invalid("domain_missing", "Enter at least one domain or subdomain.")
        }
    }

    static func unknownService(_ id: String, _ team: Team) -> PortalRefusal {
        .unknown("service_unknown", "Team \(team.teamID) has no Services ID \(id).")
    }
}
