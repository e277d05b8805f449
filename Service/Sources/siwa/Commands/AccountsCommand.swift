import AccountStorage
import ArgumentParser
import Foundation
import SignInFlows

/// `siwa accounts …`: what an operator does about somebody's account.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Find, show, export, disable, enable or delete an account, or clear its wrong passwords.",
        discussion: """
            Works on the database that the configuration names, while the service runs or not. What is done is written to the \
            account's audit as the operator's.

            Exit codes: 0 done, 1 no such account, 2 wrong usage or configuration, 3 could not be done.
            """,
        subcommands: [
            AccountsFind.self, AccountsShow.self, AccountsHistory.self, AccountsExport.self, AccountsDisable.self,
            AccountsEnable.self,
            AccountsEndSessions.self, AccountsClearTries.self, AccountsDelete.self,
        ])
}

struct AccountsFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Find accounts by address, Apple's subject or your own name for them.",
        usage: """
            siwa accounts find --config <file> --email <address>
            siwa accounts find --config <file> --subject <sub>
            siwa accounts find --config <file> --external-id <id>
            """)

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("Exactly this address; several accounts may have it.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("Apple's `sub`, as any configured team knows the person.", valueName: "sub"))
    var subject: String?

    @Option(help: ArgumentHelp("The account's name in the app's own system.", valueName: "id"))
    var externalID: String?

    func validate() throws {
        guard [email, subject, externalID].count(where: { $0 != nil }) == 1 else {
            throw ValidationError("one of --email, --subject and --external-id is needed")
        }
    }

    func run() async throws {
        let found = try await service.withEnvironment { environment in
            let operations = AccountOperations(environment)
            if let email { return try await operations.find(email: email) }
            if let externalID { return try await operations.find(externalID: externalID) }
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
        commandName: "show", abstract: "Show an account: what is known, sessions, what happened.")

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
        commandName: "export", abstract: "Print everything that is held about a person, as JSON without secrets.")

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
        commandName: "disable", abstract: "Close an account to sign-in and end its sessions.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        guard try await service.withEnvironment({ try await AccountOperations($0).disable(id) }) else {
            throw ProgramExit.noAccount()
        }
        Output.remark("the account is closed, and its sessions are ended")
    }
}

struct AccountsEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Open a closed account, whatever closed it.")

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
        abstract: "Forget the wrong passwords of an account, so that its person need not wait.",
        discussion: """
            Wrong passwords are slowed down, and after a hundred in a row an account's password opens nothing until it is \
            reset. This forgets them, and the waits of the account's names.
            """)

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        guard try await service.withEnvironment({ try await AccountOperations($0).clearTries(of: id) }) else {
            throw ProgramExit.noAccount()
        }
        Output.remark("the account's wrong passwords are forgotten")
    }
}

struct AccountsDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account with everything in it, at once and for good.",
        discussion: """
            What Apple is to be asked is written down with it; the running service, or the next one that starts, asks Apple \
            to revoke its permission until that is proven.
            """)

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    @Flag(help: "Do it: nobody can bring the account back.")
    var yes = false

    func validate() throws {
        guard yes else { throw ValidationError("this cannot be undone: say --yes") }
    }

    func run() async throws {
        let id = try named.id()
        switch try await service.withEnvironment({ try await AccountOperations($0).delete(id) }) {
        case nil: throw ProgramExit.noAccount()
        case .queued: Output.remark("deleted; Apple will be asked to revoke its permission")
        case .impossible:
            Output.remark(
                "deleted; no token of Apple's was held, so the person has to stop using the app at Apple by hand")
        }
    }
}
