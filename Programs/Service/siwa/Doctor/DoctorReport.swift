import JSONWebTokens

/// The findings as text for people and as JSON for programs.
struct DoctorReport {
    let findings: [Finding]

    private static let order: [Finding.Level] = [.failure, .unknown, .warning, .fine]

    private func count(_ level: Finding.Level) -> Int { findings.count { $0.level == level } }

    /// What was not there in an earlier report, and what is over. A figure in the meaning, such as free space, is no
    /// change.
    func changes(since before: DoctorReport) -> [Finding] {
        func isIn(_ report: DoctorReport, _ finding: Finding) -> Bool {
            report.findings.contains {
                $0.code == finding.code && $0.subject == finding.subject && $0.level == finding.level
            }
        }
        let over = before.findings.filter { $0.level != .fine && !isIn(self, $0) }.map { finding in
            Finding.fine("over", "\(finding.code), \(finding.subject)", "An earlier finding is over.")
        }
        return findings.filter { !isIn(before, $0) } + over
    }

    var hasFailure: Bool { count(.failure) > 0 }
    var hasUnknown: Bool { count(.unknown) > 0 }

    var text: String {
        let lines = Self.order.flatMap { level in findings.filter { $0.level == level }.map(Self.lines) }
        let counts = [
            (.failure, "to fix"), (.unknown, "not decided"), (.warning, "to look at"), (Finding.Level.fine, "in order"),
        ].filter { count($0.0) > 0 }.map { "\(count($0.0)) \($0.1)" }
        return (lines + [counts.joined(separator: ", ")]).joined(separator: "\n")
    }

    private static func lines(_ finding: Finding) -> String {
        let mark =
            switch finding.level {
            case .fine: "ok  "
            case .warning: "look"
            case .failure: "FIX "
            case .unknown: "?   "
            }
        let head = "\(mark)  \(finding.code): \(VisibleJSON.visible(finding.subject))"
        // What is in order needs no explanation.
        guard let advice = finding.advice else { return head }
        return """
            \(head)
                  \(VisibleJSON.visible(finding.meaning))
                  \(VisibleJSON.visible(advice))
                  evidence: \(finding.evidence.rawValue)
            """
    }

    var json: JSONValue {
        let entries = findings.map { finding in
            JSONValue.object(
                JSONObject(
                    [
                        (name: "code", value: JSONValue.string(finding.code)),
                        (name: "level", value: .string(finding.level.rawValue)),
                        (name: "subject", value: .string(finding.subject)),
                        (name: "meaning", value: .string(finding.meaning)),
                        (name: "advice", value: finding.advice.map { .string($0) } ?? .null),
                        (name: "evidence", value: .string(finding.evidence.rawValue)),
                    ]))
        }
        return .object(JSONObject([(name: "findings", value: .array(entries))]))
    }
}
