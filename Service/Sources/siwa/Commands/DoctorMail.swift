import ArgumentParser
import Foundation
import ServiceAssembly
import SignInAPI
import SignInBackground
import SignInFlows
import SignInServer

/// `siwa doctor mail`: checks the way of mail to relay addresses.
struct DoctorMail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Check the way of mail to Apple's relay addresses.",
        discussion: """
            Lists what Apple has to know, and looks up SPF, DKIM and DMARC of the senders (mail.senders), the domain of the \
            envelope, and the servers of Apple's relay. Which senders are registered, only the portal knows, so this never \
            says that mail must arrive. With --send-to, it sends one message to a relay address of your own.

            Exit codes: 0 nothing to fix, 1 something to fix, 2 usage or configuration error, 3 DNS did not answer.
            """)

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Print the results as JSON.")
    var json = false

    @Option(help: ArgumentHelp("Send a message to this relay address.", valueName: "address"))
    var sendTo: String?

    func validate() throws {
        guard let sendTo else { return }
        guard RelayAddress.isRelay(sendTo), LoginNameText(sendTo)?.isAddress == true else {
            throw ValidationError("--send-to must be a relay address of your own, since it gets a message")
        }
    }

    func run() async throws {
        let settings = try service.settings()
        let checks = MailChecks(
            mail: settings.relayMail, from: settings.mail?.from, look: SystemResolver.look,
            relayDomains: RelayAddress.domains)
        var findings = checks.findings()
        if let sendTo { findings.append(.trial(await isSent(to: sendTo, settings), to: sendTo)) }
        let report = DoctorReport(findings: findings)
        Output.result(json ? VisibleJSON.lines(report.json) : report.text)
        if report.hasFailure { throw ProgramExit.no }
        if report.hasUnknown { throw ProgramExit.undecided }
    }

    private func isSent(to address: String, _ settings: ServerConfiguration) async -> Bool {
        guard let mail = settings.mail else { return false }
        let message = MailMessage(
            to: address, subject: "siwa doctor mail",
            text: "This message was sent to see whether mail to a relay address arrives.")
        switch mail.way {
        case .command(let arguments):
            let program = MailCommand(
                arguments, from: mail.from, now: { Date() }, randomBytes: SystemRandom.bytes)
            return await program.send(message) == .sent
        case .folder(let path):
            let folder = MailFolder(path: path, from: mail.from, now: { Date() }, randomBytes: SystemRandom.bytes)
            return await folder.send(message) == .sent
        }
    }
}
