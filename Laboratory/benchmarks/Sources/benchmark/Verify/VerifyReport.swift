import CAllocations
import Foundation

/// The figures of one run as a table, next to the goals.
struct VerifyReport {
    let measured: [String: Double]
    let contenders: VerifyCommand.Contenders
    let throughput: [Throughput]
    let refusals: [RefusalCost]
    let jwtKit: String

    func table(title: String) -> Table {
        var table = Table(title, columns: ["", "µs", "share", "goal"])
        addVerification(to: &table)
        addThroughput(to: &table)
        addRefusals(to: &table)
        addClientSecrets(to: &table)
        addAccessTokens(to: &table)
        table.add(note: "jwt-kit \(jwtKit): no iat, lifetime, nbf, azp, doubled names, crit, typ")
        if let python = contenders.python { table.add(note: python.versions) }
        return table
    }

    private func spent(_ contender: Rounds.Contender) -> Double { measured[contender.name] ?? .nan }

    private func addVerification(to table: inout Table) {
        let limit = spent(contenders.limit)
        let whole = spent(contenders.verification)
        let row = { (contender: Rounds.Contender, table: inout Table) in
            table.add(contender.name, digits(spent(contender)), digits(limit / spent(contender)), "")
        }
        row(contenders.limit, &table)
        let share = limit / whole
        table.add(
            "P1  " + contenders.verification.name, digits(whole), digits(share),
            "≥ 0.85: \(Self.verdict(share >= 0.85))")
        let factor = spent(contenders.jwtKit.verification) / whole
        table.add("P1  times as fast as jwt-kit", "", digits(factor), "≥ 2.5: \(Self.verdict(factor >= 2.5))")
        for stage in contenders.stages { row(stage, &table) }
        let parts = contenders.stages.filter { !$0.name.hasSuffix("octets") }.map(spent).reduce(0, +)
        table.add("  checks and result (what is left)", digits(whole - parts), digits(limit / (whole - parts)), "")
        for other in contenders.others { row(other, &table) }
        row(contenders.jwtKit.verification, &table)
        if let python = contenders.python {
            row(python.verification, &table)
            row(python.openSSL, &table)
        }
    }

    private func addThroughput(to table: inout Table) {
        let alone = throughput.first?.processor ?? .nan
        for entry in throughput where entry.tasks > 1 {
            table.add(
                "P2  \(entry.tasks) tasks: throughput over one task, \(ProcessInfo.processInfo.activeProcessorCount) cores",
                digits(entry.processor), digits(entry.gain), "≥ 1.9: \(Self.verdict(entry.gain >= 1.9))")
        }
        table.add("    one task alone", digits(alone), "1.00", "")
    }

    private func addRefusals(to table: inout Table) {
        let families = Dictionary(grouping: refusals, by: \.family).sorted { $0.key < $1.key }
        for (family, all) in families {
            guard let slowest = all.max(by: { $0.ofSameLength < $1.ofSameLength }) else { continue }
            table.add(
                "P3  \(family), \(all.count) tokens; slowest: \(slowest.name)", digits(slowest.microseconds),
                digits(slowest.ofSameLength), "≤ 2: \(Self.verdict(slowest.ofSameLength <= 2))")
        }
        let unsigned = refusals.filter { !$0.isSigned }
        guard allocations_are_counted() == 1, let largest = unsigned.max(by: { $0.largestBlock < $1.largestBlock }),
            let most = unsigned.max(by: { $0.allBlocks < $1.allBlocks })
        else { return }
        table.add(
            "P3  before the signature, largest block over the token's bytes: \(largest.name)", "",
            digits(largest.largestBlock),
            "≤ 1: \(Self.verdict(largest.largestBlock <= 1))")
        table.add("    all blocks together: \(most.name)", "", digits(most.allBlocks), "")
    }

    private func addClientSecrets(to table: inout Table) {
        addShare("P4", of: contenders.secret, atLeast: 0.87, limit: contenders.signature, to: &table)
        let other = spent(contenders.jwtKit.clientSecret)
        table.add(
            contenders.jwtKit.clientSecret.name, digits(other), digits(spent(contenders.signature) / other), "")
    }

    private func addAccessTokens(to table: inout Table) {
        addShare("P8", of: contenders.access, atLeast: 0.8, limit: contenders.bareAccess, to: &table)
    }

    /// Adds the bare operation, and its share in the cost of the whole.
    private func addShare(
        _ goal: String, of whole: Rounds.Contender, atLeast least: Double, limit: Rounds.Contender,
        to table: inout Table
    ) {
        let share = spent(limit) / spent(whole)
        table.add(limit.name, digits(spent(limit)), "1.00", "")
        table.add(
            "\(goal)  \(whole.name)", digits(spent(whole)), digits(share),
            "≥ \(least): \(Self.verdict(share >= least))")
    }

    private static func verdict(_ isMet: Bool) -> String { isMet ? "met" : "NOT met" }
}
