import ArgumentParser
import Foundation
import SignInFlows

/// `siwa mail …`: what became of mail to people.
struct MailCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Take a bounce of mail to a relay address.",
        discussion: """
            Mail servers pipe bounces into `siwa mail bounce`. A bounce counts if it names the account: in its own address \
            (bounce+ACCOUNT@example.com), or by the field Siwa-Account of the original.

            Exit codes: 0 taken, 2 usage or configuration error, 65 no bounce, 75 try again.
            """,
        subcommands: [MailBounce.self])
}

/// `siwa mail bounce`: takes one bounce from standard input.
struct MailBounce: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce", abstract: "Read one bounce from standard input.",
        discussion: """
            For an alias or a pipe of a mail server: "|siwa mail bounce --config /etc/siwa/siwa.json". The exit codes are \
            those of sysexits.h, which mail servers know.

            Exit codes: 0 taken, 2 usage or configuration error, 65 no bounce, 75 try again.
            """)

    /// EX_DATAERR and EX_TEMPFAIL of sysexits.h.
    private static let noBounce = ExitCode(65)
    private static let tryAgain = ExitCode(75)
    /// A mail server passes the whole message on, with the original in it.
    private static let mostBytes = 1 << 26

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        var input = StandardInput()
        guard let octets = input.bytes(limit: Self.mostBytes) else {
            Output.remark("the message is too large")
            throw Self.noBounce
        }
        let reports = try Self.reports(in: octets)
        let tally: MailReports.Tally
        do {
            tally = try await service.withEnvironment { environment in
                try await MailReports(environment).take(reports)
            }
        } catch let error as SignInError {
            Output.remark(error.code)
            throw Self.tryAgain
        }
        Output.result("counted \(tally.counted), ignored \(tally.ignored)")
    }

    private static func reports(in octets: [UInt8]) throws -> [MailReport] {
        do throws(SignInError) {
            return try BouncedMessage.reports(in: octets, now: Date())
        } catch {
            Output.remark(error.code)
            throw noBounce
        }
    }
}
