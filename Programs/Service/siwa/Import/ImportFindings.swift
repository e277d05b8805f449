import Foundation
import JSONWebTokens
import SignInFlows

/// Counts values by which nobody can ever be recognised, by kind and cause, with the numbers of the first lines but none
/// of their content.
struct ImportFindings {
    private static let mostLines = 5

    private struct Finding {
        var count = 0
        var lines: [Int] = []
    }

    private var findings: [ImportDoubt: Finding] = [:]

    mutating func add(_ outcomes: [ImportOutcome]) {
        for outcome in outcomes {
            for doubt in Set(outcome.doubts) {
                findings[doubt, default: Finding()].count += 1
                guard findings[doubt, default: Finding()].lines.count < Self.mostLines else { continue }
                findings[doubt]?.lines.append(outcome.line)
            }
        }
    }

    /// The findings of one kind, most frequent cause first.
    private func ordered(_ kind: ImportDoubt.Kind) -> [(cause: String, finding: Finding)] {
        findings.filter { $0.key.kind == kind }.map { (cause: $0.key.cause, finding: $0.value) }
            .sorted { ($1.finding.count, $0.cause) < ($0.finding.count, $1.cause) }
    }

    /// The members of the report's summary.
    var members: [(name: String, value: JSONValue)] {
        ImportDoubt.Kind.allCases.compactMap { kind -> (name: String, value: JSONValue)? in
            let entries = ordered(kind).map { entry in
                JSONValue.object(
                    JSONObject([
                        (name: "cause", value: .string(entry.cause)),
                        (name: "count", value: .number(JSONNumber(entry.finding.count))),
                        (name: "first_lines", value: .array(entry.finding.lines.map { .number(JSONNumber($0)) })),
                    ]))
            }
            return entries.isEmpty ? nil : (kind.memberOfReport, .array(entries))
        }
    }

    /// A heading for each kind and a line for each cause, for an operator.
    var lines: [String] {
        ImportDoubt.Kind.allCases.flatMap { kind -> [String] in
            let causes = ordered(kind)
            guard !causes.isEmpty else { return [] }
            return [kind.heading + " (see Documentation/existing-users.md)"]
                + causes.map { entry in
                    let numbers = entry.finding.lines.map(String.init).joined(separator: ", ")
                    let more = entry.finding.count > entry.finding.lines.count ? ", …" : ""
                    let width = max(14, entry.cause.count + 2)
                    return "  " + entry.cause.padding(toLength: width, withPad: " ", startingAt: 0)
                        + "\(entry.finding.count)  (line \(numbers)\(more))"
                }
        }
    }
}

extension ImportDoubt.Kind {
    fileprivate var memberOfReport: String {
        switch self {
        case .hash: "hashes_that_never_fit"
        case .subject: "subjects_that_never_fit"
        case .token: "tokens_that_never_fit"
        case .address: "addresses_that_never_fit"
        }
    }

    fileprivate var heading: String {
        switch self {
        case .hash: "hashes that no password can match"
        case .subject: "subjects that Apple never sends"
        case .token: "values that are not refresh tokens"
        case .address: "addresses by which Apple recognises nobody"
        }
    }
}
