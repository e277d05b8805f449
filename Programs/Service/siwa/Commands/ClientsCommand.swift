import ArgumentParser
import JSONWebTokens
import ServiceAssembly
import Settings
import SignInFlows
import SignInServer

/// `siwa clients …`: the clients of the OpenID Provider.
struct ClientsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients", abstract: "OpenID clients: list, check, create a secret.",
        discussion: """
            The clients are declared in the configuration (openid.clients). After a change, restart the service.

            Exit codes: 0 done, 1 the service is not an OpenID Provider, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [ClientsList.self, ClientsCheck.self, ClientsSecret.self])
}

struct ClientsList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the clients: ID, kind, scopes and name.")

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Print every setting but the brand, as JSON. Hashes of secrets are left out.")
    var json = false

    func run() throws {
        let clients = try service.openIDClients()
        if json {
            let entries = JSONValue.array(clients.map(ClientText.json))
            Output.result(VisibleJSON.lines(.object(JSONObject([(name: "clients", value: entries)]))))
        } else {
            for client in clients { Output.result(ClientText.line(client)) }
            if clients.isEmpty { Output.remark("no clients") }
        }
    }
}

struct ClientsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the configuration and print what to enter in each client.",
        discussion: """
            Copy the addresses as they are printed: a client compares the issuer byte by byte, and a slash at the end is \
            another issuer. `siwa doctor` checks that the service answers there.
            """)

    @OptionGroup var service: ConfiguredService

    func run() throws {
        let (settings, clients) = (try service.settings(), try service.openIDClients())
        guard let publicURL = settings.publicURL else { throw ConfigurationFaults(["public_url: missing"]) }
        let document = ProviderDocument(publicURL)
        for client in clients { Output.result(try ClientText.setup(of: client, document, publicURL)) }
        for warning in settings.warnings { Output.remark("warning: " + VisibleJSON.visible(warning)) }
        Output.remark("\(clients.count) \(clients.count == 1 ? "client" : "clients"), no faults")
    }
}

struct ClientsSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Create a client secret and print it with its hash.",
        discussion: """
            The secret is stored nowhere. Give it to the client, and put the hash into secret_sha256 of the client. To \
            replace a secret, add the new hash beside the old one, restart the service, change the client, and remove \
            the old hash.
            """)

    func run() {
        let secret = OpenIDClientSecret.make(SystemRandom.bytes)
        Output.result("client_secret  \(secret.text)")
        Output.result("secret_sha256  \(secret.hash)")
    }
}

extension ConfiguredService {
    /// The clients of the OpenID Provider. Ends the program with 1 if the service is none.
    fileprivate func openIDClients() throws -> [OpenIDClient] {
        guard let openID = try settings().openID else {
            Output.remark("the service is not an OpenID Provider: openid.enabled is false")
            throw ProgramExit.no
        }
        return openID.clients
    }
}
