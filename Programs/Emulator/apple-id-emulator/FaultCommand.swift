import AppleIDEmulator
import ArgumentParser

/// `apple-id-emulator fault …`: lets Apple's endpoints misbehave.
struct FaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault", abstract: "Let an endpoint of a running emulator misbehave.",
        discussion: """
            Documentation/emulator.md lists the endpoints and kinds.

            \(EmulatorAddress.exitCodes)
            """,
        subcommands: [FaultAdd.self, FaultList.self, FaultClear.self])
}

struct FaultAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Set a fault.",
        discussion: """
            EXAMPLES
              apple-id-emulator fault add token:status,status=503,times=2
              apple-id-emulator fault add keys:delay,delay_ms=3000
            """)

    @Argument(help: ArgumentHelp("The fault, in the form of --fault.", valueName: "endpoint:kind,…"))
    var fault: String

    @OptionGroup var emulator: EmulatorAddress

    func run() async throws {
        let call = try EmulatorCall.addFault(fault)
        let answer = try await emulator.connect { try await $0.send(call) }
        for line in EventLine.faults(answer) { EmulatorAddress.say(line) }
    }
}

struct FaultList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the faults that are set.")

    @OptionGroup var emulator: EmulatorAddress

    func run() async throws {
        let answer = try await emulator.connect { try await $0.send(.faults) }
        for line in EventLine.faults(answer) { EmulatorAddress.say(line) }
    }
}

struct FaultClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Remove every fault, or one.")

    @Option(help: ArgumentHelp("Only the fault with this number.", valueName: "number"))
    var id: Int?

    @OptionGroup var emulator: EmulatorAddress

    func run() async throws {
        let answer = try await emulator.connect { try await $0.send(.removeFaults(id: id)) }
        for line in EventLine.faults(answer) { EmulatorAddress.say(line) }
    }
}
