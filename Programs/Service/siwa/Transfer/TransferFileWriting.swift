import AccountStorage
import Foundation
import PrivateFiles
import SignInFlows
import SignInWithApple

/// Writes the file for the buyer, readable by its owner only. An existing file is replaced once the new one is complete.
struct TransferFileWriting: Sendable {
    let path: String

    /// Returns how many people are in the file. Throws ``TransferStop/changed`` if somebody came or went meanwhile.
    func write(_ transfer: RegisteredTransfer, in environment: SignInEnvironment) async throws -> Int {
        let operations = TransferOperations(environment, transfer)
        let states = [TransferEntry.State.known, .exchanged, .arrived, .left, .failed, .conflict]
        var people: Int = 0
        for state in states { try await pages(state, of: operations) { people += $0.count } }
        let draft = try PrivateFileDraft(replacing: path)
        var digest = TransferFileDigest()
        func add(_ line: TransferFile.Line) throws {
            let text = try TransferFile.text(of: line)
            digest.add(text.utf8)
            try draft.write(Array((text + "\n").utf8))
        }
        try add(
            .header(
                TransferFile.Header(
                    fromTeam: transfer.fromTeam.rawValue, toTeam: transfer.toTeam.rawValue,
                    clientIDs: transfer.clients.map(\.rawValue), createdAt: environment.now(), entries: people)))
        var written = 0
        for state in states {
            try await pages(state, of: operations) { page in
                for person in page {
                    try add(.person(person))
                    written += 1
                }
            }
        }
        // The buyer would refuse the file, or both lines of a person who is in it twice.
        guard written == people else { throw TransferStop.changed }
        let end = try TransferFile.text(of: .end(TransferFile.End(entries: written, digest: digest.text)))
        try draft.write(Array((end + "\n").utf8))
        try draft.replace()
        return written
    }

    /// Goes through the people of a state who have an identifier.
    private func pages(
        _ state: TransferEntry.State, of operations: TransferOperations,
        _ work: ([TransferFile.Person]) throws -> Void
    ) async throws {
        var last: IdentityID?
        repeat {
            let page = try await operations.missing(in: state, after: last)
            try work(page.compactMap { Self.person($0) })
            last = page.count == TransferOperations.pageLength ? page.last?.entry.identityID : nil
        } while last != nil
    }

    /// The person's line. Some systems name people by their address, and no relay address may be in the file.
    static func person(_ missing: TransferOperations.Missing) -> TransferFile.Person? {
        guard let identifier = missing.entry.identifier else { return nil }
        return TransferFile.Person(
            identifier: identifier,
            externalID: missing.account?.externalID.flatMap { EmailAddress.isRelay($0) ? nil : $0 },
            account: missing.entry.accountID.text)
    }
}
