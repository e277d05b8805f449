import AccountStorage
import ArgumentParser
import Foundation
import SignInAPI
import SignInFlows

/// `siwa credentials …`: keys that authenticate the operator's own services.
struct CredentialsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credentials", abstract: "Create, list and revoke keys for the services that use this one.",
        discussion: """
            A service sends its key as a bearer token. What it does is written to the audit under the key's ID.

            What anyone who holds a key with a scope can do:
            \(CredentialText.scopes)

            Give every service its own key, with as few scopes as it needs.

            Exit codes: 0 done, 1 no such key, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [CredentialsCreate.self, CredentialsList.self, CredentialsRevoke.self])
}

struct CredentialsCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a key and print it once.",
        discussion: "The key goes to standard output and is stored nowhere. Save it where the service can read it.")

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("Your name for the service.", valueName: "name"))
    var name: String

    @Option(
        name: .customLong("scope"),
        help: ArgumentHelp("What the key allows; may be repeated.", valueName: "scope"))
    var scopes: [String]

    func validate() throws {
        _ = try known()
    }

    private func known() throws -> Set<ServiceCredential.Scope> {
        let names = ServiceCredential.Scope.allCases.map(\.rawValue).joined(separator: ", ")
        return try Set(
            scopes.map { text in
                guard let scope = ServiceCredential.Scope(rawValue: text) else {
                    throw ValidationError("a scope must be one of \(names)")
                }
                return scope
            })
    }

    func run() async throws {
        let scopes = try known()
        let (credential, key) = try await service.withEnvironment { environment in
            try await ServiceCredentials(environment).issue(name: name, scopes: scopes)
        }
        Output.result(key)
        Output.remark("created \(CredentialText.line(credential)); the key is shown only once")
    }
}

struct CredentialsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys: ID, name, scopes, creation time and state.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let all = try await service.withEnvironment { try await ServiceCredentials($0).list() }
        for credential in all { Output.result(CredentialText.line(credential)) }
        if all.isEmpty { Output.remark("no keys") }
    }
}

struct CredentialsRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a key. It is refused from the next request on.")

    @OptionGroup var service: ConfiguredService

    @Argument(help: ArgumentHelp("The key's id: 32 hexadecimal digits.", valueName: "key"))
    var key: String

    func validate() throws {
        guard CredentialID(text: key) != nil else { throw ValidationError("a key's id has 32 hexadecimal digits") }
    }

    func run() async throws {
        guard let id = CredentialID(text: key) else { throw ProgramExit.wrongUsage }
        guard try await service.withEnvironment({ try await ServiceCredentials($0).revoke(id) }) else {
            Output.remark("no such key, or it was already revoked")
            throw ProgramExit.no
        }
        Output.remark("the key is revoked")
    }
}

/// Formats credentials for an operator.
enum CredentialText {
    /// Every scope and what it allows.
    static var scopes: String {
        ServiceCredential.Scope.allCases.map { "  \($0.rawValue): \(words(for: $0))" }.joined(separator: "\n")
    }

    /// What the holder of a key can do, including the worst.
    static func words(for scope: ServiceCredential.Scope) -> String {
        switch scope {
        case .accountsRead: "read every account: name, email address, external ID, and whether it is closed."
        case .accountsWrite:
            "close, open and permanently delete any account; end all its sessions and unlink all its Apple Accounts; "
                + "give an external ID to one without."
        case .link:
            "let any Apple Account into the account of any user that has an external ID: as powerful as the password "
                + "of every one of them."
        case .operations: "read metrics, and which sessions ended and when."
        case .numbersRead:
            "read how many people registered and signed in on each day, by provider, client and platform."
        case .numbersWrite:
            "report these numbers of the app's other logins (numbers.providers), and replace reported ones."
        case .mail: "report whether messages to people's relay addresses arrived."
        case .mailSend: "send any person a message from the service's address (mail.api), without learning theirs."
        }
    }

    static func line(_ credential: ServiceCredential) -> String {
        let scopes = ServiceCredential.Scope.allCases.filter(credential.scopes.contains).map(\.rawValue)
        let state = credential.revokedAt.map { "revoked " + Timestamp.text(of: $0) } ?? "good"
        return [
            credential.id.text, VisibleJSON.visible(credential.name), scopes.joined(separator: ","),
            "since " + Timestamp.text(of: credential.createdAt), state,
        ].joined(separator: "  ")
    }
}
