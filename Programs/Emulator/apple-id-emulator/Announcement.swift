import AppleIDEmulator
import Foundation
import HTTPServing
import ServiceLifecycle

/// Prints the emulator's address once it listens: one JSON line for scripts, and a few lines for people.
struct Announcement: Service {
    let server: EmulatorServer
    let configuration: EmulatorConfiguration
    let example: ExampleSetup?
    let project: ProjectSetup?
    let keyFolder: String

    /// How many people, and how many clients of a team, are printed.
    private static let shown = 20

    func run() async throws {
        // if the socket cannot be bound, the server itself reports the reason
        guard let baseURL = try? await server.baseURL, let controlURL = try? await Optional(server.controlURL),
            let mail = try? await Optional(server.mailAddress)
        else {
            try? await gracefulShutdown()
            return
        }
        let authority = try AuthorityFile(server, configuration, folder: keyFolder, baseURL: baseURL)
        let local = LocalAddress(baseURL: baseURL, listen: configuration.listen)
        FileHandle.standardOutput.write(try line(baseURL, controlURL, mail, local, authority))
        let warning = local.warning(publicURL: configuration.publicURL)
        let advice = warning + (await local.advice(resolve: NameResolution.addresses))
        FileHandle.standardError.write(Data(text(configuration.publicURL ?? baseURL, advice, authority).utf8))
        try? await gracefulShutdown()
        authority?.remove()
    }

    private func line(
        _ baseURL: String, _ controlURL: String?, _ mail: String?, _ local: LocalAddress, _ authority: AuthorityFile?
    ) throws -> Data {
        var members = [
            "base_url": baseURL, "issuer": configuration.issuer ?? configuration.publicURL ?? baseURL,
            "emulator": "apple-id-emulator",
        ]
        if let loopback = local.loopbackURL { members["loopback_url"] = loopback }
        if let controlURL { members["control_url"] = controlURL }
        if let mail { members["mail"] = mail }
        if let authority { members["tls_authority_file"] = authority.path }
        if let publicURL = configuration.publicURL { members["public_url"] = publicURL }
        if let example {
            members["team_id"] = example.teamID
            members["key_id"] = example.keyID
            members["key_file"] = example.keyFile
            members["app"] = example.app
            members["service"] = example.service
        }
        if let settings = settings(configuration.publicURL ?? baseURL) {
            members.merge(settings.members) { _, new in new }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(members) + Data("\n".utf8)
    }

    private func settings(_ baseURL: String) -> ProjectSettings? {
        project.map {
            ProjectSettings(
                $0, baseURL: baseURL, issuer: configuration.issuer ?? baseURL,
                needsToken: configuration.controlToken != nil)
        }
    }

    private func text(_ baseURL: String, _ advice: [String], _ authority: AuthorityFile?) -> String {
        var lines = ["", "apple-id-emulator (an emulator, not Apple) at \(baseURL)", ""]
        if let settings = settings(baseURL) {
            lines.append(settings.text)
        } else if let example {
            lines += [
                "  team     \(example.teamID)", "  app      \(example.app)", "  service  \(example.service)",
                "  key      \(example.keyID) in \(example.keyFile)",
            ]
            for url in example.configuration.teams.values.flatMap(\.services.values).flatMap(\.returnURLs) {
                lines.append("  returns  \(url)")
            }
        } else {
            for (name, team) in configuration.teams.sorted(by: { $0.key < $1.key }) {
                let ids = (Array(team.apps.keys) + Array(team.services.keys)).sorted()
                let more = ids.count > Self.shown ? " and \(ids.count - Self.shown) more" : ""
                let clients = ids.prefix(Self.shown).joined(separator: ", ") + more
                lines.append("  team     \(team.teamID) (\(name)): \(clients)")
            }
        }
        if let authority {
            lines += ["", "  https    clients have to trust \(authority.path):"]
            lines += TrustInstructions.lines(file: authority.path, baseURL: baseURL).map { "    \($0)" }
        }
        for (number, line) in advice.enumerated() {
            lines += number == 0 ? ["", "  address  \(line)"] : ["           \(line)"]
        }
        lines += ["", "  people   (these passwords are not secret)"]
        lines += configuration.people.prefix(Self.shown).map { "    \($0.key): \($0.email), password \($0.password)" }
        let more = configuration.people.count - Self.shown
        if more > 0 { lines.append("    and \(more) more, at \(baseURL)/") }
        let names = TestOutcome.allCases.map(\.rawValue).joined(separator: ", ")
        lines += ["  test people, whose name decides what happens, such as declined@example.com", "    \(names)"]
        return lines.joined(separator: "\n") + "\n\n"
    }
}
