import AccountStorage
import ArgumentParser
import Foundation
import PrivateFiles
import Settings
import SignInFlows
import SignInWithApple

/// One run of `siwa transfer export` or `import`.
struct TransferRun: Sendable {
    enum Direction: Sendable {
        case export(output: String?)
        /// - Parameters:
        ///   - isCreating: whether accounts are made for people of the file who have none.
        ///   - isShared: whether the external ids of the file are those of this system.
        case `import`(file: String?, isCreating: Bool, isShared: Bool)
    }

    let name: String?
    let direction: Direction
    let rate: Int
    let limit: Int
    let isDry: Bool

    /// Runs until nobody is due, and ends the program with the exit code of what happened.
    func start(with service: ConfiguredService) async throws {
        let tally: TransferTally
        do {
            tally = try await service.withEnvironment { environment in
                try await StopSignals.cancelling { try await work(in: environment) }
            }
        } catch is StopSignals.Stopped {
            Output.remark("interrupted; every answer so far is stored. Run the command again to go on")
            throw TransferExit.interrupted
        } catch let refusal as TransferFileReading.Refusal {
            throw TransferText.refused(refusal.words, as: ProgramExit.wrongUsage)
        } catch let stop as TransferStop {
            Output.remark(TransferText.words(for: stop))
            throw TransferExit.code(for: stop)
        }
        if !isDry { Output.result(TransferText.line(tally)) }
        if let warning = TransferText.warning(about: tally) { Output.remark(warning) }
        guard tally.failed == 0, tally.refused == 0 else { throw ProgramExit.no }
    }

    private func work(in environment: SignInEnvironment) async throws -> TransferTally {
        let transfer = try ConfiguredTransfer.find(name, in: environment)
        switch direction {
        case .export(let output): return try await export(transfer, to: output, in: environment)
        case .import(let file, let isCreating, let isShared):
            let importing = TransferImport(environment, transfer)
            if let file { try await receive(file, importing, transfer, isCreating: isCreating, isShared: isShared) }
            return try await self.import(transfer, importing, in: environment)
        }
    }

    private func export(
        _ transfer: RegisteredTransfer, to output: String?, in environment: SignInEnvironment
    ) async throws -> TransferTally {
        let (export, operations) = (TransferExport(environment, transfer), TransferOperations(environment, transfer))
        let people = try await export.collect(isDry: isDry)
        Output.remark("\(people) \(people == 1 ? "person uses" : "people use") the app")
        guard !isDry else { return TransferTally() }
        let standing = try await operations.standing()
        let progress = TransferProgress(of: min(standing.count(.waiting), limit))
        let tally = try await export.fetch(limit: limit, pace: pace(standing, .known)) { progress.show($0) }
        try await sayWhoWaits(.waiting, operations)
        if let output {
            let count = try await TransferFileWriting(path: URL(fileURLWithPath: output).path).write(
                transfer, in: environment)
            Output.remark("\(count) \(count == 1 ? "person is" : "people are") in \(VisibleJSON.visible(output))")
        }
        return tally
    }

    private func `import`(
        _ transfer: RegisteredTransfer, _ importing: TransferImport, in environment: SignInEnvironment
    ) async throws -> TransferTally {
        guard !isDry else { return TransferTally() }
        let operations = TransferOperations(environment, transfer)
        let standing = try await operations.standing()
        let progress = TransferProgress(of: min(standing.count(.known), limit))
        let tally = try await importing.fetch(limit: limit, pace: pace(standing, .exchanged)) { progress.show($0) }
        try await sayWhoWaits(.known, operations)
        return tally
    }

    private func receive(
        _ file: String, _ importing: TransferImport, _ transfer: RegisteredTransfer, isCreating: Bool, isShared: Bool
    ) async throws {
        let reading = try TransferFileReading(path: file, of: transfer)
        Output.remark("\(reading.people) people in the file, \(reading.refused) lines refused")
        let matched = try await isShared ? 0 : reading.matchedByExternalID(with: importing)
        guard matched == 0 else { throw TransferFileReading.Refusal(words: TransferText.words(forMatched: matched)) }
        if !isDry { try await reading.store(with: importing, creating: isCreating) }
    }

    private func sayWhoWaits(_ state: TransferEntry.State, _ operations: TransferOperations) async throws {
        let waiting = try await operations.standing().count(state)
        if let words = TransferText.words(forWaiting: waiting) { Output.remark(words) }
    }

    /// Once Apple has answered about somebody, refusals are about people and stop nothing.
    private func pace(_ standing: TransferOperations.Standing, _ answered: TransferEntry.State) -> TransferPace {
        TransferPace(mostAtOnce: rate, refusalsBeforeStop: standing.count(answered) > 0 ? nil : 20)
    }
}

/// The exit codes of a run besides those of every command.
enum TransferExit {
    static let unreachable = ExitCode(4)
    static let interrupted = ExitCode(75)

    static func code(for failure: AppleCallFailure) -> ExitCode {
        if case .unavailable = failure { unreachable } else { ProgramExit.no }
    }

    static func code(for stop: TransferStop) -> ExitCode {
        switch stop {
        case .refused, .failed, .changed, .over: ProgramExit.undecided
        case .impossible: ProgramExit.wrongUsage
        case .unreachable: unreachable
        case .interrupted: interrupted
        }
    }
}
