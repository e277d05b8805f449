import ArgumentParser
import Foundation
import Settings
import SignInServer
import SignInWithApple

/// `siwa doctor …`: finds causes. Without a subcommand it checks the service, as it did before it had any.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find out what is wrong, from file permissions to Apple's invalid_client.",
        usage: """
            siwa doctor [--config <file>] [--json] [--watch]
            siwa doctor refusal --request <file> [--answer <file>] [--config <file>]
            siwa doctor mail [--config <file>] [--json] [--connect] [--send-to <address>] [options]
            """,
        discussion: """
            `siwa doctor` checks a service, its machine and its credentials at Apple. `siwa doctor refusal` names the cause \
            why Apple refused one request of any program, and asks nobody. `siwa doctor mail` checks the way of mail to \
            relay addresses.

            Each result has a stable code, what it means, what to do, and how well the meaning is known: documented, \
            observed, or judged from the other results.

            Exit codes: 0 nothing found, 1 something found, 2 usage or configuration error, 3 could not decide.
            """,
        subcommands: [DoctorCheck.self, DoctorRefusal.self, DoctorMail.self], defaultSubcommand: DoctorCheck.self)
}

/// `siwa doctor check`: finds what is wrong with the configuration, the machine and Apple's view of the credentials.
struct DoctorCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a service, its machine and its credentials at Apple.",
        discussion: """
            Checks key files, master keys, database, disk, mail and clock, and the way to the service: DNS, TLS and the \
            proxy. Then it fetches Apple's key set and sign-in page, and sends Apple's token endpoint a made-up code for \
            each key and client. Apple refuses the code only after it has accepted the client, so the answers tell a \
            wrong team, key and client apart. Nothing is changed, here or at Apple.

            It can run beside the service. Each result has a stable code, what it means, what to do, and how well the \
            meaning is known: documented, observed, or judged from the other results.

            Exit codes: 0 nothing to fix, 1 something to fix, 2 usage or configuration error, 3 somebody did not answer.
            """)

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Print the results as JSON.")
    var json = false

    @Flag(help: "Check again every minute, and print what has changed, until the program is stopped.")
    var watch = false

    func run() async throws {
        let report = try await report()
        show(report)
        if watch { try await watch(report) }
        if report.hasFailure { throw ProgramExit.no }
        if report.hasUnknown { throw ProgramExit.undecided }
    }

    private func report() async throws -> DoctorReport {
        let settings = try service.settings()
        let apple = settings.apple
        let transport = AsyncHTTPClientTransport(
            connectTimeout: TimeInterval(apple.connectSeconds), longestCall: TimeInterval(apple.callSeconds),
            allowsPlainHTTPTo: apple.plainOrigins)
        let findings =
            [.fine("configuration_read", service.file, "The configuration has no faults.")]
            + (await LocalChecks(settings: settings, now: Date()).findings())
            + (await PublicAddressChecks(settings: settings, transport: transport).findings())
            + (await AppleChecks(settings: settings, transport: transport).findings())
        try? await transport.shutdown()
        return DoctorReport(findings: findings)
    }

    /// A watch goes on while somebody edits the configuration.
    private func reportWhileEdited() async throws -> DoctorReport {
        do {
            return try await report()
        } catch let faults as ConfigurationFaults {
            return DoctorReport(findings: [
                Finding(
                    code: "configuration_faulty", level: .failure, subject: service.file,
                    meaning: "\(faults)", advice: "Correct the file.", evidence: .documented)
            ])
        }
    }

    private func show(_ report: DoctorReport) {
        Output.result(json ? VisibleJSON.lines(report.json) : report.text)
    }

    private func watch(_ first: DoctorReport) async throws {
        var before = first
        while true {
            try await Task.sleep(for: .seconds(60))
            let report = try await reportWhileEdited()
            let changes = report.changes(since: before)
            if !changes.isEmpty {
                Output.remark(Date().formatted(.iso8601))
                show(DoctorReport(findings: changes))
            }
            before = report
        }
    }
}
