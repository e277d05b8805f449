/// Posts the answer to the return URL: by script, or by the button where scripts are off.
struct FormPostPage: PageRenderer.Page {
    struct Field: Sendable {
        let name: String
        let value: String
    }

    static let template = "form_post"
    let title = "Returning"
    let host: String
    let action: String
    let fields: [Field]
    let script = PagePolicy.formPostScript

    init(_ response: AuthorizeResponse) {
        action = response.returnURL
        fields = response.fields.map { Field(name: $0.name, value: $0.value) }
        let parts = response.returnURL.split(separator: "/")
        host = parts.count > 1 ? String(parts[1]) : response.returnURL
    }
}

/// Apple's error page in our own design: its words on top, the cause below, marked as the emulator's.
struct RefusedPage: PageRenderer.Page {
    static let template = "refused"
    let title: String
    let text: String?
    let cause: String
    let explanation: String

    init(_ refusal: Refusal) {
        title = refusal.error
        text = refusal.description
        cause = refusal.cause
        explanation = refusal.explanation
    }
}

/// For somebody who opens the base URL: what this is, and who lives here.
struct HomePage: PageRenderer.Page {
    struct KnownClient: Sendable {
        let id: String
        let kind: String
        let team: String
    }

    struct KnownPerson: Sendable {
        let name: String
        let email: String
        let password: String
    }

    static let template = "home"
    let title = "apple-id-emulator"
    let clients: [KnownClient]
    let people: [KnownPerson]
    let isMany: Bool
    let find: String
    let tally: String

    init(_ world: borrowing World, find: String = "") {
        let wanted = String(find.prefix(100))
        let everyClient = world.teams.values.sorted { $0.teamID < $1.teamID }.flatMap { team in
            team.apps.keys.sorted().map { KnownClient(id: $0, kind: "app", team: team.teamID) }
                + team.services.keys.sorted().map { KnownClient(id: $0, kind: "service", team: team.teamID) }
        }
        let found = everyClient.filter { wanted.isEmpty || $0.id.lowercased().contains(wanted.lowercased()) }
        clients = Array(found.prefix(PeopleChoice.most))
        let choice = PeopleChoice(world.people, find: wanted)
        people = choice.people.map { person in
            KnownPerson(
                name: person.name, email: person.email, password: world.person(person.key)?.password ?? "")
        }
        isMany = choice.isMany || everyClient.count > PeopleChoice.most
        self.find = wanted
        tally =
            PeopleChoice.tally(shown: clients.count, of: found.count, find: "", one: "client", many: "clients")
            + " " + choice.tally
    }
}
