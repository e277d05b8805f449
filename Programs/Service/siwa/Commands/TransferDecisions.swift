import AccountStorage
import ArgumentParser
import Foundation
import JSONWebTokens
import PrivateFiles
import SignInFlows

struct TransferStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how far the transfer is, and how many people are in each state.",
        discussion: """
            "at risk" counts the people whom neither a transfer identifier nor a new subject leads to their account: they \
            wait for an identifier, Apple refused them, or they have another account. "other team" says how often Apple \
            accepted a client only with the other team's key (transfer_other_team). "time left" is that of Apple's sixty \
            days. The pace, and how long it takes at that pace, need two looks: --watch shows them.
            """)

    @OptionGroup var transfer: ConfiguredTransfer

    @Flag(help: "Print the status as JSON.")
    var json = false

    @Flag(help: "Show it again every ten seconds, with the pace, until nobody waits or the program is stopped.")
    var watch = false

    func run() async throws {
        let (json, watch) = (json, watch)
        do {
            try await transfer.withOperations { operations in
                try await StopSignals.cancelling {
                    var shown = try await operations.standing()
                    Self.show(shown, nil, json: json)
                    while watch, shown.remaining > 0 {
                        try await Task.sleep(for: Self.pause)
                        let before = shown
                        shown = try await operations.standing()
                        Self.show(shown, TransferPaceSeen(from: before, to: shown, after: Self.pause), json: json)
                    }
                }
            }
        } catch is StopSignals.Stopped {
            // Whoever watches stops the program when they have seen enough.
        }
    }

    private static let pause = Duration.seconds(10)

    private static func show(_ standing: TransferOperations.Standing, _ pace: TransferPaceSeen?, json: Bool) {
        if json { return Output.result(VisibleJSON.lines(.object(TransferText.json(standing, pace)))) }
        Output.result(TransferText.page(standing))
        if let pace { Output.result(TransferText.words(for: pace)) }
    }
}

struct TransferReport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "List the people who have not moved, as JSON lines, into a new file.",
        discussion: """
            Each line has account, external_id, state and code, and neither subjects nor addresses. --with-addresses adds \
            email and email_hidden, to write to people before the sixty days are over; the audit of each account says so. \
            A hidden address of the former team may no longer work after the acceptance.
            """)

    @OptionGroup var transfer: ConfiguredTransfer

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to create.", valueName: "file"))
    var output: String

    @Flag(help: "Add the addresses. The audit of each account says so.")
    var withAddresses = false

    func run() async throws {
        let file = TransferReportFile(path: URL(fileURLWithPath: output).path, withAddresses: withAddresses)
        let count = try await transfer.withOperations { operations in try await file.write(operations) }
        Output.result("\(count) \(count == 1 ? "person has" : "people have") not moved")
        guard count == 0 else { throw ProgramExit.no }
    }
}

struct TransferRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Have Apple asked again about people who failed or left.")

    @OptionGroup var transfer: ConfiguredTransfer

    @Option(help: ArgumentHelp("Only those whose last call failed for this reason.", valueName: "code"))
    var code: String?

    func run() async throws {
        let code = code
        let count = try await transfer.withOperations { operations in try await operations.retry(code: code) }
        Output.result("\(count) \(count == 1 ? "person is" : "people are") due again")
    }
}

struct TransferCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Give the transfer up, before the app has moved.")

    @OptionGroup var transfer: ConfiguredTransfer

    func run() async throws {
        let isDone = try await transfer.withOperations { operations in try await operations.cancel() }
        guard isDone else { throw TransferText.refused("the app has moved; only another transfer brings it back") }
    }
}

struct TransferClose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "End the transfer, once everybody is settled or Apple's sixty days are over.",
        discussion: """
            Only a transfer that is settled or expired can be closed. Its table of people is removed 90 days later. The \
            service removes the tokens that the former team got from Apple: at once where the new team has one, otherwise \
            30 days later. A refusal begins with its code: transfer_not_moved, transfer_not_settled or transfer_over.
            """)

    @OptionGroup var transfer: ConfiguredTransfer

    func run() async throws {
        let refusal = try await transfer.withOperations { operations -> String? in
            guard let refusal = try await operations.close() else { return nil }
            return TransferText.words(for: refusal, try await operations.standing(), canImport: operations.canImport)
        }
        if let refusal { throw TransferText.refused(refusal) }
    }
}

/// Writes the people who have not moved into a new file, readable by its owner only.
struct TransferReportFile: Sendable {
    let path: String
    let withAddresses: Bool

    /// Returns how many there are.
    func write(_ operations: TransferOperations) async throws -> Int {
        let draft = try PrivateFileDraft(path)
        var count = 0
        for state in [TransferEntry.State.waiting, .known, .left, .failed, .conflict] {
            var last: IdentityID?
            repeat {
                let page =
                    try await withAddresses
                    ? operations.disclosed(in: state, after: last) : operations.missing(in: state, after: last)
                try draft.write(Array(page.map { line($0) + "\n" }.joined().utf8))
                count += page.count
                last = page.count == TransferOperations.pageLength ? page.last?.entry.identityID : nil
            } while last != nil
        }
        try draft.finish()
        return count
    }

    func line(_ missing: TransferOperations.Missing) -> String {
        var members: [(name: String, value: JSONValue)] = [
            (name: "account", value: .string(missing.entry.accountID.text)),
            (name: "state", value: .string(missing.entry.state.rawValue)),
        ]
        if let externalID = missing.account?.externalID {
            members.append((name: "external_id", value: .string(externalID)))
        }
        if let code = missing.entry.code { members.append((name: "code", value: .string(code))) }
        if withAddresses, let account = missing.account, let email = account.email {
            members.append((name: "email", value: .string(email)))
            members.append((name: "email_hidden", value: .bool(EmailAddress.isRelay(email))))
        }
        return String(decoding: JSONObject(members).json, as: UTF8.self)
    }
}
