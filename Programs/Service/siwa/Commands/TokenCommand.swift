import ArgumentParser

/// `siwa token …`: tools for tokens that Apple signed.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Verify or inspect a token from Apple, or check, refresh or revoke one at Apple.",
        subcommands: [
            TokenVerify.self, TokenInspect.self, TokenCheckAtApple.self, TokenRefresh.self, TokenRevoke.self,
        ],
        aliases: ["tokens"])
}
