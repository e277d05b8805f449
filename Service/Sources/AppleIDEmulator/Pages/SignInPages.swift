/// What each page of a sign-in shows; the names are those of the templates.
struct AccountPage: PageRenderer.Page {
    static let template = "account"
    let title = "Choose an account"
    let flow: String
    let clientID: String
    let clientInitial: String
    let teamID: String
    let step = 1
    let choice: PeopleChoice
    let typed: String
    let problem: String?

    init(_ flow: String, _ client: Client, _ choice: PeopleChoice, typed: String = "", problem: String? = nil) {
        self.flow = flow
        clientID = client.id
        clientInitial = client.initial
        teamID = client.teamID
        self.choice = choice
        self.typed = typed
        self.problem = problem
    }
}

struct PasswordPage: PageRenderer.Page {
    static let template = "password"
    let title = "Enter the password"
    let flow: String
    let clientID: String
    let clientInitial: String
    let teamID: String
    let step = 2
    let name: String
    let email: String
    let initials: String
    let hint: String
    /// Starts over with the same request.
    let again: String
    let problem: String?

    init(_ flow: String, _ signIn: PageSignIn, _ person: Person, problem: String? = nil) {
        self.flow = flow
        clientID = signIn.request.client.id
        clientInitial = signIn.request.client.initial
        teamID = signIn.request.client.teamID
        name = person.fullName
        email = person.email
        initials = person.initials
        hint = person.password
        again = "/auth/authorize?" + signIn.query
        self.problem = problem
    }
}

struct CodePage: PageRenderer.Page {
    static let template = "code"
    let title = "Two-factor authentication"
    let flow: String
    let clientID: String
    let clientInitial: String
    let teamID: String
    let step = 3
    let shownCode: String
    let problem: String?

    init(_ flow: String, _ signIn: PageSignIn, problem: String? = nil) {
        self.flow = flow
        clientID = signIn.request.client.id
        clientInitial = signIn.request.client.initial
        teamID = signIn.request.client.teamID
        shownCode = signIn.deviceCode.prefix(3) + " " + signIn.deviceCode.suffix(3)
        self.problem = problem
    }
}

struct ConsentPage: PageRenderer.Page {
    static let template = "consent"
    let title: String
    let flow: String
    let clientID: String
    let clientInitial: String
    let teamID: String
    let step = 4
    let isFirst: Bool
    let asksName: Bool
    let asksEmail: Bool
    let asksAnything: Bool
    let name: String
    let firstName: String
    let lastName: String
    let email: String
    let initials: String
    let relay: String
    /// What the app knows somebody by who comes back: an address, a name, or nothing.
    let known: String?

    init(_ flow: String, _ signIn: PageSignIn, _ person: Person, consent: Consent?, relay: String) {
        let client = signIn.request.client
        self.flow = flow
        clientID = client.id
        clientInitial = client.initial
        teamID = client.teamID
        isFirst = consent == nil
        title = isFirst ? "Create an account" : "Continue"
        asksName = signIn.request.scopes.contains(.name)
        asksEmail = signIn.request.scopes.contains(.email)
        asksAnything = asksName || asksEmail
        name = person.fullName
        firstName = person.firstName
        lastName = person.lastName
        email = person.email
        initials = person.initials
        self.relay = relay
        known = consent.flatMap { consent in
            if consent.scopes.contains(.email) { return consent.isEmailShared ? person.email : relay }
            return consent.scopes.contains(.name) ? "your name" : nil
        }
    }
}

extension Client {
    /// One letter in place of the icon an app would have: the first of the id's last part.
    var initial: String { String(id.split(separator: ".").last?.first ?? "?") }
}
