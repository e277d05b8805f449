import HTTPServing

/// An App ID as a page of the portal carries it from step to step. Nothing of it counts before the last button.
struct AppDraft: Sendable {
    let teamID: String
    var id: String
    var app: AppID

    init(teamID: String, id: String, app: AppID) {
        self.teamID = teamID
        self.id = id
        self.app = app
    }

    init(_ fields: FormFields) {
        let capability = Self.capability(
            isOn: fields["capability"] == "on" || fields["to"] == "configure", mode: fields["mode"],
            primaryApp: fields["primary_app"])
        self.init(
            teamID: fields["team"] ?? "", id: fields["id"] ?? "",
            app: AppID(
                description: fields["description"] ?? "", capability: capability,
                notificationURL: fields.filled("notification_url")))
    }

    /// The draft with what was entered under "Configure".
    func configured(_ fields: FormFields) -> AppDraft {
        var draft = self
        draft.app.capability = Self.capability(
            isOn: true, mode: fields["new_mode"], primaryApp: fields["new_primary_app"])
        draft.app.notificationURL = fields.filled("new_notification_url")
        return draft
    }

    private static func capability(isOn: Bool, mode: String?, primaryApp: String?) -> AppID.Capability {
        guard isOn else { return .off }
        return mode == "grouped" ? .grouped(with: primaryApp ?? "") : .primary
    }

    /// The form fields that carry the draft.
    var fields: [(name: String, value: String)] { identity + configuration + [("capability", isOn ? "on" : "")] }

    /// Those that are not inputs of the first page.
    var identity: [(name: String, value: String)] {
        [("team", teamID), ("id", id), ("description", app.description)]
    }

    var configuration: [(name: String, value: String)] {
        let (mode, primary): (String, String) =
            if case .grouped(let primary) = app.capability { ("grouped", primary) } else { ("primary", "") }
        return [("mode", mode), ("primary_app", primary), ("notification_url", app.notificationURL ?? "")]
    }

    var isOn: Bool { app.capability != .off }
}
