import HTTPServing

/// A Services ID as a page of the portal carries it from step to step. Nothing of it counts before "Save".
struct ServiceDraft: Sendable {
    let teamID: String
    let id: String
    var service: ServicesID

    init(teamID: String, id: String, service: ServicesID) {
        self.teamID = teamID
        self.id = id
        self.service = service
    }

    init(_ fields: FormFields) {
        teamID = fields["team"] ?? ""
        id = fields["id"] ?? ""
        let isEnabled = fields["capability"] == "on" || fields["to"] == "configure"
        service = ServicesID(
            description: fields["description"] ?? "", isEnabled: isEnabled,
            web: Self.web(fields["primary_app"], fields["domains"], fields["return_urls"]))
    }

    /// The draft with what was entered under "Configure".
    func configured(_ fields: FormFields) -> ServiceDraft {
        var draft = self
        draft.service.isEnabled = true
        draft.service.web = Self.web(
            fields["new_primary_app"] ?? "", fields["new_domains"], fields["new_return_urls"])
        return draft
    }

    private static func web(_ primaryApp: String?, _ domains: String?, _ urls: String?) -> ServicesID.Web? {
        guard let primaryApp else { return nil }
        return .init(
            primaryApp: primaryApp, domains: WebsiteURLs.list(domains ?? "").map { .init(name: $0) },
            returnURLs: WebsiteURLs.list(urls ?? ""))
    }

    var fields: [(name: String, value: String)] {
        [("team", teamID), ("id", id), ("description", service.description)] + configuration
            + [("capability", service.isEnabled ? "on" : "")]
    }

    var configuration: [(name: String, value: String)] {
        guard let web = service.web else { return [] }
        return [
            ("primary_app", web.primaryApp), ("domains", web.domains.map(\.name).joined(separator: ", ")),
            ("return_urls", web.returnURLs.joined(separator: ", ")),
        ]
    }
}
