import ArgumentParser
import Foundation
import PrivateFiles
import ServiceAssembly
import SignInAPI
import SignInBackground
import SignInServer

/// `siwa secrets …`: the master keys that seal stored secrets.
struct SecretsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets", abstract: "List the master keys, or replace the one in use.",
        discussion: """
            The running service watches its key folder. It reads a new master key within ten seconds, uses it after \
            ten minutes, encrypts again what the old one encrypted, and removes the old one. No session ends.

            Exit codes: 0 done, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [SecretsList.self, SecretsRotate.self])
}

struct SecretsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the master keys and what each is used for.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let schedule = try MasterKeyFolder(path: service.settings().secretsDirectory, randomBytes: SystemRandom.bytes)
            .schedule(at: Date())
        for name in schedule.next {
            let moment = MasterKeySchedule.usedFrom(name) ?? .distantPast
            Output.result("\(name)  is used from \(Timestamp.text(of: moment))")
        }
        Output.result("\(schedule.current)  is in use")
        for name in schedule.old { Output.result("\(name)  is kept until nothing is encrypted with it") }
        for name in schedule.former { Output.result("\(name)  keeps the sessions of a removed key") }
    }
}

struct SecretsRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Create the next master key. The running service does the rest automatically.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let folder = MasterKeyFolder(
            path: try service.settings().secretsDirectory, randomBytes: SystemRandom.bytes)
        guard try !folder.schedule(at: Date()).isUnderWay else {
            throw PrivateFile.Failure(
                description: "\(folder.path): a rotation is in progress; see siwa secrets list")
        }
        let name = try folder.make(at: Date())
        let moment = MasterKeySchedule.usedFrom(name) ?? .distantPast
        Output.result("\(name)  is used from \(Timestamp.text(of: moment))")
    }
}
