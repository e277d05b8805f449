import Foundation
import SignInFlows
import SignInWithApple

/// Reads the seller's file: first as a whole, so that nothing of a cut, changed or foreign file is used, then in batches.
struct TransferFileReading {
    /// The longest line that is read.
    static let longestLine = 4_096
    private static let batchLength = 500

    /// The file cannot be used.
    struct Refusal: Error {
        let words: String
    }

    private let path: String
    /// How many people can be used.
    let people: Int
    /// How many lines are refused.
    let refused: Int
    /// The digests of identifiers that occur more than once.
    private let repeated: Set<[UInt8]>

    /// Throws what is wrong with the file.
    init(path: String, of transfer: RegisteredTransfer) throws {
        self.path = path
        var judgement = TransferFileJudgement()
        try Self.lines(of: path) { bytes in
            do throws(TransferFile.Fault) {
                try judgement.take(bytes)
            } catch {
                throw Self.fault(error, line: judgement.lines)
            }
        }
        do throws(TransferFile.Fault) {
            try judgement.finish(for: transfer)
        } catch {
            throw Self.fault(error, line: error == .foreign || error == .formatUnknown ? 1 : judgement.lines)
        }
        let both = try Self.count(in: path, among: judgement.repeated)
        (repeated, people, refused) = (judgement.repeated, judgement.people - both, both)
    }

    /// How many people would be led to accounts that were here before, because these have their external ids.
    func matchedByExternalID(with importing: TransferImport) async throws -> Int {
        var matched = 0
        try await batches { batch in
            let found = try await importing.matchedByExternalID(batch)
            matched += found
        }
        return matched
    }

    /// Stores the people, and says how many have no account here.
    ///
    /// - Parameter isCreating: whether accounts are made for people who have none.
    func store(with importing: TransferImport, creating isCreating: Bool) async throws {
        var receipts: [TransferImport.Receipt: Int] = [:]
        try await batches { batch in
            for receipt in try await importing.receive(batch, creating: isCreating) {
                receipts[receipt, default: 0] += 1
            }
        }
        for receipt in TransferImport.Receipt.allCases {
            Output.remark("  " + receipt.rawValue + " \(receipts[receipt] ?? 0)")
        }
    }

    private func batches(_ work: ([TransferFile.Person]) async throws -> Void) async throws {
        var batch: [TransferFile.Person] = []
        var lines = try LineFile(path, from: 0, longest: Self.longestLine)
        var isOver = false
        while !isOver {
            if case .bytes(let bytes)? = try lines.next() {
                if case .person(let person) = try TransferFile.read(bytes),
                    !repeated.contains(person.digest)
                {
                    batch.append(person)
                }
            } else {
                isOver = true
            }
            guard batch.count == Self.batchLength || isOver && !batch.isEmpty else { continue }
            try await work(batch)
            batch = []
        }
    }

    private static func count(in path: String, among repeated: Set<[UInt8]>) throws -> Int {
        guard !repeated.isEmpty else { return 0 }
        var (count, number) = (0, 0)
        try lines(of: path) { bytes in
            number += 1
            guard case .person(let person)? = try? TransferFile.read(bytes),
                repeated.contains(person.digest)
            else { return }
            count += 1
            let fault = TransferFile.Fault.repeated
            Output.remark("line \(number): \(fault.rawValue): \(fault.text)")
        }
        return count
    }

    private static func fault(_ fault: TransferFile.Fault, line: Int) -> Refusal {
        Refusal(words: "line \(line): \(fault.rawValue): \(fault.text)")
    }

    private static func lines(of path: String, _ work: ([UInt8]) throws -> Void) throws {
        var lines: LineFile
        do {
            lines = try LineFile(path, from: 0, longest: longestLine)
        } catch {
            throw Refusal(words: "\(error)")
        }
        var number = 0
        while let line = try lines.next() {
            number += 1
            guard case .bytes(let bytes) = line else { throw fault(.malformed, line: number) }
            try work(bytes)
        }
    }
}
