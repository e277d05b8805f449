import ArgumentParser
import Foundation
import Logging
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple
import SignInWithAppleTransport

/// `siwa doctor …`: finds causes. Without a subcommand it checks the service, as it did before it had any.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find out what is wrong, from file permissions to Apple's invalid_client.",
        usage: """
            siwa doctor --config <file> [--json]
            siwa doctor refusal --request <file> [--answer <file>] [--config <file>]
            """,
        discussion: """
            `siwa doctor` checks a service, its machine and its credentials at Apple. `siwa doctor refusal` names the cause \
            why Apple refused one request of any program, and asks nobody.

            Each result has a stable code, what it means, what to do, and how well the meaning is known: documented, \
            observed, or judged from the other results.

            Exit codes: 0 nothing found, 1 something found, 2 usage or configuration error, 3 could not decide.
            """,
        subcommands: [DoctorCheck.self, DoctorRefusal.self], defaultSubcommand: DoctorCheck.self)
}

/// `siwa doctor check`: finds what is wrong with the configuration, the machine and Apple's view of the credentials.
struct DoctorCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a service, its machine and its credentials at Apple.",
        discussion: """
            Checks key files, master keys, database, disk and clock. Then it fetches Apple's key set, and sends Apple's \
            token endpoint a made-up code for each key and client. Apple refuses the code only after it has accepted the \
            client, so the answers tell a wrong team, key and client apart. Nothing is changed, here or at Apple.

            It can run beside the service. Each result has a stable code, what it means, what to do, and how well the \
            meaning is known: documented, observed, or judged from the other results.

            Exit codes: 0 nothing to fix, 1 something to fix, 2 usage or configuration error, 3 somebody did not answer.
            """)

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Print the results as JSON.")
    var json = false

    func run() async throws {
        let settings = try service.settings()
        let report = DoctorReport(
            findings: [.fine("configuration_read", service.config, "The configuration has no faults.")]
                + (await LocalChecks(settings: settings, now: Date()).findings()) + (try await appleFindings(settings)))
        Output.result(json ? VisibleJSON.lines(report.json) : report.text)
        if report.hasFailure { throw ProgramExit.no }
        if report.hasUnknown { throw ProgramExit.undecided }
    }

    private func appleFindings(_ settings: ServerConfiguration) async throws -> [Finding] {
        let apple = settings.apple
        let transport = AsyncHTTPClientTransport(
            connectTimeout: TimeInterval(apple.connectSeconds), longestCall: TimeInterval(apple.callSeconds),
            allowsPlainHTTPTo: apple.plainOrigins)
        do {
            let findings = try await appleFindings(settings, transport)
            try? await transport.shutdown()
            return findings
        } catch {
            try? await transport.shutdown()
            throw error
        }
    }

    private func appleFindings(
        _ settings: ServerConfiguration, _ transport: any HTTPTransport
    ) async throws -> [Finding] {
        let drift = ClockDrift(now: { Date() }, logger: Logger(label: "siwa") { _ in SwiftLogNoOpLogHandler() })
        let calls = drift.watching(transport)
        let keys = AppleKeySet(endpoints: settings.apple.endpoints, transport: calls)
        var findings: [Finding] = []
        do throws(AppleCallFailure) {
            try await keys.fetchIfDue()
            findings.append(.keysFetched(settings.apple.endpoints.keys))
        } catch {
            findings.append(.keysNotFetched(settings.apple.endpoints.keys, error))
        }
        let probing = CredentialProbing(
            transport: calls, keySet: keys, callDeadline: TimeInterval(settings.apple.callSeconds),
            callbackURL: settings.publicURL?.callbackURL, randomBytes: SystemRandom.bytes)
        var probes: [CredentialDiagnosis.Probe] = []
        for team in settings.teams {
            for key in team.keys {
                do {
                    probes += try await probing.probes(of: team, with: key)
                } catch is PrivateFile.Failure {
                    // The check of the files has reported it.
                } catch {
                    findings.append(.keyNotUsable("team \(team.name), key \(key.id)"))
                }
            }
        }
        if let ahead = drift.seconds { findings.append(.clock(secondsAhead: ahead)) }
        return findings + CredentialDiagnosis.findings(probes, secondsAhead: drift.seconds)
    }
}
