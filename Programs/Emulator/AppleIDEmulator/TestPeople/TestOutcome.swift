/// What the name of a test person decides: the part of the address before `@`, or before `+`, as in
/// `slow+2@example.com`. Each name changes one thing, and everything else goes as for everybody.
package enum TestOutcome: String, Sendable, CaseIterable {
    case declined, failed, locked
    case hidesEmail = "hides-email"
    case noEmail = "no-email"
    case unverified, returning, child
    case realUserUnknown = "real-user-unknown"
    case slow, expired, unavailable, revoked

    /// How long every answer about a slow person takes.
    static let slowness = Duration.seconds(5)

    /// The outcome that an address decides; nil for an ordinary one.
    package init?(email: String) {
        let local = email.prefix { $0 != "@" }.prefix { $0 != "+" }
        self.init(rawValue: local.lowercased())
    }

    /// What happens, for help, pages and documents.
    package var sentence: String {
        switch self {
        case .declined: "cancels: user_cancelled_authorize, error 1001 on a device"
        case .failed: "gets Apple’s error page after the code, error 1000 on a device"
        case .locked: "has a locked account: an error page, error 1000 on a device"
        case .hidesEmail: "always hides the address: a relay address"
        case .noEmail: "has a managed account without a mailbox: no address"
        case .unverified: "has a managed account whose address is not verified"
        case .returning: "has signed in before: no name, and no user value"
        case .child: "is a child, for apps that support accounts of children"
        case .realUserUnknown: "has the real-user status unknown"
        case .slow: "gets every answer of Apple after 5 seconds"
        case .expired: "gets a code that has expired: invalid_grant"
        case .unavailable: "gets a code, but /auth/token answers 503"
        case .revoked: "stops using the app as soon as it has tokens"
        }
    }

    /// The person of this name that every emulator has.
    var person: Person {
        let name = rawValue.split(separator: "-").joined(separator: " ")
        return shaped(
            Person(
                key: rawValue, email: rawValue + "@example.com", password: rawValue + "-password",
                firstName: name.prefix(1).uppercased() + name.dropFirst(), lastName: "Tester"))
    }

    /// The person with the kind of account that the name stands for.
    func shaped(_ person: Person) -> Person {
        var person = person
        switch self {
        case .child: person.isChild = true
        case .noEmail:
            person.managed = person.managed ?? Self.managedAccount
            person.managed?.hasMailbox = false
        case .unverified:
            person.managed = person.managed ?? Self.managedAccount
            person.managed?.isEmailVerified = false
        default: break
        }
        return person
    }

    private static let managedAccount = ManagedAccount(organizationID: "7D3C0F52-91B4-4E0A-8C1B-5A2E6F9B7C10")
}

extension Person {
    /// What happens when the person signs in; nil for everybody but test people.
    var outcome: TestOutcome? { TestOutcome(email: email) }

    /// Whether the person cancels, whatever a page or a call says.
    var declines: Bool { outcome == .declined }
}

extension ConsentChoice {
    /// Whether the apps get the real address. Managed accounts cannot hide it (Apple: "Receiving a user's identity
    /// token").
    var sharesEmail: Bool { (isEmailShared && person.outcome != .hidesEmail) || person.managed != nil }
}
