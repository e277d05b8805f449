import AccountStorage
import Foundation
import SignInFlows

/// The file to import.
struct ImportSource {
    let path: String
    let id: UserImportID
    let length: Int64

    init(_ path: String) throws(LineFile.Failure) {
        let (digest, length) = try LineFile.look(at: path)
        (self.path, id, self.length) = (path, digest.id, length)
    }
}

/// One run of an import: reads batches of lines, processes them and shows the progress.
struct ImportRun {
    let source: ImportSource
    let isDryRun: Bool
    let report: String?
    let resumes: Bool

    /// Processes the rest of the file, and returns the totals of the whole import.
    func work(in environment: SignInEnvironment) async throws -> UserImport {
        let importing = UserImporting(environment, isDryRun: isDryRun)
        var state = try await start(importing)
        if resumes, state.finishedAt != nil {
            Output.remark("this file was already imported completely")
            ImportText.say(state, codes: [:], findings: ImportFindings(), isDryRun: false)
            return state
        }
        var lines = try LineFile(source.path, from: state.offset, longest: ImportLine.longest)
        let report = try report.map { try ImportReport($0, after: state) }
        var progress = ProgressLine("lines", from: part(state))
        var codes: [ImportRefusal.Code: Int] = [:]
        var findings = ImportFindings()
        var isOver = false
        while !isOver {
            let batch = try Self.batch(from: &lines, after: state.lines)
            isOver = batch.count < UserImporting.batchLength
            if state.lines == 0, let bytes = batch.first?.bytes, ImportText.resemblesTable(bytes) {
                Output.remark(ImportText.tableRemark)
            }
            let (outcomes, after) = try await importing.work(
                on: batch, of: state, upTo: lines.offset, isLast: isOver)
            try report?.add(outcomes)
            ImportText.count(outcomes, in: &codes)
            findings.add(outcomes)
            state = after
            progress.show(part(state), count: state.lines)
        }
        try report?.end(state, findings: findings)
        ImportText.say(state, codes: codes, findings: findings, isDryRun: isDryRun)
        return state
    }

    private func start(_ importing: UserImporting) async throws -> UserImport {
        let known = isDryRun ? nil : try await importing.find(source.id)
        if resumes {
            if let known {
                if known.finishedAt == nil { Output.remark("continuing after line \(known.lines)") }
                return known
            }
            Output.remark("nothing to resume; starting from the beginning")
        } else if let known, known.finishedAt == nil {
            Output.remark(
                "an import of this file stopped after line \(known.lines); starting again (--resume would continue it)")
        }
        return importing.begin(source.id)
    }

    private func part(_ state: UserImport) -> Double {
        source.length == 0 ? 1 : Double(state.offset) / Double(source.length)
    }

    private static func batch(from lines: inout LineFile, after number: Int) throws -> [ImportLine] {
        var batch: [ImportLine] = []
        while batch.count < UserImporting.batchLength, let line = try lines.next() {
            switch line {
            case .bytes(let bytes): batch.append(ImportLine(number: number + batch.count + 1, bytes: bytes))
            case .tooLong: batch.append(ImportLine(number: number + batch.count + 1, bytes: nil))
            }
        }
        return batch
    }
}

/// Formats an import for an operator.
enum ImportText {
    static let tableRemark =
        "the file looks like a table (CSV), but each line must be one JSON object; Documentation/existing-users.md has a "
        + "converter"

    /// Whether the first line looks like the headings of a table.
    static func resemblesTable(_ line: [UInt8]) -> Bool {
        line.first != UInt8(ascii: "{") && line.contains { ",;\t".utf8.contains($0) }
    }

    static func count(_ outcomes: [ImportOutcome], in codes: inout [ImportRefusal.Code: Int]) {
        for outcome in outcomes {
            guard case .refused(let refusal) = outcome.result else { continue }
            codes[refusal.code, default: 0] += 1
        }
    }

    static func say(
        _ sum: UserImport, codes: [ImportRefusal.Code: Int], findings: ImportFindings, isDryRun: Bool
    ) {
        Output.result("\(sum.lines) \(sum.lines == 1 ? "line" : "lines")" + (isDryRun ? ", nothing was stored" : ""))
        for (name, count) in [
            ("made", sum.made), ("unchanged", sum.unchanged), ("conflicts", sum.conflicts), ("refused", sum.refused),
        ] {
            Output.result("  " + name.padding(toLength: 10, withPad: " ", startingAt: 0) + "\(count)")
        }
        for (code, count) in codes.sorted(by: { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }) {
            Output.result("    " + code.rawValue.padding(toLength: 30, withPad: " ", startingAt: 0) + "\(count)")
        }
        if codes[.appleInIdentities] != nil {
            Output.remark("apple_in_identities: Apple subjects belong in the member apple, [{\"subject\": …}]")
        }
        for line in findings.lines { Output.result(line) }
    }
}
