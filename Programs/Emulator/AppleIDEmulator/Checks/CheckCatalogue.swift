/// All checks of the emulator, with the lists they belong to. Waivers name them, and the refusal suite must cover them.
enum CheckCatalogue {
    struct Entry: Sendable {
        let list: String
        let name: String
        let isWaivable: Bool
    }

    static let all: [Entry] =
        entries("authorize", AuthorizeAttempt.checks) + entries("client_request", ClientForm.checks)
        + entries("client_secret", ClientSecretAttempt.checks) + entries("grant", GrantRequest.checks)
        + entries("code", CodeRedemption.checks) + entries("refresh", RefreshAttempt.checks)
        + entries("revoke", RevocationAttempt.checks) + entries("button", ButtonQuery.checks)
        + entries("account", AccountAttempt.checks) + entries("device", DeviceAttempt.checks) + mail

    private static let mail = MailCheck.allCases.map {
        Entry(list: "mail", name: $0.rawValue, isWaivable: $0.isWaivable)
    }

    static func contains(waivable name: String) -> Bool { all.contains { $0.name == name && $0.isWaivable } }

    private static func entries<Subject>(_ list: String, _ checks: [Check<Subject>]) -> [Entry] {
        checks.map { Entry(list: list, name: $0.name, isWaivable: $0.isWaivable) }
    }
}
