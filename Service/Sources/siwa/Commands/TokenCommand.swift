import ArgumentParser

/// `siwa token …`: tools for tokens that Apple signed.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Verify a token from Apple, or inspect one.",
        subcommands: [TokenVerify.self, TokenInspect.self])
}
