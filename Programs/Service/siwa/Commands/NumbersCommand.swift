import ArgumentParser
import Foundation
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInServer

/// `siwa numbers`: how many people registered and signed in, by day.
struct NumbersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "numbers", abstract: "Show how many people registered, signed in and left, by day.",
        usage: "siwa numbers [--config <file>] [--from <day>] [--to <day>] [--by <names>] [options]",
        discussion: """
            Counts the audit, keeps the counts for numbers.days, changes nothing, and can run beside the service. Days are \
            days in UTC, and the last one may not be over.

            What can be counted:
            \(NumbersText.measures)

            The share of a row is its part of all rows that differ in the first name of --by only. With \
            --by provider,platform, it compares the providers of a platform.

            Exit codes: 0 shown, 1 nothing was counted in this time, 2 usage or configuration error, 3 failed.
            """)

    @OptionGroup var service: ConfiguredService

    @Option(
        help: ArgumentHelp("The first day, such as 2026-11-27; by default 29 days before the last.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The last day, which is part of the answer; by default today.", valueName: "day"))
    var to: String?

    @Option(help: ArgumentHelp("What to count, with commas; by default registration,sign_in.", valueName: "names"))
    var measures: String?

    @Option(help: ArgumentHelp("By what to tell apart: provider, client, platform, detail.", valueName: "names"))
    var by: String?

    @Option(help: ArgumentHelp("Over what to add up: day, week, month or whole; by default day.", valueName: "period"))
    var each: String?

    @Flag(help: "Print the numbers as CSV.")
    var csv = false

    @Flag(help: "Print the numbers as JSON, as GET /v1/numbers returns them.")
    var json = false

    func validate() throws {
        guard !(csv && json) else { throw ValidationError("choose one of --csv and --json") }
        _ = try question()
    }

    private func question() throws -> NumbersQuestion {
        do throws(NumbersQuestion.Fault) {
            return try NumbersQuestion(
                NumbersQuestion.Words(from: from, to: to, measures: measures, by: by, each: each),
                today: CalendarDay(of: Date()))
        } catch {
            throw ValidationError(Self.words(for: error))
        }
    }

    private static func words(for fault: NumbersQuestion.Fault) -> String {
        switch fault {
        case .from: "--from must be a day such as 2026-11-27, and not after the last one"
        case .to: "--to must be a day such as 2026-11-27"
        case .measures: "--measures must be some of " + DailyMeasure.allCases.map(\.rawValue).joined(separator: ", ")
        case .by: "--by must be some of " + NumbersQuestion.Column.allCases.map(\.rawValue).joined(separator: ", ")
        case .each:
            "--each must be one of " + NumbersQuestion.Period.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }

    func run() async throws {
        let question = try question()
        let (table, now) = try await service.withEnvironment { environment in
            let table = try await DailyNumbers(environment).answer(question)
            return (table, environment.now())
        }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let message = try StrictJSONReader.readObject(Array(encoder.encode(NumbersReply(table))))
            Output.result(VisibleJSON.lines(.object(message)))
        } else {
            Output.result(csv ? NumbersText.csv(table) : NumbersText.page(table))
        }
        for remark in NumbersText.remarks(on: table, at: now) { Output.remark(remark) }
        if table.rows.isEmpty { throw ProgramExit.no }
    }
}
