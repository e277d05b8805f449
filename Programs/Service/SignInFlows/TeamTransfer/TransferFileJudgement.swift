import SignInWithApple
/// Judges the seller's file as a whole, line by line, so that nothing of a cut, changed or foreign file is used.
package struct TransferFileJudgement: Sendable {
    /// How many lines there were.
    package private(set) var lines = 0
    /// How many people there are.
    package private(set) var people = 0
    /// The digests of identifiers that more than one line has.
    package private(set) var repeated: Set<[UInt8]> = []
    private var seen: Set<[UInt8]> = []
    private var digest = TransferFileDigest()
    private var header: TransferFile.Header?
    private var end: TransferFile.End?

    /// Before the first line.
    package init() {}

    /// Takes the next line, without its end.
    package mutating func take(_ bytes: [UInt8]) throws(TransferFile.Fault) {
        lines += 1
        guard end == nil else { throw .changed }
        switch try TransferFile.read(bytes) {
        case .header(let found) where lines == 1: header = found
        case .person(let person) where lines > 1:
            people += 1
            if !seen.insert(person.digest).inserted { repeated.insert(person.digest) }
        case .end(let found) where lines > 1:
            end = found
            return
        default:
            throw lines == 1 ? TransferFile.Fault.formatUnknown : TransferFile.Fault.malformed
        }
        digest.add(bytes)
    }

    /// Throws what is wrong with the whole file.
    package func finish(for transfer: RegisteredTransfer) throws(TransferFile.Fault) {
        guard let header else { throw .formatUnknown }
        guard header.fromTeam == transfer.fromTeam.rawValue, header.toTeam == transfer.toTeam.rawValue,
            !Set(header.clientIDs).isDisjoint(with: transfer.clients.map(\.rawValue))
        else { throw .foreign }
        guard let end else { throw .cut }
        guard end.digest == digest.text, end.entries == people, header.entries == people else { throw .changed }
    }
}
