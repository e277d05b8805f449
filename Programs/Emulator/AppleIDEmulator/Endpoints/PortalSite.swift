import HTTPServing

/// What all pages of the developer portal need: what is saved, and the frame of a page.
struct PortalSite: Sendable {
    let state: EmulatorState
    let pages: LocalPages

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
