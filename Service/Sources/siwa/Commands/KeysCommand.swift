import ArgumentParser
import Foundation
import SignInAPI
import SignInBackground
import SignInServer

/// `siwa keys …`: the service's own keys for access tokens.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys that sign access tokens, or create the next one.",
        discussion: """
            The running service watches its key folder. It reads a new key within ten seconds, publishes it for ten \
            minutes before it signs with it, and removes the old one when that one's last token has expired. It also \
            creates keys automatically (signing_keys.days).

            Exit codes: 0 done, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [KeysList.self, KeysRotate.self])
}

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys and what each is used for.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let folder = SigningKeyFolder(path: try service.settings().secretsDirectory)
        let now = Date()
        let schedule = SigningKeySchedule(try folder.ids(), at: now)
        for id in schedule.published where SigningKeySchedule.signsFrom(id) > now {
            Output.result("\(id)  signs from \(Timestamp.text(of: SigningKeySchedule.signsFrom(id)))")
        }
        if let signing = schedule.signing { Output.result("\(signing)  signs") }
        for id in schedule.published where SigningKeySchedule.signsFrom(id) <= now {
            Output.result("\(id)  is published until its last token has expired")
        }
        for id in schedule.over { Output.result("\(id)  is no longer used") }
    }
}

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Create the next key. The running service adopts it automatically.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let id = try SigningKeyFolder(path: service.settings().secretsDirectory).make(at: Date())
        Output.result("\(id)  signs from \(Timestamp.text(of: SigningKeySchedule.signsFrom(id)))")
    }
}
