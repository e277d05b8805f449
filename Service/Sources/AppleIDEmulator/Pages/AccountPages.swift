import Foundation

/// Who the account pages are shown to.
struct AccountHolder: Sendable {
    let name: String
    let email: String
    let initials: String

    init(_ person: Person) {
        name = person.fullName.isEmpty ? person.key : person.fullName
        email = person.email
        initials = person.initials
    }
}

/// The account page of somebody who is not signed in there.
struct AccountSignInPage: PageRenderer.Page {
    static let template = "account_sign_in"
    let title = "Your account"
    let token: String
    let choice: PeopleChoice
    let typed: String
    let problem: String?
    let notice: String?

    init(_ visitor: AccountVisitor, _ choice: PeopleChoice, typed: String = "", problem: String? = nil) {
        token = visitor.session.formToken
        self.choice = choice
        self.typed = typed
        self.problem = problem
        notice = visitor.session.notice
    }
}

struct AccountSignInPasswordPage: PageRenderer.Page {
    static let template = "account_sign_in_password"
    let title = "Enter the password"
    let token: String
    let person: String
    let holder: AccountHolder
    let hint: String
    let problem: String?

    init(_ visitor: AccountVisitor, _ person: Person, problem: String? = nil) {
        token = visitor.session.formToken
        self.person = person.key
        holder = AccountHolder(person)
        hint = person.password
        self.problem = problem
    }
}

/// The apps and websites that use the account.
struct AccountOverviewPage: PageRenderer.Page {
    struct UsedApp: Sendable {
        let id: String
        let initial: String
        let got: String
        let since: String
        let address: String
    }

    static let template = "account_overview"
    let title = "Your account"
    let token: String
    let holder: AccountHolder
    let apps: [UsedApp]
    let hasApps: Bool
    let notice: String?

    init(_ visitor: AccountVisitor, _ person: Person, _ uses: [AccountUse]) {
        token = visitor.session.formToken
        holder = AccountHolder(person)
        apps = uses.map { use in
            UsedApp(
                id: use.key.primaryApp, initial: use.initial, got: use.summary,
                since: AccountUse.day(use.consent.grantedAt),
                address: "/account/app?"
                    + FormFields.encode([("team", use.key.teamID), ("app", use.key.primaryApp)]))
        }
        hasApps = !apps.isEmpty
        notice = visitor.session.notice
    }
}

/// One group of apps: what it got, forwarding, and the end of it.
struct AccountAppPage: PageRenderer.Page {
    static let template = "account_app"
    let title: String
    let token: String
    let holder: AccountHolder
    let app: String
    let initial: String
    let team: String
    let clients: [String]
    let since: String
    let name: String?
    let address: String?
    let relay: String?
    let isForwarding: Bool
    let switched: String
    let notice: String?

    init(_ visitor: AccountVisitor, _ person: Person, _ use: AccountUse) {
        title = use.key.primaryApp
        token = visitor.session.formToken
        holder = AccountHolder(person)
        app = use.key.primaryApp
        initial = use.initial
        team = use.key.teamID
        clients = use.clients
        since = AccountUse.day(use.consent.grantedAt)
        name = use.name
        address = use.sharedAddress
        relay = use.relay
        isForwarding = use.isForwarding
        switched = use.isForwarding ? "off" : "on"
        notice = visitor.session.notice
    }
}

struct AccountPasswordPage: PageRenderer.Page {
    static let template = "account_password"
    let title = "Change the password"
    let token: String
    let holder: AccountHolder
    let hint: String
    let problem: String?

    init(_ visitor: AccountVisitor, _ person: Person, problem: String? = nil) {
        token = visitor.session.formToken
        holder = AccountHolder(person)
        hint = person.password
        self.problem = problem
    }
}

struct AccountDeletePage: PageRenderer.Page {
    static let template = "account_delete"
    let title = "Delete the account"
    let token: String
    let holder: AccountHolder
    let apps: [String]
    let hasApps: Bool
    let hint: String
    let problem: String?

    init(_ visitor: AccountVisitor, _ person: Person, _ uses: [AccountUse], problem: String? = nil) {
        token = visitor.session.formToken
        holder = AccountHolder(person)
        apps = uses.map(\.key.primaryApp)
        hasApps = !uses.isEmpty
        hint = person.password
        self.problem = problem
    }
}

/// For a form that did not come from a page of this browser's visit.
struct AccountFormRefusedPage: PageRenderer.Page {
    static let template = "account_form_refused"
    let title = "Open the page again"
    let explanation: String
}
