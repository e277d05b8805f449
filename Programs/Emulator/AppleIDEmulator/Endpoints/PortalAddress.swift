import HTTPServing

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
