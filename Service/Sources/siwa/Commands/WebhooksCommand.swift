import AccountStorage
import ArgumentParser
import Foundation
import SignInAPI
import SignInFlows
import SignInWithApple

/// `siwa webhooks`: the way to the app's backend, and what was told on it.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Events for the app's backend: try, list, replay, make a secret.",
        discussion: """
            Events are told by `siwa serve` where webhooks.url is configured; Documentation/webhooks.md says which there \
            are and how to check them.

            Exit codes: 0 done, 1 the backend did not take it or there is no such event, 2 wrong usage or \
            configuration, 3 could not be done.
            """,
        subcommands: [WebhooksTest.self, WebhooksList.self, WebhooksReplay.self, WebhooksSecret.self])
}

struct WebhooksSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Make a secret and print it.",
        discussion: """
            It goes into the file webhooks.secret_file and to the backend. To replace one, put the new one above the old \
            one and start the service again: both sign until the old line is gone.
            """)

    func run() {
        Output.result(WebhookSecret.make(SystemRandom.bytes).text)
    }
}

struct WebhooksTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send webhooks.test to the backend and show its answer.")

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let (start, clock) = (ContinuousClock.now, ContinuousClock())
        let answer = try await service.withParts { parts -> Result<TransportResponse, TransportFailure> in
            guard let webhooks = parts.webhooks else { throw WebhooksMissing() }
            do throws(TransportFailure) {
                return .success(try await webhooks.delivery.test())
            } catch {
                return .failure(error)
            }
        }
        let milliseconds = Int((clock.now - start) / .milliseconds(1))
        switch answer {
        case .failure(let failure):
            Output.remark("no answer: \(failure.code)")
            throw ProgramExit.undecided
        case .success(let response):
            let body = String(decoding: response.body.prefix(200), as: UTF8.self)
            Output.result(
                "\(response.status) after \(milliseconds) ms" + (body.isEmpty ? "" : "  ") + VisibleJSON.visible(body))
            guard (200...299).contains(response.status) else {
                Output.remark("not taken: anything but 2xx is tried again, 410 is not")
                throw ProgramExit.no
            }
        }
    }
}

/// Webhooks are asked for and not configured.
struct WebhooksMissing: Error, CustomStringConvertible {
    let description = "webhooks.url is not configured: nobody is told"
}

struct WebhooksList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List events, the newest first: id, what, whose, when, how it stands.")

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("Only those that are waiting, delivered or given_up.", valueName: "state"))
    var state: String?

    @Option(help: ArgumentHelp("At most so many.", valueName: "number"))
    var limit = 50

    func validate() throws {
        _ = try EventText.state(state)
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit is 1 to 100000") }
    }

    func run() async throws {
        let chosen = try EventText.state(state)
        let (events, backlog, now) = try await service.withEnvironment { environment in
            let history = EventHistory(environment)
            return (try await history.list(chosen, limit: limit), try await history.backlog(), environment.now())
        }
        for event in events { Output.result(EventText.line(event, at: now)) }
        let oldest = backlog.oldestAt.map { ", the oldest for " + EventText.age(now.timeIntervalSince($0)) } ?? ""
        Output.remark("\(backlog.waiting) waiting\(oldest); \(backlog.givenUp) given up")
    }
}

struct WebhooksReplay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Have events told again, under the same ids.",
        discussion: "The running service tells them within seconds. Events are kept for webhooks.days.")

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("This one: 32 hexadecimal digits.", valueName: "event"))
    var event: String?

    @Option(help: ArgumentHelp("All that happened since, such as 2026-03-01T12:00:00Z.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Of those, only the given_up or the delivered ones.", valueName: "state"))
    var state: String?

    func validate() throws {
        guard (event == nil) != (since == nil) else { throw ValidationError("one of --event and --since") }
        guard event.map({ AccountEventID(text: $0) != nil }) ?? true else {
            throw ValidationError("an event's id has 32 hexadecimal digits")
        }
        guard since.map({ Timestamp.date(from: $0) != nil }) ?? true else {
            throw ValidationError("--since is a time in UTC, such as 2026-03-01T12:00:00Z")
        }
        guard state == nil || since != nil else { throw ValidationError("--state goes with --since") }
        _ = try EventText.state(state)
    }

    func run() async throws {
        let chosen = try EventText.state(state)
        if let id = event.flatMap({ AccountEventID(text: $0) }) {
            guard try await service.withEnvironment({ try await EventHistory($0).replay(id) }) else {
                Output.remark("no such event, or it is not kept any more")
                throw ProgramExit.no
            }
            Output.remark("the event will be told again")
        } else if let moment = since.flatMap({ Timestamp.date(from: $0) }) {
            let count = try await service.withEnvironment {
                try await EventHistory($0).replay(since: moment, chosen)
            }
            Output.remark("\(count) events will be told again")
        }
    }
}
