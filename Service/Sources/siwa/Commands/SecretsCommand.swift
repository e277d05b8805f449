import ArgumentParser
import Foundation
import SignInAPI
import SignInBackground
import SignInServer

/// `siwa secrets …`: the master key of what is stored sealed.
struct SecretsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets", abstract: "List the master keys, or replace the one in use.",
        discussion: """
            The running service follows its folder of keys: it reads a new master key within ten seconds, uses it after ten \
            minutes, seals anew what is sealed under the old one, and takes the old one away. No session ends.

            Exit codes: 0 done, 2 wrong usage or configuration, 3 could not be done.
            """,
        subcommands: [SecretsList.self, SecretsRotate.self])
}

struct SecretsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the master keys and what each is for now.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let schedule = try MasterKeyFolder(path: service.settings().secretsDirectory, randomBytes: SystemRandom.bytes)
            .schedule(at: Date())
        for name in schedule.next {
            let moment = MasterKeySchedule.usedFrom(name) ?? .distantPast
            Output.result("\(name)  is used from \(Timestamp.text(of: moment))")
        }
        Output.result("\(schedule.current)  is used")
        for name in schedule.old { Output.result("\(name)  is kept until nothing is sealed under it") }
        for name in schedule.former { Output.result("\(name)  keeps the sessions of a key that is gone") }
    }
}

struct SecretsRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Make the next master key; the running service does the rest by itself.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let folder = MasterKeyFolder(
            path: try service.settings().secretsDirectory, randomBytes: SystemRandom.bytes)
        guard try !folder.schedule(at: Date()).isUnderWay else {
            throw PrivateFile.Failure(
                description: "\(folder.path): a rotation is under way; siwa secrets list shows how far it is")
        }
        let name = try folder.make(at: Date())
        let moment = MasterKeySchedule.usedFrom(name) ?? .distantPast
        Output.result("\(name)  is used from \(Timestamp.text(of: moment))")
    }
}
