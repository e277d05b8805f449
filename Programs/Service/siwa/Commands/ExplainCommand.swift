import AccountStorage
import ArgumentParser
import Foundation
import Settings
import SignInFlows

/// `siwa explain …`: says in sentences what happened, and why.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a request, the life of an account, or a period.",
        discussion: """
            Reads the log of the service or the audit in its database, changes nothing, and can run beside the service. \
            Each refusal comes with its meaning and what to do. The sentences contain the IDs of accounts and sessions, \
            but no name, address or Apple subject.

            Exit codes: 0 explained, 1 nothing is recorded, 2 usage or configuration error, 3 failed.
            """,
        subcommands: [ExplainRequest.self, ExplainAccount.self, ExplainPeriod.self])
}

struct ExplainRequest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Explain a request from the log of the service.",
        discussion: """
            The ID of a request is in the field X-Request-Id of the answer, in the JSON of an error and on error pages. \
            The log names no account.
            """)

    @Argument(help: ArgumentHelp("The request's ID: 16 hexadecimal digits.", valueName: "request"))
    var request: String

    @Option(help: ArgumentHelp("The log; - reads standard input.", valueName: "file"))
    var log: String

    @Flag(help: "Print the sentences as JSON.")
    var json = false

    func validate() throws {
        guard request.utf8.count == 16, request.allSatisfy({ "0123456789abcdef".contains($0) }) else {
            throw ValidationError("a request's id has 16 hexadecimal digits")
        }
    }

    func run() throws {
        var lines: LogLines
        do {
            lines = try LogLines(log)
        } catch {
            throw ConfigurationFaults(["--log: \(error)"])
        }
        let sentences = try lines.sentences(about: request)
        guard !sentences.isEmpty else {
            Output.remark("no line of the log has this request id; at log_level info, each request has one")
            throw ProgramExit.no
        }
        Explanation(
            subject: [(name: "request", value: request)],
            parts: [.init(name: "log", title: "The log on the request \(request)", sentences: sentences)]
        ).show(asJSON: json)
    }
}

struct ExplainAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Explain what happened to an account, even if it was deleted.",
        discussion: """
            Tells its history from the audit and the stored sessions, then its present state: its sessions, Apple's \
            tokens, and what waits for Apple.
            """)

    @OptionGroup var service: ConfiguredService
    @OptionGroup var named: NamedAccount

    @Flag(help: "Print the sentences as JSON.")
    var json = false

    func run() async throws {
        let id = try named.id()
        let story = try await service.withEnvironment { try await AccountStory.read(id, in: $0) }
        guard let story else { throw ProgramExit.noAccount() }
        Explanation(
            subject: [(name: "account", value: id.text)],
            parts: [
                .init(
                    name: "history", title: "What happened to the account \(id.text)",
                    sentences: AccountHistory(story: story).sentences),
                .init(name: "present", title: "How it is now", sentences: AccountPresent(story: story).sentences),
            ]
        ).show(asJSON: json)
    }
}

struct ExplainPeriod: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "period", abstract: "Explain what happened between two times, in numbers.",
        discussion: """
            Counts the entries of the audit by kind and outcome, and explains the most frequent refusals. The audit \
            records refusals of people whom Apple has proven. The log and the metrics have all the others.

            A time is written as 2026-03-01T12:00:00Z, with an offset such as +01:00, as a date (midnight in UTC), or in \
            Unix seconds.
            """)

    @OptionGroup var service: ConfiguredService

    @Argument(help: ArgumentHelp("The beginning.", valueName: "from"))
    var start: String

    @Argument(help: ArgumentHelp("The end, which is not part of the period.", valueName: "to"))
    var end: String

    @Flag(help: "Print the sentences as JSON.")
    var json = false

    func validate() throws {
        _ = try period()
    }

    private func period() throws -> (start: Date, end: Date) {
        guard let first = WrittenTime.argument(start), let last = WrittenTime.argument(end) else {
            throw ValidationError("a time must be like 2026-03-01T12:00:00Z, 2026-03-01 or 1772366400")
        }
        guard first < last else { throw ValidationError("the beginning must be before the end") }
        return (first, last)
    }

    func run() async throws {
        let (start, end) = try period()
        let (counts, kept) = try await service.withEnvironment { environment in
            let counts = try await AccountOperations(environment).counts(from: start, to: end)
            return (counts, environment.now().addingTimeInterval(-(environment.policy.auditRetention / .seconds(1))))
        }
        if start < kept { Output.remark("the audit is kept since \(WrittenTime.text(kept)) (audit.days)") }
        guard !counts.isEmpty else {
            Output.remark("the audit records nothing in this period")
            throw ProgramExit.no
        }
        let (summary, words) = (PeriodSummary(counts: counts), [start, end].map { WrittenTime.text($0) })
        Explanation(
            subject: [(name: "from", value: words[0]), (name: "to", value: words[1])],
            parts: [
                .init(name: "events", title: "From \(words[0]) to \(words[1])", sentences: summary.events),
                .init(name: "refusals", title: "The most frequent refusals", sentences: summary.refusals),
            ]
        ).show(asJSON: json)
    }
}
