import HTTPServing

/// The portal's pages for keys.
extension Page {
    static func portalNewKey(name: String, primaryApp: String, _ team: Team, problem: String? = nil) -> Page {
        Page(
            "portal_key_new", title: "Register a new key",
            PortalFrame(team, problem: problem, step: "Step 1 of 2").values,
            [
                "teamID": team.teamID, "typedName": name, "primaryApp": primaryApp.isEmpty ? nil : primaryApp,
                "hidden": shown([("team", team.teamID), ("primary_app", primaryApp)]),
                "canHaveKeys": !team.primaryApps.isEmpty,
            ])
    }

    static func portalConfigureKey(name: String, primaryApp: String, _ team: Team, problem: String? = nil) -> Page {
        Page(
            "portal_key_configure", title: "Configure Key",
            PortalFrame(team, problem: problem, step: "Configure").values,
            [
                "hidden": shown([("team", team.teamID), ("name", name), ("primary_app", primaryApp)]),
                "apps": primaryApps(team, chosen: primaryApp), "hasApps": !team.primaryApps.isEmpty,
            ])
    }

    static func portalReviewKey(name: String, primaryApp: String, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Confirm your key",
                lead: "Nothing is registered before you press Register. After that, the private key can be downloaded "
                    + "once.",
                action: "/portal/key/new",
                facts: [("Name", [name]), ("Sign in with Apple", ["for \(primaryApp) and its group"])],
                hidden: [("team", team.teamID), ("name", name), ("primary_app", primaryApp)],
                buttons: [.init(to: "register", label: "Register", style: "primary"), .init(to: "edit", label: "Back")]),
            PortalFrame(team, step: "Step 2 of 2"))
    }

    static func portalKey(
        _ id: String, _ key: TeamKey, _ team: Team, _ portal: Portal, now: Int, notice: String? = nil,
        problem: String? = nil
    ) -> Page {
        Page(
            "portal_key", title: key.name, PortalFrame(team, notice: notice, problem: problem).values,
            portal.pendingLines(team.teamID, now, of: id),
            [
                "teamID": team.teamID, "id": id, "fileName": Portal.fileName(ofKey: id),
                "primaryApp": key.primaryApp, "created": key.createdAt.map(PortalCheck.time),
                "revoked": key.revokedAt.map(PortalCheck.time), "isActive": !key.isRevoked,
                "isWaiting": !key.isRevoked && portal.privateKeys[id] != nil,
                "revoke": PortalAddress.make("/portal/key/revoke", team.teamID, id),
            ])
    }

    static func portalRevokeKey(_ id: String, _ key: TeamKey, _ team: Team) -> Page {
        portalQuestion(
            PortalQuestion(
                heading: "Revoke this key?",
                lead: "Client secrets that it signed are refused with invalid_client. A revoked key can never be used "
                    + "again.",
                action: "/portal/key/revoke", facts: [("Name", [key.name]), ("Key ID", [id])],
                hidden: [("team", team.teamID), ("id", id)],
                buttons: [.init(to: "revoke", label: "Revoke", style: "danger")],
                cancel: PortalAddress.key(id, team.teamID)), PortalFrame(team))
    }
}
