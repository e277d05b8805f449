import AppleIDEmulator
import ArgumentParser

/// `apple-id-emulator events`: shows what happens, as it happens.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Show what happens in a running emulator, as it happens.",
        usage: """
            apple-id-emulator events [--type <type>] … [--person <key>] [--client <id>] [--json]
            apple-id-emulator events --since <number> [--until <type>] [--count <number>] [--no-wait]
            """,
        discussion: """
            One line for each event: the emulator's time, the type, and the facts. A refused request has its reason. \
            Documentation/emulator/events.md lists the types.

            \(EmulatorAddress.exitCodes)

            EXAMPLES
              apple-id-emulator events --type request --type tokens_issued
              apple-id-emulator events --since 0 --no-wait --json
            """)

    @Option(
        name: .customLong("type"), help: ArgumentHelp("Only events of this type; may be repeated.", valueName: "type"))
    var types: [String] = []

    @Option(help: ArgumentHelp("Only events about this person.", valueName: "key"))
    var person: String?

    @Option(help: ArgumentHelp("Only events about this client.", valueName: "id"))
    var client: String?

    @Option(help: ArgumentHelp("Begin after this event; 0 is the emulator's start.", valueName: "number"))
    var since: Int?

    @Option(help: ArgumentHelp("End after an event of this type.", valueName: "type"))
    var until: String?

    @Option(help: ArgumentHelp("End after so many events.", valueName: "number"))
    var count: Int?

    @Flag(help: "End after the events so far.")
    var noWait = false

    @Flag(help: "Print the JSON of each event.")
    var json = false

    @OptionGroup var emulator: EmulatorAddress

    func run() async throws {
        try await emulator.connect { connection in
            try await connection.follow(
                .events(
                    since: since, types: types, person: person, client: client, until: until, count: count,
                    waits: !noWait)
            ) { EmulatorAddress.say(json ? $0 : EventLine.text($0)) }
        }
    }
}
