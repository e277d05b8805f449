import Foundation
import JSONWebTokens
import SignInFlows

/// Counts hashes that no password can match, by cause, with the numbers of the first lines but none of their content.
struct HashFindings {
    private static let mostLines = 5

    private struct Finding {
        var count = 0
        var lines: [Int] = []
    }

    private var findings: [String: Finding] = [:]

    var isEmpty: Bool { findings.isEmpty }

    mutating func add(_ outcomes: [ImportOutcome]) {
        for outcome in outcomes {
            guard let cause = outcome.hashCause else { continue }
            findings[cause, default: Finding()].count += 1
            guard findings[cause, default: Finding()].lines.count < Self.mostLines else { continue }
            findings[cause]?.lines.append(outcome.line)
        }
    }

    /// The findings, most frequent cause first.
    private var ordered: [(cause: String, finding: Finding)] {
        findings.map { (cause: $0.key, finding: $0.value) }
            .sorted { ($1.finding.count, $0.cause) < ($0.finding.count, $1.cause) }
    }

    var json: JSONValue {
        .array(
            ordered.map { entry in
                .object(
                    JSONObject([
                        (name: "cause", value: .string(entry.cause)),
                        (name: "count", value: .number(JSONNumber(entry.finding.count))),
                        (name: "first_lines", value: .array(entry.finding.lines.map { .number(JSONNumber($0)) })),
                    ]))
            })
    }

    /// One line per cause, for an operator.
    var lines: [String] {
        ordered.map { entry in
            let numbers = entry.finding.lines.map(String.init).joined(separator: ", ")
            let more = entry.finding.count > entry.finding.lines.count ? ", …" : ""
            return entry.cause.padding(toLength: 14, withPad: " ", startingAt: 0)
                + "\(entry.finding.count)  (line \(numbers)\(more))"
        }
    }
}
