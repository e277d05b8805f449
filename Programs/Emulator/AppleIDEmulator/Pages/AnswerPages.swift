import HTTPServing

extension Page {
    /// Posts the answer to the return URL by script, or by a button if scripts are disabled.
    static func formPost(_ response: AuthorizeResponse) -> Page {
        let parts = response.returnURL.split(separator: "/")
        return Page(
            "form_post", title: PageText("return.title"),
            [
                "host": parts.count > 1 ? String(parts[1]) : response.returnURL, "action": response.returnURL,
                "fields": response.fields.map { ["name": $0.name, "value": $0.value] },
                "script": PagePolicy.formPostScript,
            ])
    }

    /// Apple's error page in our own design: Apple's text on top, and below it the cause, marked as the emulator's.
    static func refused(_ refusal: Refusal) -> Page {
        Page(
            "refused", title: refusal.error,
            [
                "text": refusal.description, "cause": refusal.cause, "explanation": refusal.explanation,
                "returnURLs": refusal.returnURLs.map { shown($0) },
            ])
    }

    private static func shown(_ urls: Refusal.ReturnURLs) -> [String: any Sendable] {
        var values: [String: any Sendable] = ["registered": urls.registered]
        if let sent = urls.sent { values["sent"] = sent }
        values["portal"] = urls.service.map { PortalAddress.service($0, urls.teamID) } ?? "/portal"
        return values
    }

    /// What a browser gets at an address that nothing is served at.
    static var unknownAddress: Page { Page("unknown_address", title: "Nothing here") }

    /// The page at the base URL: what the emulator is, and its clients and people.
    static func home(_ world: borrowing World, find: String = "") -> Page {
        let wanted = String(find.prefix(100))
        let clients = world.teams.values.sorted { $0.teamID < $1.teamID }.flatMap { team in
            team.apps.keys.sorted().map { ["id": $0, "kind": "app", "team": team.teamID] }
                + team.services.keys.sorted().map { ["id": $0, "kind": "service", "team": team.teamID] }
        }
        let found = clients.filter { wanted.isEmpty || $0["id"]?.lowercased().contains(wanted.lowercased()) == true }
        let choice = PeopleChoice(world.people, find: wanted)
        return Page(
            "home", title: "apple-id-emulator",
            choice.shown(
                beside: Array(found.prefix(PeopleChoice.most)), of: found.count, outOf: clients.count, "client"),
            choice.testPeople,
            [
                "clients": Array(found.prefix(PeopleChoice.most)),
                "people": choice.people.compactMap { world.person($0.key)?.shown },
            ])
    }
}
