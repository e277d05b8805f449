import ArgumentParser
import Foundation
import JSONWebTokens
import PrivateFiles
import SignInBackground
import SignInWithApple

/// `siwa client-secret`: creates the secret for Apple's token endpoint from the .p8 key.
struct ClientSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-secret", abstract: "Create a client secret for Apple's token endpoint.",
        usage: """
            siwa client-secret --team-id <id> --key-id <id> --client-id <id> --key-file <file>
            siwa client-secret --team-id <id> --key-id <id> --client-id <id> --key-environment <name>
            """,
        discussion: """
            Prints one signed token. The key comes from a file that only its owner may read, from an environment variable, or \
            on standard input; never as an argument, where every process could see it.

            Exit codes: 0 made, 2 usage or key error, 3 could not be signed.

            EXAMPLE
              siwa client-secret --team-id ABCDE12345 --key-id ABC123DEFG --client-id com.example.web \\
                --key-file AuthKey_ABC123DEFG.p8
            """)

    @Option(name: .long, help: ArgumentHelp("The Team ID, ten characters.", valueName: "id"))
    var teamId: String

    @Option(name: .long, help: ArgumentHelp("The Key ID, ten characters.", valueName: "id"))
    var keyId: String

    @Option(name: .long, help: ArgumentHelp("The bundle ID or Services ID that the secret is for.", valueName: "id"))
    var clientId: String

    @Option(name: .long, help: ArgumentHelp("The .p8 file; - reads standard input.", valueName: "file"))
    var keyFile: String?

    @Option(
        name: .long, help: ArgumentHelp("The environment variable that holds the key.", valueName: "name"))
    var keyEnvironment: String?

    @Option(
        name: .long,
        help: ArgumentHelp("How long the secret is valid, at most 15777000 (six months).", valueName: "seconds"))
    var lifetime = 300

    @Option(name: .long, help: ArgumentHelp("The audience of the secret; an emulator has its own.", valueName: "url"))
    var audience = AppleEndpoints.apple.clientSecretAudience

    @OptionGroup var clock: Clock

    func validate() throws {
        guard (keyFile != nil) != (keyEnvironment != nil) else {
            throw ValidationError("exactly one of --key-file and --key-environment is required")
        }
        guard (1...ClientSecretFactory.maximumLifetime).contains(lifetime) else {
            throw ValidationError("--lifetime must be 1 to \(ClientSecretFactory.maximumLifetime) seconds (six months)")
        }
        let team = TeamID(rawValue: teamId)
        let faults = [
            ("--team-id", team.fault), ("--key-id", KeyID(rawValue: keyId).fault(in: team)),
            ("--client-id", ClientID(rawValue: clientId).fault(in: team)),
        ]
        for case (let option, let fault?) in faults { throw ValidationError("\(option): \(fault)") }
    }

    func run() throws {
        let now = clock.date
        let secret = try factory().issue(for: ClientID(rawValue: clientId), at: now, lifetime: lifetime)
        Output.result(secret.secretValue)
        // The longest lifetime is cut by the minute by which the secret is dated back.
        if let end = try? CompactJWS(secret.secretValue).claims().double("exp") {
            Output.remark("Valid until \(Date(timeIntervalSince1970: end).formatted(.iso8601)).")
        }
        if lifetime > 86_400, lifetime < 30 * 86_400 {
            Output.remark("That is less than 30 days: make sure that it is replaced in time.")
        }
    }

    private func factory() throws -> ClientSecretFactory {
        do {
            let key = try SigningKey(pem: keyText(), keyID: keyId, requiring: .es256)
            return try ClientSecretFactory(teamID: TeamID(rawValue: teamId), key: key, audience: audience)
        } catch let error as SigningKeyError {
            throw ValidationError(error.description)
        } catch let fault as ConfigurationFault {
            throw ValidationError(fault.description)
        }
    }

    private func keyText() throws -> String {
        if let keyEnvironment {
            guard let text = ProcessInfo.processInfo.environment[keyEnvironment] else {
                throw ValidationError("the environment variable \(keyEnvironment) is not set")
            }
            return text
        }
        guard let keyFile, keyFile != "-" else {
            var input = StandardInput()
            return input.text(limit: 65_536) ?? ""
        }
        do throws(PrivateFile.Failure) {
            return String(decoding: try PrivateFile.read(keyFile), as: UTF8.self)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
