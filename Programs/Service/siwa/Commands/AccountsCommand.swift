import AccountStorage
import ArgumentParser
import Foundation
import SignInFlows

/// `siwa accounts …`: an operator's commands for a single account, and the export of all.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Find, show, export, disable, enable or delete an account, or clear its wrong passwords.",
        discussion: """
            Works on the configured database, whether the service is running or not. Every change and every \
            export is written to the account's audit as the operator's.

            Exit codes: 0 done, 1 no such account, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [
            AccountsFind.self, AccountsShow.self, AccountsHistory.self, AccountsExport.self, AccountsExportAll.self,
            AccountsDisable.self, AccountsEnable.self,
            AccountsEndSessions.self, AccountsClearTries.self, AccountsDelete.self,
        ])
}

struct AccountsFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find accounts by email address, Apple subject or external ID.",
        usage: """
            siwa accounts find [--config <file>] --email <address>
            siwa accounts find [--config <file>] --subject <sub>
            siwa accounts find [--config <file>] --external-id <id>
            siwa accounts find [--config <file>] --waiting
            """)

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("The exact address; several accounts may have it.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Apple's `sub` for the person in any configured team.", valueName: "sub"))
    var subject: String?

    @Option(help: ArgumentHelp("The account's ID in the app's own system.", valueName: "id"))
    var externalID: String?

    @Flag(help: "New people who wait for a decision, the most urgent first.")
    var waiting = false

    func validate() throws {
        guard [email, subject, externalID].count(where: { $0 != nil }) + (waiting ? 1 : 0) == 1 else {
            throw ValidationError("exactly one of --email, --subject, --external-id and --waiting is required")
        }
    }

    func run() async throws {
        let found = try await service.withEnvironment { environment in
            let operations = AccountOperations(environment)
            if let email { return try await operations.find(email: email) }
            if let externalID { return try await operations.find(externalID: externalID) }
            if waiting { return try await operations.findWaiting(limit: 1_000) }
            return try await operations.find(subject: subject ?? "")
        }
        for account in found { Output.result(AccountText.line(account)) }
        guard !found.isEmpty else {
            Output.remark("no account found")
            throw ProgramExit.no
        }
    }
}

struct AccountsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an account: its data, sessions and history.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        let copy = try await service.withEnvironment { environment in
            try await AccountExport.collect(id, asker: nil, in: environment)
        }
        guard let copy else { throw ProgramExit.noAccount() }
        Output.result(AccountText.page(copy))
    }
}

struct AccountsExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print everything stored about a person, as JSON without secrets.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        let copy = try await service.withEnvironment { environment in
            try await AccountExport.collect(id, asker: AccountOperations.asker, in: environment)
        }
        guard let copy else { throw ProgramExit.noAccount() }
        Output.result(try AccountText.json(copy))
    }
}

struct AccountsDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Close an account, so that nobody can sign in to it, and end its sessions.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        guard try await service.withEnvironment({ try await AccountOperations($0).disable(id) }) else {
            throw ProgramExit.noAccount()
        }
        Output.remark("the account is closed, and its sessions have ended")
    }
}

struct AccountsEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Open a closed account, whatever the reason for closing it.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        guard try await service.withEnvironment({ try await AccountOperations($0).enable(id) }) else {
            throw ProgramExit.noAccount()
        }
        Output.remark("the account is open")
    }
}

struct AccountsEndSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-sessions", abstract: "End every session of an account.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        let count = try await service.withEnvironment { try await AccountOperations($0).endSessions(of: id) }
        Output.remark("sessions ended: \(count)")
    }
}

struct AccountsClearTries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-tries",
        abstract: "Clear the wrong passwords of an account, so that its owner need not wait.",
        discussion: """
            Wrong passwords cause a growing wait. After a hundred in a row, the account's password stops working until \
            it is reset. This command clears that count and the waits of the account's names.
            """)

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        guard try await service.withEnvironment({ try await AccountOperations($0).clearTries(of: id) }) else {
            throw ProgramExit.noAccount()
        }
        Output.remark("the account's wrong passwords are cleared")
    }
}

struct AccountsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account and everything in it, immediately and permanently.",
        discussion: """
            The revocation at Apple is queued with the deletion. The running service, or the next one to start, asks \
            Apple to revoke the app's access until the revocation is confirmed.
            """)

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    @Flag(help: "Confirm the deletion: it cannot be undone.")
    var yes = false

    func validate() throws {
        guard yes else { throw ValidationError("this cannot be undone; confirm it with --yes") }
    }

    func run() async throws {
        let id = try named.id()
        switch try await service.withEnvironment({ try await AccountOperations($0).delete(id) }) {
        case nil: throw ProgramExit.noAccount()
        case .queued: Output.remark("deleted; Apple will be asked to revoke the app's access")
        case .impossible:
            Output.remark(
                "deleted; no Apple token was held, so the person has to stop using the app at Apple themselves")
        }
    }
}
