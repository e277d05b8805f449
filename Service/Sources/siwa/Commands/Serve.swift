import ArgumentParser

/// `siwa serve`: runs the sign-in service until it is told to stop.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the sign-in service.")

    @Option(name: .long, help: ArgumentHelp("The configuration file (JSON).", valueName: "file"))
    var config: String?

    func run() async throws {
        throw ValidationError("serve has not arrived yet")
    }
}
