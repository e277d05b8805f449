import AccountStorage
import ArgumentParser
import Foundation
import HTTPServing
import ServiceAssembly
import SignInAPI
import SignInBackground
import SignInFlows
import SignInServer

/// `siwa doctor mail`: checks the way of mail to relay addresses.
struct DoctorMail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Check the way of mail to Apple's relay addresses.",
        usage: "siwa doctor mail [--config <file>] [--json] [--connect] [--send-to <address>] [options]",
        discussion: """
            Lists what Apple has to know, and looks up SPF, DKIM and DMARC of the senders (mail.senders), the domain of the \
            envelope, and the servers of Apple's relay. Which senders are registered, only the portal knows, so this never \
            says that mail must arrive. With --connect, it greets the servers of the relay, and sends no mail. With --send-to, \
            it sends one message to a relay address of your own, and waits up to ten minutes for its bounce in \
            mail.bounces_folder, if there is one.

            Exit codes: 0 nothing to fix, 1 something to fix, 2 usage or configuration error, 3 could not decide.
            """)

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Print the results as JSON.")
    var json = false

    @Flag(help: "Connect to the servers of Apple's relay, on port 25.")
    var connect = false

    @Option(help: ArgumentHelp("Ask this DNS server, by its IPv4 address.", valueName: "host:port"))
    var dns: String?

    @Option(help: ArgumentHelp("Send a message to this relay address.", valueName: "address"))
    var sendTo: String?

    private var dnsServer: ListenAddress? { dns.flatMap { ListenAddress($0) } }

    func validate() throws {
        if dns != nil {
            guard let dnsServer, dnsServer.port > 0, NetworkAddress(dnsServer.bindHost)?.octets.count == 4 else {
                throw ValidationError("--dns must be an IPv4 address and a port, such as 127.0.0.1:53")
            }
        }
        guard let sendTo else { return }
        guard RelayAddress.isRelay(sendTo), LoginNameText(sendTo)?.isAddress == true else {
            throw ValidationError("--send-to must be a relay address of your own, since it gets a message")
        }
    }

    func run() async throws {
        let settings = try service.settings()
        let checks = MailChecks(
            mail: settings.relayMail, from: settings.mail?.from, look: SystemResolver.look(at: dnsServer),
            relayDomains: RelayAddress.domains)
        var findings = checks.findings()
        if connect { findings += await checks.connections(MailServers.greet(as: checks.greetingName)) }
        if let sendTo { findings.append(await trial(to: sendTo, settings)) }
        let report = DoctorReport(findings: findings)
        Output.result(json ? VisibleJSON.lines(report.json) : report.text)
        if report.hasFailure { throw ProgramExit.no }
        if report.hasUnknown { throw ProgramExit.undecided }
    }

    private func trial(to address: String, _ settings: ServerConfiguration) async -> Finding {
        guard let mail = settings.mail, let account = AccountID(bytes: SystemRandom.bytes(16)) else {
            return .trialNotSent(to: address)
        }
        let folder = settings.relayMail.bouncesFolder
        if let folder { Output.remark("waiting up to ten minutes for a bounce in \(folder)") }
        let trial = TrialMail(
            address: address, account: account, folder: folder, now: { Date() },
            sleep: { try await Task.sleep(for: $0) })
        return await trial.finding { await Self.send($0, by: mail) }
    }

    private static func send(_ message: MailMessage, by mail: MailConfiguration) async -> MailOutcome {
        switch mail.way {
        case .command(let arguments):
            let program = MailCommand(
                arguments, from: mail.from, now: { Date() }, randomBytes: SystemRandom.bytes)
            return await program.send(message)
        case .folder(let path):
            let folder = MailFolder(path: path, from: mail.from, now: { Date() }, randomBytes: SystemRandom.bytes)
            return await folder.send(message)
        }
    }
}
