import AccountStorage
import ArgumentParser
import Foundation
import ServiceAssembly
import SignInAPI
import SignInFlows
import SignInWithApple

/// `siwa webhooks`: tests the delivery to the app's backend and shows its events.
struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Events for the app's backend: test, list, replay, try out, create a secret.",
        discussion: """
            `siwa serve` sends events if webhooks.url is configured. Documentation/webhooks.md lists them and explains \
            how to verify them.

            Exit codes: 0 done, 1 the backend did not accept it or there is no such event, 2 usage or \
            configuration error, 3 failed.
            """,
        subcommands: [
            WebhooksTest.self, WebhooksList.self, WebhooksReplay.self, WebhooksListen.self, WebhooksSend.self,
            WebhooksSecret.self,
        ])
}

struct WebhooksSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Create a secret and print it.",
        discussion: """
            Put it into the file webhooks.secret_file and give it to the backend. To replace a secret, put the new one \
            above the old one and restart the service: both sign until the old line is removed.
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
        case .failure(let failure): throw BackendAnswer.unanswered(failure)
        case .success(let response): try BackendAnswer.show(response, after: milliseconds)
        }
    }
}

struct WebhooksList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List events, newest first: ID, type, account, time and state.")

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("Only events in this state: waiting, delivered or given_up.", valueName: "state"))
    var state: String?

    @Option(help: ArgumentHelp("The maximum number of events.", valueName: "number"))
    var limit = 50

    func validate() throws {
        _ = try EventText.state(state)
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be 1 to 100000") }
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
        commandName: "replay", abstract: "Send events again, under the same IDs.",
        discussion: "The running service sends them within seconds. Events are kept for webhooks.days.")

    @OptionGroup var service: ConfiguredService

    @Option(help: ArgumentHelp("The ID of one event: 32 hexadecimal digits.", valueName: "event"))
    var event: String?

    @Option(help: ArgumentHelp("All events since this time, such as 2026-03-01T12:00:00Z.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("With --since: only events in this state, given_up or delivered.", valueName: "state"))
    var state: String?

    func validate() throws {
        guard (event == nil) != (since == nil) else {
            throw ValidationError("exactly one of --event and --since is required")
        }
        guard event.map({ AccountEventID(text: $0) != nil }) ?? true else {
            throw ValidationError("an event's id has 32 hexadecimal digits")
        }
        guard since.map({ Timestamp.date(from: $0) != nil }) ?? true else {
            throw ValidationError("--since must be a time in UTC, such as 2026-03-01T12:00:00Z")
        }
        guard state == nil || since != nil else { throw ValidationError("--state requires --since") }
        _ = try EventText.state(state)
    }

    func run() async throws {
        let chosen = try EventText.state(state)
        if let id = event.flatMap({ AccountEventID(text: $0) }) {
            guard try await service.withEnvironment({ try await EventHistory($0).replay(id) }) else {
                Output.remark("no such event, or it is no longer kept")
                throw ProgramExit.no
            }
            Output.remark("the event will be sent again")
        } else if let moment = since.flatMap({ Timestamp.date(from: $0) }) {
            let count = try await service.withEnvironment {
                try await EventHistory($0).replay(since: moment, chosen)
            }
            Output.remark("\(count) \(count == 1 ? "event" : "events") will be sent again")
        }
    }
}
