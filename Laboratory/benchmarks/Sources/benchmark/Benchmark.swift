import ArgumentParser

/// `benchmark verify | sign-in | accounts | connections | start`: one table each, with the machine's limit next to
/// every figure.
@main
struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the project as ratios inside one run.",
        subcommands: [
            VerifyCommand.self, SignInCommand.self, AccountsCommand.self, ConnectionsCommand.self, StartCommand.self,
        ])
}
