import ArgumentParser
import SignInFlows

struct AccountsHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the history of an account, oldest first, even if it was deleted.")

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    func run() async throws {
        let id = try named.id()
        let lines = try await service.withEnvironment { try await AccountOperations($0).history(of: id) }
        for line in lines { Output.result(AccountText.line(line)) }
        guard !lines.isEmpty else { throw ProgramExit.noAccount() }
    }
}
