import AppleIDEmulator
import ArgumentParser

/// `apple-id-emulator trigger`: lets something happen to a person, with the notifications that follow.
struct TriggerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trigger", abstract: "Let something happen to a person of a running emulator.",
        usage: "apple-id-emulator trigger <event> --person <key> [--client <id>] [--only-notify]",
        discussion: """
            The person stops using an app, turns the forwarding of mail off or on, changes the password or deletes the \
            Apple Account. Tokens end and notifications are sent as at Apple. With --only-notify, the notification is \
            sent although nothing happened.

            \(EmulatorAddress.exitCodes)

            EXAMPLE
              apple-id-emulator trigger consent-revoked --person maya
            """)

    @Argument(help: "What happens.")
    var event: TriggeredEvent

    @Option(help: ArgumentHelp("The person's key.", valueName: "key"))
    var person: String

    @Option(
        help: ArgumentHelp(
            "The App ID or Services ID; by default that of the only app that the person uses.", valueName: "id"))
    var client: String?

    @Option(help: ArgumentHelp("The new password, for password-changed.", valueName: "password"))
    var password: String?

    @Flag(help: "Send the notification only.")
    var onlyNotify = false

    @OptionGroup var emulator: EmulatorAddress

    func validate() throws {
        guard (password != nil) == (event == .passwordChanged) else {
            throw ValidationError("--password belongs to password-changed, which needs it.")
        }
        guard !onlyNotify || event != .passwordChanged else {
            throw ValidationError("Apple sends no notification when a password is changed.")
        }
    }

    func run() async throws {
        let answer = try await emulator.connect { connection in
            if onlyNotify {
                let client = try await chosenClient(connection)
                return try await connection.send(.notify(event.rawValue, person: person, client: client))
            }
            let client = try await event.isAboutOneApp ? chosenClient(connection) : nil
            return try await connection.send(
                .trigger(event, person: person, client: client, password: password))
        }
        let lines = EventLine.notifications(answer)
        for line in lines { EmulatorAddress.say(line) }
        if lines.isEmpty { EmulatorAddress.remark("Done. No notification follows.") }
    }

    private func chosenClient(_ connection: EmulatorConnection) async throws -> String {
        if let client { return client }
        let snapshot = try await connection.send(.snapshot)
        let used = EventLine.clients(of: person, in: snapshot)
        guard let only = used.first, used.count == 1 else {
            let found = used.isEmpty ? "uses no app" : "uses \(used.joined(separator: ", "))"
            throw ValidationError("\(person) \(found): name one with --client.")
        }
        return only
    }
}

extension TriggeredEvent: ExpressibleByArgument {}
