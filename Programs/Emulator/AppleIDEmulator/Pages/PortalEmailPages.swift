import HTTPServing
import RelayMail

/// The portal's pages for sources of mail.
extension Page {
    static func portalEmail(
        _ team: Team, _ portal: Portal, _ sources: [ShownEmailSource], _ refused: [MailRoom.RefusedSender], now: Int,
        typed: String, notice: String? = nil, problem: String? = nil
    ) -> Page {
        let limit = EmailSource.limit(team.kind)
        return Page(
            "portal_email", title: "Sign in with Apple for Email Communication",
            PortalFrame(team, notice: notice, problem: problem).values,
            portal.pendingLines(team.teamID, now, of: TeamChange.emailSources([]).id),
            [
                "teamID": team.teamID, "typed": typed, "count": sources.count, "limit": limit,
                "sources": sources.map { source -> [String: any Sendable] in
                    [
                        "source": source.source, "badge": badge(source), "isGood": source.spf == .pass,
                        "remove": PortalAddress.make("/portal/email/remove", team.teamID, source.source),
                    ]
                }, "hasSources": !sources.isEmpty,
                "refused": refused.map { sender -> [String: any Sendable] in
                    [
                        "sender": sender.sender, "cause": sender.cause,
                        "times": sender.count == 1 ? "once" : "\(sender.count) times",
                        "last": PortalCheck.time(sender.lastAt),
                    ]
                }, "hasRefused": !refused.isEmpty,
            ])
    }

    private static func badge(_ source: ShownEmailSource) -> String {
        guard source.isEffective else { return "pending" }
        return source.spf == .noPolicy ? "no SPF" : "SPF \(source.spf.rawValue)"
    }

    /// After "Next": what "Save" saves.
    static func portalReviewEmail(_ typed: String, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Register your email sources",
                lead: "Nothing is saved before you press Save. A domain covers no subdomain, and the domain of the "
                    + "return path counts too.",
                action: "/portal/email", facts: [("Email sources", WebsiteURLs.list(typed))],
                hidden: [("team", team.teamID), ("sources", typed)],
                buttons: [.init(to: "save", label: "Save", style: "primary"), .init(to: "edit", label: "Back")]),
            PortalFrame(team, step: "Last step"))
    }

    static func portalRemoveEmail(_ source: String, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Remove this email source?",
                lead: "Mail of this source to relay addresses of the team is then refused: unauthorized sender.",
                action: "/portal/email/remove", facts: [("Email source", [source])],
                hidden: [("team", team.teamID), ("id", source)],
                buttons: [.init(to: "remove", label: "Remove", style: "danger")],
                cancel: PortalAddress.make("/portal/email", team.teamID)), PortalFrame(team))
    }
}
