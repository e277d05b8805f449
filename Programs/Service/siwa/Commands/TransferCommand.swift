import ArgumentParser
import Foundation
import SignInFlows

/// `siwa transfer`: an app moves to another developer team, and nobody is lost.
struct TransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move an app to another developer team without losing anybody.",
        discussion: """
            The transfer is configured under transfers. Documentation/team-transfer.md says what to do on which day. Every \
            command can run beside the service, be killed, and be run again.

            Exit codes: 0 done, 1 some failed, 2 usage or configuration error, 3 stopped, 4 Apple cannot be reached, 75 \
            interrupted.
            """,
        subcommands: [
            TransferPlan.self, TransferExportCommand.self, TransferImportCommand.self, TransferAccept.self,
            TransferStatus.self, TransferReport.self, TransferRetry.self, TransferCancel.self, TransferClose.self,
        ])
}

struct TransferPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Count who would move, check both keys, and say what to do. Stores nothing.",
        discussion: """
            Asks Apple for one access token with the key of each team that is configured here. The recipient gets one only \
            after the acceptance.
            """)

    @OptionGroup var transfer: ConfiguredTransfer

    func run() async throws {
        let name = transfer.name
        let text = try await transfer.service.withEnvironment { environment in
            let found = try ConfiguredTransfer.find(name, in: environment)
            let census = try await TransferCensus.count(of: found, in: environment)
            return TransferText.plan(found, census, keys: await TransferKeyCheck.both(of: found))
        }
        Output.result(text)
    }
}

struct TransferExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Fetch transfer identifiers from Apple. For the team that gives the app away.",
        discussion: """
            Asks Apple once about everybody who uses the app, at most --rate at a time. Run it again until the status is \
            ready, and then every night until the transfer is over, for people who are new.
            """)

    @OptionGroup var transfer: ConfiguredTransfer

    @Option(help: ArgumentHelp("The most calls at a time.", valueName: "number"))
    var rate = 8

    @Option(help: ArgumentHelp("Ask about so many people at most.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("Write the file for the buyer's system.", valueName: "file"))
    var output: String?

    @Flag(help: "Count only: ask nobody, store nothing and write no file.")
    var dryRun = false

    func validate() throws {
        guard (1...64).contains(rate) else { throw ValidationError("--rate must be from 1 to 64") }
    }

    func run() async throws {
        let run = TransferRun(
            name: transfer.name, direction: .export(output: output), rate: rate, limit: limit ?? .max, isDry: dryRun)
        try await run.start(with: transfer.service)
    }
}

struct TransferImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Fetch the new subjects from Apple. For the team that gets the app.",
        discussion: """
            Without a file, for everybody whose transfer identifier this service fetched. The buyer names the seller's \
            file; its people must have accounts here, found by external_id. --external-ids confirms that these are the \
            same in both systems. --create makes bare accounts for the others, which have nothing but the external_id.
            """)

    @Argument(help: ArgumentHelp("The seller's file.", valueName: "file"))
    var file: String?

    @OptionGroup var transfer: ConfiguredTransfer

    @Option(help: ArgumentHelp("The most calls at a time.", valueName: "number"))
    var rate = 8

    @Option(help: ArgumentHelp("Ask about so many people at most.", valueName: "number"))
    var limit: Int?

    @Flag(help: "Make an account for each person of the file whose external_id no account has.")
    var create = false

    @Flag(help: "Confirm that the external ids of the file are this system's, whose accounts these people then get.")
    var externalIds = false

    @Flag(help: "Check the file and count only: ask nobody and store nothing.")
    var dryRun = false

    func validate() throws {
        guard (1...64).contains(rate) else { throw ValidationError("--rate must be from 1 to 64") }
        guard file != nil || !create else { throw ValidationError("--create needs the seller's file") }
        guard file != nil || !externalIds else { throw ValidationError("--external-ids needs the seller's file") }
    }

    func run() async throws {
        let run = TransferRun(
            name: transfer.name, direction: .import(file: file, isCreating: create, isShared: externalIds), rate: rate,
            limit: limit ?? .max, isDry: dryRun)
        try await run.start(with: transfer.service)
    }
}

struct TransferAccept: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Say when the recipient accepted the app.",
        discussion: """
            It cannot be taken back. If the recipient's key is configured here, Apple is asked with it first: it gets an \
            access token only after the acceptance.
            """)

    @OptionGroup var transfer: ConfiguredTransfer

    @Option(help: ArgumentHelp("The time, such as 2026-11-27T10:00:00Z; by default now.", valueName: "time"))
    var at: String?

    func validate() throws {
        _ = try Self.moment(at, before: Date())
    }

    /// The time of the acceptance. A future one would end Apple's sixty days too late, and the state changes at once.
    static func moment(_ text: String?, before now: Date) throws -> Date {
        guard let text else { return now }
        guard let moment = try? Date(text, strategy: .iso8601) else {
            throw ValidationError("--at must be a time such as 2026-11-27T10:00:00Z")
        }
        guard moment <= now else { throw ValidationError("--at must not be in the future") }
        return moment
    }

    func run() async throws {
        let moment = try Self.moment(at, before: Date())
        let acceptance = try await transfer.withOperations { operations in try await operations.accept(at: moment) }
        switch acceptance {
        case .recorded: break
        case .over: throw TransferText.refused("everybody has moved, or the transfer is over")
        case .unproven(let failure):
            throw TransferText.refused(TransferText.words(forUnproven: failure), as: TransferExit.code(for: failure))
        }
    }
}
