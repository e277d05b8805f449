import AccountStorage
import Foundation
import JSONWebTokens
import PrivateFiles
import SignInFlows

/// Writes the refused and differing lines of an import as JSON lines to a file; the last line is a summary. They name
/// people, so only the operator can read them.
struct ImportReport {
    private let file: PrivateFileDraft

    /// Creates a report or continues one. When it continues, it drops entries of lines after the last one processed,
    /// because those lines will be processed again.
    ///
    /// - Parameter state: the progress so far; zero lines start a new report.
    init(_ path: String, after state: UserImport) throws(PrivateFile.Failure) {
        file = try PrivateFileDraft(replacing: path)
        let before = state.lines == 0 ? [] : Self.entries(in: path, upTo: state.lines)
        if before.count < state.refused + state.conflicts {
            Output.remark(
                "the report lacks lines from before the interruption; an import from the start lists them all")
        }
        try write(before)
        // An import that is interrupted continues the report, so it has its name from the beginning.
        try file.replace()
    }

    /// Adds the refused and differing lines.
    func add(_ outcomes: [ImportOutcome]) throws(PrivateFile.Failure) {
        try write(outcomes.compactMap(Self.entry))
    }

    /// Ends the report with its summary and with the values by which nobody can be recognised.
    func end(_ sum: UserImport, findings: ImportFindings) throws(PrivateFile.Failure) {
        let counts: [(String, Int)] = [
            ("lines", sum.lines), ("made", sum.made), ("unchanged", sum.unchanged), ("conflicts", sum.conflicts),
            ("refused", sum.refused),
        ]
        var members = counts.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",")
        for found in findings.members { members += #","\#(found.name)":"# + VisibleJSON.line(found.value) }
        try write([#"{"summary":{\#(members)}}"#])
    }

    private func write(_ lines: [String]) throws(PrivateFile.Failure) {
        try file.write(Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private static func entry(_ outcome: ImportOutcome) -> String? {
        var members: [(name: String, value: JSONValue)] = [("line", .number(JSONNumber(outcome.line)))]
        if let externalID = outcome.externalID { members.append(("external_id", .string(externalID))) }
        switch outcome.result {
        case .made, .unchanged: return nil
        case .conflict(let differing):
            members += [("outcome", .string("conflict")), ("members", .array(differing.map { .string($0) }))]
        case .refused(let refusal):
            members += [("outcome", .string("refused")), ("code", .string(refusal.code.rawValue))]
            if let member = refusal.member { members.append(("member", .string(member))) }
            if let expected = refusal.expected { members.append(("expected", .string(expected))) }
            if let fault = refusal.fault {
                members += [
                    ("column", .number(JSONNumber(fault.column))), ("explanation", .string(fault.explanation)),
                ]
            }
        }
        let texts = members.map { #""\#($0.name)":"# + VisibleJSON.line($0.value) }
        return "{" + texts.joined(separator: ",") + "}"
    }

    private static func entries(in path: String, upTo lines: Int) -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { entry in
            guard let object = try? StrictJSONReader.readObject(Array(entry.utf8)),
                case .number(let line)? = object["line"], let number = Int(line.text)
            else { return false }
            return number <= lines
        }.map(String.init)
    }
}
