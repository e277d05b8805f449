import ArgumentParser
import Foundation
import SignInAPI
import SignInBackground
import SignInServer

/// `siwa keys …`: the service's own keys for access tokens.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys that sign our access tokens, or make the next one.",
        discussion: """
            The running service follows its folder of keys: it reads a new key within ten seconds, publishes it for ten \
            minutes, signs with it, and takes the old one away when that one's last token has expired. It makes keys by \
            itself, too (signing_keys.days).

            Exit codes: 0 done, 2 wrong usage or configuration, 3 could not be done.
            """,
        subcommands: [KeysList.self, KeysRotate.self])
}

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys and what each is for now.")

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
        for id in schedule.over { Output.result("\(id)  is over") }
    }
}

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Make the next key; the running service takes it up by itself.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let id = try SigningKeyFolder(path: service.settings().secretsDirectory).make(at: Date())
        Output.result("\(id)  signs from \(Timestamp.text(of: SigningKeySchedule.signsFrom(id)))")
    }
}
