import ArgumentParser
import Foundation
import Settings
import SignInAPI
import SignInBackground
import SignInServer

/// `siwa keys …`: the service's own keys for access tokens and ID tokens.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List the keys that sign tokens, or create the next one.",
        discussion: """
            The running service watches its key folder. It reads a new key within ten seconds, publishes it for ten \
            minutes before it signs with it, and removes the old one when that one's last token has expired. It also \
            creates keys automatically (signing_keys.days). There are keys for access tokens and, if openid.enabled is \
            set, keys for the ID tokens of OpenID clients.

            Exit codes: 0 done, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [KeysList.self, KeysRotate.self])
}

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys and what each is used for.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let path = try service.settings().secretsDirectory
        for kind in SigningKeyKind.allCases { try list(SigningKeyFolder(path: path, kind: kind), at: Date()) }
    }

    private func list(_ folder: SigningKeyFolder, at now: Date) throws {
        let schedule = try folder.schedule(at: now)
        func show(_ id: String, _ state: String) { Output.result("\(folder.kind.rawValue)  \(id)  \(state)") }
        for id in schedule.published where SigningKeySchedule.signsFrom(id) > now {
            show(id, "signs from \(Timestamp.text(of: SigningKeySchedule.signsFrom(id)))")
        }
        if let signing = schedule.signing { show(signing, "signs") }
        for id in schedule.published where SigningKeySchedule.signsFrom(id) <= now {
            show(id, "is published until its last token has expired")
        }
        for id in schedule.over { show(id, "is no longer used") }
    }
}

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Create the next key. The running service adopts it automatically.")

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("The kind of key: access-token or id-token.", valueName: "kind"))
    var kind = SigningKeyKind.accessToken.rawValue

    func validate() throws {
        _ = try known()
    }

    private func known() throws -> SigningKeyKind {
        guard let kind = SigningKeyKind(rawValue: self.kind) else {
            throw ValidationError("--kind must be access-token or id-token")
        }
        return kind
    }

    func run() async throws {
        let (settings, kind) = (try service.settings(), try known())
        guard kind == .accessToken || settings.openID != nil else {
            throw ConfigurationFaults(["openid.enabled: false, so the service signs no ID tokens"])
        }
        let id = try SigningKeyFolder(path: settings.secretsDirectory, kind: kind).make(at: Date())
        Output.result("\(kind.rawValue)  \(id)  signs from \(Timestamp.text(of: SigningKeySchedule.signsFrom(id)))")
    }
}
