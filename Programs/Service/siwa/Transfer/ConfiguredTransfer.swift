import ArgumentParser
import Settings
import SignInFlows

/// The transfer that a command is about.
struct ConfiguredTransfer: ParsableArguments {
    @OptionGroup var service: ConfiguredService

    @Option(
        name: .customLong("transfer"),
        help: ArgumentHelp("The name of the transfer; needed if several are configured.", valueName: "name"))
    var name: String?

    /// Finds the transfer, or throws what is wrong with the configuration.
    static func find(_ name: String?, in environment: SignInEnvironment) throws -> RegisteredTransfer {
        let all = environment.clients.transfers
        if let name {
            guard let found = all.first(where: { $0.name == name }) else {
                throw ConfigurationFaults(["transfers: there is no transfer named \(VisibleJSON.visible(name))"])
            }
            return found
        }
        guard let only = all.first else { throw ConfigurationFaults(["transfers: no transfer is configured"]) }
        guard all.count == 1 else {
            let names = all.map(\.name).joined(separator: ", ")
            throw ConfigurationFaults(["transfers: there are several; name one with --transfer: \(names)"])
        }
        return only
    }

    /// Runs `work` with the operations of the transfer.
    func withOperations<Value: Sendable>(
        _ work: @Sendable (TransferOperations) async throws -> Value
    ) async throws -> Value {
        let name = name
        return try await service.withEnvironment { environment in
            try await work(TransferOperations(environment, Self.find(name, in: environment)))
        }
    }
}
