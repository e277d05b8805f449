import AppleIDEmulator
import ArgumentParser

/// `apple-id-emulator people …`: lists and adds people.
struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "List or add people of a running emulator.",
        discussion: EmulatorAddress.exitCodes, subcommands: [PeopleList.self, PeopleAdd.self],
        defaultSubcommand: PeopleList.self)
}

struct PeopleList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the people: key, email address and name.")

    @OptionGroup var emulator: EmulatorAddress

    func run() async throws {
        let snapshot = try await emulator.connect { try await $0.send(.snapshot) }
        for line in EventLine.people(snapshot) { EmulatorAddress.say(line) }
    }
}

struct PeopleAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a person, who can sign in from now on.",
        usage: "apple-id-emulator people add <key> <address> [--first <name>] [--last <name>]",
        discussion: """
            The name of a test person before the @ decides what happens, such as declined@example.com.

            EXAMPLE
              apple-id-emulator people add noor noor@example.com --first Noor
            """)

    @Argument(help: ArgumentHelp("A name for control calls.", valueName: "key"))
    var key: String

    @Argument(help: ArgumentHelp("The email address.", valueName: "address"))
    var email: String

    @Option(help: ArgumentHelp("The given name.", valueName: "name"))
    var first: String?

    @Option(help: ArgumentHelp("The family name.", valueName: "name"))
    var last: String?

    @Option(help: ArgumentHelp("The password; by default it is password.", valueName: "password"))
    var password: String?

    @OptionGroup var emulator: EmulatorAddress

    func run() async throws {
        _ = try await emulator.connect {
            try await $0.send(.addPerson(key, email: email, password: password, first: first, last: last))
        }
        EmulatorAddress.remark("\(key) can sign in as \(email).")
    }
}
